"""What a command on Telegram is made of."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

from telegram import Update

from bot.context import Context
from bot.texts import DEFAULT_LANGUAGE


@dataclass(frozen=True, slots=True)
class ChatCommand:
    """One command: its names by language, what the menu says of it (a msgid), and what answers.

    Every name is understood in every language; a language without a name of its own shows the English one.
    """

    names: Mapping[str, str]
    help: str
    answer: Callable[[Update, Context], Coroutine[Any, Any, None]]

    def name(self, language: str) -> str:
        """The name that a language's menu shows."""
        return self.names.get(language, self.names[DEFAULT_LANGUAGE])
