"""/start: what this bot is for, and what to type first."""

from __future__ import annotations

from telegram import Update
from telegram.constants import ChatType

from bot.chat.command import ChatCommand
from bot.context import Context
from bot.menu import show_menu
from factguard.texts import mark as _

TEXT = _(
    "Hello! I am Boia, which is Portuguese for buoy. Name a beach and I tell you how the sea is there: water, wind, "
    "waves and a score from 0 to 100.\n\n"
    "A small language model puts it into a sentence, and each sentence is checked against the numbers before you read "
    "it.\n\n"
    "Try /conditions Joaquina"
)


async def start(update: Update, context: Context) -> None:
    """Say hello; to one who had blocked the bot, Telegram shows this command as the way back."""
    if message := update.effective_message:
        await message.reply_text(context.gettext(TEXT))
        if message.chat.type == ChatType.PRIVATE and context.subscriptions is not None:
            await context.subscriptions.wake(message.chat_id)
        if context.is_admin:  # their menu could not be shown while there was no chat with them
            await show_menu(message.chat, context, chosen=context.preferences.language)


HANDLER = ChatCommand({"en": "start"}, _("what I am for"), start)
