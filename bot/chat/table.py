"""A day's hours as lines that a phone shows without breaking them: bare numbers, the units once at the head."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from bot.layout.table import COLUMN, UNKNOWN
from bot.reports import Ask
from bot.values import number, unit_name
from conditions import Outlook, Reading
from factguard.facts import Kind, Quantity, Score
from factguard.texts import translations

BEST = "★"


def chat_lines(outlook: Outlook, day: date, ask: Ask) -> tuple[str, ...]:
    """The lines of a local day; of the domain's columns those that are numbers and known at some hour."""
    readings, best = outlook.day(day), outlook.best(day)
    columns = [column for column in ask.domain.columns if _fits(column, readings, ask)]
    _ = translations(ask.language)
    rows = [
        ("", _.pgettext(COLUMN, "hour_local"), *(_.pgettext(COLUMN, column) for column in columns)),
        ("", "", *(_unit(ask.domain.facts.KINDS[column], ask) for column in columns)),
        *(
            (
                BEST if best is not None and reading.hour == best.hour else "",
                f"{reading.hour:%H:%M}",
                *(_cell(reading, column, ask) for column in columns),
            )
            for reading in readings
        ),
    ]
    return tuple(_aligned(rows))


def _fits(column: str, readings: Sequence[Reading], ask: Ask) -> bool:
    is_number = isinstance(ask.domain.facts.KINDS[column], Quantity | Score)
    return is_number and any(getattr(reading.facts, column) is not None for reading in readings)


def _unit(kind: Kind, ask: Ask) -> str:
    if isinstance(kind, Quantity):
        return unit_name(kind, ask.language, ask.units)
    return f"/{kind.maximum}" if isinstance(kind, Score) and kind.maximum else ""


def _cell(reading: Reading, column: str, ask: Ask) -> str:
    kind, value = reading.facts.KINDS[column], getattr(reading.facts, column)
    if value is None:
        return UNKNOWN
    return number(kind, value, ask.language, ask.units) if isinstance(kind, Quantity) else str(value)


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The mark right before its hour, then numbers to the right."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for mark, hour, *cells in rows:
        numbers = (cell.rjust(width) for cell, width in zip(cells, widths[2:], strict=True))
        yield f"{mark or ' '}{hour.ljust(widths[1])} {' '.join(numbers)}".rstrip()
