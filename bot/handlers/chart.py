"""/chart PLACE: the day as a picture."""

from __future__ import annotations

from telegram import Message, Update
from telegram.constants import ChatAction

from bot.asked_in_chat import Wish, pressed, wished
from bot.buttons import CHART
from bot.chart import drawn
from bot.chat_command import ChatCommand
from bot.context import Context
from bot.delivery import typing
from bot.page import credited, title
from bot.telegram_text import caption
from factguard.texts import mark as _


async def chart(update: Update, context: Context) -> None:
    """Answer with the picture of a day."""
    message, wish = update.effective_message, await wished(update, context, CHART)
    if message and wish:
        await show_chart(message, context, wish)


async def pick(message: Message, context: Context, rest: str) -> None:
    """Answer a button with the picture of its day."""
    await show_chart(message, context, await pressed(context, rest))


async def show_chart(message: Message, context: Context, wish: Wish) -> None:
    """Draw the picture off the loop and send it."""
    place, when = wish
    async with typing(message, ChatAction.UPLOAD_PHOTO):
        outlook = await context.reports.outlook(place, context.ask.domain)
        day = outlook.tomorrow if when.tomorrow else outlook.today
        picture = await drawn(outlook, day, context.ask, sample=context.reports.sample)
        below = caption(title(place.name, day, context.language), credited(outlook.credits, context.language))
        await message.reply_photo(picture, caption=below.text, caption_entities=below.entities)


HANDLER = ChatCommand(
    {"en": "chart", "pt": "grafico"},
    _("a day at a beach as a picture"),
    chart,
    example=_("Joaquina"),
    actions={CHART: pick},
)
