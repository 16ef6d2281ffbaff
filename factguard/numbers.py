"""Numbers as people write and say them: quantities, ratios, ranges, times of day, with the bound that is said of them.

Functions here take the items of a text with `END` items behind the last, so that `items[at + 2]` and `items[-1]`
always are.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from factguard.clock import clock, spoken_clock
from factguard.measures import measured_at
from factguard.mentions import END, OF_A_GIVEN, Found, Item, Number, Relation
from factguard.values import FRACTIONS, value_at

NUMERIC = frozenset({"number", "article", "half", "clock", "span", "unit"})
BEFORE_A_NUMBER = frozenset({"link", "determiner"})
ORDINALS = frozenset({"st", "nd", "rd", "th"})
OUT_OF_WORDS = 3  # how many items may stand before the "out of" of a ratio


def may_begin_number(item: Item) -> bool:
    """Whether a number can begin at an item."""
    if item.kind == "hit":
        return not NUMERIC.isdisjoint(item.kinds)
    return item.kind == "digits" or item.text in FRACTIONS


def number_at(items: Sequence[Item], at: int) -> Found | None:
    """The number that begins at an item, or None."""
    found = _no_quantity(items, at) or clock(items, at) if items[at].kind == "digits" else spoken_clock(items, at)
    found = found or _ratio(items, at) or _quantity(items, at)
    if found is not None and found.number is not None and found.number.relation in (Relation.EQUAL, Relation.ABOUT):
        said, found.first = _relation(items, found)
        found.number.added = items[found.first].has_key("bound", "besides")
        found.number.relation = found.number.relation if said is Relation.EQUAL else said
    return found


# --- what looks like a quantity and is none


def _no_quantity(items: Sequence[Item], at: int) -> Found | None:
    """A number in a word ("catch-22"), a date, a list mark, an ordinal, the lone 100 of "the score out of 100"."""
    before, item, after = items[at - 1], items[at], items[at + 1]
    if _is_glued(items, at):
        return Found(None, at, at + 1)
    if after.start == item.end:
        if after.text in "/-" and _is_date(items, at):
            return Found(None, at, at + 5)
        if after.text in "ºª" and items[at + 2].kind in ("word", "name"):  # "1º lugar"; "23º" is a temperature
            return Found(None, at, at + 2)
        opens = before.text == "\n"
        if after.text in ORDINALS or (
            opens and after.text in ".)" and items[at + 2] is not END and item.text.isdigit()
        ):
            return Found(None, at, at + 2)
    lone = item.text == "100" and before.has("out_of", "whole")
    return Found(None, at, at + 1) if lone else None


def _is_glued(items: Sequence[Item], at: int) -> bool:
    before = items[at - 1]
    if before.end != items[at].start:
        return False
    if before.text == "-":
        before, start = items[at - 2], before.start
        return before.end == start and before.text[-1:].isalpha()
    return before.kind in ("word", "hit") and before.text[-1:].isalpha()


def _is_date(items: Sequence[Item], at: int) -> bool:
    parts = items[at : at + 5]
    tight = all(left.end == right.start for left, right in pairwise(parts))
    return tight and parts[1].text == parts[3].text and parts[2].text.isdigit() and parts[4].text.isdigit()


# --- ratios


def _ratio(items: Sequence[Item], at: int) -> Found | None:
    """As "55/100", "55 out of 100", "87 de 100", "50/50"; other ratios are shares: "3 em cada 4", "one in ten"."""
    if (half := items[at].kinds.get("half")) and (last := _past_link(items, at + 1)) and _is_chance(items[last]):
        return Found(_odds(half.value), at, at + 1)  # "a quarter chance of rain"
    behind = items[at + 1 : at + 1 + OUT_OF_WORDS]
    if not any(item.text == "/" or "out_of" in item.kinds for item in behind):
        return None
    value = value_at(items, at) or _one(items, at)
    if value is None or value.number is None or not value.number.values:
        return None
    if "noun" in items[value.last].kinds:  # "três hipóteses em cada quatro"
        value.last += 1
    link, second = items[value.last], value_at(items, value.last + 1)
    slash = link.text == "/" and link.start == items[value.last - 1].end
    if second is None or second.number is None or not second.number.values or not (slash or "out_of" in link.kinds):
        return None
    return _part_of(value.number, second.number.values[0], link, Found(None, at, second.last))


def _is_chance(item: Item) -> bool:
    return "noun" in item.kinds or "subject" in item.kinds


def _past_link(items: Sequence[Item], at: int) -> int:
    return at + 1 if "link" in items[at].kinds else at


def _one(items: Sequence[Item], at: int) -> Found | None:
    return Found(Number((1.0,)), at, at + 1) if "article" in items[at].kinds else None


def _odds(share: float) -> Number:
    """A chance as people give it, in small whole numbers: "one in three" is said of 35 %."""
    return Number((100 * share,), 5.0, unit="percent", relation=Relation.ABOUT)


def _part_of(part: Number, whole: float, link: Item, found: Found) -> Found | None:
    """What a part of a whole is: a score, a share in percent, no quantity ("24/7"), or not a ratio at all."""
    slash, out_of, value = link.text == "/", link.kinds.get("out_of"), part.values[0]
    if whole == 100 and not (out_of is not None and value == 1):  # "one in a hundred" is a chance
        found.number = Number(part.values, part.step, out_of=100.0)
    elif slash and value == whole == 50:
        found.number = Number((50.0,), unit="percent")
    elif out_of is not None and out_of.key[0] == "share" and 0 < value < whole:
        found.number = _odds(value / whole)
    elif not slash and not (whole in (5, 10) and value <= whole):  # "ten out of ten for courage"
        return None
    return found


# --- quantities, ranges, bounds


def _quantity(items: Sequence[Item], at: int) -> Found | None:
    found = measured_at(items, at)
    if found is None or found.number is None:
        return found
    return _range(items, found) or found


def _range(items: Sequence[Item], first: Found) -> Found | None:
    """As "15–20 km/h", "15 to 20 km/h", "between 16 and 17 °C", "de 1,5 m a 2 m"."""
    before, one, link = items[first.first - 1], first.number, items[first.last]
    opened, pair = "between" in before.kinds, before.has("between", "two")  # "UV de 3 e 20 km/h" is no range
    if one is None or not one.values or not _spans(items, first.last, pair=pair):
        return None
    second = measured_at(items, first.last + 1)
    two = second.number if second else None
    if second is None or two is None or not two.values or one.values[0] > two.values[0]:
        return None
    if (one.unit and one.unit != two.unit) or (two.unit is None and not opened and link.text not in "-~"):
        return None
    number = Number(one.values, min(one.step, two.step), two.values[0], two.unit, Relation.BETWEEN)
    return Found(number, first.first - opened, second.last)


def _spans(items: Sequence[Item], at: int, *, pair: bool) -> bool:
    """Whether what stands at a place joins the ends of a range."""
    link = items[at]
    if link.text in ("-", "~"):
        return link.start == items[at - 1].end and link.end == items[at + 1].start
    return "to" in link.kinds or (pair and "and" in link.kinds)


def _relation(items: Sequence[Item], found: Found) -> tuple[Relation, int]:
    """The bound or approximation said of a number, and where it begins."""
    definite = False
    for back in range(found.first - 1, max(-1, found.first - 4), -1):
        kinds = items[back].kinds
        if bound := kinds.get("bound"):
            relation = Relation(bound.key[0])
            given = definite and "threshold" not in items[found.last].kinds  # "past the 5 metre mark"
            return OF_A_GIVEN.get(relation, relation) if given else relation, back
        definite = definite or items[back].has("determiner", "definite")
        if BEFORE_A_NUMBER.isdisjoint(kinds):
            break
    if bound := items[found.last].kinds.get("bound_after"):
        found.last += 1
        return Relation(bound.key[0]), found.first
    return Relation.EQUAL, found.first
