"""A button is pressed: the press is answered first, since Telegram waits for that only seconds; then comes the work."""

from __future__ import annotations

from telegram import Message, Update
from telegram.constants import ChatType

from bot.chat.entrance import Entrance
from bot.chat.permission import is_allowed
from bot.context import Context
from bot.errors import ButtonError
from bot.handlers import HANDLERS
from bot.messaging.delivery import answered

COMMANDS = {word: command for command in HANDLERS for word in command.actions}
"""The command that a button belongs to, by the word that its data begin with."""


class Presses:
    """Answers presses, and does what the button's data say to those who are let in."""

    def __init__(self, entrance: Entrance) -> None:
        self._entrance = entrance

    async def answer(self, update: Update, context: Context) -> None:
        """Do what the button is for; data of no button of ours are told so in one sentence."""
        query = update.callback_query
        if query is None:  # an update without a press
            return
        await answered(query)
        if not isinstance(query.message, Message):  # under an inline message, where no button of ours stands
            return
        if query.message.chat.type == ChatType.CHANNEL and not await is_allowed(query.message, context):
            return  # a subscriber's press; all the others would read what is said to it
        if await self._entrance.lets_in(update, context):
            await self._act(query.message, context, query.data or "")

    async def _act(self, message: Message, context: Context, data: str) -> None:
        word, _colon, rest = data.partition(":")
        command = COMMANDS.get(word)
        if command is None or not command.is_there(message.chat, context):  # made up: it was never shown here
            raise ButtonError(context.gettext(ButtonError.SENTENCE))
        await command.actions[word](message, context, rest)
