"""What the writers over HTTP share: a request is put together, sent once the model is loaded, and timed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import structlog

from bot.units import METRIC, Units
from bot.writer.chat import Chat, Message, answer_of, chat, corrected
from bot.writer.draft import GREEDY, Draft
from factguard.facts import FactMap
from factguard.result import Violation

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server gave: `reasoned` where it kept reasoning apart, not `finished` where the limit cut it."""

    content: str
    tokens: int
    finished: bool
    reasoned: bool


@dataclass(frozen=True, slots=True)
class Question:
    """What a server is asked."""

    messages: Sequence[Message]
    seed: int
    temperature: float


def text_of(content: object) -> str:
    """The text of a message: servers send null for none, and may send it in parts."""
    if isinstance(content, list):
        return "".join(text_of(part.get("text")) for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""


class Conversation:
    """Drafts of a chat model: `ask` sends one question, `load` makes the server load the model.

    A draft waits until the model is loaded, and a draft that is cancelled while it waits leaves the server loading: a
    server would give up a load whose client has left, and the next report would wait as long again.
    """

    corrects = True

    def __init__(
        self,
        name: str,
        *,
        load: Callable[[], Awaitable[str]],
        ask: Callable[[Question], Awaitable[Answer]],
        temperature: float,
    ) -> None:
        self.name, self.model = name, ""
        self._load, self._ask, self._temperature = load, ask, temperature
        self._loading: asyncio.Task[str] | None = None

    async def start(self) -> None:
        """Have the server load the model."""
        if self._loading is None or (self._loading.done() and not self._is_loaded(self._loading)):
            self._loading = asyncio.create_task(self._timed_load())
        self.model = await asyncio.shield(self._loading)

    async def draft(self, facts: FactMap, language: str, *, seed: int, units: Units = METRIC) -> Draft:
        """Write a draft: the most likely one for the seed `GREEDY`, else one sampled at the temperature."""
        return await self._written(chat(facts, language, units), seed)

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
        """Write the draft again, told what was wrong with it."""
        return await self._written(corrected(facts, language, draft, violations, left_out, units), seed)

    async def stop(self) -> None:
        """Leave a load that is not over."""
        if self._loading is not None:
            self._loading.cancel()
            await asyncio.gather(self._loading, return_exceptions=True)

    @staticmethod
    def _is_loaded(loading: asyncio.Task[str]) -> bool:
        return not loading.cancelled() and loading.exception() is None

    async def _timed_load(self) -> str:
        began = time.perf_counter()
        model = await self._load()
        _log.info("writer.loaded", writer=self.name, model=model, seconds=round(time.perf_counter() - began, 2))
        return model

    async def _written(self, asked: Chat, seed: int) -> Draft:
        await self.start()
        began = time.perf_counter()
        answer = await self._ask(Question(asked.messages, seed, 0.0 if seed == GREEDY else self._temperature))
        return Draft(
            text=answer_of(answer.content),
            seed=seed,
            seconds=time.perf_counter() - began,
            tokens=answer.tokens,
            finished=answer.finished,
            reasoned=answer.reasoned,
            model=self.model,
            asked=asked.asked,
        )
