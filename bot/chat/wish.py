"""What somebody in a chat wants to see."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.context import Context
from bot.reports import Ask
from bot.when import NOW, When
from conditions import SWIM, Domain
from conditions.places import Place


@dataclass(frozen=True, slots=True)
class Wish:
    """A place at an hour, and what is asked about it."""

    place: Place
    when: When = NOW
    domain: Domain = SWIM

    def ask(self, context: Context) -> Ask:
        """How the report service is asked for it, as the chat wants its reports."""
        return replace(context.ask, domain=self.domain)
