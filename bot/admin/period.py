"""A stretch of time up to now as people write it: 7d, 24h, 2w, 30."""

from __future__ import annotations

import re
from datetime import timedelta

from babel.numbers import format_decimal

from bot.store.drafts import KEPT
from factguard.texts import mark as _
from factguard.texts import translations

WRITTEN = re.compile(r"(\d{1,4})\s*([^\W\d_]*)")
UNITS = {
    timedelta(hours=1): ("h", "hour", "hours", "hora", "horas"),
    timedelta(days=1): ("", "d", "day", "days", "dia", "dias"),
    timedelta(weeks=1): ("w", "week", "weeks", "s", "sem", "semana", "semanas"),
}
HOUR, HOURS, DAYS = _("last hour"), _("last {count} hours"), _("last {count} days")


def period(text: str) -> timedelta | None:
    """The time that a text means; None where it means none, or one that is longer than drafts are kept."""
    match = WRITTEN.fullmatch(text.strip().casefold())
    unit = next((unit for unit, words in UNITS.items() if match and match[2] in words), None)
    if match is None or unit is None:
        return None
    meant = int(match[1]) * unit
    return meant if timedelta() < meant <= KEPT else None


def period_name(meant: timedelta, language: str) -> str:
    """A time up to now in words: "last 24 hours", "últimos 7 dias"."""
    days = meant % timedelta(days=1) == timedelta() and meant > timedelta(days=1)
    count = meant // timedelta(days=1) if days else meant // timedelta(hours=1)
    name = DAYS if days else HOURS if count > 1 else HOUR
    return translations(language).gettext(name).format(count=format_decimal(count, locale=language))
