"""/daily PLACE 07:00: a report every day, and what becomes of it; without a place, those that there are."""

from __future__ import annotations

import re

import structlog
from telegram import Message, Update
from telegram.error import BadRequest

from bot.chat_command import ChatCommand
from bot.context import Context
from bot.daily_text import AT, BUTTON, buttons, confirmed, hours, listed
from bot.daily_words import CANCEL, LIST, PAUSE, RESUME, TIMEZONE, Request, action_of, find_timezone, read_request
from bot.errors import ButtonError, CommandError, UsageError
from bot.reports import Ask
from bot.schedule import Schedule
from bot.store import Subscriptions
from bot.store.subscriptions import Daily, Subscription
from conditions.places import Place
from factguard.texts import mark as _

log = structlog.get_logger(__name__)

MOST = 10
"""Daily reports of one chat."""
PRESSED = rf"{AT}:\d\d:\d\d:.+|(?:{PAUSE}|{RESUME}|{CANCEL}):\d+"
"""What our buttons say; anything else was made up."""


async def daily(update: Update, context: Context) -> None:
    """Set a report up, or do with those that are there what was asked."""
    message = update.effective_message
    if message is None:  # an update without a message
        return
    kept, text = _kept(context), " ".join(context.args or ())
    await kept.wake(message.chat_id)
    match action_of(text or LIST):
        case None:
            await _set_up(message, read_request(text, context.language), context)
        case (action, which):
            await _done(message, action, which, context)


async def press(message: Message, context: Context, data: str) -> None:
    """A button under a list of reports, or one with a time of day."""
    if re.fullmatch(PRESSED, data) is None:  # made up: no button of ours says so
        raise ButtonError(context.gettext(ButtonError.SENTENCE))
    action, _colon, rest = data.partition(":")
    if action == AT:
        hour, minute, place = rest.split(":", 2)
        await _set_up(message, read_request(f"{place} {hour}:{minute}", context.language), context, edit=True)
        return
    await _kept(context).wake(message.chat_id)
    found = [each for each in await _kept(context).of(message.chat_id) if str(each.id) == rest]
    for each in found:
        await _change(_kept(context), action, each)
    await _list(message, context, edit=True)


async def _set_up(message: Message, request: Request, context: Context, *, edit: bool = False) -> None:
    if not request.place:
        raise UsageError(context.gettext("Which beach? For example: /daily Joaquina 07:00"))
    place = await context.reports.place(request.place, Ask(context.language))
    if request.at is None:
        await _ask_for_hour(message, place, request.place, context)
        return
    kept = _kept(context)
    there = await kept.of(message.chat_id)
    # The clock is the one that was said, else that of the chat's other reports, else the place's.
    timezone = request.timezone or (there[-1].daily.schedule.timezone if there else place.timezone)
    wish = _wish(message, request, Schedule(request.at, timezone, request.weekdays), place, context)
    if len(there) >= MOST and wish.slot not in [each.daily.slot for each in there]:
        raise UsageError(
            context.gettext("This chat has {count} daily reports, and more are not possible; cancel one first.").format(
                count=MOST
            )
        )
    added = await kept.add(wish)
    log.info("daily.added", chat=message.chat_id, place=place.name, at=f"{wish.schedule.at:%H:%M}")
    answer, markup = confirmed(added, context.language), buttons([added], context.language)
    if edit:
        await message.edit_text(answer, reply_markup=markup)
    else:
        await message.reply_text(answer, reply_markup=markup)


def _wish(message: Message, request: Request, schedule: Schedule, place: Place, context: Context) -> Daily:
    return Daily(
        chat_id=message.chat_id,
        topic_id=message.message_thread_id if message.is_topic_message else None,
        place=place,
        schedule=schedule,
        language=context.language,
        domain=context.ask.domain,
        units=context.preferences.system,
        tomorrow=request.tomorrow,
        quiet=request.quiet,
    )


async def _ask_for_hour(message: Message, place: Place, query: str, context: Context) -> None:
    choices = hours(place, query)
    question = context.gettext("At what time every day? Choose, or write it: /daily {place} 07:30")
    await message.reply_text(question.format(place=query), reply_markup=choices)


async def _done(message: Message, action: str, which: str, context: Context) -> None:
    kept = _kept(context)
    if action == TIMEZONE:
        await _set_timezone(message, which, context)
        return
    if action != LIST:
        for each in _chosen(await kept.of(message.chat_id), which, context):
            await _change(kept, action, each)
    await _list(message, context)


async def _set_timezone(message: Message, name: str, context: Context) -> None:
    if not name:
        raise UsageError(context.gettext("Which time zone? For example: /daily timezone America/Sao_Paulo"))
    timezone = find_timezone(name, context.language)
    if not await _kept(context).set_timezone(message.chat_id, timezone):
        sentence = _(
            "There is no daily report here yet; say the time zone with the first: /daily Joaquina 07:00 {zone}"
        )
        raise UsageError(context.gettext(sentence).format(zone=timezone))
    await _list(message, context)


def _chosen(there: tuple[Subscription, ...], which: str, context: Context) -> tuple[Subscription, ...]:
    """The reports with a number of the list; without one, the only report."""
    if not there:
        raise UsageError(context.gettext("There is no daily report here yet. For example: /daily Joaquina 07:00"))
    if not which and len(there) == 1:
        return there
    number = int(which) if re.fullmatch(r"[1-9]\d?", which) else 0
    if not 1 <= number <= len(there):
        raise UsageError(context.gettext("Which one? Say its number in the list that /daily shows."))
    return (there[number - 1],)


async def _change(kept: Subscriptions, action: str, each: Subscription) -> None:
    if action == PAUSE:
        await kept.pause(each)
    elif action == RESUME:
        await kept.resume(each)
    elif action == CANCEL:
        await kept.cancel(each)
    log.info("daily.changed", chat=each.daily.chat_id, action=action)


async def _list(message: Message, context: Context, *, edit: bool = False) -> None:
    there = await _kept(context).of(message.chat_id)
    text, markup = listed(there, context.language), buttons(there, context.language)
    if not edit:
        await message.reply_text(text, reply_markup=markup)
        return
    try:
        await message.edit_text(text, reply_markup=markup)
    except BadRequest as error:  # pressed twice: it says so already
        log.debug("daily.not_edited", reason=str(error))


def _kept(context: Context) -> Subscriptions:
    if context.subscriptions is None:
        raise CommandError(context.gettext("Daily reports are not possible now: the database cannot be opened."))
    return context.subscriptions


HANDLER = ChatCommand(
    {"en": "daily", "pt": "diario"},
    _("a report every day at a time that you choose"),
    daily,
    example=_("Joaquina 07:00"),
    actions={BUTTON: press},
)
