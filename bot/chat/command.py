"""What a command on Telegram is made of."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any

from telegram import Chat, Message, Update
from telegram.constants import ChatType

from bot.context import Context
from bot.texts import DEFAULT_LANGUAGE

Answer = Callable[[Update, Context], Coroutine[Any, Any, None]]
Action = Callable[[Message, Context, str], Coroutine[Any, Any, None]]
"""What a button does: it gets the message that it stands under, and what its callback data says behind the colon."""

COMMANDS = "commands"
"""Where the application keeps its commands."""


@dataclass(frozen=True, slots=True)
class ChatCommand:
    """One command: its names by language, what the menu says of it (a msgid), and what answers.

    Every name is understood in every language, as are those of `also`; a language without a name of its own shows the
    English one. `example` is what may stand behind the name, a msgid. `actions` are the command's buttons by the word
    that their callback data begins with. A command of `admin` is there for admins alone, in their private chats.
    """

    names: Mapping[str, str]
    help: str
    answer: Answer
    also: tuple[str, ...] = ()
    example: str = ""
    actions: Mapping[str, Action] = field(default_factory=dict)
    admin: bool = False
    in_channels: bool = False

    def name(self, language: str) -> str:
        """The name that a language's menu shows."""
        return self.names.get(language.partition("_")[0], self.names[DEFAULT_LANGUAGE])

    def is_there(self, chat: Chat, context: Context) -> bool:
        """Whether a chat has this command, for the one who writes there."""
        if chat.type == ChatType.CHANNEL:
            return self.in_channels
        return not self.admin or (chat.type == ChatType.PRIVATE and context.is_admin)

    def language_of(self, name: str) -> str | None:
        """The language in which the command has this name."""
        return next((language for language, own in self.names.items() if own == name.casefold()), None)

    @property
    def all_names(self) -> tuple[str, ...]:
        """Every name that is understood."""
        return tuple(dict.fromkeys((*self.names.values(), *self.also)))


def commands_of(context: Context) -> tuple[ChatCommand, ...]:
    """All commands of the bot that answers, in the order in which its menu shows them."""
    commands: tuple[ChatCommand, ...] = context.bot_data[COMMANDS]
    return commands


def name_of_help(context: Context) -> str:
    """What the command is called, in the chat's language, that shows all others."""
    return next(each for each in commands_of(context) if "help" in each.all_names).name(context.language)
