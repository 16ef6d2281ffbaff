"""Numbers as people write and say them: digits, words, fractions, ranges, ratios, times of day, with unit and relation.

Decimal mark and thousands are told apart for each number by its own shape: "1,3" and "1.3" are the same number,
"12.345,6" is
twelve thousand and some, and "1.300" has two readings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from factguard.forms import Entry
from factguard.mentions import Item, Number, Relation

FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75}
HOURS = 24
CENTIMETRES = range(5, 100)  # "um metro e vinte": what may follow a metre as its centimetres


@dataclass(slots=True)
class Found:
    """A number with its items, `first` to before `last`; without a number they are no quantity (a date)."""

    number: Number | None
    first: int
    last: int


def number_at(items: Sequence[Item], at: int) -> Found | None:
    """The number that begins at an item, or None."""
    item = items[at]
    if item.kind == "digits":
        if _glued_left(items, at):
            return Found(None, at, at + 1)
        return (
            _no_quantity(items, at)
            or _whole_alone(items, at)
            or _clock(items, at)
            or _ratio(items, at)
            or _quantity(items, at)
        )
    if item.kind != "hit" and item.text not in FRACTIONS:
        return None
    return _spoken_clock(items, at) or _quantity(items, at)


def readings(written: str) -> tuple[tuple[float, ...], int]:
    """The values that digits with marks may mean, and how many decimals they show. No values: they cannot be read."""
    marks = [character for character in written if character in ".,"]
    if not marks:
        return (float(written),), 0
    groups = written.replace(",", ".").split(".")
    thousands = all(len(group) == 3 for group in groups[1:]) and 0 < len(groups[0]) <= 3 and groups[0] != "0"
    if len(marks) == 1:
        decimal, decimals = float(".".join(groups)), len(groups[1])
        return ((decimal, float("".join(groups))), decimals) if thousands else ((decimal,), decimals)
    if len(set(marks)) == 1:
        return ((float("".join(groups)),), 0) if thousands else ((), 0)
    body = groups[:-1]
    if marks[-1] in marks[:-1] or len(set(marks[:-1])) != 1 or any(len(group) != 3 for group in body[1:]):
        return (), 0
    return (float("".join(body) + "." + groups[-1]),), len(groups[-1])


# --- what looks like a quantity and is none


def _glued_left(items: Sequence[Item], at: int) -> bool:
    """A number in a word: "catch-22", "PM2.5"."""
    before = items[at - 1] if at else None
    return (
        before is not None
        and before.end == items[at].start
        and (
            (before.kind in ("word", "hit") and before.text[-1:].isalpha())
            or (
                before.text == "-"
                and at > 1
                and items[at - 2].end == before.start
                and items[at - 2].text[-1:].isalpha()
            )
        )
    )


def _no_quantity(items: Sequence[Item], at: int) -> Found | None:
    """A date ("12/08/2026", "2026-11-29"), a list mark ("1." or "1)" that opens a line), an ordinal ("1st")."""
    texts = [item.text for item in items[at : at + 5]]
    tight = all(
        left.end == right.start for left, right in zip(items[at : at + 4], items[at + 1 : at + 5], strict=False)
    )
    if len(texts) == 5 and tight and texts[1] == texts[3] in ("/", "-") and texts[2].isdigit() and texts[4].isdigit():
        return Found(None, at, at + 5)
    opens = at == 0 or items[at - 1].text == "\n"
    if (
        opens
        and len(texts) > 2
        and texts[0].isdigit()
        and texts[1] in (".", ")")
        and items[at + 1].start == items[at].end
    ):
        return Found(None, at, at + 2)
    after = items[at + 1] if at + 1 < len(items) else None
    if after is not None and after.start == items[at].end and after.text in ("st", "nd", "rd", "th", "ª"):
        return Found(None, at, at + 2)
    return None


def _whole_alone(items: Sequence[Item], at: int) -> Found | None:
    """The 100 of "the score out of 100", when the score stands elsewhere."""
    out_of = items[at - 1].get("out_of") if at else None
    lone = out_of is not None and out_of.key[0] == "whole" and items[at].text == "100"
    return Found(None, at, at + 1) if lone else None


# --- time of day


def _clock(items: Sequence[Item], at: int) -> Found | None:
    """As "09:00", "9h", "9h30", "13h00", "9 am"; "at 9" and "0900" only after a word for it."""
    written, hour = items[at].text, None
    if written.isdigit() and len(written) <= 2 and int(written) <= HOURS:
        hour = int(written)
    mark = items[at + 1] if at + 1 < len(items) else None
    if hour is not None and mark is not None and mark.start == items[at].end and mark.text in (":", "h", "hs", "hrs"):
        minutes, last = _minutes_after(items, at + 2, mark.end)
        if mark.text != ":" or minutes is not None:
            loose = mark.text == ":" and not written.startswith("0") and hour < 12 and items[at].grammar.twelve_hours
            return _with_daypart(items, at, last, hour * 60 + (minutes or 0), loose=loose)
    if written.isdigit() and len(written) == 4 and int(written[:2]) < HOURS and int(written[2:]) < 60:
        return _military(items, at)
    return None if hour is None else _bare_hour(items, at, at + 1, float(hour))


def _minutes_after(items: Sequence[Item], at: int, end: int) -> tuple[int | None, int]:
    if at < len(items) and items[at].start == end and len(items[at].text) == 2 and items[at].text.isdigit():
        return int(items[at].text) % 60, at + 1
    return None, at


def _military(items: Sequence[Item], at: int) -> Found | None:
    written = items[at].text
    if written[0] == "0" and at and items[at - 1].get("time_cue"):
        return Found(Number((), minutes=(int(written[:2]) * 60 + int(written[2:]),)), at, at + 1)
    return None


def _spoken_clock(items: Sequence[Item], at: int) -> Found | None:
    """As "noon", "half past nine", "às nove e meia da manhã"."""
    if clock := items[at].get("clock"):
        return Found(Number((), minutes=(int(clock.value),)), at, at + 1)
    value = items[at].get("number") or items[at].get("article")
    if value is None or not 0 <= value.value <= HOURS:
        return None
    return _bare_hour(items, at, at + 1, value.value)


def _bare_hour(items: Sequence[Item], at: int, last: int, hour: float) -> Found | None:
    """An hour without a mark: with a part of the day after it, or after "at" and with nothing that it could count."""
    minutes = int(hour) * 60
    extra, after = _spoken_minutes(items, last)
    for more, end in ((extra, after), (0, last)):
        if end < len(items) and (items[end].get("oclock") or items[end].get("daypart")):
            return _with_daypart(items, at, end, minutes + more, loose=True)
    if at == 0 or not items[at - 1].get("time_cue") or _counts(items, after):
        return None
    return Found(Number((hour,), minutes=_either_half(minutes + extra)), at, after)


def _spoken_minutes(items: Sequence[Item], at: int) -> tuple[int, int]:
    """As "e meia", "e quinze", "thirty" after an hour."""
    if at < len(items) and items[at].get("and_half"):
        return 30, at + 1
    if at + 1 < len(items) and items[at].get("and") and (entry := items[at + 1].get("number")) and 0 < entry.value < 60:
        return int(entry.value), at + 2
    return 0, at


def _counts(items: Sequence[Item], at: int) -> bool:
    """Whether what follows a number is something that it counts or measures."""
    if at >= len(items):
        return False
    item = items[at]
    return (
        item.kind == "word" or item.text in ("/", "%", "°", "-", "½")
        or any(item.get(kind) for kind in ("unit", "subject", "out_of", "to", "noun", "point", "and_half"))
    )  # fmt: skip


def _with_daypart(items: Sequence[Item], at: int, last: int, minutes: int, *, loose: bool) -> Found:
    """A time with the part of the day that follows it: "9 pm", "9 da noite", "5 o'clock this afternoon"."""
    if last < len(items) and items[last].get("oclock"):
        last += 1
    part = items[last].get("daypart") if last < len(items) else None
    if part is None:
        return Found(Number((), minutes=_either_half(minutes) if loose else (minutes,)), at, last)
    hour = minutes // 60
    if part.key[0] in ("pm", "afternoon", "evening") and hour < 12:
        minutes += 12 * 60
    elif part.key[0] in ("am", "morning") and hour == 12:
        minutes -= 12 * 60
    elif part.key[0] == "night":
        return Found(Number((), minutes=(minutes,) if hour < 6 or hour >= 12 else (minutes + 12 * 60,)), at, last + 1)
    return Found(Number((), minutes=(minutes % (HOURS * 60),)), at, last + 1)


def _either_half(minutes: int) -> tuple[int, ...]:
    return (minutes, minutes + 12 * 60) if minutes <= 12 * 60 else (minutes,)


# --- ratios


def _ratio(items: Sequence[Item], at: int) -> Found | None:
    """As "55/100", "55 out of 100", "87 de 100", "50/50"; other ratios are shares: "3 em cada 4"."""
    value = _value(items, at) or _one(items, at)
    if value is None or value.number is None or not value.number.values:
        return None
    if value.last < len(items) and items[value.last].get("noun"):  # "três hipóteses em cada quatro"
        value.last += 1
    if value.last >= len(items):
        return None
    link, second = items[value.last], _value(items, value.last + 1)
    slash = link.text == "/" and link.start == items[value.last - 1].end
    if second is None or second.number is None or not second.number.values or not (slash or link.get("out_of")):
        return None
    whole, part = second.number.values[0], value.number.values[0]
    if whole == 100:
        return Found(Number(value.number.values, value.number.step, out_of=100.0), at, second.last)
    if slash and part == whole == 50:
        return Found(Number((50.0,), unit="percent"), at, second.last)
    share = link.get("out_of")
    if share is not None and share.key[0] == "share" and 0 < part < whole:
        return Found(Number((100 * part / whole,), 1.0, unit="percent"), at, second.last)
    return Found(None, at, second.last) if slash or (whole in (5, 10) and part <= whole) else None


def _one(items: Sequence[Item], at: int) -> Found | None:
    """The one of "one in ten"."""
    article = items[at].get("article")
    return Found(Number((1.0,)), at, at + 1) if article is not None and article.key[0] == "one" else None


# --- quantities


def _quantity(items: Sequence[Item], at: int) -> Found | None:
    if items[at].kind == "hit" and (ratio := _ratio(items, at)):
        return ratio
    found = _range(items, at) or _measured(items, at)
    if found is None or found.number is None:
        return found
    found.number.relation, found.first = _relation(items, found)
    return found


def _measured(items: Sequence[Item], at: int) -> Found | None:
    """A value with its unit: "1.3 m", "two and a half metres", "um metro e vinte", "half a metre", "metro e meio"."""
    if unit := items[at].get("unit"):
        return _unit_and_half(items, at, unit)
    if span := items[at].get("span"):
        number = Number((span.value,), upper=span.upper, relation=Relation.BETWEEN)
        return _with_unit(items, Found(number, at, at + 1))
    value = _value(items, at)
    if value is None:
        return _article(items, at)
    if value.number is None:
        return value
    if value.last < len(items) and items[value.last].get("points") and value.number.values:
        value.number.out_of, value.last = 100.0, value.last + 1
        return value
    unit_at = _past_half_article(items, value)
    unit = items[unit_at].get("unit") if unit_at < len(items) else None
    if unit is None or not _may_be_unit(items, unit_at):
        return value if value.number.values or items[at].kind == "digits" else None
    value.number.unit, value.last = unit.key[0], unit_at + 1
    return _add_fraction(items, value)


def _past_half_article(items: Sequence[Item], value: Found) -> int:
    """Where the unit may stand: after "a" in "half a metre"."""
    assert value.number is not None  # noqa: S101 - the caller has looked
    half = value.number.values == (0.5,) and value.last < len(items) and items[value.last].get("article")
    return value.last + 1 if half else value.last


def _may_be_unit(items: Sequence[Item], at: int) -> bool:
    """Whether a unit's form is one here: "m" and "s" of a word that goes on are not ("20 s'il")."""
    after = items[at + 1] if at + 1 < len(items) else None
    return after is None or after.text != "'" or after.start != items[at].end


def _add_fraction(items: Sequence[Item], found: Found) -> Found:
    """As "… metres and a half", "um metro e vinte"."""
    number, last = found.number, found.last
    if number is None or last >= len(items):
        return found
    if items[last].get("and_half"):
        found.number, found.last = _plus(number, 0.5, 0.5), last + 1
    elif number.unit == "metre" and items[last].get("and") and number.step == 1.0 and last + 1 < len(items):
        more = _value(items, last + 1)
        alone = more is not None and (more.last >= len(items) or not _counts(items, more.last))
        if more and alone and more.number and more.number.values and more.number.values[0] in CENTIMETRES:
            found.number, found.last = _plus(number, more.number.values[0] / 100, 0.01), more.last
    return found


def _plus(number: Number, more: float, step: float) -> Number:
    return Number(tuple(value + more for value in number.values), step, unit=number.unit)


def _unit_and_half(items: Sequence[Item], at: int, unit: Entry) -> Found | None:
    if at + 1 < len(items) and items[at + 1].get("and_half"):
        return Found(Number((1.5,), 0.5, unit=unit.key[0]), at, at + 2)
    return None


def _article(items: Sequence[Item], at: int) -> Found | None:
    """An article as a number: before a unit of length ("a metre", "um metro"), as "one" before any unit."""
    article = items[at].get("article")
    if article is None or at + 1 >= len(items):
        return None
    if items[at + 1].get("point") and (found := _decimal_words(items, at, 1.0)):
        return _with_unit(items, found)
    half = items[at + 1].get("and_half")
    unit_at = at + 2 if half else at + 1
    unit = items[unit_at].get("unit") if unit_at < len(items) else None
    if unit is None or (unit.key[0] not in ("metre", "foot", "knot") and article.key[0] != "one"):
        return None
    number = Number((1.5 if half else 1.0,), 0.5 if half else 1.0, unit=unit.key[0])
    return _add_fraction(items, Found(number, at, unit_at + 1))


def _with_unit(items: Sequence[Item], found: Found) -> Found:
    if found.number and found.last < len(items) and (unit := items[found.last].get("unit")):
        found.number.unit, found.last = unit.key[0], found.last + 1
    return found


def _value(items: Sequence[Item], at: int) -> Found | None:
    """A bare value: digits, a number word, a fraction, with "and a half" or spoken decimals behind it."""
    if at >= len(items):
        return None
    item = items[at]
    if item.kind == "digits":
        values, decimals = readings(item.text)
        sign = -1.0 if _is_negative(items, at) else 1.0
        found = Found(Number(tuple(sign * value + 0.0 for value in values), 10.0**-decimals), at, at + 1)
    elif item.text in FRACTIONS:
        return Found(Number((FRACTIONS[item.text],), 0.25), at, at + 1)
    elif half := item.get("half"):
        return Found(Number((half.value or 0.5,), 0.5), at, at + 1)
    elif word := item.get("number"):
        found = _decimal_words(items, at, word.value) or Found(Number((word.value,)), at, at + 1)
    else:
        return None
    return _half_behind(items, found)


def _half_behind(items: Sequence[Item], found: Found) -> Found:
    if found.last < len(items) and found.number:
        behind = items[found.last]
        if behind.text in FRACTIONS and behind.start == items[found.last - 1].end:
            return Found(_plus(found.number, FRACTIONS[behind.text], 0.25), found.first, found.last + 1)
        if behind.get("and_half"):
            return Found(_plus(found.number, 0.5, 0.5), found.first, found.last + 1)
    return found


def _decimal_words(items: Sequence[Item], at: int, whole: float) -> Found | None:
    """As "one point three", "um vírgula vinte e cinco"."""
    if at + 2 >= len(items) or not items[at + 1].get("point"):
        return None
    digits, last = "", at + 2
    while last < len(items) and (entry := items[last].get("number") or items[last].get("article")):
        digits += str(int(entry.value))
        last += 1
        if entry.value > 9:
            break
    return Found(Number((float(f"{int(whole)}.{digits}"),), 10.0 ** -len(digits)), at, last) if digits else None


def _is_negative(items: Sequence[Item], at: int) -> bool:
    if at == 0 or items[at - 1].text != "-" or items[at - 1].end != items[at].start:
        return False
    return at == 1 or items[at - 2].end < items[at - 1].start


# --- ranges and relations


def _range(items: Sequence[Item], at: int) -> Found | None:
    """As "15–20 km/h", "15 to 20 km/h", "between 16 and 17 °C", "de 1,5 m a 2 m"."""
    first = _measured(items, at)
    if first is None or first.number is None or not first.number.values or first.last + 1 >= len(items):
        return None
    link, opened = items[first.last], _opener(items, at)
    dash = (
        link.text in ("-", "~") and link.start == items[first.last - 1].end and link.end == items[first.last + 1].start
    )
    if not (dash or link.get("to") or (opened and link.get("and"))):
        return None
    second = _measured(items, first.last + 1)
    if second is None or second.number is None or not second.number.values:
        return None
    one, two = first.number, second.number
    if (one.unit and one.unit != two.unit) or (two.unit is None and not opened) or one.values[0] > two.values[0]:
        return None
    number = Number(one.values, min(one.step, two.step), upper=two.values[0], unit=two.unit, relation=Relation.BETWEEN)
    return Found(number, at - 1 if opened else at, second.last)


def _opener(items: Sequence[Item], at: int) -> bool:
    return at > 0 and items[at - 1].get("between") is not None


def _relation(items: Sequence[Item], found: Found) -> tuple[Relation, int]:
    """The bound or approximation said of a number, and where it begins."""
    if found.number is None or found.number.relation is Relation.BETWEEN:
        return Relation.BETWEEN, found.first
    at = found.first - 1
    for _ in range(3):
        if at < 0 or items[at].kind in ("digits", "number", "break"):
            break
        if bound := items[at].get("bound"):
            return Relation(bound.key[0]), at
        if not (items[at].get("article") or items[at].get("link") or items[at].get("determiner")):
            break
        at -= 1
    if found.last < len(items) and (bound := items[found.last].get("bound_after")):
        found.last += 1
        return Relation(bound.key[0]), found.first
    return Relation.EQUAL, found.first
