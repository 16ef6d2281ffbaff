"""Daily reports as a chat reads of them: what comes when, and buttons to change it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from babel.dates import format_skeleton, get_day_names
from babel.lists import format_list
from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.daily_words import CANCEL, PAUSE, RESUME
from bot.schedule import EVERY_DAY
from bot.store.subscriptions import Subscription
from conditions.places import Place
from factguard.texts import translations

BUTTON = "daily"
AT = "at"
HOURS = ("06:00", "07:00", "08:00", "12:00", "18:00", "20:00")
DATA_BYTES = 64
RUN = 3
"""Days in a row that are written as a range."""


def described(each: Subscription, language: str) -> str:
    """A report in one line: "Praia da Joaquina, 07:00, Mon–Fri, without a sound"."""
    _ = translations(language).gettext
    daily = each.daily
    parts = [
        daily.place.name,
        f"{daily.schedule.at:%H:%M}",
        _weekdays(daily.schedule.weekdays, language),
        _("the forecast for the next day") if daily.tomorrow else None,
        _("without a sound") if daily.quiet else None,
        _("paused") if each.paused else None,
    ]
    return ", ".join(part for part in parts if part)


def confirmed(each: Subscription, language: str) -> str:
    """What has been set up, with its next run on the chat's clock."""
    _ = translations(language).gettext
    return "\n".join(
        (
            described(each, language),
            _next(each, language),
            "",
            _("Times are those of {timezone}; /daily timezone changes that. All your reports: /daily").format(
                timezone=each.daily.schedule.timezone
            ),
        )
    )


def listed(subscriptions: Sequence[Subscription], language: str) -> str:
    """A chat's reports with their numbers."""
    _ = translations(language).gettext
    if not subscriptions:
        return _("There is no daily report here yet. For example: /daily Joaquina 07:00")
    lines = [f"{number}. {described(each, language)}" for number, each in enumerate(subscriptions, 1)]
    running = [each for each in subscriptions if not each.paused]
    if running:
        lines += ["", _next(min(running, key=lambda each: each.next_at), language)]
    zone = subscriptions[0].daily.schedule.timezone
    return "\n".join((*lines, _("Time zone: {timezone}").format(timezone=zone)))


def buttons(subscriptions: Sequence[Subscription], language: str) -> InlineKeyboardMarkup | None:
    """Pause or resume, and cancel, for each report."""
    _ = translations(language).gettext
    names = {PAUSE: _("Pause {name}"), RESUME: _("Resume {name}"), CANCEL: _("Cancel {name}")}
    rows = []
    for each in subscriptions:
        name = f"{each.daily.place.name} {each.daily.schedule.at:%H:%M}"
        actions = (RESUME if each.paused else PAUSE, CANCEL)
        rows.append(
            [
                InlineKeyboardButton(names[action].format(name=name), callback_data=f"{BUTTON}:{action}:{each.id}")
                for action in actions
            ]
        )
    return InlineKeyboardMarkup(rows) if rows else None


def hours(place: Place, query: str) -> InlineKeyboardMarkup | None:
    """Times of day to choose from; None where a place's name is too long for a button."""
    name = place.name if place.listed else query
    choices = [(hour, f"{BUTTON}:{AT}:{hour}:{name}") for hour in HOURS]
    if any(len(data.encode()) > DATA_BYTES for _hour, data in choices):
        return None
    row = [InlineKeyboardButton(hour, callback_data=data) for hour, data in choices]
    return InlineKeyboardMarkup([row[:3], row[3:]])


def _next(each: Subscription, language: str) -> str:
    local = each.next_at.astimezone(each.daily.schedule.zone)
    return translations(language).gettext("Next report: {day}, {time}").format(
        day=format_skeleton("MMMEd", local, locale=language), time=f"{local:%H:%M}"
    )  # fmt: skip


def _weekdays(days: frozenset[int], language: str) -> str:
    """ "every day", "Mon–Fri", "Mon, Wed and Sun"."""
    if days == EVERY_DAY:
        return translations(language).gettext("every day")
    names = get_day_names("abbreviated", locale=language)
    texts: list[str] = []
    for _offset, group in groupby(enumerate(sorted(days)), key=lambda pair: pair[1] - pair[0]):
        run = [names[day].rstrip(".") for _place, day in group]
        texts += [f"{run[0]}–{run[-1]}"] if len(run) >= RUN else run
    return format_list(texts, locale=language)
