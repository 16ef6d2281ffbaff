"""`boia chart PLACE -o FILE`: a day of a place as a picture."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot.asking import TOMORROW, asked, day_argument, place_arguments
from bot.command import Command, Exit, Gettext
from bot.errors import UsageError
from bot.layout.chart import Theme, drawn
from bot.terminal import say
from factguard.texts import mark as _
from factguard.texts import translations


def arguments(parser: ArgumentParser, _: Gettext) -> None:
    """PLACE, the day, and the file."""
    place_arguments(parser, _)
    day_argument(parser, _)
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar=_("FILE"), help=_("the picture's file, a PNG")
    )
    parser.add_argument("--theme", choices=list(Theme), type=Theme, default=Theme.LIGHT, help=_("its background"))


def execute(arguments: Namespace) -> int:
    """Draw the picture and say where it is."""
    _ = translations(arguments.language).gettext
    picture = asyncio.run(_drawn(arguments))
    try:
        arguments.output.write_bytes(picture)
    except OSError as error:
        sentence = _("{file} cannot be written ({reason}).")
        raise UsageError(sentence.format(file=arguments.output, reason=error.strerror)) from error
    say(_("The chart is in {file}.").format(file=arguments.output))
    return Exit.DONE


async def _drawn(arguments: Namespace) -> bytes:
    async with asked(arguments) as request:
        outlook = await request.service.outlook(request.place, request.ask.domain)
        day = outlook.tomorrow if arguments.day == TOMORROW else outlook.today
        return await drawn(outlook, day, request.ask, theme=arguments.theme, sample=arguments.sample)


COMMAND = Command("chart", _("a place's day as a picture"), arguments, execute)
