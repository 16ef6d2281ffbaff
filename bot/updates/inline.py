"""Inline mode, `@bot joaquina` in any chat: beaches whose names fit, with their numbers and without a sentence."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import structlog
from telegram import InlineQueryResultArticle, InputTextMessageContent, LinkPreviewOptions, Update
from telegram.error import BadRequest

from bot.chat.budget import Budget, Standing
from bot.chat.question import Question, question
from bot.context import Context
from bot.layout.page import Page, page
from bot.messaging.telegram_text import telegram_text
from bot.tally import NUMBERS, Kind
from conditions import SWIM
from conditions.errors import ConditionsError, UnknownPlaceError
from conditions.places import Place, find

log = structlog.get_logger(__name__)

MOST = 10
SERVES_S = 60
"""For how long Telegram may give the same answer to the same query of the same person."""
TEASED = 3
"""How many numbers stand below a title."""


class Inline:
    """Answers inline queries. They come at each key that is pressed, so that they have a budget of their own."""

    def __init__(self) -> None:
        self._budget = Budget(requests=60)

    async def answer(self, update: Update, context: Context) -> None:
        """Offer up to ten reports; who writes nothing yet is offered their favourites."""
        query = update.inline_query
        if query is None or self._budget.spend(query.from_user.id) is not Standing.WELCOME:
            return
        context.prefer(await context.chats.preferences(query.from_user.id))
        asked = question(query.query)
        names = [asked.place] if asked.place else await context.chats.favourites(query.from_user.id)
        places = list(dict.fromkeys(place for name in names for place in _named(name)))[:MOST]
        articles = await _articles(places, asked, context)
        try:
            await query.answer(articles, cache_time=SERVES_S, is_personal=True)
        except BadRequest as error:  # too old: whoever typed has typed on
            log.debug("telegram.query_not_answered", reason=str(error))
            return
        if articles:
            context.services.tally.add(Kind.INLINE, SWIM.name, context.language, NUMBERS)


def _named(name: str) -> Sequence[Place]:
    try:
        return find(name, SWIM.places())
    except UnknownPlaceError:
        return ()


async def _articles(places: Sequence[Place], asked: Question, context: Context) -> list[InlineQueryResultArticle]:
    made = await asyncio.gather(*(_article(place, asked, context) for place in places))
    return [article for article in made if article is not None]


async def _article(place: Place, asked: Question, context: Context) -> InlineQueryResultArticle | None:
    """A place's numbers to choose; None where there are none."""
    try:
        content = page(await context.reports.numbers(place, asked.when, context.ask))
    except ConditionsError as error:
        log.info("inline.left_out", place=place.name, reason=str(error))
        return None
    shown = telegram_text(content)
    return InlineQueryResultArticle(
        id=f"{place.latitude:.4f},{place.longitude:.4f}",
        title=content.title,
        description=_teaser(content),
        input_message_content=InputTextMessageContent(
            shown.text, entities=shown.entities, link_preview_options=LinkPreviewOptions(is_disabled=True)
        ),
    )


def _teaser(content: Page) -> str:
    return " · ".join(f"{name}: {value}" for name, value in content.rows[:TEASED])
