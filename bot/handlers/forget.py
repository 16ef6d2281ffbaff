"""/forget: delete all that is kept of a chat, at once and for good."""

from __future__ import annotations

from telegram import Update

from bot.chat.command import ChatCommand
from bot.chat.permission import may_change
from bot.context import Context
from bot.menu import show_menu
from factguard.texts import mark as _

DONE = _("All that I kept of this chat is deleted. When you write to me again, I know nothing of you.")
FAILED = _("It could not be deleted just now; please try again later.")


async def forget(update: Update, context: Context) -> None:
    """Delete it, and say so in the language that the chat had."""
    message = update.effective_message
    if message is None or not await may_change(message, context):
        return
    done = await context.chats.forget(message.chat_id)
    await message.reply_text(context.gettext(DONE if done else FAILED))
    if done:
        await show_menu(message.chat, context, chosen=None)


HANDLER = ChatCommand(
    {"en": "forget", "pt": "esquecer"}, _("delete what I keep of this chat"), forget, in_channels=True
)
