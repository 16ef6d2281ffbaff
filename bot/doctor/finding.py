"""What a check finds, and what it gets to look at."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from enum import StrEnum
from typing import Any

import httpx
from babel.numbers import format_decimal

from bot.settings import Settings
from factguard.texts import translations


class Grade(StrEnum):
    """How well something is."""

    OK = "ok"
    NOTE = "note"
    """It works, and could be better."""
    FAULT = "fault"
    """It does not work."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: what was found, and for problems what to do, both in the language of the one who asked.

    `data` says the same to programs. `title` stands instead of the check's own.
    """

    grade: Grade
    text: str
    remedy: str | None = None
    title: str | None = None
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Case:
    """What the checks look at. `fits` is False where a setting is wrong, and its default stands in `settings`."""

    settings: Settings
    language: str
    http: httpx.AsyncClient
    fits: bool = True
    problems: tuple[Finding, ...] = ()
    skews: list[timedelta] = field(default_factory=list)
    """How far our clock was ahead of those whose answers were seen."""

    def gettext(self, text: str) -> str:
        """A text in the language of the one who asked."""
        return translations(self.language).gettext(text)

    def number(self, value: float, decimals: int = 0) -> str:
        """A number in that language."""
        return format_decimal(
            round(value, decimals), format=f"#,##0.{'0' * decimals}".rstrip("."), locale=self.language
        )


Run = Callable[[Case], Awaitable[Sequence[Finding]]]


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that is looked at, within a deadline. `title` is a msgid; `last`: it needs what others have seen."""

    name: str
    title: str
    run: Run
    deadline_s: float = 20.0
    last: bool = False


def skew_of(said: str | None, now: datetime) -> timedelta | None:
    """How far a moment of ours is ahead of the `Date` of an answer that came at it; None where it says none."""
    try:
        return now - parsedate_to_datetime(said) if said else None
    except (TypeError, ValueError):  # no date, or one without a zone
        return None
