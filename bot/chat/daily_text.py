"""Daily reports as a chat reads of them: what comes when."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from babel.dates import format_skeleton, get_day_names
from babel.lists import format_list

from bot.chat.domain_names import NAMES, USUAL
from bot.schedule import EVERY_DAY
from bot.store.subscription_rows import Subscription
from factguard.texts import translations

RUN = 3
"""Days in a row that are written as a range."""


def described(each: Subscription, language: str) -> str:
    """A report in one line: "Praia da Joaquina, 07:00, Mon–Fri, without a sound"."""
    _ = translations(language).gettext
    daily = each.daily
    parts = [
        daily.place.name,
        _(NAMES[daily.domain].label) if daily.domain is not USUAL else None,
        f"{daily.schedule.at:%H:%M}",
        weekdays(daily.schedule.weekdays, language),
        _("the forecast for the next day") if daily.tomorrow else None,
        _("without a sound") if daily.quiet else None,
        _("paused") if each.paused else None,
        _("stopped, since I could not write here") if each.stopped else None,
    ]
    return ", ".join(part for part in parts if part)


def confirmed(each: Subscription, language: str) -> str:
    """What has been set up, with its next run on the chat's clock."""
    _ = translations(language).gettext
    return "\n".join(
        (
            described(each, language),
            *([_next(each, language)] if each.running else []),
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
    running = [each for each in subscriptions if each.running]
    if running:
        lines += ["", _next(min(running, key=lambda each: each.next_at), language)]
    zone = subscriptions[0].daily.schedule.timezone
    return "\n".join((*lines, _("Time zone: {timezone}").format(timezone=zone)))


def _next(each: Subscription, language: str) -> str:
    local = each.next_at.astimezone(each.daily.schedule.zone)
    return translations(language).gettext("Next report: {day}, {time}").format(
        day=format_skeleton("MMMEd", local, locale=language), time=f"{local:%H:%M}"
    )  # fmt: skip


def weekdays(days: frozenset[int], language: str) -> str:
    """ "every day", "Mon–Fri", "Mon, Wed and Sun"."""
    if days == EVERY_DAY:
        return translations(language).gettext("every day")
    names = get_day_names("abbreviated", locale=language)
    texts: list[str] = []
    for _offset, group in groupby(enumerate(sorted(days)), key=lambda pair: pair[1] - pair[0]):
        run = [names[day].rstrip(".") for _place, day in group]
        texts += [f"{run[0]}–{run[-1]}"] if len(run) >= RUN else run
    return format_list(texts, locale=language)
