"""What a chat calls each domain of reports: its command, and its word behind other commands ("/daily air lisboa")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.texts import DEFAULT_LANGUAGE
from conditions import AIR, DOMAINS, SWIM, Domain
from conditions.places import folded
from factguard.texts import mark as _


@dataclass(frozen=True, slots=True)
class DomainName:
    """A domain's command by language with all that is said of it; texts are msgids.

    `question` asks for the place, and `hint` is what /help says of it beside its command. `label` stands beside a
    place, except where the domain is the usual one.
    """

    names: Mapping[str, str]
    help: str
    example: str
    question: str
    label: str = ""
    hint: str = ""
    also: tuple[str, ...] = ()

    def word(self, language: str) -> str:
        """What somebody writes for it."""
        return self.names.get(language.partition("_")[0], self.names[DEFAULT_LANGUAGE])


NAMES: Mapping[Domain, DomainName] = {
    SWIM: DomainName(
        {"en": "conditions", "pt": "praia"},
        help=_("how the sea is at a beach"),
        example=_("Joaquina tomorrow 9am"),
        question=_("Which beach? For example: /{command} Joaquina"),
        also=("condicoes",),
    ),
    AIR: DomainName(
        {"en": "air", "pt": "ar"},
        help=_("how the air is in a town or at a beach"),
        example=_("Lisbon tomorrow 9am"),
        question=_("Which town or beach? For example: /{command} Lisbon"),
        label=_("air quality"),
        hint=_("More of the air: /hours air Lisbon, /chart air Lisbon, /daily air Lisbon 07:00"),
    ),
}
"""Every domain's; a test compares them with DOMAINS."""

USUAL = DOMAINS[0]
"""The domain that is meant where none is said."""


def by_name(name: str) -> Domain | None:
    """The domain of this name; None where there is none."""
    return next((domain for domain in DOMAINS if domain.name == name), None)


def by_word(text: str) -> tuple[Domain, str]:
    """The domain that a request begins with ("ar lisboa"), and the rest of it; without one, the usual domain."""
    first, _space, rest = text.strip().partition(" ")
    for domain in DOMAINS:
        if domain is not USUAL and folded(first) in NAMES[domain].names.values():
            return domain, rest.strip()
    return USUAL, text
