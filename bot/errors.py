"""What can go wrong in the bot, by what the one who asked can do about it.

BotError
├── SettingsError   a setting is missing or wrong: correct the variable that the sentence names
├── UsageError      a command was given something that it cannot read: correct the command
├── ButtonError     a button's data cannot be read: an old one, or none of ours
└── CommandError    a command could not do its work this time: the sentence says what to try instead

Each carries one sentence, already in the language of the one who asked.
"""

from __future__ import annotations

from conditions.errors import ConditionsError
from factguard.texts import mark as _


class BotError(Exception):
    """Any error of this package."""


class SettingsError(BotError):
    """A setting is missing or wrong."""


class UsageError(BotError):
    """A command was given something that it cannot read."""


class ButtonError(BotError):
    """A button's data cannot be read."""

    SENTENCE = _("This button is too old; please ask again.")


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
