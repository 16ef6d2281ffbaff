"""What every request passes first: the sender's budget, and how the chat wants to be answered."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import structlog
from telegram import Update

from bot.chat.budget import Budget, Standing
from bot.context import Context
from factguard.texts import mark as _

log = structlog.get_logger(__name__)

Answer = Callable[[Update, Context], Coroutine[Any, Any, None]]
WARNING = _("That is a lot of requests. I read nothing from you for a minute.")


class Entrance:
    """Lets requests in, within each person's budget."""

    def __init__(self, budget: Budget | None = None) -> None:
        self._budget = budget or Budget()

    def to(self, answer: Answer) -> Answer:
        """The same answer, for those who are let in."""

        async def enter(update: Update, context: Context) -> None:
            if await self.lets_in(update, context):
                await answer(update, context)

        return enter

    async def lets_in(self, update: Update, context: Context) -> bool:
        """Whether a request is answered; the chat's preferences are read then."""
        chat, user = update.effective_chat, update.effective_user
        if chat is None:
            return False
        # Administrators who stay anonymous share one user id in all groups of Telegram.
        payer = user.id if user and not user.is_bot else chat.id
        # Those who run the bot judge one draft after another with it.
        standing = Standing.WELCOME if context.is_admin else self._budget.spend(payer)
        if standing is Standing.IGNORED:
            return False
        context.prefer(await context.chats.seen(chat.id))
        if standing is Standing.WARNED:
            log.warning("update.flood")
            await context.bot.send_message(chat.id, context.gettext(WARNING), message_thread_id=_topic(update))
            return False
        return True


def _topic(update: Update) -> int | None:
    message = update.effective_message
    return message.message_thread_id if message is not None and message.is_topic_message else None
