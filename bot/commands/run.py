"""`boia run`: the Telegram bot, until it is stopped."""

from __future__ import annotations

import logging
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager

from telegram.error import InvalidToken

from bot.command import Command, Exit, Gettext
from bot.errors import SettingsError
from bot.logs import configure
from bot.running.monitor import Monitor, port_problem
from bot.running.process import run
from bot.settings import LogLevel, Settings, load_settings
from factguard.texts import mark as _
from factguard.texts import translations


def arguments(_parser: ArgumentParser, _: Gettext) -> None:
    """None of its own: it is set up by the environment."""


def execute(arguments: Namespace) -> int:
    """Answer on Telegram, by polling or by webhook, until a signal ends it."""
    _ = translations(arguments.language).gettext
    settings = load_settings(arguments.language)
    if settings.telegram_token is None:
        raise SettingsError(
            _("BOIA_TELEGRAM_TOKEN is missing: get a token from @BotFather and set it, or put it in .env.")
        )
    token = settings.telegram_token.get_secret_value()
    configure(settings.log_level or LogLevel.INFO, secrets=settings.secrets)
    logging.getLogger("telegram.ext").addFilter(_is_not_said_here)
    try:
        with _monitored(settings, arguments.language) as monitor:
            run(settings, token, monitor)
    except InvalidToken as error:
        raise SettingsError(_("Telegram refuses BOIA_TELEGRAM_TOKEN; get a new token from @BotFather.")) from error
    return Exit.DONE


@contextmanager
def _monitored(settings: Settings, language: str) -> Iterator[Monitor | None]:
    """The port of metrics and health, where one is set."""
    if settings.metrics_port is None:
        yield None
        return
    try:
        monitor = Monitor(settings.metrics_listen, settings.metrics_port)
    except OSError as error:
        raise SettingsError(port_problem(error, settings.metrics_listen, settings.metrics_port, language)) from error
    try:
        yield monitor
    finally:
        monitor.close()


def _is_not_said_here(record: logging.LogRecord) -> bool:
    """Leaves out the traceback that the library logs before it raises what we say in one sentence."""
    refused = record.exc_info is not None and isinstance(record.exc_info[1], InvalidToken)
    return not (refused and "Bootstrap" in record.getMessage())


COMMAND = Command("run", _("answer on Telegram (needs BOIA_TELEGRAM_TOKEN)"), arguments, execute)
