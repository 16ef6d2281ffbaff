"""A draft, and what every writer of drafts offers."""

from dataclasses import dataclass
from typing import Protocol

from factguard.facts import FactMap

GREEDY = 0
"""The seed that asks a writer for its most likely text; every other seed asks for a sampled one."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What a model wrote, before anything has compared it with the facts.

    `finished` is False where the model was stopped by the limit on its length, in the middle of a sentence.
    """

    text: str
    seed: int
    seconds: float
    tokens: int
    finished: bool = True


class Writer(Protocol):
    """Writes one draft at a time; all its errors are `WriterError`.

    Cancelling a draft must leave the writer usable. The same facts, language and seed give the same text.
    """

    @property
    def name(self) -> str:
        """What logs call this writer."""

    async def start(self) -> None:
        """Get ready before the first draft is asked for; calling it is optional."""

    async def draft(self, facts: FactMap, language: str, *, seed: int) -> Draft:
        """Write a draft over the facts in a language ("en", "pt", "pt_BR")."""

    async def close(self) -> None:
        """Give back what the writer holds; it writes nothing after this."""
