"""`boia model`: which model answers, with a test sentence, its verdict and its seconds."""

from __future__ import annotations

import asyncio
import time
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass

import httpx
from babel.numbers import format_decimal

from bot.command import Command, Exit, Gettext
from bot.commands.check import VERDICTS
from bot.errors import CommandError
from bot.logs import configure
from bot.models import open_writer
from bot.settings import LogLevel, ModelKind, Settings, load_settings
from bot.terminal import BOLD, say, show_table, status, styled, wrapped
from bot.writer import EmbeddedWriter, OllamaWriter, OpenAIWriter, Outcome, Writer, WriterError, summarise
from conditions import SWIM, Sources
from conditions.forecasts import Forecasts
from conditions.open_meteo import OpenMeteo
from conditions.places import one
from conditions.sample import sample_now, sample_transport
from conditions.source import Source
from factguard import FactMap, Mode
from factguard.texts import mark as _
from factguard.texts import translations

PLACE = "joaquina"
KINDS = {
    ModelKind.EMBEDDED: _("embedded in Boia"),
    ModelKind.OPENAI: _("an OpenAI-compatible server"),
    ModelKind.OLLAMA: _("Ollama"),
}


@dataclass(frozen=True, slots=True)
class Trial:
    """What a model did with the sample's facts: `loading` are the seconds until it was ready."""

    rows: list[tuple[str, str]]
    loading: float
    outcome: Outcome


def arguments(_parser: ArgumentParser, _: Gettext) -> None:
    """None of its own: the model is set up by the environment."""


def execute(arguments: Namespace) -> int:
    """Print which model it is, and what it writes."""
    settings = load_settings(arguments.language)
    configure(settings.log_level or LogLevel.ERROR, secrets=settings.secrets)
    _ = translations(arguments.language).gettext
    with status(_("Writing…")):
        trial = asyncio.run(_try(settings, arguments.language))
    _show(trial, settings, arguments.language)
    return Exit.DONE


async def _try(settings: Settings, language: str) -> Trial:
    facts = await _sample_facts()
    async with open_writer(settings) as writer:
        began = time.monotonic()
        try:
            await writer.start()
        except WriterError as error:
            raise _failed(str(error), language) from error
        loading = time.monotonic() - began
        outcome = await summarise(
            writer, facts, language, mode=Mode.WARN, attempts=settings.attempts, deadline=settings.deadline_s
        )
        return Trial(_rows(writer, settings, language), loading, outcome)


async def _sample_facts() -> FactMap:
    place = one(PLACE)
    async with httpx.AsyncClient(transport=sample_transport()) as http:
        sources = Sources(Forecasts(OpenMeteo(Source(http))))
        outlook = await SWIM.gather(sources, place, sample_now(place))
    return outlook.at(outlook.now).facts


def _rows(writer: Writer, settings: Settings, language: str) -> list[tuple[str, str]]:
    """Which model answers, and where it is."""
    _ = translations(language).gettext
    kind = (_("Model"), _(KINDS[settings.model]))
    if isinstance(writer, EmbeddedWriter):
        model, adapter = writer.files
        none = _("none")
        return [kind, (_("File"), str(model)), (_("Adapter"), none if adapter is None else str(adapter))]
    if isinstance(writer, OpenAIWriter | OllamaWriter):
        return [kind, (_("Name"), writer.model), (_("Address"), writer.url)]
    return [kind]


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
