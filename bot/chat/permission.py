"""Who may change what a whole chat shares: in a private chat its owner, elsewhere its administrators."""

from __future__ import annotations

import structlog
from telegram import Message
from telegram.constants import ChatID, ChatMemberStatus, ChatType
from telegram.error import TelegramError

from bot.context import Context
from factguard.texts import mark as _

log = structlog.get_logger(__name__)

ADMINISTRATORS = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)
REFUSAL = _("In a group only its administrators can change this.")


async def may_change(message: Message, context: Context) -> bool:
    """Whether the one who asks may; who may not is told."""
    allowed = await is_allowed(message, context)
    if not allowed:
        await message.reply_text(context.gettext(REFUSAL))
    return allowed


async def is_allowed(message: Message, context: Context) -> bool:
    """The same, without a word. The message is theirs, or it is the bot's and they pressed a button under it."""
    chat = message.chat
    if chat.type == ChatType.PRIVATE:
        return True
    if context.sender in (None, ChatID.ANONYMOUS_ADMIN):  # nobody who presses a button goes without a name
        # Posts of a channel, and those of administrators who stay anonymous, are the chat's own.
        return message.sender_chat is not None and message.sender_chat.id == chat.id
    try:
        return (await context.bot.get_chat_member(chat.id, context.sender)).status in ADMINISTRATORS
    except TelegramError as error:
        log.warning("telegram.member_unknown", reason=str(error))
        return False
