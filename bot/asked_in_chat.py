"""What the chat commands about a place have in common: the place that is meant, and the report that answers."""

from __future__ import annotations

import re
from collections.abc import Sequence

import structlog
from telegram import Message, Update

from bot.buttons import asked_as, place_buttons, position_of, read_data, report_buttons
from bot.context import Context
from bot.delivery import edited, typing
from bot.page import page
from bot.question import Question, question
from bot.telegram_text import telegram_text
from bot.when import When
from conditions import SWIM
from conditions.errors import AmbiguousPlaceError, PlaceError, UnknownPlaceError
from conditions.places import Place, one
from factguard.texts import mark as _

log = structlog.get_logger(__name__)

MOST_CHOICES = 10

Wish = tuple[Place, When]


async def wished(update: Update, context: Context, action: str) -> Wish | None:
    """The place and hour behind a command; None where the question went back, with buttons that do `action`."""
    message = update.effective_message
    if message is None:  # an update without a message
        return None
    asked = question(" ".join(context.args or ()))
    if asked.place:
        return await found(message, context, asked, action)
    choices = [(name, name) for name in await context.chats.favourites(message.chat_id)]
    sentence = context.gettext(_("Which beach? For example: /{command} Joaquina")).format(command=_command(message))
    await message.reply_text(sentence, reply_markup=place_buttons(action, choices, asked.when))
    return None


async def found(message: Message, context: Context, asked: Question, action: str) -> Wish | None:
    """The place that is asked for; where it could be several, or a slip of one, the choice goes back as buttons."""
    refusal: PlaceError
    try:
        return await context.reports.place(asked.place, context.ask), asked.when
    except AmbiguousPlaceError as error:
        refusal, choices = error, _labelled(error.choices)
    except UnknownPlaceError as error:
        refusal, choices = error, _labelled([one(name, SWIM.places()) for name in error.suggestions])
    log.info("place.unclear", kind=type(refusal).__name__, choices=len(choices))
    await message.reply_text(refusal.message(context.language), reply_markup=place_buttons(action, choices, asked.when))
    return None


async def pressed(context: Context, rest: str) -> Wish:
    """The place and hour of a button; what is no longer a place is a PlaceError, what never was one a ButtonError."""
    name, when = read_data(rest, context)
    return await context.reports.place(name, context.ask), when


async def show_report(message: Message, context: Context, wish: Wish, *, own: bool = False) -> None:
    """Answer with the numbers at once and edit the sentence in; with both where the sentence is there already.

    `own` says that the message is the bot's and takes the report itself; else the report answers it.
    """
    place, when = wish
    async with typing(message):
        numbers = await context.reports.numbers(place, when, context.ask)
        ready = context.reports.ready(numbers)
        starred = asked_as(place) in await context.chats.favourites(message.chat_id)
        keyboard = report_buttons(context, place, when, favourite=starred)
        shown = telegram_text(page(ready or numbers, writing=ready is None))
        answer = message
        if own:
            await edited(message, shown, keyboard)
        else:
            answer = await message.reply_text(shown.text, entities=shown.entities, reply_markup=keyboard)
        whole = ready or await context.reports.with_sentence(numbers)
        if ready is None:
            await edited(answer, telegram_text(page(whole)), keyboard)
    context.services.tally.add_answer(whole)
    log.info("conditions.sent", place=place.name, language=context.language, ready=bool(ready))


def _labelled(places: Sequence[Place]) -> list[tuple[str, str]]:
    """What stands on a place's button, with how one asks for it; namesakes with their region."""
    plain, full = [place.name for place in places], [place.full_name for place in places]
    return [
        (
            place.name if plain.count(place.name) == 1 else place.full_name,
            asked_as(place) if full.count(place.full_name) == 1 else position_of(place),
        )
        for place in places[:MOST_CHOICES]
    ]


def _command(message: Message) -> str:
    """The command as it was typed."""
    match = re.match(r"/(\w+)", message.text or "")
    return match[1] if match else "conditions"
