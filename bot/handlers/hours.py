"""/hours PLACE: the day's table."""

from __future__ import annotations

from telegram import Message, Update

from bot.chat.asked import pressed, wished
from bot.chat.buttons import HOURS
from bot.chat.command import ChatCommand
from bot.chat.table import chat_lines
from bot.chat.wish import Wish
from bot.context import Context
from bot.layout.page import best_hour
from bot.layout.table import table
from bot.messaging.delivery import typing
from bot.messaging.telegram_text import telegram_table
from factguard.texts import mark as _


async def hours(update: Update, context: Context) -> None:
    """Answer with the hours of a day."""
    message, wish = update.effective_message, await wished(update, context, HOURS)
    if message and wish:
        await show_hours(message, context, wish)


async def pick(message: Message, context: Context, rest: str) -> None:
    """Answer a button with the hours of its day."""
    await show_hours(message, context, await pressed(context, rest))


async def show_hours(message: Message, context: Context, wish: Wish) -> None:
    """Send the table in letters of one width."""
    ask = wish.ask(context)
    async with typing(message):
        outlook = await context.reports.outlook(wish.place, ask.domain)
        day = outlook.tomorrow if wish.when.tomorrow else outlook.today
        content = table(outlook, day, ask, sample=context.reports.sample)
        remark = best_hour(outlook.best(day), context.language)
        shown = telegram_table(content, chat_lines(outlook, day, ask), remark)
        await message.reply_text(shown.text, entities=shown.entities)


HANDLER = ChatCommand(
    {"en": "hours", "pt": "horas"},
    _("a day at a beach, hour by hour"),
    hours,
    example=_("Joaquina tomorrow"),
    actions={HOURS: pick},
)
