"""Bare values: digits, number words, fractions, decimals in words.

Decimal mark and thousands are told apart for each number by its own shape: "1,3" and "1.3" are the same number,
"12.345,6" is twelve thousand and some, and "1.300" has two readings.

Functions here take the items of a text with `END` items behind the last, so that `items[at + 2]` and `items[-1]`
always are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from factguard.mentions import Found, Item, Number

DENOMINATORS = frozenset({"2", "3", "4"})
FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75}


def readings(written: str) -> tuple[tuple[float, ...], int]:
    """The values that digits with marks may mean, and how many decimals they show. No values: they cannot be read."""
    marks = [character for character in written if character in ".,"]
    if not marks:
        return (float(written),), 0
    groups = written.replace(",", ".").split(".")
    thousands = 0 < len(groups[0]) <= 3 and groups[0] != "0" and all(len(group) == 3 for group in groups[1:])
    if len(marks) == 1:
        decimal = float(".".join(groups))
        return ((decimal, float("".join(groups))) if thousands else (decimal,)), len(groups[1])
    if len(set(marks)) == 1:
        return ((float("".join(groups)),), 0) if thousands else ((), 0)
    if marks[-1] in marks[:-1] or len(set(marks[:-1])) > 1 or any(len(group) != 3 for group in groups[1:-1]):
        return (), 0
    return (float("".join(groups[:-1]) + "." + groups[-1]),), len(groups[-1])


def value_at(items: Sequence[Item], at: int) -> Found | None:
    """The bare value that begins at an item."""
    item = items[at]
    if item.kind == "digits":
        if part := _written_fraction(items, at):
            return Found(Number((part,), 0.25), at, at + 3)
        values, decimals = readings(item.text)
        found = Found(Number(values, 10.0**-decimals), at, at + 1)
        if _is_negative(items, at):
            found = Found(Number(tuple(0.0 - value for value in values), 10.0**-decimals), at - 1, at + 1)
        return _with_half(items, found)
    if item.text in FRACTIONS:
        return Found(Number((FRACTIONS[item.text],), 0.25), at, at + 1)
    if half := item.kinds.get("half"):
        return Found(Number((half.value,), 0.5), at, at + 1)
    if word := item.kinds.get("number"):
        found = decimal_words(items, at, word.value) or Found(Number((word.value,)), at, at + 1)
        if "minus" in items[at - 1].kinds and found.number is not None:
            found = Found(replace(found.number, values=(0.0 - found.number.values[0],)), at - 1, found.last)
        return _with_half(items, found)
    return None


def decimal_words(items: Sequence[Item], at: int, whole: float) -> Found | None:
    """As "one point three", "um vírgula vinte e cinco"."""
    if "point" not in items[at + 1].kinds:
        return None
    digits, last = "", at + 2
    while entry := items[last].kinds.get("number") or items[last].kinds.get("article"):
        digits += str(int(entry.value))
        last += 1
        if entry.value > 9:
            break
    return Found(Number((float(f"{int(whole)}.{digits}"),), 10.0 ** -len(digits)), at, last) if digits else None


def plus(number: Number, more: float, step: float) -> Number:
    """A number with a fraction added, known to a step."""
    return Number(tuple(value + more for value in number.values), step, unit=number.unit)


def _with_half(items: Sequence[Item], found: Found) -> Found:
    """As "1½", "1 1/2 m", "two and a half"."""
    behind = items[found.last]
    if found.number is not None and found.number.step == 1.0 and (part := _written_fraction(items, found.last)):
        return Found(plus(found.number, part, 0.25), found.first, found.last + 3)
    if behind.text in FRACTIONS and behind.start == items[found.last - 1].end:
        found.number = plus(found.number, FRACTIONS[behind.text], 0.25) if found.number else None
        found.last += 1
    elif "and_half" in behind.kinds:
        found.number = plus(found.number, 0.5, 0.5) if found.number else None
        found.last += 1
    return found


def _written_fraction(items: Sequence[Item], at: int) -> float | None:
    """The value of "1/2" or "3/4" before a unit; other slashes are ratios and dates."""
    part, slash, whole, unit = items[at : at + 4] if at + 3 < len(items) else (items[-1],) * 4
    if slash.text != "/" or slash.start != part.end or whole.text not in DENOMINATORS or "unit" not in unit.kinds:
        return None
    return int(part.text) / int(whole.text) if part.text in ("1", "2", "3") else None


def _is_negative(items: Sequence[Item], at: int) -> bool:
    sign = items[at - 1]
    before = items[at - 2]
    if "minus" in sign.kinds:
        return True
    return sign.text == "-" and sign.end == items[at].start and (before.end < sign.start or before.kind == "mark")
