"""What somebody typed, read as a place and an hour: "joaquina tomorrow 9am", "praia mole amanhã às 17h"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import time

from bot.when import NOW, When
from conditions.errors import PositionError
from conditions.places import folded
from conditions.positions import position

LONGEST = 100
"""Characters of a place's name; nothing longer is one, and an answer that quotes it must fit into a message."""

# Folded, in every language at once: who writes Portuguese may have a client in English.
DAYS = {"today": False, "hoje": False, "now": False, "agora": False, "tomorrow": True, "amanha": True}
BEFORE_HOURS = frozenset(["at", "as", "a"])

_HOUR = re.compile(r"(\d{1,2})(?:[:h.]([0-5]\d))?(h|hs|hrs|am|pm)?", re.IGNORECASE)

_SPACED = re.compile(r"(?<=\d)\s+(?=(?:h|hs|hrs|am|pm)\b)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Question:
    """A place's name as it was typed, empty where there is none, and the hour."""

    place: str
    when: When = NOW


def question(text: str) -> Question:
    """Read a request. Day and hour stand behind the place or before it; what cannot be read is part of the name."""
    words = _SPACED.sub("", text).split()
    if _is_position(" ".join(words)):
        return Question(shortened(" ".join(words)))
    tomorrow, at, left = False, None, list[str]()
    days = next((count for count, word in enumerate(reversed(words)) if folded(word) not in DAYS), len(words))
    for place, word in enumerate(words):
        hour = _hour(word, last=place + 1 >= len(words) - days)
        if (day := DAYS.get(folded(word))) is not None:
            tomorrow = tomorrow or day
        elif hour is not None and at is None:
            at = hour
            if left and folded(left[-1]) in BEFORE_HOURS:
                left.pop()
        else:
            left.append(word)
    return Question(shortened(" ".join(left)), When(tomorrow=tomorrow, at=at))


def _is_position(text: str) -> bool:
    try:
        return position(text) is not None
    except PositionError:  # the lookup says what is wrong with it
        return True


def _hour(word: str, *, last: bool) -> time | None:
    """A time of day: "9h", "09:00", "9h30", "9am"; a bare "9" only at the end: "7 Mile Beach" is a name."""
    match = _HOUR.fullmatch(word.rstrip(",;?!."))
    if match is None or not (last or match[2] or match[3]):
        return None
    hour, minute, suffix = int(match[1]), int(match[2] or 0), (match[3] or "").casefold()
    if suffix in ("am", "pm"):
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + 12 * (suffix == "pm")
    return time(hour, minute) if hour < 24 else None


def shortened(text: str) -> str:
    """A place's name as an answer can quote it."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
