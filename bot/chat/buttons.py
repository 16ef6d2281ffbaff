"""The buttons under an answer, and what comes back when somebody presses one.

Callback data are at most 64 bytes: an action's word, the hour, the domain where it is not the usual one, and the place
as one would ask for it. Nothing in them is trusted: the place is looked up like any that is typed.

    r::Praia da Joaquina        now
    r:t0900:Praia da Joaquina   tomorrow at nine
    r:b:Praia da Joaquina       the day's best hour
    r:t0900@air:Lisboa          the air of tomorrow at nine
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import time

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.chat.domain_names import NAMES, USUAL, by_name
from bot.chat.wish import Wish
from bot.context import Context
from bot.errors import ButtonError
from bot.when import NOW, When
from conditions import DOMAINS, SWIM, Domain
from conditions.places import Place

LONGEST_DATA = 64  # bytes
REFRESH, OPEN, CHART, HOURS, BEST, WHY, STAR, ADD = "r", "o", "g", "h", "b", "w", "s", "a"
DAILY, DAILY_AT = "d", "e"
"""Ask at what hour a report is to come every day; and the hour that was chosen."""

_DATA = re.compile(r"(t?)(?:(b)|([01]\d|2[0-3])([0-5]\d))?(?:@([a-z_]+))?:(\S.*)", re.DOTALL)
_KEPT = re.compile(r"@([a-z_]+) (.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Choice:
    """A place to choose: what stands on its button, and how one asks for it."""

    label: str
    name: str
    domain: Domain = SWIM


def data(action: str, place: str, when: When = NOW, domain: Domain = SWIM) -> str:
    """The callback data of an action on a place."""
    hour = "b" if when.best else f"{when.at:%H%M}" if when.at else ""
    of = "" if domain is USUAL else f"@{domain.name}"
    return f"{action}:{'t' if when.tomorrow else ''}{hour}{of}:{place}"


def read_data(rest: str, context: Context) -> tuple[str, When, Domain]:
    """The place, the hour and the domain of callback data, without the action."""
    match = _DATA.fullmatch(rest)
    domain = by_name(match[5]) if match and match[5] else USUAL
    if match is None or domain is None:
        raise ButtonError(context.gettext(ButtonError.SENTENCE))
    tomorrow, best, hour, minute, _domain, place = match.groups()
    at = time(int(hour), int(minute)) if hour else None
    return place, When(tomorrow=bool(tomorrow), at=at, best=bool(best)), domain


def asked_as(place: Place) -> str:
    """How one asks for this very place, short enough for callback data."""
    if place.listed:
        return place.name
    name = f"{place.name}, {place.region}"
    return name if place.region and _fits(name) else position_of(place)


def _fits(name: str) -> bool:
    """Whether every button of a place can carry this name."""
    late = When(tomorrow=True, at=time())
    return all(len(data(REFRESH, name, late, domain).encode()) <= LONGEST_DATA for domain in DOMAINS)


def position_of(place: Place) -> str:
    """Where a place is, as one asks for a position."""
    return f"{place.latitude:.4f},{place.longitude:.4f}"


def kept_as(name: str, domain: Domain) -> str:
    """How a favourite is kept: as one asks for it, with its domain where that is not the usual one."""
    return name if domain is USUAL else f"@{domain.name} {name}"


def choice_of(kept: str, context: Context) -> Choice:
    """A favourite as a button."""
    match = _KEPT.fullmatch(kept)
    domain = by_name(match[1]) if match else None
    if match is None or domain is None:
        return Choice(kept, kept)
    return Choice(f"{match[2]} · {context.gettext(NAMES[domain].label)}", match[2], domain)


def report_buttons(context: Context, wish: Wish, *, favourite: bool) -> InlineKeyboardMarkup:
    """The buttons under a report."""
    _ = context.gettext
    rows = (
        (_button(wish, _("Refresh"), REFRESH), _other_day(context, wish, REFRESH)),
        (_button(wish, _("Chart"), CHART), _button(wish, _("Hours"), HOURS), _button(wish, _("Why?"), WHY)),
        (_button(wish, _("Best hour"), BEST), _button(wish, _("Every day"), DAILY)),
        (_button(wish, _("★ Favourite") if favourite else _("☆ Favourite"), STAR),),
    )
    return InlineKeyboardMarkup(rows)


def chart_buttons(context: Context, wish: Wish) -> InlineKeyboardMarkup:
    """The buttons under a chart."""
    _ = context.gettext
    row = (_other_day(context, wish, CHART), _button(wish, _("Hours"), HOURS), _button(wish, _("Report"), OPEN))
    return InlineKeyboardMarkup((row,))


def place_buttons(action: str, choices: Sequence[Choice], when: When = NOW) -> InlineKeyboardMarkup | None:
    """One button a place; None where there are no places."""
    rows = [
        [InlineKeyboardButton(choice.label, callback_data=data(action, choice.name, when, choice.domain))]
        for choice in choices
    ]
    return InlineKeyboardMarkup(rows) if rows else None


def _other_day(context: Context, wish: Wish, action: str) -> InlineKeyboardButton:
    _ = context.gettext
    other = replace(wish, when=replace(wish.when, tomorrow=not wish.when.tomorrow))
    return _button(other, _("Today") if wish.when.tomorrow else _("Tomorrow"), action)


def _button(wish: Wish, text: str, action: str) -> InlineKeyboardButton:
    return InlineKeyboardButton(text, callback_data=data(action, asked_as(wish.place), wish.when, wish.domain))
