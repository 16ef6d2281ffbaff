"""Text in a private chat that is no command names a place; a command that there is not gets a hint."""

from __future__ import annotations

import difflib
import re

from telegram import Message, Update
from telegram.constants import ChatType

from bot.chat.asked import found, show_report
from bot.chat.buttons import REFRESH
from bot.chat.command import commands_of, name_of_help
from bot.chat.domain_names import by_word
from bot.chat.entrance import Entrance
from bot.chat.question import question
from bot.context import Context
from conditions.places import folded
from factguard.texts import mark as _

NO_PLACE = _("Which beach? Just write its name: Joaquina tomorrow 9am")
UNKNOWN = _("There is no command /{command} here. /{help} shows what there is.")
ALIKE = _("There is no command /{command} here; did you mean /{alike}?")
LONGEST_NAME = 32


async def text(update: Update, context: Context) -> None:
    """Answer a place's name with its report."""
    message = update.effective_message
    if message is None:  # an update without a message
        return
    domain, said = by_word(message.text or "")
    asked = question(said)
    if asked.place.startswith("/"):  # with an accent ("/gráfico") it is no command to Telegram
        await message.reply_text(_hint(asked.place[1:].partition(" ")[0], message, context))
    elif not asked.place:
        await message.reply_text(context.gettext(NO_PLACE))
    elif wish := await found(message, context, asked, REFRESH, domain):
        await show_report(message, context, wish)


class UnknownCommands:
    """Answers commands that there are not; those that a group means for other bots cost nobody's budget."""

    def __init__(self, entrance: Entrance) -> None:
        self._entrance = entrance

    async def answer(self, update: Update, context: Context) -> None:
        """Name the command that may be meant."""
        message = update.effective_message
        typed = re.match(r"/(\w+)(?:@(\w+))?", message.text or "") if message else None
        if message is None or typed is None or not _is_meant(message.chat.type, typed[2], context.bot.username):
            return
        if await self._entrance.lets_in(update, context):
            await message.reply_text(_hint(typed[1], message, context))


def _hint(typed: str, message: Message, context: Context) -> str:
    there = [command for command in commands_of(context) if command.is_there(message.chat, context)]
    names = [name for command in there for name in command.all_names]
    alike = difflib.get_close_matches(folded(typed), names, n=1)
    sentence = context.gettext(ALIKE if alike else UNKNOWN)
    return sentence.format(command=typed[:LONGEST_NAME], alike="".join(alike), help=name_of_help(context))


def _is_meant(chat_type: str, addressed: str | None, own_name: str) -> bool:
    """Whether a command is for this bot: in a group other bots' commands are heard too."""
    if chat_type == ChatType.CHANNEL:  # all subscribers would read the hint
        return False
    if addressed is not None:
        return addressed.casefold() == own_name.casefold()
    return chat_type == ChatType.PRIVATE
