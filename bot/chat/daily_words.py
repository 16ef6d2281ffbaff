"""How people say when they want a daily report: "joaquina 7h30 seg-sex amanhã sem som", in any language of ours.

The place comes first, then the time of day, then the rest in any order. Days of the week are Babel's; other words stand
in the catalogues, several for one thing with a bar between them.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import time
from functools import cache
from zoneinfo import available_timezones

from babel.dates import get_day_names

from bot.errors import UsageError
from bot.schedule import EVERY_DAY, MONDAY_TO_FRIDAY, WEEKEND
from bot.texts import languages
from conditions.places import folded
from factguard.texts import mark as _
from factguard.texts import translations

TIME = re.compile(
    r"(?<![\w:.,/-])(?P<hour>\d{1,2})(?:[:h](?P<minute>\d{2})(?!\d)|h(?:rs?)?\b|(?=\s*[ap]\.?m\b))(?:\s*(?P<half>[ap])\.?m\b\.?)?",
    re.IGNORECASE,
)
ZONE = re.compile(r"\b[A-Za-z]+(?:/[\w+-]+)+")
DASH = "-"
SHORTEST = 3
"""Letters that tell a day of the week: "seg", "thurs"."""

LIST, PAUSE, RESUME, CANCEL, TIMEZONE = "list", "pause", "resume", "cancel", "timezone"
ACTIONS = {
    LIST: _("list"),
    PAUSE: _("pause"),
    RESUME: _("resume | continue"),
    CANCEL: _("cancel | stop | delete"),
    TIMEZONE: _("timezone | time zone"),
}
TODAY, TOMORROW, QUIET = _("today"), _("tomorrow"), _("quiet | silent | no sound")
ALL_DAYS, WORKING_DAYS, WEEKENDS = (
    _("every day | daily"),
    _("weekdays | working days"),
    _("weekends | weekend | at the weekend"),
)
DAYS = {ALL_DAYS: EVERY_DAY, WORKING_DAYS: MONDAY_TO_FRIDAY, WEEKENDS: WEEKEND}
THROUGH = _("to | through | till | until")
BESIDE = _("at | on | and | every | only | for | of | with")


@dataclass(frozen=True, slots=True)
class Request:
    """What was said. Without a time it still has to be asked for; None for a zone is the chat's own."""

    place: str
    at: time | None
    weekdays: frozenset[int] = EVERY_DAY
    tomorrow: bool = False
    quiet: bool = False
    timezone: str | None = None


def action_of(text: str) -> tuple[str, str] | None:
    """What is to be done with reports that are there, and with which: "pause 2". None for a wish for a new one."""
    words = folded(text)
    for action, name in ACTIONS.items():
        for phrase in sorted(_phrases(name), key=len, reverse=True):
            if words == phrase or words.startswith(f"{phrase} "):
                return action, " ".join(text.split()[len(phrase.split()) :])
    return None


def read_request(text: str, language: str) -> Request:
    """A wish for a daily report; UsageError names what cannot be read."""
    found = TIME.search(text)
    if found is None:
        return Request(text.strip(), None)
    place, rest = _without_last(text[: found.start()]), text[found.end() :]
    return _options(place, _time(found, language), rest, language)


def find_timezone(text: str, language: str) -> str:
    """A zone by its name or its city: "America/Sao_Paulo", "são paulo"."""
    wanted = folded(text.replace("_", " "))
    for name in _zones():
        if wanted in (folded(name.replace("_", " ")), folded(name.rpartition("/")[2].replace("_", " "))):
            return name
    near = difflib.get_close_matches(text, _zones(), n=1, cutoff=0.6)
    sentence = _gettext(language, _("“{value}” is no time zone that I know; write it like {example}."))
    raise UsageError(sentence.format(value=text, example=near[0] if near else "America/Sao_Paulo"))


def _time(found: re.Match[str], language: str) -> time:
    hour, minute, half = int(found["hour"]), int(found["minute"] or 0), found["half"]
    if half and 1 <= hour <= 12:
        hour = hour % 12 + (12 if half in "pP" else 0)
    elif half:
        hour = 24
    if hour > 23 or minute > 59:
        sentence = _gettext(language, _("“{value}” is no time of day; write it like 07:00."))
        raise UsageError(sentence.format(value=found[0].strip()))
    return time(hour, minute)


def _options(place: str, at: time, rest: str, language: str) -> Request:
    zone = ZONE.search(rest)
    timezone = find_timezone(zone[0], language) if zone else None
    text = f" {_spaced(rest.replace(zone[0], ' ') if zone else rest)} "
    said = {}
    for name in (TODAY, TOMORROW, QUIET, *DAYS):
        said[name], text = _taken(text, name)
    weekdays, unread = _weekdays(text.split())
    if unread:
        sentence = _gettext(language, _("I do not understand “{value}”. Say it like this: {example}"))
        raise UsageError(sentence.format(value=unread[0], example=_gettext(language, EXAMPLE)))
    for name, days in DAYS.items():
        weekdays |= days if said[name] else frozenset()
    return Request(place, at, weekdays or EVERY_DAY, said[TOMORROW], said[QUIET], timezone)


EXAMPLE = _("/daily Joaquina 07:00 mon-fri quiet")


def _without_last(text: str) -> str:
    """What stands before a time of day, without the “at” of the time."""
    words = text.strip(" ,;").split()
    while len(words) > 1 and folded(words[-1]) in _phrases(BESIDE):
        words.pop()
    return " ".join(words)


def _taken(text: str, name: str) -> tuple[bool, str]:
    """Whether one of a name's phrases is in a text, and the text without it."""
    for phrase in sorted(_phrases(name), key=len, reverse=True):
        if f" {phrase} " in text:
            return True, text.replace(f" {phrase} ", " ")
    return False, text


def _weekdays(words: Sequence[str]) -> tuple[frozenset[int], list[str]]:
    """The days that words name, and the words that say nothing."""
    days, unread, start = set[int](), list[str](), None
    through, beside = _phrases(THROUGH) | {DASH}, _phrases(BESIDE) | _day_tails()
    for place, word in enumerate(words):
        day = _day(word)
        if day is not None:
            days |= set(_span(start, day)) if start is not None else {day}
            start = None
        elif word in through and place and (last := _last_day(words[:place])) is not None:
            start = last
        elif word not in beside | through:
            unread.append(word)
    return frozenset(days), unread


def _last_day(words: Sequence[str]) -> int | None:
    """The day that the words end with: "segunda - feira" ends with Monday."""
    for word in reversed(words):
        if (day := _day(word)) is not None:
            return day
        if word != DASH and word not in _day_tails():
            return None
    return None


def _span(first: int, last: int) -> Iterator[int]:
    yield first
    while first != last:
        first = (first + 1) % 7
        yield first


@cache
def _day(word: str) -> int | None:
    if len(word) < SHORTEST:
        return None
    singular = word.removesuffix("s") if len(word) > SHORTEST + 1 else word
    for language in languages():
        for day, name in get_day_names("wide", locale=language).items():
            if folded(name).split()[0].startswith((word, singular)):
                return int(day)
    return None


@cache
def _day_tails() -> frozenset[str]:
    """What follows a day's own name: the "feira" of "segunda-feira"."""
    names = (name for language in languages() for name in get_day_names("wide", locale=language).values())
    tails = {word for name in names for word in folded(name).split()[1:]}
    return frozenset(tails | {f"{tail}s" for tail in tails})


@cache
def _phrases(name: str) -> frozenset[str]:
    """A name's phrases in every language."""
    texts = (_gettext(language, name) for language in languages())
    return frozenset(folded(phrase) for text in texts for phrase in text.split("|"))


@cache
def _zones() -> tuple[str, ...]:
    """Every zone; those of a continent before their older names."""
    return tuple(sorted(available_timezones(), key=lambda name: ("/" not in name, name.startswith("Etc/"), name)))


def _spaced(text: str) -> str:
    """Words and dashes, folded."""
    parts = re.split(r"\s*[-–—]\s*", text)
    return f" {DASH} ".join(folded(part) for part in parts)


def _gettext(language: str, text: str) -> str:
    return translations(language).gettext(text)
