"""`boia model`: which model answers, with a test sentence, its verdict and its seconds."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace

from babel.numbers import format_decimal

from bot.command import Command, Exit, Gettext
from bot.errors import CommandError
from bot.logs import configure
from bot.settings import LogLevel, Settings, load_settings
from bot.terminal import BOLD, say, show_table, status, styled, wrapped
from bot.trial import Trial, tried
from bot.verdict_words import VERDICTS
from bot.writer import WriterError
from factguard.texts import mark as _
from factguard.texts import translations


def arguments(_parser: ArgumentParser, _: Gettext) -> None:
    """None of its own: the model is set up by the environment."""


def execute(arguments: Namespace) -> int:
    """Print which model it is, and what it writes."""
    settings = load_settings(arguments.language)
    configure(settings.log_level or LogLevel.ERROR, secrets=settings.secrets)
    _ = translations(arguments.language).gettext
    with status(_("Writing…")):
        try:
            trial = asyncio.run(tried(settings, arguments.language))
        except WriterError as error:
            raise _failed(str(error), arguments.language) from error
    _show(trial, settings, arguments.language)
    return Exit.DONE


def _show(trial: Trial, settings: Settings, language: str) -> None:
    _ = translations(language).gettext
    result, attempts = trial.outcome.result, trial.outcome.attempts
    if result is None or result.shown is None:
        raise _failed(trial.outcome.detail or "", language)
    show_table(trial.rows)
    say(f"\n{wrapped(result.shown)}\n")
    for violation in result.violations:
        say(violation.message(language))
    best = next(attempt for attempt in attempts if attempt.text == result.shown)
    say(styled(_(VERDICTS[best.verdict]) if best.verdict else "", BOLD))
    seconds = sum(attempt.seconds for attempt in attempts)
    say(
        _("Ready after {loading} s, written after {seconds} s; attempts: {attempts} of {most}.").format(
            loading=_tenths(trial.loading, language),
            seconds=_tenths(seconds, language),
            attempts=len(attempts),
            most=settings.attempts,
        )
    )


def _tenths(seconds: float, language: str) -> str:
    return format_decimal(round(seconds, 1), format="0.0", locale=language)


def _failed(detail: str, language: str) -> CommandError:
    _ = translations(language).gettext
    return CommandError(_("The model writes no sentence. {detail}").format(detail=detail))


COMMAND = Command("model", _("which model answers, with a test sentence"), arguments, execute)
