"""/privacy: what is kept of a chat, and how to be rid of it."""

from __future__ import annotations

from telegram import Update

from bot.chat.command import ChatCommand
from bot.context import Context
from bot.handlers.forget import HANDLER as FORGET
from factguard.texts import mark as _

TEXT = _(
    "Of this chat I keep: its number on Telegram, the language and units that you chose, your places, when I first "
    "met you, when these things last changed, and whether I can still write to you. No name, no message and no "
    "location: a location that you send is used for its answer and then gone.\n\n"
    "Of your daily reports I keep: place, time, days, time zone, language and units, and in which topic of a group "
    "they come. What was sent when, of these and of announcements, with the number of the message, or why it was not "
    "sent, is kept for 90 days. Where something could not be sent, the log of the computer that I run on names the "
    "number of the chat.\n\n"
    "The name or the position that you ask for goes to Open-Meteo.com, which finds the place and its forecast; nothing "
    "about you goes with it.\n\n"
    "The sentences that the language model writes are kept for 90 days with the numbers that they are about, so that "
    "errors can be found, and for just as long I know how many reports were asked for in each hour; neither names a "
    "chat or a person.\n\n"
    "/{forget} deletes all that is kept of this chat, your daily reports too, at once and for good; what still waits "
    "to be sent is not sent any more."
)
ADMIN = _(
    "You are one of those who run me. With your number on Telegram I keep each change of the guard's mode for good, "
    "and your announcements and reviews for 90 days at least; /{forget} does not delete these."
)


async def privacy(update: Update, context: Context) -> None:
    """Say what is kept."""
    if message := update.effective_message:
        texts = (TEXT, ADMIN) if context.is_admin else (TEXT,)
        forget = FORGET.name(context.language)
        await message.reply_text("\n\n".join(context.gettext(text).format(forget=forget) for text in texts))


HANDLER = ChatCommand({"en": "privacy", "pt": "privacidade"}, _("what I keep of this chat"), privacy)
