"""Commands that are posted in a channel, which its administrators alone can do: those that its daily reports need.

A channel is for broadcasts: all its subscribers read each answer, so that nothing else is answered there. Posts name no
person, and no client's language: until a language is chosen, a channel is answered in that of the command's name.
"""

from __future__ import annotations

import re

import structlog
from telegram import Update

from bot.chat.command import Answer, ChatCommand
from bot.chat.entrance import Entrance
from bot.context import Context
from bot.errors import BotError, explain
from conditions.errors import ConditionsError

log = structlog.get_logger(__name__)


def in_a_channel(command: ChatCommand, entrance: Entrance) -> Answer:
    """What a command does in a channel."""
    known = entrance.to(command.answer)

    async def answer(update: Update, context: Context) -> None:
        post = update.channel_post
        typed = re.match(r"/(\w+)", post.text or "") if post else None
        if post is None or typed is None:
            return
        context.client_language = command.language_of(typed[1])
        try:
            await known(update, context)
        except (BotError, ConditionsError) as error:  # here, as long as the language of the command's name is known
            log.info("update.refused", kind=type(error).__name__, reason=str(error))
            await post.reply_text(explain(error, context.language) or str(error))

    return answer
