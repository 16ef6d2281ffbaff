"""What can go wrong in the bot, by what the one who asked can do about it.

BotError
├── SettingsError   a setting is missing or wrong: correct the variable that the sentence names
├── UsageError      a command was given something that it cannot read: correct the command
└── CommandError    a command could not do its work this time: the sentence says what to try instead

Each carries one sentence, already in the language of the one who asked.
"""

from __future__ import annotations

from conditions.errors import ConditionsError


class BotError(Exception):
    """Any error of this package."""


class SettingsError(BotError):
    """A setting is missing or wrong."""


class UsageError(BotError):
    """A command was given something that it cannot read."""


class CommandError(BotError):
    """A command could not do its work."""


def explain(error: BaseException, language: str) -> str | None:
    """One sentence for the one who asked, about an error that they can understand; None for a fault of ours."""
    match error:
        case ConditionsError():
            return error.message(language)
        case BotError():
            return str(error)
        case _:
            return None
