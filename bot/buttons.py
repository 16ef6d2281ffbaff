"""The buttons under an answer, and what comes back when somebody presses one.

Callback data are at most 64 bytes: an action's word, the hour, and the place as one would ask for it. Nothing in them
is trusted: the place is looked up like any that is typed.

    r::Praia da Joaquina        now
    r:t0900:Praia da Joaquina   tomorrow at nine
    r:b:Praia da Joaquina       the day's best hour
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import time

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.context import Context
from bot.errors import ButtonError
from bot.when import NOW, When
from conditions.places import Place

LONGEST_DATA = 64  # bytes
REFRESH, OPEN, CHART, HOURS, BEST, WHY, STAR, ADD = "r", "o", "g", "h", "b", "w", "s", "a"

_DATA = re.compile(r"(t?)(?:(b)|([01]\d|2[0-3])([0-5]\d))?:(\S.*)", re.DOTALL)


def data(action: str, place: str, when: When = NOW) -> str:
    """The callback data of an action on a place."""
    hour = "b" if when.best else f"{when.at:%H%M}" if when.at else ""
    return f"{action}:{'t' if when.tomorrow else ''}{hour}:{place}"


def read_data(rest: str, context: Context) -> tuple[str, When]:
    """The place and the hour of callback data, without the action."""
    match = _DATA.fullmatch(rest)
    if match is None:
        raise ButtonError(context.gettext(ButtonError.SENTENCE))
    tomorrow, best, hour, minute, place = match.groups()
    at = time(int(hour), int(minute)) if hour else None
    return place, When(tomorrow=bool(tomorrow), at=at, best=bool(best))


def asked_as(place: Place) -> str:
    """How one asks for this very place, short enough for callback data."""
    if place.listed:
        return place.name
    name = f"{place.name}, {place.region}"
    fits = place.region and len(data(REFRESH, name, When(tomorrow=True, at=time())).encode()) <= LONGEST_DATA
    return name if fits else position_of(place)


def position_of(place: Place) -> str:
    """Where a place is, as one asks for a position."""
    return f"{place.latitude:.4f},{place.longitude:.4f}"


def report_buttons(context: Context, place: Place, when: When, *, favourite: bool) -> InlineKeyboardMarkup:
    """The buttons under a report."""
    _, name = context.gettext, asked_as(place)
    other_day = replace(when, tomorrow=not when.tomorrow)
    star = _("★ Favourite") if favourite else _("☆ Favourite")
    return InlineKeyboardMarkup(
        [
            [
                InlineKeyboardButton(_("Refresh"), callback_data=data(REFRESH, name, when)),
                InlineKeyboardButton(
                    _("Today") if when.tomorrow else _("Tomorrow"), callback_data=data(REFRESH, name, other_day)
                ),
            ],
            [
                InlineKeyboardButton(_("Chart"), callback_data=data(CHART, name, when)),
                InlineKeyboardButton(_("Hours"), callback_data=data(HOURS, name, when)),
            ],
            [InlineKeyboardButton(star, callback_data=data(STAR, name, when))],
        ]
    )


def place_buttons(action: str, places: Sequence[tuple[str, str]], when: When = NOW) -> InlineKeyboardMarkup | None:
    """One button a place, each given as what stands on it and how one asks for it; None where there are no places."""
    rows = [[InlineKeyboardButton(label, callback_data=data(action, name, when))] for label, name in places]
    return InlineKeyboardMarkup(rows) if rows else None
