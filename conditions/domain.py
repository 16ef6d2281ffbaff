"""What a domain of reports is: a fact map, a way to gather it for a place, and what of it is shown together."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

from conditions.forecasts import Forecasts
from conditions.outlook import Outlook
from conditions.places import Place
from conditions.water import WaterSource
from factguard.facts import FactMap


@dataclass(frozen=True, slots=True)
class Sources:
    """Where facts come from; a source of water quality is not to be had everywhere."""

    forecasts: Forecasts
    water: WaterSource | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """Fields of one unit that a chart draws over the hours of a day, with arrows for the one that holds a direction.

    `tide` draws the curve of the sea's level instead.
    """

    fields: tuple[str, ...] = ()
    arrows: str | None = None
    tide: bool = False


@dataclass(frozen=True, slots=True)
class Domain:
    """One kind of report. `gather` takes the moment (aware) that counts as now.

    `columns` are the fields of a day's table, `panels` what a day's chart draws, and `places` where there are reports.
    A score that loses no points of ours is `explained` (a msgid) by how it comes about from the fields of `judged_by`.
    """

    name: str
    facts: type[FactMap]
    gather: Callable[[Sources, Place, datetime], Awaitable[Outlook]]
    places: Callable[[], tuple[Place, ...]]
    columns: tuple[str, ...]
    panels: tuple[Panel, ...]
    explained: str = ""
    judged_by: tuple[str, ...] = ()
