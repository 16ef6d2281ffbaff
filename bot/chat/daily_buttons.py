"""The buttons of daily reports. What stands on one is what it makes of the report, whatever the report was before.

A report's own buttons carry its number and a word for what they do: "daily:weekend:17".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import time

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.chat.buttons import DAILY_AT, asked_as, data
from bot.chat.daily_text import weekdays
from bot.chat.daily_words import CANCEL, LIST, PAUSE, RESUME
from bot.chat.wish import Wish
from bot.schedule import EVERY_DAY, MONDAY_TO_FRIDAY, WEEKEND
from bot.store.subscription_rows import Daily, Subscription
from bot.when import When
from factguard.texts import translations

BUTTON = "daily"
HOURS = (time(6), time(7), time(8), time(12), time(18), time(20))

OPEN = "open"
DAYS: Mapping[str, frozenset[int]] = {"every": EVERY_DAY, "work": MONDAY_TO_FRIDAY, "weekend": WEEKEND}
QUIET: Mapping[str, bool] = {"sound": False, "quiet": True}
TOMORROW: Mapping[str, bool] = {"same": False, "next": True}
CHANGES = (*DAYS, *QUIET, *TOMORROW)
PRESSED = rf"{LIST}|(?:{'|'.join((PAUSE, RESUME, CANCEL, OPEN, *CHANGES))}):\d+"
"""What the buttons say; anything else was made up."""


def changed(daily: Daily, word: str) -> Daily:
    """A report as one of CHANGES makes it."""
    if word in DAYS:
        return replace(daily, schedule=replace(daily.schedule, weekdays=DAYS[word]))
    if word in QUIET:
        return replace(daily, quiet=QUIET[word])
    return replace(daily, tomorrow=TOMORROW[word])


def own_buttons(each: Subscription, language: str, *, alone: bool) -> InlineKeyboardMarkup:
    """The buttons that change one report; where it is not `alone`, one that leads back to all of them."""
    _ = translations(language).gettext
    days, quiet, tomorrow = _offered(each.daily)
    pause = (_("Resume"), RESUME) if each.paused else (_("Pause"), PAUSE)
    rows = (
        ((_sentence(weekdays(DAYS[days], language)), days), (_sound(language, quiet), quiet)),
        ((_which_day(language, tomorrow), tomorrow),),
        (pause, (_("Cancel report"), CANCEL)),
    )
    keyboard = [[_button(text, f"{word}:{each.id}") for text, word in row] for row in rows]
    return InlineKeyboardMarkup(keyboard if alone else [*keyboard, [_button(_("All reports"), LIST)]])


def list_buttons(subscriptions: Sequence[Subscription], language: str) -> InlineKeyboardMarkup | None:
    """One button a report, which opens its own; a chat's only report has them at once."""
    if len(subscriptions) == 1:
        return own_buttons(subscriptions[0], language, alone=True)
    rows = [
        [_button(f"✎ {number}. {each.daily.place.name}, {each.daily.schedule.at:%H:%M}", f"{OPEN}:{each.id}")]
        for number, each in enumerate(subscriptions, 1)
    ]
    return InlineKeyboardMarkup(rows) if rows else None


def hours(wish: Wish) -> InlineKeyboardMarkup:
    """Times of day to choose from."""
    name = asked_as(wish.place)
    row = [
        InlineKeyboardButton(f"{hour:%H:%M}", callback_data=data(DAILY_AT, name, When(at=hour), wish.domain))
        for hour in HOURS
    ]
    return InlineKeyboardMarkup([row[:3], row[3:]])


def _offered(daily: Daily) -> Iterator[str]:
    """What its days, its sound and the day that it is of can be made: from days of one's own one comes to all."""
    now = [*DAYS.values(), daily.schedule.weekdays].index(daily.schedule.weekdays)
    yield [*DAYS, *DAYS][now + 1 if now < len(DAYS) else 0]
    yield next(word for word, quiet in QUIET.items() if quiet is not daily.quiet)
    yield next(word for word, tomorrow in TOMORROW.items() if tomorrow is not daily.tomorrow)


def _sound(language: str, word: str) -> str:
    _ = translations(language).gettext
    return _("Without a sound") if QUIET[word] else _("With a sound")


def _which_day(language: str, word: str) -> str:
    _ = translations(language).gettext
    return _("Forecast for the next day") if TOMORROW[word] else _("Forecast for the same day")


def _sentence(text: str) -> str:
    """A text as it stands alone: "Every day"."""
    return f"{text[:1].upper()}{text[1:]}"


def _button(text: str, said: str) -> InlineKeyboardButton:
    return InlineKeyboardButton(text, callback_data=f"{BUTTON}:{said}")
