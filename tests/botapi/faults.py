"""What a test asks to go wrong: refusals, stalls, cut connections and answers that are none."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from random import Random

from botapi.parameters import METHODS
from botapi.refusals import Refusal, usual


@dataclass(frozen=True)
class Refuse:
    """The next call is refused and has no effect."""

    refusal: Refusal


@dataclass(frozen=True)
class Stall:
    """The next call is taken, and the answer comes late, or never where `seconds` is None."""

    seconds: float | None
    delivered: bool


@dataclass(frozen=True)
class Reset:
    """The next call is taken, and the connection is cut instead of answered."""

    delivered: bool


@dataclass(frozen=True)
class Garble:
    """The next call is taken, and instead of the answer comes a page of whatever stands in between."""

    delivered: bool


Fault = Refuse | Stall | Reset | Garble


USUAL: tuple[Fault, ...] = (
    Refuse(usual(429, retry_after=1)),
    Refuse(usual(500)),
    Refuse(usual(502)),
    Refuse(usual(403)),
    Stall(None, delivered=True),
    Stall(None, delivered=False),
    Reset(delivered=True),
    Reset(delivered=False),
)
"""What goes wrong with Telegram on a bad day."""


@dataclass(frozen=True)
class Weather:
    """A share of the calls to any method fails, each in one of these ways: the same ones for the same seed."""

    share: float
    random: Random
    kinds: Sequence[Fault] = USUAL
    spared: Collection[str] = ()

    def take(self, method: str) -> Fault | None:
        if method in self.spared or self.random.random() >= self.share:
            return None
        return self.random.choice(self.kinds)


@dataclass
class Faults:
    """Faults still to come, in order, by method; then those of the weather."""

    planned: dict[str, list[Fault]] = field(default_factory=dict)
    weather: Weather | None = None

    def plan(self, method: str, fault: Fault, times: int) -> None:
        if method not in METHODS:
            raise ValueError(f"no method is called “{method}”")
        self.planned.setdefault(method, []).extend([fault] * times)

    def take(self, method: str) -> Fault | None:
        waiting = self.planned.get(method)
        if waiting:
            return waiting.pop(0)
        return self.weather.take(method) if self.weather else None
