"""`boia report PLACE`: the report of a place in the terminal, or as JSON."""

from __future__ import annotations

import asyncio
import re
from argparse import ArgumentParser, Namespace
from datetime import UTC, datetime, time

from bot.as_json import as_json, report_data
from bot.command import Command, Exit, Gettext
from bot.errors import CommandError, UsageError
from bot.logs import configure
from bot.page import page
from bot.reports import Report, open_service
from bot.settings import LogLevel, Settings, load_settings
from bot.terminal import say, show_page, status
from conditions import places
from conditions.errors import SourceUnreachableError
from conditions.places import Place
from conditions.sample import SAMPLE_DAY
from factguard import Mode
from factguard.texts import mark as _
from factguard.texts import translations

SAMPLE_HOUR = time(9)


def arguments(parser: ArgumentParser, _: Gettext) -> None:
    """PLACE, and what to make of it."""
    parser.add_argument("place", nargs="+", metavar=_("PLACE"), help=_("a beach, as you would say it: joaquina"))
    parser.add_argument("--at", metavar="HH:MM", help=_("the hour there, today; without it, the current one"))
    parser.add_argument("--mode", choices=list(Mode), type=Mode, help=_("what becomes of a sentence with errors"))
    parser.add_argument("--sample", action="store_true", help=_("use the sample forecast: no network needed"))
    parser.add_argument("--json", action="store_true", help=_("print JSON for programs"))


def execute(arguments: Namespace) -> int:
    """Print the report."""
    settings = load_settings(arguments.language)
    configure(settings.log_level or LogLevel.ERROR)
    place = places.one(" ".join(arguments.place))
    hour = _hour(arguments.at, arguments.language)
    with status(translations(arguments.language).gettext("Writing…")):
        report = asyncio.run(_report(settings, arguments, place, hour))
    if arguments.json:
        say(as_json(report_data(report)))
    else:
        show_page(page(report))
    return Exit.DONE


async def _report(settings: Settings, arguments: Namespace, place: Place, hour: time | None) -> Report:
    at = _moment(place, hour, sample=arguments.sample)
    async with open_service(settings, sample=arguments.sample) as service:
        try:
            return await service.report(place, at, arguments.language, mode=arguments.mode)
        except SourceUnreachableError as error:
            raise CommandError(_offline(error, arguments.language)) from error


def _offline(error: SourceUnreachableError, language: str) -> str:
    _ = translations(language).gettext
    return _("{source} cannot be reached: check the network, or add --sample for a sample forecast.").format(
        source=error.source
    )


def _moment(place: Place, hour: time | None, *, sample: bool) -> datetime | None:
    """The asked hour of the local day, or of the sample; None is now."""
    if sample:
        return datetime.combine(SAMPLE_DAY, hour or SAMPLE_HOUR, place.zone)
    return datetime.combine(datetime.now(UTC).astimezone(place.zone), hour, place.zone) if hour else None


def _hour(text: str | None, language: str) -> time | None:
    if text is None:
        return None
    match = re.fullmatch(r"([01]?\d|2[0-3]):([0-5]\d)", text)
    if match is None:
        _ = translations(language).gettext
        raise UsageError(_("--at must be a time such as 09:00, not “{value}”.").format(value=text))
    return time(int(match[1]), int(match[2]))


COMMAND = Command("report", _("a place's numbers and a checked sentence"), arguments, execute)
