"""What a domain of reports is: a fact map, and a way to gather it for a place and an hour."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

from conditions.open_meteo import OpenMeteo
from conditions.places import Place
from factguard.facts import FactMap


@dataclass(frozen=True, slots=True)
class Deduction:
    """Points taken off a score; `reason` is an English msgid."""

    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The facts of a place at an hour (aware, on the place's clock), with what took points off the score."""

    place: Place
    hour: datetime
    facts: FactMap
    deductions: tuple[Deduction, ...]


@dataclass(frozen=True, slots=True)
class Domain:
    """One kind of report. `gather` takes an aware moment, or None for now."""

    name: str
    facts: type[FactMap]
    gather: Callable[[OpenMeteo, Place, datetime | None], Awaitable[Reading]]
