"""What can go wrong in the bot, by what the one who asked can do about it.

BotError
├── SettingsError   a setting is missing or wrong: correct the variable that the sentence names
├── UsageError      a command was given something that it cannot read: correct the command
├── RunError        `boia run` cannot start, or cannot go on
│   ├── StoreError    the database that was named cannot be opened
│   ├── WebhookError  updates cannot be received at the address that was named
│   └── RivalError    another process polls with the same token
├── ButtonError     a button's data cannot be read: an old one, or none of ours
└── CommandError    a command could not do its work this time: the sentence says what to try instead

Each carries one sentence, already in the language of the one who asked; a RunError has it in every language.
"""

from __future__ import annotations

from conditions.errors import ConditionsError
from factguard.texts import mark as _
from factguard.texts import translations


class BotError(Exception):
    """Any error of this package."""


class SettingsError(BotError):
    """A setting is missing or wrong."""


class UsageError(BotError):
    """A command was given something that it cannot read."""


class RunError(BotError):
    """`boia run` cannot go on. `message` is for whoever started it; `str` is the reason alone, for the log.

    The sentence is a msgid that may have a place for the {reason}.
    """

    def __init__(self, sentence: str, reason: str = "") -> None:
        super().__init__(reason)
        self._sentence = sentence

    def message(self, language: str) -> str:
        """One sentence that says what to do."""
        return translations(language).gettext(self._sentence).format(reason=self)


class StoreError(RunError):
    """The database that was named cannot be opened."""


class WebhookError(RunError):
    """Updates cannot be received at the address that was named."""


class RivalError(RunError):
    """Another process polls with the same token, and was there first."""


class ButtonError(BotError):
    """A button's data cannot be read."""

    SENTENCE = _("This button is too old; please ask again.")


class CommandError(BotError):
    """A command could not do its work."""


def explain(error: BaseException, language: str) -> str | None:
    """One sentence for the one who asked, about an error that they can understand; None for a fault of ours."""
    match error:
        case ConditionsError() | RunError():
            return error.message(language)
        case BotError():
            return str(error)
        case _:
            return None
