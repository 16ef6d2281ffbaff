"""A draft, and what every writer of drafts offers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from bot.units import METRIC, Units
from factguard.facts import FactMap
from factguard.result import Violation

GREEDY = 0
"""The seed that asks a writer for its most likely text; every other seed asks for a sampled one."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What a model wrote, before anything has compared it with the facts.

    `finished` is False where the model was stopped by the limit on its length, in the middle of a sentence; `reasoned`
    is True where a server kept the model's reasoning apart from the text. `model` names the model that wrote, as the
    writer knows it; `asked` is what a chat model was asked, so that an echo of it is known.
    """

    text: str
    seed: int
    seconds: float
    tokens: int
    finished: bool = True
    reasoned: bool = False
    model: str = ""
    asked: str = ""


class Writer(Protocol):
    """Writes one draft at a time; all its errors are `WriterError`.

    Cancelling a draft must leave the writer usable. The same facts, language, units and seed give the same
    text.
    """

    @property
    def name(self) -> str:
        """What logs call this writer."""

    async def start(self) -> None:
        """Get ready before the first draft is asked for; calling it is optional."""

    async def draft(self, facts: FactMap, language: str, *, seed: int, units: Units = METRIC) -> Draft:
        """Write a draft over the facts in a language ("en", "pt", "pt_BR"), its numbers in the reader's units."""

    async def close(self) -> None:
        """Give back what the writer holds; it writes nothing after this."""


@runtime_checkable
class Corrector(Protocol):
    """A writer that can be told what was wrong with its draft, because its model converses.

    `corrects` may be False until the model is loaded.
    """

    @property
    def corrects(self) -> bool:
        """Whether the model that answers now can be told."""

    async def correct(
        self,
        facts: FactMap,
        language: str,
        draft: str,
        violations: Sequence[Violation],
        left_out: Sequence[str],
        *,
        seed: int,
        units: Units = METRIC,
    ) -> Draft:
        """Write the draft again, without its violations and with the fields that it left out."""
