"""The printed value of a fact, by its kind: the one place where code turns facts into text."""

from __future__ import annotations

from typing import Any

from factguard.facts import Category, FactMap, Kind, Level, Quantity, Score
from factguard.texts import translations
from factguard.units import with_unit


def label(field: str, language: str) -> str:
    """A field's name at the head of a line: "Sea temperature"."""
    text = translations(language).gettext(field)
    return text[:1].upper() + text[1:]


def printed(facts: FactMap, field: str, language: str) -> str:
    """A supplied fact as a reader sees it: "19.0°C", "baixo", "55/100, razoável"."""
    return _printed(facts.KINDS[field], field, getattr(facts, field), language)


def _printed(kind: Kind, field: str, value: Any, language: str) -> str:
    match kind:
        case Quantity():
            return _quantity(kind, value, language)
        case Score():
            whole = "" if kind.maximum is None else f"/{kind.maximum}"
            return f"{value}{whole}, {_word(field, kind.band(value), language)}"
        case Level() | Category():
            return _word(field, value, language)
        case _:
            return str(value)


def _quantity(kind: Quantity, value: float, language: str) -> str:
    shown = round(value, kind.decimals) + 0.0  # + 0.0: a source's −0 is printed as 0
    pattern = f"0.{'0' * kind.decimals}" if kind.decimals else "0"
    return with_unit(shown, kind.unit, language, pattern=pattern)


def _word(field: str, word: str, language: str) -> str:
    """A closed word in the gender that its field asks for: a risk is "baixo", a tide "baixa"."""
    return translations(language).pgettext(field, word)
