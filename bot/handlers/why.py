"""/why PLACE: what a score is made of."""

from __future__ import annotations

from telegram import Message, Update

from bot.chat.asked import pressed, wished
from bot.chat.buttons import WHY
from bot.chat.command import ChatCommand
from bot.chat.wish import Wish
from bot.context import Context
from bot.layout.page import reasons
from bot.messaging.delivery import typing
from bot.messaging.telegram_text import telegram_text
from factguard.texts import mark as _


async def why(update: Update, context: Context) -> None:
    """Answer with the points that an hour lost."""
    message, wish = update.effective_message, await wished(update, context, WHY)
    if message and wish:
        await show_reasons(message, context, wish)


async def pick(message: Message, context: Context, rest: str) -> None:
    """Answer a button with the reasons of its hour."""
    await show_reasons(message, context, await pressed(context, rest))


async def show_reasons(message: Message, context: Context, wish: Wish) -> None:
    """Send the score with the reason of each point that it lacks."""
    async with typing(message):
        report = await context.reports.numbers(wish.place, wish.when, wish.ask(context))
        shown = telegram_text(reasons(report))
        await message.reply_text(shown.text, entities=shown.entities)


HANDLER = ChatCommand(
    {"en": "why", "pt": "porque"},
    _("why a beach has its score"),
    why,
    example=_("Joaquina"),
    actions={WHY: pick},
)
