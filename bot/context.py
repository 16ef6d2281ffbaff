"""What a handler gets besides the update: the report service, and the language of the one who wrote."""

from __future__ import annotations

from typing import Any

from telegram import Update
from telegram.ext import Application, CallbackContext, ExtBot

from bot.reports import ReportService
from bot.texts import DEFAULT_LANGUAGE, language_of
from factguard.texts import translations

SERVICE = "reports"

BoiaApplication = Application[ExtBot[None], "Context", Any, Any, dict[str, ReportService], None]


class Context(CallbackContext[ExtBot[None], Any, Any, dict[str, ReportService]]):
    """The context of one update."""

    language: str = DEFAULT_LANGUAGE

    @classmethod
    def from_update(cls, update: object, application: Application[Any, Any, Any, Any, Any, Any]) -> Context:
        """Read the language with the update, so that no handler has to."""
        context = super().from_update(update, application)
        user = update.effective_user if isinstance(update, Update) else None
        context.language = language_of(user.language_code if user else None)
        return context

    @property
    def reports(self) -> ReportService:
        """The service that makes reports."""
        return self.bot_data[SERVICE]

    def gettext(self, text: str) -> str:
        """A text in the language of the one who wrote."""
        return translations(self.language).gettext(text)
