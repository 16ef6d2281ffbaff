"""The printed value of a fact, by its kind: the one place where code turns facts into text."""

from __future__ import annotations

from typing import Any

from babel.numbers import format_decimal

from bot.units import METRIC, Units
from factguard.facts import Category, ClockTime, FactMap, Kind, Level, Quantity, Score
from factguard.texts import translations
from factguard.units import UNITS, with_unit


def label(field: str, language: str) -> str:
    """A field's name at the head of a line: "Sea temperature"."""
    text = translations(language).gettext(field)
    return text[:1].upper() + text[1:]


def printed(facts: FactMap, field: str, language: str, units: Units = METRIC) -> str:
    """A supplied fact as a reader sees it: "19.0°C", "baixo", "55/100, razoável"."""
    return _printed(facts.KINDS[field], field, getattr(facts, field), language, units)


def number(kind: Quantity, value: float, language: str, units: Units = METRIC) -> str:
    """A quantity's number without its unit: "19.0", "1,3"."""
    shown, pattern = _shown(kind, value, units)
    return format_decimal(shown, format=pattern, locale=language)


def unit_name(kind: Quantity, language: str, units: Units = METRIC) -> str:
    """A quantity's unit as it stands beside its number; empty for a bare index."""
    unit = units.of(kind)
    return with_unit(2, unit, language).removeprefix("2").strip() if UNITS[unit].cldr else UNITS[unit].symbol


def _printed(kind: Kind, field: str, value: Any, language: str, units: Units) -> str:
    match kind:
        case Quantity():
            shown, pattern = _shown(kind, value, units)
            return with_unit(shown, units.of(kind), language, pattern=pattern)
        case Score():
            whole = "" if kind.maximum is None else f"/{kind.maximum}"
            return f"{value}{whole}, {_word(field, kind.band(value), language)}"
        case Level() | Category():
            return _word(field, value, language)
        case ClockTime():
            return f"{value:%H:%M}"
        case _:
            return str(value)


def _shown(kind: Quantity, value: float, units: Units) -> tuple[float, str]:
    """A value in the reader's unit as it is printed, with the pattern of its decimals."""
    converted, decimals = units.shown(kind, value)
    pattern = f"0.{'0' * decimals}" if decimals else "0"
    return round(converted, decimals) + 0.0, pattern  # + 0.0: a source's −0 is printed as 0


def _word(field: str, word: str, language: str) -> str:
    """A closed word in the gender that its field asks for: a risk is "baixo", a tide "baixa"."""
    return translations(language).pgettext(field, word)
