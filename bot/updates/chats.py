"""What becomes of chats: a group that gets another id, a bot that is blocked, thrown out or let in again."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import structlog
from telegram import ChatMemberAdministrator, ChatMemberRestricted, ChatMemberUpdated, Update
from telegram.constants import ChatMemberStatus, ChatType
from telegram.error import BadRequest, Forbidden, TelegramError

from bot.context import Context
from bot.store import Gone, Subscriptions

log = structlog.get_logger(__name__)

MOST_REMEMBERED = 10_000
"""Chats of which the last change is remembered."""
AWAY = (ChatMemberStatus.BANNED, ChatMemberStatus.LEFT)
REASONS = {
    "blocked": Gone.BLOCKED,
    "deactivated": Gone.DEACTIVATED,
    "kicked": Gone.KICKED,
    "bot is not a member": Gone.KICKED,
    "chat not found": Gone.NOT_FOUND,
    "peer_id_invalid": Gone.NOT_FOUND,
    "chat_write_forbidden": Gone.NO_RIGHTS,
    "not enough rights": Gone.NO_RIGHTS,
    "have no rights": Gone.NO_RIGHTS,
    "administrator rights": Gone.NO_RIGHTS,
}
"""What Telegram says when it will deliver nothing more to a chat."""


def gone(error: TelegramError) -> Gone | None:
    """Why a chat cannot be written to any more; None for an error that says nothing of that."""
    if not isinstance(error, Forbidden | BadRequest):
        return None
    said = error.message.casefold()
    return next((reason for words, reason in REASONS.items() if words in said), None)


async def migration(update: Update, context: Context) -> None:
    """Keep all of a group under its new id. The old chat and the new one both tell of it, in either order."""
    message = update.effective_message
    if message is None:  # an update without a message
        return
    old, new = message.migrate_from_chat_id or message.chat_id, message.migrate_to_chat_id or message.chat_id
    if old == new:  # neither of the two messages
        return
    await context.chats.move(old, new)
    log.info("chat.moved")


class Membership:
    """Notes that the bot cannot write to a chat, or can again.

    Updates are worked on at once, and after an outage a leaving and a coming back may arrive together: of one chat, the
    later one counts, whichever is first here.
    """

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._last: OrderedDict[int, int] = OrderedDict()

    async def answer(self, update: Update, context: Context) -> None:
        """Note it, if nothing later is noted."""
        change = update.my_chat_member
        if change is None:  # an update without a change
            return
        async with self._turn:
            if update.update_id < self._last.get(change.chat.id, 0):
                return
            await _note(change, context)
            self._remember(change.chat.id, update.update_id)

    def _remember(self, chat_id: int, update_id: int) -> None:
        self._last[chat_id] = update_id
        self._last.move_to_end(chat_id)
        while len(self._last) > MOST_REMEMBERED:
            self._last.popitem(last=False)


async def _note(change: ChatMemberUpdated, context: Context) -> None:
    reason = _reason(change)
    if reason:
        await context.chats.set_gone(change.chat.id, reason)
    else:
        await context.chats.set_back(change.chat.id)
    if context.subscriptions is not None:
        await _tell_reports(context.subscriptions, change.chat.id, reason)
    log.info("chat.changed", reason=reason)


async def _tell_reports(subscriptions: Subscriptions, chat_id: int, reason: Gone | None) -> None:
    """Let a chat's daily reports stop with the bot's leaving, and go on with its coming back."""
    if reason:
        await subscriptions.stop(chat_id, reason)
    else:
        await subscriptions.wake(chat_id)


def _reason(change: ChatMemberUpdated) -> Gone | None:
    """Why the bot cannot write there any more; None where it can."""
    now = change.new_chat_member
    if now.status in AWAY:
        return Gone.BLOCKED if change.chat.type == ChatType.PRIVATE else Gone.KICKED
    if isinstance(now, ChatMemberRestricted):
        return None if now.is_member and now.can_send_messages else Gone.NO_RIGHTS
    if change.chat.type == ChatType.CHANNEL:
        return None if isinstance(now, ChatMemberAdministrator) and now.can_post_messages else Gone.NO_RIGHTS
    return None
