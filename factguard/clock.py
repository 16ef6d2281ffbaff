"""Times of day as people write and say them: "09:00", "9h30", "9 am", "noon", "às nove e meia da manhã".

Functions here take the items of a text with `END` items behind the last, so that `items[at + 2]` and `items[-1]`
always are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from factguard.mentions import Found, Item, Number

HOURS = 24
NOON = 12 * 60
DAY = HOURS * 60
DOTTED = re.compile(r"([01]?\d)[.,]([0-5]\d)")
COUNTED = frozenset({"unit", "subject", "bound_after", "to", "noun", "point", "and_half", "past"})


def clock(items: Sequence[Item], at: int) -> Found | None:
    """The time that digits write; "at 9" and "0900" only after a word for it."""
    written, mark = items[at].text, items[at + 1]
    if (dotted := DOTTED.fullmatch(written)) and "daypart" in mark.kinds:  # "9.30 am"
        return _with_daypart(items, at, at + 1, int(dotted[1]) * 60 + int(dotted[2]), loose=True)
    if not written.isdigit() or len(written) > 4:
        return None
    if len(written) == 4:
        return _military(items, at)
    hour = int(written)
    if hour > HOURS or len(written) > 2:
        return None
    if mark.start == items[at].end and mark.text in (":", "h", "hs", "hrs"):
        minutes, last = _minutes_after(items, at + 2, mark.end)
        if mark.text != ":" or minutes is not None:
            loose = mark.text == ":" and written[0] != "0" and hour < 12 and items[at].grammar.twelve_hours
            return _with_daypart(items, at, last, hour * 60 + (minutes or 0), loose=loose)
    return _bare_hour(items, at, at + 1, float(hour))


def spoken_clock(items: Sequence[Item], at: int) -> Found | None:
    """The time that words say."""
    kinds = items[at].kinds
    if noon := kinds.get("clock"):
        return Found(Number((), minutes=(int(noon.value),)), at, at + 1)
    if past := _past_hour(items, at):
        return past
    value, article = kinds.get("number"), kinds.get("article")
    if value is None and article is not None and article.key[0] == "one":  # "at one", never "at a good 78"
        value = article
    return _bare_hour(items, at, at + 1, value.value) if value is not None and 0 <= value.value <= HOURS else None


def _past_hour(items: Sequence[Item], at: int) -> Found | None:
    """As "half past two", "ten past nine", "a quarter to nine"."""
    past, hour = (
        items[at + 1].kinds.get("past"),
        items[at + 2].kinds.get("number") or items[at + 2].kinds.get("article"),
    )
    bare = items[at + 1].kinds.get("number")
    half_hour = "half" in items[at].kinds and items[at].grammar.twelve_hours
    if half_hour and bare is not None and bare.value <= 12 and not counts(items, at + 2):
        return _with_daypart(items, at, at + 2, int(bare.value) * 60 + 30, loose=True)  # "half nine"
    if past is None or hour is None or hour.value > HOURS:
        return None
    kinds = items[at].kinds
    part = kinds.get("half") or kinds.get("number")
    if part is None:
        return None
    minutes = int(part.value * 60 if part.kind == "half" else part.value)
    at_hour = int(hour.value) * 60 + (minutes if past.key[0] == "after" else -minutes)
    return _with_daypart(items, at, at + 3, at_hour, loose=True)


def counts(items: Sequence[Item], at: int) -> bool:
    """Whether what follows a number, at a place, is something that the number counts or measures."""
    item, after = items[at], items[at + 1]
    if "out_of" in item.kinds and (after.kind == "digits" or "number" in after.kinds):
        return True
    return item.kind == "word" or item.text in ("/", "%", "°", "-", "½") or not COUNTED.isdisjoint(item.kinds)


def _minutes_after(items: Sequence[Item], at: int, end: int) -> tuple[int | None, int]:
    item = items[at]
    if item.start == end and len(item.text) == 2 and item.text.isdigit():
        return int(item.text) % 60, at + 1
    return None, at


def _military(items: Sequence[Item], at: int) -> Found | None:
    written = items[at].text
    hour, minutes = int(written[:2]), int(written[2:])
    if written[0] == "0" and hour < HOURS and minutes < 60 and "time_cue" in items[at - 1].kinds:
        return Found(Number((), minutes=(hour * 60 + minutes,)), at, at + 1)
    return None


def _bare_hour(items: Sequence[Item], at: int, last: int, hour: float) -> Found | None:
    """An hour without a mark: with a part of the day after it, or after "at" and with nothing that it could count."""
    minutes = int(hour) * 60
    extra, after = _spoken_minutes(items, last)
    for more, end in ((extra, after), (0, last)):
        hours = items[end].kinds.get("oclock")
        if hours is not None and hours.key[0] == "hours" and "time_cue" not in items[at - 1].kinds:
            opens = items[at - 1].kind in ("break", "mark")  # "Tambaú, catorze horas."
            return _with_daypart(items, at, end, minutes + more, loose=True) if opens else Found(None, at, end + 1)
        if hours is None and "daypart" in items[end].kinds and _is_value_of(items, at):
            return Found(Number((hour,), minutes=_either_half(minutes + more)), at, end)
        if hours is not None or "daypart" in items[end].kinds:
            return _with_daypart(items, at, end, minutes + more, loose=True)
    if "time_cue" not in items[at - 1].kinds or counts(items, after):
        return None
    return Found(Number((hour,), minutes=_either_half(minutes + extra)), at, after)


def _is_value_of(items: Sequence[Item], at: int) -> bool:
    """Whether a number is tied to a noun that it may well be the value of: "a UV index of 9 this afternoon"."""
    tied = items[at - 1].has("link", "of") and items[at].grammar.twelve_hours
    return tied and items[at - 2].subject is not None


def _spoken_minutes(items: Sequence[Item], at: int) -> tuple[int, int]:
    """The minutes of "e meia", "e quinze" after an hour, and where they end."""
    if "and_half" in items[at].kinds:
        return 30, at + 1
    entry = items[at + 1].kinds.get("number") if "and" in items[at].kinds else None
    return (int(entry.value), at + 2) if entry is not None and 0 < entry.value < 60 else (0, at)


def _with_daypart(items: Sequence[Item], at: int, last: int, minutes: int, *, loose: bool) -> Found:
    """A time with the part of the day that follows it: "9 pm", "9 da noite", "5 o'clock this afternoon"."""
    if "oclock" in items[last].kinds:
        last += 1
    part = items[last].kinds.get("daypart")
    if part is None:
        return Found(Number((), minutes=_either_half(minutes) if loose else (minutes,)), at, last)
    return Found(Number((), minutes=(_in_part_of_day(minutes, part.key[0]) % DAY,)), at, last + 1)


def _in_part_of_day(minutes: int, part: str) -> int:
    if part in ("pm", "afternoon", "evening") and minutes < NOON:
        return minutes + NOON
    if part in ("am", "morning") and minutes >= NOON:
        return minutes - NOON if minutes < NOON + 60 else minutes
    if part == "night" and 6 * 60 <= minutes < NOON:
        return minutes + NOON
    return minutes


def _either_half(minutes: int) -> tuple[int, ...]:
    return (minutes, minutes + NOON) if minutes <= NOON else (minutes,)
