"""What a test asks to go wrong: refusals, stalls and cut connections."""

from dataclasses import dataclass, field

from botapi.parameters import METHODS
from botapi.refusals import Refusal


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


Fault = Refuse | Stall | Reset


@dataclass
class Faults:
    """Faults still to come, in order, by method."""

    planned: dict[str, list[Fault]] = field(default_factory=dict)

    def plan(self, method: str, fault: Fault, times: int) -> None:
        if method not in METHODS:
            raise ValueError(f"no method is called “{method}”")
        self.planned.setdefault(method, []).extend([fault] * times)

    def take(self, method: str) -> Fault | None:
        waiting = self.planned.get(method)
        return waiting.pop(0) if waiting else None
