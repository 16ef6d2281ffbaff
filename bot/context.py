"""What a handler gets besides the update: the services, and how the chat wants to be answered."""

from __future__ import annotations

from typing import Any

from telegram import Update
from telegram.ext import Application, CallbackContext, ExtBot

from bot.messaging.pictures import Pictures
from bot.reports import Ask, ReportService
from bot.services import Services
from bot.store import Chats, Preferences, Subscriptions
from bot.texts import DEFAULT_LANGUAGE, language_of
from factguard.texts import translations

SERVICES = "services"

BoiaApplication = Application[ExtBot[None], "Context", Any, Any, dict[str, Any], None]


class Context(CallbackContext[ExtBot[None], Any, Any, dict[str, Any]]):
    """The context of one update."""

    sender: int | None = None
    """Telegram's id of the person behind the update."""
    client_language: str | None = None
    language: str = DEFAULT_LANGUAGE
    preferences: Preferences = Preferences()

    @classmethod
    def from_update(cls, update: object, application: Application[Any, Any, Any, Any, Any, Any]) -> Context:
        """Read the client's language with the update; `prefer` puts the chat's own in its place."""
        context = super().from_update(update, application)
        user = update.effective_user if isinstance(update, Update) else None
        context.sender, context.client_language = (user.id, user.language_code) if user else (None, None)
        context.language = language_of(context.client_language)
        return context

    def prefer(self, preferences: Preferences) -> None:
        """Answer as the chat wants it."""
        self.preferences = preferences
        self.language = language_of(preferences.language or self.client_language)

    @property
    def services(self) -> Services:
        """What the answer is made with."""
        services: Services = self.bot_data[SERVICES]
        return services

    @property
    def reports(self) -> ReportService:
        """The service that makes reports."""
        return self.services.reports

    @property
    def chats(self) -> Chats:
        """What is kept of chats; nothing where there is no database."""
        return self.services.chats

    @property
    def is_admin(self) -> bool:
        """Whether the person behind the update runs the bot."""
        return self.sender in self.services.admins

    @property
    def ask(self) -> Ask:
        """How the chat wants its reports."""
        return Ask(self.language, units=self.preferences.units)

    @property
    def subscriptions(self) -> Subscriptions | None:
        """The chats' daily reports; None where the database cannot be opened."""
        return self.services.subscriptions

    @property
    def pictures(self) -> Pictures:
        """The charts that Telegram has already."""
        return self.services.pictures

    def gettext(self, text: str) -> str:
        """A text in the chat's language."""
        return translations(self.language).gettext(text)
