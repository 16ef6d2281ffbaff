"""`boia hours PLACE`: a day of a place, hour by hour."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace

from bot.asking import TOMORROW, Asked, asked, day_argument, place_arguments
from bot.command import Command, Exit, Gettext
from bot.layout.as_json import as_json, day_data
from bot.layout.table import table
from bot.terminal import say, show_day
from conditions import Outlook
from factguard.texts import mark as _


def arguments(parser: ArgumentParser, _: Gettext) -> None:
    """PLACE and the day."""
    place_arguments(parser, _)
    day_argument(parser, _)
    parser.add_argument("--json", action="store_true", help=_("print JSON for programs"))


def execute(arguments: Namespace) -> int:
    """Print the table."""
    request, outlook = asyncio.run(_outlook(arguments))
    day = outlook.tomorrow if arguments.day == TOMORROW else outlook.today
    readings = outlook.day(day)
    if arguments.json:
        say(as_json(day_data(outlook, readings)))
    else:
        show_day(table(outlook, day, request.ask, sample=arguments.sample))
    return Exit.DONE


async def _outlook(arguments: Namespace) -> tuple[Asked, Outlook]:
    async with asked(arguments) as request:
        return request, await request.service.outlook(request.place, request.ask.domain)


COMMAND = Command("hours", _("a place's day, hour by hour"), arguments, execute)
