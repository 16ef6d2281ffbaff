"""How updates come: Telegram brings them to a webhook, or they are polled, which one process alone can do."""

from __future__ import annotations

import os
import re
import socket
import time
from collections.abc import Awaitable, Callable, Sequence
from urllib.parse import urlsplit

import structlog
from telegram.error import BadRequest, Conflict, TelegramError

from bot.context import BoiaApplication, Context
from bot.errors import RivalError, WebhookError
from bot.settings import Settings
from factguard.texts import mark as _

log = structlog.get_logger(__name__)

Step = Callable[[BoiaApplication], Awaitable[None]]

SETTLED_S = 60.0
"""Who has polled for longer stays, whoever else comes."""
PEACE_S = 3.0
"""Who met with no conflict for so long was there before the other. A newcomer's first one comes after a second."""
ENOUGH = 2
"""Conflicts after which a newcomer goes: one alone is a predecessor that says goodbye."""
ENOUGH_OF_ELDER = 6
"""Those after which the elder of two that are both new goes; the other should be gone by then."""


def receive(application: BoiaApplication, settings: Settings, updates: Sequence[str]) -> None:
    """Handle updates of some kinds until a signal ends it; RunError where that cannot go on."""
    if settings.webhook_url:
        _by_webhook(application, settings, settings.webhook_url, updates)
    else:
        _by_polling(application, updates)


def _by_polling(application: BoiaApplication, updates: Sequence[str]) -> None:
    rivalry = Rivalry()
    application.add_error_handler(rivalry.on_error)
    _around_opening(application, then=rivalry.begin)
    application.run_polling(bootstrap_retries=-1, allowed_updates=updates)
    if rivalry.lost:
        raise RivalError(_("Another process polls with this token and goes on; this one has stopped."))


class Rivalry:
    """Finds out whether another process polls with the same token, and which of the two is to go.

    Telegram ends the older of two waiting requests, so that both get their share of conflicts. The newcomer goes.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._began = clock, clock()
        self._conflicts, self._enough = 0, ENOUGH
        self.lost = False

    async def begin(self, _application: BoiaApplication) -> None:
        """Polling begins now."""
        self._began = self._clock()

    async def on_error(self, _update: object, context: Context) -> None:
        """Count a conflict, and stop where this is the newcomer."""
        if isinstance(context.error, Conflict) and self._goes() and context.application.running:
            self.lost = True  # before it runs it cannot be stopped; then the next conflict does it
            context.application.stop_running()

    def _goes(self) -> bool:
        age = self._clock() - self._began
        if not self._conflicts:
            self._enough = ENOUGH if age < PEACE_S else ENOUGH_OF_ELDER
        self._conflicts += 1
        return age < SETTLED_S and self._conflicts >= self._enough


def _by_webhook(application: BoiaApplication, settings: Settings, url: str, updates: Sequence[str]) -> None:
    secret = settings.webhook_secret.get_secret_value() if settings.webhook_secret else ""
    if not secret:  # the library would take updates from anybody
        raise AssertionError("settings without a secret are refused")
    _check_port(settings.webhook_listen, settings.webhook_port)

    async def announce(application: BoiaApplication) -> None:
        """Say where to bring updates; what Telegram refuses now it would refuse for ever."""
        try:
            await application.bot.set_webhook(url, allowed_updates=updates, secret_token=secret)
        except BadRequest as error:
            raise WebhookError(_("Telegram refuses BOIA_WEBHOOK_URL: {reason}."), error.message) from error
        except TelegramError as error:  # it is tried again until it is done
            log.warning("telegram.webhook_not_set", reason=str(error))

    _around_opening(application, first=announce)
    # It stays set at the end: other replicas answer, and without any Telegram keeps updates for a day.
    application.run_webhook(
        listen=settings.webhook_listen,
        port=settings.webhook_port,
        url_path=re.escape(urlsplit(url).path.rstrip("/")),  # the library reads it as a pattern
        webhook_url=url,
        secret_token=secret,
        allowed_updates=updates,
        bootstrap_retries=-1,
    )


def _check_port(listen: str, port: int) -> None:
    try:
        with socket.create_server((listen, port), family=socket.AF_INET6 if ":" in listen else socket.AF_INET):
            return
    except OSError as error:
        reason = f"{listen}:{port}: {os.strerror(error.errno) if error.errno else error}"
        sentence = _(
            "Nothing can be received there; choose another BOIA_WEBHOOK_LISTEN or BOIA_WEBHOOK_PORT ({reason})."
        )
        raise WebhookError(sentence, reason) from error


async def _nothing(_application: BoiaApplication) -> None:
    """Do nothing."""


def _around_opening(application: BoiaApplication, first: Step = _nothing, then: Step = _nothing) -> None:
    """Do something as soon as Telegram knows the bot, before anything is opened, and something after that."""
    opened = application.post_init

    async def all_three(application: BoiaApplication) -> None:
        await first(application)
        if opened is not None:
            await opened(application)
        await then(application)

    application.post_init = all_three
