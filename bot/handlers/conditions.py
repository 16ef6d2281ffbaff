"""/conditions PLACE: the numbers at once, and the checked sentence written into the same message."""

from __future__ import annotations

import structlog
from telegram import Update

from bot.chat_command import ChatCommand
from bot.context import Context
from bot.delivery import typing
from bot.page import page
from bot.reports import Ask
from bot.telegram_text import telegram_text
from bot.when import NOW
from factguard.texts import mark as _

log = structlog.get_logger(__name__)


async def conditions(update: Update, context: Context) -> None:
    """Answer with the place's numbers, then with its sentence too."""
    message = update.effective_message
    if message is None:  # an update without a message
        return
    query = " ".join(context.args or ())
    if not query:
        await message.reply_text(context.gettext("Which beach? For example: /conditions Joaquina"))
        return
    ask = Ask(context.language)
    async with typing(message):
        place = await context.reports.place(query, ask)
        report = await context.reports.numbers(place, NOW, ask)
        first = telegram_text(page(report, writing=True))
        answer = await message.reply_text(first.text, entities=first.entities)
        whole = telegram_text(page(await context.reports.with_sentence(report)))
        await answer.edit_text(whole.text, entities=whole.entities)
    log.info("conditions.sent", chat=message.chat_id, place=place.name, language=context.language)


HANDLER = ChatCommand({"en": "conditions", "pt": "praia"}, _("how the sea is at a beach"), conditions)
