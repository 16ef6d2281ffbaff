"""What the chat commands about a place have in common: the place that is meant, and the report that answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import structlog
from telegram import Message, Update

from bot.chat.buttons import Choice, asked_as, choice_of, kept_as, place_buttons, position_of, read_data, report_buttons
from bot.chat.command import name_of_help
from bot.chat.domain_names import NAMES, USUAL, by_word
from bot.chat.question import Question, question
from bot.chat.wish import Wish
from bot.context import Context
from bot.layout.page import page
from bot.messaging.delivery import edited, typing
from bot.messaging.telegram_text import telegram_text
from conditions import Domain
from conditions.errors import AmbiguousPlaceError, PlaceError, UnknownPlaceError
from conditions.places import Place, one
from factguard.texts import mark as _

log = structlog.get_logger(__name__)

MOST_CHOICES = 10
HELP = _("/{help} shows what I understand.")


async def wished(update: Update, context: Context, action: str, domain: Domain | None = None) -> Wish | None:
    """The place and hour behind a command; None where the question went back, with buttons that do `action`.

    A command that is of no `domain` itself may have its word before the place: "/hours air lisboa".
    """
    message = update.effective_message
    if message is None:  # an update without a message
        return None
    said, text = (domain, " ".join(context.args or ())) if domain else by_word(" ".join(context.args or ()))
    asked = question(text)
    if asked.place:
        return await found(message, context, asked, action, said)
    kept = [choice_of(each, context) for each in await context.chats.favourites(message.chat_id)]
    choices = [choice for choice in (_offered(each, said, strict=domain is not None) for each in kept) if choice]
    command = (
        _command(message) if domain or said is USUAL else f"{_command(message)} {NAMES[said].word(context.language)}"
    )
    sentence = context.gettext(NAMES[said].question).format(command=command)
    await message.reply_text(sentence, reply_markup=place_buttons(action, choices, asked.when))
    return None


def _offered(choice: Choice, said: Domain, *, strict: bool) -> Choice | None:
    """A favourite where a place is missing: one of the usual domain fits into every other, and none the other way."""
    if choice.domain is USUAL:
        return replace(choice, domain=said)
    return choice if choice.domain is said or (said is USUAL and not strict) else None


async def found(
    message: Message, context: Context, asked: Question, action: str, domain: Domain = USUAL
) -> Wish | None:
    """The place that is asked for; where it could be several, or a slip of one, the choice goes back as buttons."""
    refusal: PlaceError
    try:
        return Wish(await place_named(asked.place, context, domain), asked.when, domain)
    except AmbiguousPlaceError as error:
        refusal, places = error, error.choices
    except UnknownPlaceError as error:
        refusal, places = error, tuple(one(name, domain.places()) for name in error.suggestions)
    log.info("place.unclear", kind=type(refusal).__name__, choices=len(places))
    markup = place_buttons(action, _labelled(places, domain), asked.when)
    said = refusal.message(context.language)
    if not places:
        said = f"{said} {context.gettext(HELP).format(help=name_of_help(context))}"
    await message.reply_text(said, reply_markup=markup)
    return None


async def pressed(context: Context, rest: str) -> Wish:
    """What a button is about; what is no longer a place is a PlaceError, what never was one a ButtonError."""
    name, when, domain = read_data(rest, context)
    return Wish(await place_named(name, context, domain), when, domain)


async def show_report(message: Message, context: Context, wish: Wish, *, own: bool = False) -> None:
    """Answer with the numbers at once and edit the sentence in; with both where the sentence is there already.

    `own` says that the message is the bot's and takes the report itself; else the report answers it.
    """
    async with typing(message):
        numbers = await context.reports.numbers(wish.place, wish.when, wish.ask(context))
        ready = context.reports.ready(numbers)
        kept = kept_as(asked_as(wish.place), wish.domain)
        keyboard = report_buttons(context, wish, favourite=kept in await context.chats.favourites(message.chat_id))
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
    log.info(
        "conditions.sent",
        place=wish.place.name,
        domain=wish.domain.name,
        language=context.language,
        ready=bool(ready),
    )


async def place_named(name: str, context: Context, domain: Domain) -> Place:
    """The one place that a name or a position stands for; all else is a PlaceError."""
    return await context.reports.place(name, replace(context.ask, domain=domain))


def _labelled(places: Sequence[Place], domain: Domain) -> list[Choice]:
    """The places as buttons; namesakes with their region."""
    plain, full = [place.name for place in places], [place.full_name for place in places]
    return [
        Choice(
            place.name if plain.count(place.name) == 1 else place.full_name,
            asked_as(place) if full.count(place.full_name) == 1 else position_of(place),
            domain,
        )
        for place in places[:MOST_CHOICES]
    ]


def _command(message: Message) -> str:
    """The command as it was typed."""
    match = re.match(r"/(\w+)", message.text or "")
    return match[1] if match else NAMES[USUAL].word("en")
