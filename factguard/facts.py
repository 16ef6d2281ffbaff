"""Typed fact maps: what a field's type must say for the guard to know it.

A fact map is a frozen pydantic model. Each field carries one `Kind` in its annotation; declaring it is all that a rule
needs. A field that is None is *not supplied*: a mention of it is unsupported, never wrong.

    class CoastFacts(FactMap):
        domain: ClassVar[str] = "coast"
        town: Annotated[str, Name()]
        air_temp_c: Annotated[float, Quantity("celsius", decimals=1)] | None = None
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import time
from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, PlainSerializer

from factguard.errors import FactMapError


@dataclass(frozen=True, slots=True)
class Band:
    """What an adjective may be said of, in the quantity's own unit; None leaves a side open.

    The bounds are wide: outside of them the adjective is plainly wrong. `plainly` is a narrower band, inside of which
    it is so plainly right that to deny it is wrong; without one, a denial is never wrong.
    """

    at_least: float | None = None
    at_most: float | None = None
    plainly: Band | None = None

    def holds(self, value: float) -> bool:
        """Whether the adjective may be said of this value."""
        return (self.at_least is None or value >= self.at_least) and (self.at_most is None or value <= self.at_most)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with a unit.

    `unit` is a key of the units table (`factguard.units`), `decimals` what we print, `coarsest` the fewest decimals to
    which people round it in speech (24.6 °C said as "25": 0). `bands` maps adjectives (keys of the domain's words) to
    the values that they may be said of; `denied` is the one that "no wind", "no rain" comes to.
    """

    unit: str
    decimals: int = 0
    coarsest: int = 0
    bands: Mapping[str, Band] = field(default_factory=dict, hash=False)
    denied: str | None = None


@dataclass(frozen=True, slots=True)
class Level:
    """One of a closed, ordered set of levels.

    `mention_above`: the subject may be named only when its level is above this one (None: always).
    """

    order: tuple[str, ...] = ("low", "moderate", "high")
    mention_above: str | None = None

    def may_mention(self, level: str | None) -> bool:
        """Whether the mention policy lets the subject be named at this level (a missing level forbids it)."""
        if self.mention_above is None:
            return True
        return level is not None and self.order.index(level) > self.order.index(self.mention_above)


@dataclass(frozen=True, slots=True)
class Category:
    """One of a closed set without order: a compass point, a tide state, a water quality.

    `partly` is the value that any other comes to where it is said of a part only ("improper at some points").
    """

    values: tuple[str, ...]
    partly: str | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """A whole number from 0 to `maximum` (None: without end) with named bands, in order of their quality.

    A band is (its lowest score, its name), best first, whether a high score is the best or the worst. `levels` maps
    level words ("a high index") to the scores that they may be said of; a noun of `[subject.<field>.quality]` ("air
    quality") names how good it is, not how much, and takes none.
    """

    bands: tuple[tuple[int, str], ...]
    maximum: int | None = 100
    levels: Mapping[str, Band] = field(default_factory=dict, hash=False)

    def band(self, score: float) -> str:
        """The name of the band that a score lies in."""
        return max((low, name) for low, name in self.bands if score >= low)[1]


@dataclass(frozen=True, slots=True)
class ClockTime:
    """A local time of day."""


@dataclass(frozen=True, slots=True)
class Name:
    """A proper name.

    `known` gives every name of the same kind, each as a group of its spellings; `within` gives, for each of them, the
    names of what it lies in (a town), after the name itself: in a report on a known place these are its own too.
    """

    known: Callable[[], Iterable[tuple[str, ...]]] | None = None
    within: Callable[[], Iterable[tuple[str, ...]]] | None = None


Kind = Quantity | Level | Category | Score | ClockTime | Name

LocalTime = Annotated[
    time, ClockTime(), PlainSerializer(lambda at: at.strftime("%H:%M"), return_type=str, when_used="json")
]


class FactMap(BaseModel):
    """A frozen, closed set of typed facts about one place and hour."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    domain: ClassVar[str]
    words: ClassVar[Path | None] = None
    """A folder like `locales/` that holds `<language>/<domain>.toml`; None: `locales/` itself."""
    harmless: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Hazards: fields that a text should not leave out, unless their value is one of these."""
    KINDS: ClassVar[Mapping[str, Kind]] = {}

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        """Collect each field's kind; a field without one raises by name."""
        super().__pydantic_init_subclass__(**kwargs)
        if not hasattr(cls, "domain"):
            raise FactMapError(f'{cls.__name__} has no domain. Add `domain: ClassVar[str] = "…"`.')
        hints = typing.get_type_hints(cls, include_extras=True)
        cls.KINDS = types.MappingProxyType({name: _kind(cls.__name__, name, hints[name]) for name in cls.model_fields})

    def supplied(self) -> dict[str, Any]:
        """The facts that the source had, by field."""
        return {name: value for name, value in self.__dict__.items() if value is not None}

    def hazards(self) -> tuple[str, ...]:
        """The supplied fields whose value a text should not leave out."""
        supplied = self.supplied()
        return tuple(name for name, safe in self.harmless.items() if name in supplied and supplied[name] not in safe)


def _kind(owner: str, name: str, annotation: object) -> Kind:
    """The one `Kind` in an annotation, also inside `… | None`, whose metadata pydantic does not keep."""
    found = [kind for kind in _metadata(annotation) if isinstance(kind, Kind)]
    if len(found) != 1:
        raise FactMapError(
            f"{owner}.{name} declares {len(found)} kinds. Give it exactly one of Quantity, Level, Category, Score, "
            "ClockTime, Name in Annotated[…]."
        )
    return found[0]


def _metadata(annotation: object) -> Iterable[object]:
    if typing.get_origin(annotation) is Annotated:
        inner, *metadata = typing.get_args(annotation)
        yield from metadata
        yield from _metadata(inner)
    elif typing.get_origin(annotation) in (typing.Union, types.UnionType):
        for option in typing.get_args(annotation):
            yield from _metadata(option)
