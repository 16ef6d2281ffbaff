"""What a day's chart shows, in the reader's language and units, before anything is drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from bot.layout.page import age, best_hour, credited, title
from bot.reports import Ask
from bot.values import label, unit_name
from conditions import Outlook, Reading
from conditions.domain import Panel as PanelPlan
from factguard.facts import Category, FactMap, Quantity, Score
from factguard.texts import translations
from factguard.units import UNITS

FROM_ZERO = frozenset({"length", "speed", "concentration", "duration", "share", "uv_index"})
"""Dimensions whose zero means something: their axes begin there."""
LEAST_RANGE = 2.0
"""How much of an axis a temperature that hardly changes still gets, in its unit."""


@dataclass(frozen=True, slots=True)
class Series:
    """A value for each hour, None where it is unknown."""

    name: str
    values: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """Series on one axis, with or without a `scale`; `arrows` are steps east and north of length 1, or None."""

    title: str
    series: tuple[Series, ...]
    arrows: tuple[tuple[float, float] | None, ...] = ()
    from_zero: bool = True
    scale: bool = True
    maximum: float | None = None
    least_range: float = 0.0


@dataclass(frozen=True, slots=True)
class Day:
    """The hours of a local day with their panels.

    `bands` are the ranks of the score's bands (0 is the best of `band_count`), `best` the position of the best hour.
    """

    title: str
    subtitle: str
    credit: str
    hours: tuple[datetime, ...]
    score: Panel
    panels: tuple[Panel, ...]
    bands: tuple[int | None, ...]
    band_count: int
    nights: tuple[bool, ...]
    best: int | None
    best_label: str


def chart_day(outlook: Outlook, day: date, ask: Ask, *, sample: bool = False) -> Day:
    """The content of a local day's chart."""
    _ = translations(ask.language).gettext
    readings, best = outlook.day(day), outlook.best(day)
    notes = (
        _("Sample forecast, not today's.") if sample else None,
        age(outlook, ask.language),
        best_hour(best, ask.language),
    )
    score, kind = _score(ask.domain.facts)
    return Day(
        title=title(outlook.place.name, day, ask.language),
        subtitle="  ".join(note for note in notes if note),
        credit=" · ".join(credit.text for credit in credited(outlook.credits, ask.language)),
        hours=tuple(reading.hour for reading in readings),
        score=Panel(label(score, ask.language), (_series(readings, score, ask),), maximum=kind.maximum),
        panels=tuple(_panel(plan, readings, ask) for plan in ask.domain.panels),
        bands=tuple(_rank(getattr(reading.facts, score), kind) for reading in readings),
        band_count=len(kind.bands),
        nights=tuple(reading.daylight is False for reading in readings),
        best=readings.index(best) if best in readings else None,
        best_label="★",
    )


def _score(facts: type[FactMap]) -> tuple[str, Score]:
    return next((field, kind) for field, kind in facts.KINDS.items() if isinstance(kind, Score))


def _rank(value: int | None, kind: Score) -> int | None:
    return None if value is None else [name for _, name in kind.bands].index(kind.band(value))


def _panel(plan: PanelPlan, readings: Sequence[Reading], ask: Ask) -> Panel:
    if plan.tide:
        return _tide(readings, ask)
    kinds = [kind for field in plan.fields if isinstance(kind := ask.domain.facts.KINDS[field], Quantity)]
    unit = unit_name(kinds[0], ask.language, ask.units)
    name = label(plan.fields[0], ask.language) if len(plan.fields) == 1 else ""
    zero = UNITS[kinds[0].unit].dimension in FROM_ZERO
    return Panel(
        title=f"{name} ({unit})" if name and unit else name or unit,
        series=tuple(_series(readings, field, ask) for field in plan.fields),
        arrows=tuple(_arrow(reading.facts, plan.arrows) for reading in readings) if plan.arrows else (),
        from_zero=zero,
        least_range=0.0 if zero else LEAST_RANGE,
    )


def _tide(readings: Sequence[Reading], ask: Ask) -> Panel:
    """The level over its mean; its metres are the model's, so that the axis has none."""
    levels = tuple(reading.level_m for reading in readings)
    name = translations(ask.language).gettext("Tide (model, rough)")
    return Panel(name, (Series(name, levels),), from_zero=False, scale=False, least_range=0.2)


def _series(readings: Sequence[Reading], field: str, ask: Ask) -> Series:
    kind = ask.domain.facts.KINDS[field]
    values = (getattr(reading.facts, field) for reading in readings)
    if isinstance(kind, Quantity):
        values = (None if value is None else ask.units.shown(kind, value)[0] for value in values)
    return Series(label(field, ask.language), tuple(None if value is None else float(value) for value in values))


def _arrow(facts: FactMap, field: str) -> tuple[float, float] | None:
    """A step with the wind, away from the point that it comes from."""
    kind, value = facts.KINDS[field], getattr(facts, field)
    if value is None or not isinstance(kind, Category):
        return None
    angle = 2 * math.pi * kind.values.index(value) / len(kind.values)
    return -math.sin(angle), -math.cos(angle)
