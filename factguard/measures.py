"""Values with their units: "1.3 m", "two and a half metres", "um metro e vinte", "half a metre", "metro e meio"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from factguard.clock import counts
from factguard.mentions import Found, Item, Number, Relation
from factguard.values import decimal_words, plus, value_at


class _Smaller(NamedTuple):
    """What may follow a whole unit as its part: the part's unit, its values, and how many make one."""

    name: str
    values: range
    of_one: int


SMALLER = {
    "metre": _Smaller("centimetre", range(5, 100), 100),
    "celsius": _Smaller("tenths", range(1, 10), 10),
    "foot": _Smaller("inch", range(1, 12), 12),
}
BEAUFORT = (0.0, 1.0, 6.0, 12.0, 20.0, 29.0, 39.0, 50.0, 62.0, 75.0, 89.0, 103.0, 118.0, 400.0)
"""From how many km/h each force of the Beaufort scale blows, up to the next."""
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
    if "force" in items[at - 1].kinds:  # "força 4"
        _as_speed(found.number)
        return found
    if found.number.values and "points" in items[found.last].kinds:
        found.number.points, found.last = True, found.last + 1
        return found
    if (tenths := items[found.last].kinds.get("tenths")) and "unit" in items[
        _unit_of_half(items, found.last + 1)
    ].kinds:
        part = 1 / tenths.value  # "nine tenths of a metre"
        found.number.values, found.number.step = tuple(value * part for value in found.number.values), part
        found.last = _unit_of_half(items, found.last + 1)
        return _with_unit(items, found)
    if "half" in kinds and "unit" not in items[_unit_of_half(items, found.last)].kinds:
        return None  # "three quarters of the way"
    if "half" in kinds:
        found.last = _unit_of_half(items, found.last)
    elif _stands_before_unit(items, found):  # "18 e tal graus"
        found.number.relation = Relation(items[found.last].kinds["bound_after"].key[0])
        found.last += 1
    return _with_fraction(items, _with_unit(items, found))


def _stands_before_unit(items: Sequence[Item], found: Found) -> bool:
    """Whether a small word stands between a value and its unit."""
    return "bound_after" in items[found.last].kinds and "unit" in items[found.last + 1].kinds


def _unit_of_half(items: Sequence[Item], at: int) -> int:
    """Where the unit of a fraction may stand: "half a metre", "a fifth of a metre", "meio metro"."""
    at += items[at].has("link", "of")
    return at + 1 if "article" in items[at].kinds else at


def _with_unit(items: Sequence[Item], found: Found) -> Found:
    item, after = items[found.last], items[found.last + 1]
    unit = item.kinds.get("unit")
    goes_on = after.text == "'" and after.start == item.end  # the m of "m'appelle"
    if found.number is not None and unit is not None and not goes_on:
        found.number.unit, found.last = unit.key[0], found.last + 1
        if unit.key[0] == "beaufort":
            _as_speed(found.number)
    return found


def _as_speed(number: Number) -> None:
    """The speeds that a Beaufort force stands for."""
    force = number.values[0] if len(number.values) == 1 else -1
    if force in range(len(BEAUFORT) - 1):
        low, high = BEAUFORT[int(force)], BEAUFORT[int(force) + 1]
        number.values, number.upper, number.unit, number.relation = (low,), high, "kilometre_per_hour", Relation.BETWEEN


def _with_fraction(items: Sequence[Item], found: Found) -> Found:
    """As "… metres and a half", "um metro e vinte"."""
    number, behind = found.number, items[found.last]
    if number is None or number.unit is None:
        return found
    if "and_half" in behind.kinds:
        found.number, found.last = plus(number, 0.5, 0.5), found.last + 1
    elif number.step == 1.0 and number.unit in SMALLER:
        joined = "and" in behind.kinds
        more = value_at(items, found.last + joined)
        if more is not None and more.number is not None and len(more.number.values) == 1:
            _add_smaller(items, found, more, glued=behind.start == items[found.last - 1].end, joined=joined)
    return found


def _add_smaller(items: Sequence[Item], found: Found, more: Found, *, glued: bool, joined: bool) -> None:
    """Add the smaller unit behind a whole one: "um metro e vinte", "1m20", "1 m 40 cm", "16 graus e 6 décimas"."""
    number, part = found.number, more.number
    if number is None or number.unit is None or part is None:
        return
    small, behind = SMALLER[number.unit], items[more.last].kinds
    named = behind.get("unit") or behind.get("tenths")
    if named is not None:
        fits = named.kind == "tenths" if small.name == "tenths" else named.key[0] == small.name
        last = more.last + 1
    else:
        spoken = items[found.last].kind == "hit" and part.values[0] >= 10  # "one metre ninety"
        fits, last = (joined or glued or spoken) and not counts(items, more.last), more.last
    if fits and part.values[0] in small.values:
        found.number, found.last = plus(number, part.values[0] / small.of_one, 1 / small.of_one), last


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
