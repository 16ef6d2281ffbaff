"""The hours of a day as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from bot.layout.page import age, credited, title
from bot.reports import Ask
from bot.values import printed
from conditions import Outlook, Reading
from conditions.outlook import Credit
from factguard.texts import translations

COLUMN = "column"
"""The gettext context of a field's name at the head of a column, where there is little room."""
UNKNOWN = "–"


@dataclass(frozen=True, slots=True)
class Row:
    """One hour: its cells, whether it is the day's best, and whether it is dark."""

    cells: tuple[str, ...]
    best: bool
    night: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A day's hours under their headings."""

    title: str
    notes: tuple[str, ...]
    headings: tuple[str, ...]
    rows: tuple[Row, ...]
    credits: tuple[Credit, ...]


def table(outlook: Outlook, day: date, ask: Ask, *, sample: bool = False) -> Table:
    """The table of a local day."""
    _ = translations(ask.language)
    readings, best = outlook.day(day), outlook.best(day)
    columns = [column for column in ask.domain.columns if _any(readings, column)]
    notes = (_.gettext("Sample forecast, not today's.") if sample else None, age(outlook, ask.language))
    return Table(
        title=title(outlook.place.name, day, ask.language),
        notes=tuple(note for note in notes if note),
        headings=(_.pgettext(COLUMN, "hour_local"), *(_.pgettext(COLUMN, column) for column in columns)),
        rows=tuple(
            Row(
                cells=(f"{reading.hour:%H:%M}", *(_cell(reading, column, ask) for column in columns)),
                best=best is not None and reading.hour == best.hour,
                night=reading.daylight is False,
            )
            for reading in readings
        ),
        credits=credited(outlook.credits, ask.language),
    )


def _any(readings: Sequence[Reading], column: str) -> bool:
    return any(getattr(reading.facts, column) is not None for reading in readings)


def _cell(reading: Reading, column: str, ask: Ask) -> str:
    if getattr(reading.facts, column) is None:
        return UNKNOWN
    return printed(reading.facts, column, ask.language, ask.units)
