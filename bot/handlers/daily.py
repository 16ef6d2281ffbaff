"""/daily PLACE 07:00: a report every day, and what becomes of it; without a place, those that there are.

Everybody in a chat may look at its daily reports; who may change what the chat shares may change them.
"""

from __future__ import annotations

import re
from datetime import time

import structlog
from telegram import InlineKeyboardMarkup, Message, Update

from bot.chat.asked import found, place_named, pressed
from bot.chat.buttons import DAILY, DAILY_AT, asked_as
from bot.chat.command import ChatCommand
from bot.chat.daily_buttons import BUTTON, CHANGES, OPEN, PRESSED, changed, hours, list_buttons, own_buttons
from bot.chat.daily_text import confirmed, listed
from bot.chat.daily_words import CANCEL, LIST, PAUSE, RESUME, TIMEZONE, Request, action_of, find_timezone, read_request
from bot.chat.domain_names import NAMES, USUAL, by_word
from bot.chat.permission import is_allowed, may_change
from bot.chat.question import Question, shortened
from bot.chat.wish import Wish
from bot.context import Context
from bot.errors import ButtonError, CommandError, UsageError
from bot.messaging.delivery import edited
from bot.messaging.telegram_text import TelegramText
from bot.schedule import Schedule
from bot.store import Subscriptions
from bot.store.subscription_rows import Daily, Subscription
from bot.store.subscriptions import TwiceError
from bot.when import When
from conditions import Domain
from factguard.texts import mark as _

log = structlog.get_logger(__name__)

MOST = 10
"""Daily reports of one chat."""


async def daily(update: Update, context: Context) -> None:
    """Set a report up, or do with those that are there what was asked."""
    message = update.effective_message
    if message is None:  # an update without a message
        return
    text = " ".join(context.args or ())
    action, which = action_of(text or LIST) or ("", text)
    if action == LIST:
        await _wake(message, context)
        await _list(message, context)
    elif await may_change(message, context):
        await _kept(context).wake(message.chat_id)
        if action:
            await _done(message, action, which, context)
        else:
            await _set_up_as_said(message, which, context)


async def ask(message: Message, context: Context, rest: str) -> None:
    """The button under a report: ask at what hour it is to come every day."""
    wish = await pressed(context, rest)
    if await may_change(message, context):
        await _ask_for_hour(message, wish, asked_as(wish.place), context)


async def choose(message: Message, context: Context, rest: str) -> None:
    """A button with an hour: set the report up in the place of the question."""
    wish = await pressed(context, rest)
    at = wish.when.at
    if at is None:  # made up: each of these buttons has an hour
        raise ButtonError(context.gettext(ButtonError.SENTENCE))
    if await may_change(message, context):
        request = Request(wish.place.name, at, tomorrow=wish.when.tomorrow)
        await _set_up(message, wish, at, request, context, edit=True)


async def press(message: Message, context: Context, data: str) -> None:
    """A button under one report, or under a list of them."""
    if re.fullmatch(PRESSED, data) is None:
        raise ButtonError(context.gettext(ButtonError.SENTENCE))
    if not await may_change(message, context):
        return
    action, _colon, number = data.partition(":")
    kept = _kept(context)
    await kept.wake(message.chat_id)
    there = {str(each.id): each for each in await kept.of(message.chat_id)}
    if number in there and action != OPEN:
        await _change(action, there[number], context)
    await _show(message, number, context)


async def _set_up_as_said(message: Message, text: str, context: Context) -> None:
    """Set up what somebody wrote, or ask for what is missing."""
    domain, said = by_word(text)
    request = read_request(said, context.language)
    if not request.place:
        raise UsageError(_which_place(domain, context))
    wish = await _found(message, request, domain, context)
    if wish and request.at:
        await _set_up(message, wish, request.at, request, context)
    elif wish:
        await _ask_for_hour(message, wish, request.place, context)


async def _found(message: Message, request: Request, domain: Domain, context: Context) -> Wish | None:
    """The place that is meant; where it could be several, they go back as buttons if these can carry the request."""
    name = shortened(request.place)
    if request != Request(request.place, request.at):
        return Wish(await place_named(name, context, domain), domain=domain)
    action = DAILY_AT if request.at else DAILY
    return await found(message, context, Question(name, When(at=request.at)), action, domain)


async def _set_up(
    message: Message, wish: Wish, at: time, request: Request, context: Context, *, edit: bool = False
) -> None:
    kept = _kept(context)
    there = await kept.of(message.chat_id)
    # The clock is the one that was said, else that of the chat's other reports, else the place's.
    timezone = request.timezone or (there[-1].daily.schedule.timezone if there else wish.place.timezone)
    new = _daily(message, wish, Schedule(at, timezone, request.weekdays), request, context)
    if len(there) >= MOST and new.slot not in [each.daily.slot for each in there]:
        raise UsageError(
            context.gettext("This chat has {count} daily reports, and more are not possible; cancel one first.").format(
                count=MOST
            )
        )
    added = await kept.add(new)
    log.info("daily.added", place=wish.place.name, domain=wish.domain.name, at=f"{new.schedule.at:%H:%M}")
    alone = {each.id for each in there} <= {added.id}
    await _say(
        message, confirmed(added, context.language), own_buttons(added, context.language, alone=alone), edit=edit
    )


def _daily(message: Message, wish: Wish, schedule: Schedule, request: Request, context: Context) -> Daily:
    return Daily(
        chat_id=message.chat_id,
        topic_id=message.message_thread_id if message.is_topic_message else None,
        place=wish.place,
        schedule=schedule,
        language=context.language,
        domain=wish.domain,
        units=context.preferences.system,
        wind=context.preferences.wind,
        tomorrow=request.tomorrow,
        quiet=request.quiet,
    )


async def _ask_for_hour(message: Message, wish: Wish, said: str, context: Context) -> None:
    words = said if wish.domain is USUAL else f"{NAMES[wish.domain].word(context.language)} {said}"
    question = context.gettext("At what time every day? Choose, or write another: /daily {place} 07:30")
    await message.reply_text(question.format(place=words), reply_markup=hours(wish))


def _which_place(domain: Domain, context: Context) -> str:
    if domain is USUAL:
        return context.gettext("Which beach? For example: /daily Joaquina 07:00")
    name = f"{HANDLER.name(context.language)} {NAMES[domain].word(context.language)}"
    return context.gettext(NAMES[domain].question).format(command=name)


async def _done(message: Message, action: str, which: str, context: Context) -> None:
    kept = _kept(context)
    if action == TIMEZONE:
        await _set_timezone(message, which, context)
        return
    for each in _chosen(await kept.of(message.chat_id), which, context):
        await _change(action, each, context)
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


async def _change(action: str, each: Subscription, context: Context) -> None:
    kept = _kept(context)
    if action == PAUSE:
        await kept.pause(each)
    elif action == RESUME:
        await kept.resume(each)
    elif action == CANCEL:
        await kept.cancel(each)
    elif action in CHANGES:
        try:
            await kept.change(each.daily.chat_id, each.id, lambda daily: changed(daily, action))
        except TwiceError as error:
            raise UsageError(context.gettext("This chat gets that report already: see /daily")) from error
    log.info("daily.changed", action=action)


async def _list(message: Message, context: Context, *, edit: bool = False) -> None:
    there = await _kept(context).of(message.chat_id)
    await _say(message, listed(there, context.language), list_buttons(there, context.language), edit=edit)


async def _show(message: Message, number: str, context: Context) -> None:
    """What the message's report is now; the list where none is meant, or it is no longer there."""
    there = await _kept(context).of(message.chat_id)
    each = next((each for each in there if str(each.id) == number), None)
    if each is None:
        await _list(message, context, edit=True)
    else:
        markup = own_buttons(each, context.language, alone=len(there) == 1)
        await _say(message, confirmed(each, context.language), markup, edit=True)


async def _say(message: Message, text: str, markup: InlineKeyboardMarkup | None, *, edit: bool = False) -> None:
    if edit:
        await edited(message, TelegramText(text, ()), markup)
    else:
        await message.reply_text(text, reply_markup=markup)


async def _wake(message: Message, context: Context) -> None:
    """Let go on what had stopped, if the one who looks at the list may change it: they see that it goes on."""
    kept = _kept(context)
    stopped = any(each.stopped for each in await kept.of(message.chat_id))
    if stopped and await is_allowed(message, context):
        await kept.wake(message.chat_id)


def _kept(context: Context) -> Subscriptions:
    if context.subscriptions is None:
        raise CommandError(context.gettext("Daily reports are not possible now: the database cannot be opened."))
    return context.subscriptions


HANDLER = ChatCommand(
    {"en": "daily", "pt": "diario"},
    _("a report every day at a time that you choose"),
    daily,
    example=_("Joaquina 07:00"),
    actions={BUTTON: press, DAILY: ask, DAILY_AT: choose},
    in_channels=True,
)
