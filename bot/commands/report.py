"""`boia report PLACE`: the report of a place in the terminal, or as JSON."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace

from bot.asking import asked, day_argument, place_arguments, when
from bot.command import Command, Exit, Gettext
from bot.layout.as_json import as_json, report_data
from bot.layout.page import page
from bot.reports import Report
from bot.terminal import say, show_page, status
from bot.when import When
from factguard import Mode
from factguard.texts import mark as _
from factguard.texts import translations


def arguments(parser: ArgumentParser, _: Gettext) -> None:
    """PLACE, the hour, and what to make of it."""
    place_arguments(parser, _)
    day_argument(parser, _)
    hour = parser.add_mutually_exclusive_group()
    hour.add_argument("--at", metavar="HH:MM", help=_("the hour there; without it, the current one (tomorrow: 09:00)"))
    hour.add_argument("--best", action="store_true", help=_("the day's best hour of daylight"))
    parser.add_argument("--mode", choices=list(Mode), type=Mode, help=_("what becomes of a sentence with errors"))
    parser.add_argument("--json", action="store_true", help=_("print JSON for programs"))


def execute(arguments: Namespace) -> int:
    """Print the report."""
    hour = when(arguments)
    with status(translations(arguments.language).gettext("Writing…")):
        report = asyncio.run(_report(arguments, hour))
    if arguments.json:
        say(as_json(report_data(report)))
    else:
        show_page(page(report))
    return Exit.DONE


async def _report(arguments: Namespace, hour: When) -> Report:
    async with asked(arguments) as request:
        return await request.service.report(request.place, request.ask, hour)


COMMAND = Command("report", _("a place's numbers and a checked sentence"), arguments, execute)
