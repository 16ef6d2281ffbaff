"""Who may change what a whole chat shares: in a private chat its owner, in a group its administrators."""

from __future__ import annotations

import structlog
from telegram import Message
from telegram.constants import ChatMemberStatus, ChatType
from telegram.error import TelegramError

from bot.context import Context
from factguard.texts import mark as _

log = structlog.get_logger(__name__)

ADMINISTRATORS = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)
REFUSAL = _("In a group only its administrators can change this.")


async def may_change(message: Message, context: Context) -> bool:
    """Whether the one who asks may; who may not is told."""
    allowed = await _is_allowed(message, context)
    if not allowed:
        await message.reply_text(context.gettext(REFUSAL))
    return allowed


async def _is_allowed(message: Message, context: Context) -> bool:
    chat = message.chat
    if chat.type == ChatType.PRIVATE:
        return True
    if message.sender_chat is not None and message.sender_chat.id == chat.id:  # an administrator who stays anonymous
        return True
    if context.sender is None:
        return False
    try:
        return (await context.bot.get_chat_member(chat.id, context.sender)).status in ADMINISTRATORS
    except TelegramError as error:
        log.warning("telegram.member_unknown", reason=str(error))
        return False
