"""/help: every command, and what the numbers are not."""

from __future__ import annotations

from telegram import Update

from bot.chat_command import ChatCommand
from bot.context import Context
from factguard.texts import mark as _

TEXT = _(
    "/conditions BEACH: how the sea is there now (also /praia)\n"
    "/help: this text\n\n"
    "The numbers come from a forecast by Open-Meteo.com. The levels of jellyfish and whales are rules of thumb, made "
    "from season, sea and wind: nobody counted them. I am no lifeguard; the flags on the beach come before anything "
    "that I say."
)


async def show_help(update: Update, context: Context) -> None:
    """Say what can be asked."""
    if message := update.effective_message:
        await message.reply_text(context.gettext(TEXT))


HANDLER = ChatCommand({"en": "help"}, _("what you can ask me"), show_help)
