"""What an agency's samples say of the water at a beach, and what a source of such samples is.

A beach has several sampling points, and one foul rivulet does not condemn four kilometres of sand, nor do four clean
points clear it: a beach whose points disagree is mixed, and its points are there to be named.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Literal, Protocol

from conditions.places import Place

State = Literal["proper", "improper", "mixed"]


@dataclass(frozen=True, slots=True)
class SamplingPoint:
    """A spot where an agency takes samples, with its condition there; texts stand as the agency writes them.

    `sampled_on` is the day of the newest sample, None where the agency gives the condition in force without its date.
    """

    name: str
    locality: str
    latitude: float
    longitude: float
    beach: str
    town: str
    proper: bool
    sampled_on: date | None


@dataclass(frozen=True, slots=True)
class WaterQuality:
    """The water at a beach by all of its points; `source` and `link` are the credit."""

    state: State
    points: tuple[SamplingPoint, ...]
    source: str
    link: str

    @property
    def proper(self) -> tuple[SamplingPoint, ...]:
        """The points that are fit for bathing."""
        return tuple(point for point in self.points if point.proper)

    @property
    def improper(self) -> tuple[SamplingPoint, ...]:
        """The points that are not."""
        return tuple(point for point in self.points if not point.proper)

    @property
    def newest(self) -> date | None:
        """The day of the newest sample, None where no point has a date."""
        return max((point.sampled_on for point in self.points if point.sampled_on), default=None)


class Provider(Protocol):
    """A source of samples. `name` and `link` credit it."""

    @property
    def name(self) -> str:
        """What the credit calls the agency."""

    @property
    def link(self) -> str:
        """Where a reader finds the agency's own map."""

    def covers(self, place: Place) -> bool:
        """Whether a place lies where the agency samples."""

    async def points(self) -> tuple[SamplingPoint, ...]:
        """Every point of the agency; SourceError where it gives none that can be used."""


def judged(points: Iterable[SamplingPoint], provider: Provider) -> WaterQuality | None:
    """What a beach's points say together, None where there are none."""
    used = tuple(points)
    if not used:
        return None
    return WaterQuality(_state({point.proper for point in used}), used, provider.name, provider.link)


def _state(seen: set[bool]) -> State:
    if len(seen) > 1:
        return "mixed"
    return "proper" if True in seen else "improper"
