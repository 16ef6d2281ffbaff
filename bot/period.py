"""A stretch of time up to now as people write it: 7d, 24h, 2w, 30."""

from __future__ import annotations

import re
from datetime import timedelta

from babel.dates import format_timedelta

from bot.store.drafts import KEPT

WRITTEN = re.compile(r"(\d{1,4})\s*([^\W\d_]*)")
UNITS = {
    timedelta(hours=1): ("h", "hour", "hours", "hora", "horas"),
    timedelta(days=1): ("", "d", "day", "days", "dia", "dias"),
    timedelta(weeks=1): ("w", "week", "weeks", "s", "sem", "semana", "semanas"),
}


def period(text: str) -> timedelta | None:
    """The time that a text means; None where it means none, or one that is longer than drafts are kept."""
    match = WRITTEN.fullmatch(text.strip().casefold())
    unit = next((unit for unit, words in UNITS.items() if match and match[2] in words), None)
    if match is None or unit is None:
        return None
    meant = int(match[1]) * unit
    return meant if timedelta() < meant <= KEPT else None


def period_name(meant: timedelta, language: str) -> str:
    """A time in words: "24 hours", "7 dias"."""
    days = meant % timedelta(days=1) == timedelta() and meant > timedelta(days=1)
    return format_timedelta(meant, granularity="day" if days else "hour", threshold=10_000, locale=language)
