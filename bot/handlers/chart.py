"""/chart PLACE: the day as a picture."""

from __future__ import annotations

from telegram import InputMediaPhoto, Message, Update
from telegram.constants import ChatAction

from bot.chat.asked import pressed, wished
from bot.chat.buttons import CHART, chart_buttons
from bot.chat.command import ChatCommand
from bot.chat.wish import Wish
from bot.context import Context
from bot.layout.page import credited, title
from bot.messaging.delivery import typing, unchanged
from bot.messaging.pictures import FILE_NAME
from bot.messaging.telegram_text import caption
from factguard.texts import mark as _


async def chart(update: Update, context: Context) -> None:
    """Answer with the picture of a day."""
    message, wish = update.effective_message, await wished(update, context, CHART)
    if message and wish:
        await show_chart(message, context, wish)


async def pick(message: Message, context: Context, rest: str) -> None:
    """Answer a button with the picture of its day; under another picture, put it in its place."""
    await show_chart(message, context, await pressed(context, rest), own=bool(message.photo))


async def show_chart(message: Message, context: Context, wish: Wish, *, own: bool = False) -> None:
    """Send the picture; one that Telegram has already is neither drawn nor uploaded again.

    `own` says that the message is the bot's and takes the picture itself; else the picture answers it.
    """
    ask = wish.ask(context)
    async with typing(message, ChatAction.UPLOAD_PHOTO):
        outlook = await context.reports.outlook(wish.place, ask.domain)
        day = outlook.tomorrow if wish.when.tomorrow else outlook.today
        picture = context.pictures.of(outlook, day, ask, sample=context.reports.sample)
        below = caption(title(wish.place.name, day, ask.language), credited(outlook.credits, ask.language))
        buttons = chart_buttons(context, wish)

        async def send(photo: bytes | str) -> Message | bool:
            if own:
                media = InputMediaPhoto(photo, caption=below.text, caption_entities=below.entities, filename=FILE_NAME)
                return await message.edit_media(media, reply_markup=buttons)
            return await message.reply_photo(
                photo,
                caption=below.text,
                caption_entities=below.entities,
                filename=FILE_NAME,
                reply_markup=buttons,
            )

        with unchanged():
            await picture.sent(send)


HANDLER = ChatCommand(
    {"en": "chart", "pt": "grafico"},
    _("a day at a beach as a picture"),
    chart,
    example=_("Joaquina"),
    actions={CHART: pick},
)
