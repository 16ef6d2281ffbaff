"""Values with their units: "1.3 m", "two and a half metres", "um metro e vinte", "half a metre", "metro e meio"."""

from __future__ import annotations

from collections.abc import Sequence

from factguard.clock import counts
from factguard.mentions import Found, Item, Number, Relation
from factguard.values import decimal_words, plus, value_at

CENTIMETRES = range(5, 100)  # "um metro e vinte": what may follow a metre as its centimetres
MEASURED_BY_AN_ARTICLE = frozenset({"metre", "foot", "knot"})  # "a metre"; "a second thought" is no second


def measured_at(items: Sequence[Item], at: int) -> Found | None:
    """The value that begins at an item, with its unit if it has one."""
    kinds = items[at].kinds
    if unit := kinds.get("unit"):  # "metro e meio"
        half = "and_half" in items[at + 1].kinds
        return Found(Number((1.5,), 0.5, unit=unit.key[0]), at, at + 2) if half else None
    if span := kinds.get("span"):
        number = Number((span.value,), upper=span.upper, relation=Relation.BETWEEN)
        return _with_unit(items, Found(number, at, at + 1))
    found = value_at(items, at)
    if found is None or found.number is None:
        return _counted_by_article(items, at)
    if found.number.values and "points" in items[found.last].kinds:
        found.number.out_of, found.last = 100.0, found.last + 1
        return found
    if found.number.values == (0.5,) and "article" in items[found.last].kinds and "unit" in items[found.last + 1].kinds:
        found.last += 1  # "half a metre"
    return _with_fraction(items, _with_unit(items, found))


def _with_unit(items: Sequence[Item], found: Found) -> Found:
    item, after = items[found.last], items[found.last + 1]
    unit = item.kinds.get("unit")
    goes_on = after.text == "'" and after.start == item.end  # the m of "m'appelle"
    if found.number is not None and unit is not None and not goes_on:
        found.number.unit, found.last = unit.key[0], found.last + 1
    return found


def _with_fraction(items: Sequence[Item], found: Found) -> Found:
    """As "… metres and a half", "um metro e vinte"."""
    number, behind = found.number, items[found.last]
    if number is None or number.unit is None:
        return found
    if "and_half" in behind.kinds:
        found.number, found.last = plus(number, 0.5, 0.5), found.last + 1
    elif number.unit == "metre" and number.step == 1.0 and "and" in behind.kinds:
        more = value_at(items, found.last + 1)
        centimetres = more.number.values if more and more.number and not counts(items, more.last) else ()
        if more and centimetres and centimetres[0] in CENTIMETRES:
            found.number, found.last = plus(number, centimetres[0] / 100, 0.01), more.last
    return found


def _counted_by_article(items: Sequence[Item], at: int) -> Found | None:
    """An article as a number: before a unit of length ("a metre", "um metro"), as "one" before any unit."""
    article = items[at].kinds.get("article")
    if article is None:
        return None
    if found := decimal_words(items, at, 1.0):  # "one point three"
        return _with_unit(items, found)
    half = "and_half" in items[at + 1].kinds
    last = at + 2 if half else at + 1
    unit = items[last].kinds.get("unit")
    if unit is None or (unit.key[0] not in MEASURED_BY_AN_ARTICLE and article.key[0] != "one"):
        return None
    number = Number((1.5,), 0.5, unit=unit.key[0]) if half else Number((1.0,), unit=unit.key[0])
    return _with_fraction(items, Found(number, at, last + 1))
