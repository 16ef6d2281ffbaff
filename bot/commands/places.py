"""`boia places [QUERY]`: the places that reports are made of."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from babel import Locale

from bot.command import Command, Exit, Gettext
from bot.terminal import show_table
from conditions import DOMAINS, SWIM, places
from factguard.texts import mark as _


def arguments(parser: ArgumentParser, _: Gettext) -> None:
    """A name to look for, or nothing."""
    parser.add_argument("query", nargs="*", metavar=_("QUERY"), help=_("part of a name; without it, all places"))
    parser.add_argument(
        "--domain",
        choices=[domain.name for domain in DOMAINS],
        default=SWIM.name,
        help=_("what the report is of: swim, unless you say else"),
    )


def execute(arguments: Namespace) -> int:
    """Print each place with where it is."""
    query = " ".join(arguments.query)
    known = next(domain for domain in DOMAINS if domain.name == arguments.domain).places()
    found = places.find(query, known) if query else known
    countries = Locale.parse(arguments.language).territories
    show_table([(place.name, place.town, place.region, countries[place.country]) for place in found])
    return Exit.DONE


COMMAND = Command("places", _("the places that Boia knows"), arguments, execute)
