"""What the commands about a place have in common: their arguments, and the service that answers."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import time

from bot.command import Gettext
from bot.errors import CommandError, UsageError
from bot.logs import configure
from bot.reports import Ask, ReportService
from bot.services import open_service
from bot.settings import LogLevel, load_settings
from bot.units import System, WindUnit, units
from bot.when import When
from conditions import DOMAINS, SWIM
from conditions.errors import SourceUnreachableError
from conditions.places import Place
from factguard.texts import mark as _
from factguard.texts import translations

TODAY, TOMORROW = "today", "tomorrow"
DAYS = {TODAY: _("today"), TOMORROW: _("tomorrow")}


@dataclass(frozen=True, slots=True)
class Asked:
    """A place that somebody asked for, with how they want it."""

    service: ReportService
    place: Place
    ask: Ask


def place_arguments(parser: ArgumentParser, _: Gettext) -> None:
    """PLACE, and what of it."""
    parser.add_argument(
        "place", nargs="+", metavar=_("PLACE"), help=_("a beach as you would say it, joaquina, or latitude,longitude")
    )
    parser.add_argument(
        "--domain",
        choices=[domain.name for domain in DOMAINS],
        default=SWIM.name,
        help=_("what the report is of: swim, unless you say else"),
    )
    parser.add_argument("--units", choices=list(System), type=System, default=System.METRIC, help=_("units of numbers"))
    parser.add_argument("--wind", choices=list(WindUnit), type=WindUnit, help=_("another unit for wind"))
    parser.add_argument("--sample", action="store_true", help=_("use the sample forecast: no network needed"))


def day_argument(parser: ArgumentParser, _: Gettext) -> None:
    """--day."""
    words = [*DAYS, *(_(day) for day in DAYS.values())]
    parser.add_argument(
        "--day",
        type=lambda word: _day(word, _),
        choices=list(dict.fromkeys(words)),
        default=TODAY,
        help=_("today, unless you say tomorrow"),
    )


@asynccontextmanager
async def asked(arguments: Namespace) -> AsyncIterator[Asked]:
    """The place of the arguments, and the service that knows of it."""
    settings = load_settings(arguments.language)
    configure(settings.log_level or LogLevel.ERROR, secrets=settings.secrets)
    domain = next(domain for domain in DOMAINS if domain.name == arguments.domain)
    ask = Ask(arguments.language, domain, units(arguments.units, arguments.wind), getattr(arguments, "mode", None))
    async with open_service(settings, sample=arguments.sample) as service:
        try:
            yield Asked(service, await service.place(" ".join(arguments.place), ask), ask)
        except SourceUnreachableError as error:
            raise CommandError(_offline(error, arguments.language)) from error


def when(arguments: Namespace) -> When:
    """The hour of the arguments."""
    return When(tomorrow=arguments.day == TOMORROW, at=_hour(arguments.at, arguments.language), best=arguments.best)


def _day(word: str, _: Gettext) -> str:
    """A day by its word in either language."""
    return next((day for day, name in DAYS.items() if word.casefold() in (day, _(name))), word)


def _offline(error: SourceUnreachableError, language: str) -> str:
    _ = translations(language).gettext
    return _("{source} cannot be reached: check the network, or add --sample for a sample forecast.").format(
        source=error.source
    )


def _hour(text: str | None, language: str) -> time | None:
    if text is None:
        return None
    match = re.fullmatch(r"([01]?\d|2[0-3]):([0-5]\d)", text)
    if match is None:
        _ = translations(language).gettext
        raise UsageError(_("--at must be a time such as 09:00, not “{value}”.").format(value=text))
    return time(int(match[1]), int(match[2]))
