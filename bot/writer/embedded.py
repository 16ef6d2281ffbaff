"""The embedded model as a writer: it works in one thread of its own, off the event loop."""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import structlog

from bot.units import METRIC, Units
from bot.writer import llama
from bot.writer.chat import Chat, answer_of, chat, corrected, few_shot
from bot.writer.draft import GREEDY, Draft
from bot.writer.errors import ModelError
from bot.writer.grammar import grammar_of
from bot.writer.model_file import assemble, default_cache_dir, packaged
from bot.writer.prompt import prompt
from factguard.facts import FactMap
from factguard.result import Violation

ADAPTER = Path(__file__).with_name("adapter.gguf")

T = TypeVar("T")

_log = structlog.get_logger(__name__)


class EmbeddedWriter:
    """Gemma 3 270M with the adapter that was taught our one-line prompt, or any other GGUF.

    The model is loaded once, by `start` or by the first draft, and drafts queue for it. A cancelled draft returns at
    once; its thread stops at the next token, and the next draft follows. With a `model_path` of one's own, no adapter
    is used unless `adapter_path` names it: an adapter fits one model only. A model without an adapter is asked by its
    own chat template; one without that either gets examples of the one-line prompt. `grammar` lets the model write no
    number but those of the facts.
    """

    name = "embedded"

    def __init__(
        self,
        *,
        model_path: Path | None = None,
        adapter_path: Path | None = None,
        cache_dir: Path | None = None,
        threads: int | None = None,
        temperature: float = 0.7,
        grammar: bool = True,
    ) -> None:
        self._model_path = model_path
        self._adapter_path = adapter_path or (ADAPTER if model_path is None else None)
        self._cache_dir = cache_dir
        self._threads = threads
        self._temperature = temperature
        self._grammar = grammar
        self._server: Any = None  # set by the worker thread only
        self.corrects = False
        self._closed = threading.Event()
        # The interpreter waits for this thread at its exit. It never waits long: asyncio cancels what is still running,
        # a cancelled draft stops at its next token, and a draft that nobody cancels has a limit on its tokens.
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="writer")

    @property
    def model(self) -> str:
        """The file's name, with the adapter's."""
        model = self._model_path.name if self._model_path else packaged().file_name
        return model if self._adapter_path is None else f"{model} + {self._adapter_path.name}"

    @property
    def files(self) -> tuple[Path, Path | None]:
        """The model's file and its adapter; the first is there once the model is loaded."""
        model = self._model_path or (self._cache_dir or default_cache_dir()) / packaged().file_name
        return model, self._adapter_path

    async def start(self) -> None:
        """Put the model's file together where needed, and load it; one that is loaded is not waited for."""
        if self._server is None:
            await self._run(self._loaded)

    async def draft(self, facts: FactMap, language: str, *, seed: int, units: Units = METRIC) -> Draft:
        """Write a draft: the most likely one for the seed `GREEDY`, else one sampled at the temperature.

        The adapter was taught to follow a plan, and each seed is another plan.
        """
        return await self._written(lambda: self._asked(facts, language, seed, units), facts, language, seed, units)

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
        """Write the draft again, told what was wrong with it; only a model that `corrects` can be told."""
        again = corrected(facts, language, draft, violations, left_out, units)
        return await self._written(lambda: again, facts, language, seed, units)

    async def close(self) -> None:
        """Stop a running draft and free the model."""
        if self._closed.is_set():
            return
        self._closed.set()
        self._worker.submit(self._unload)
        await asyncio.to_thread(self._worker.shutdown)

    async def _run(self, work: Callable[[], T]) -> T:
        if self._closed.is_set():
            raise ModelError("The writer is closed.")
        return await asyncio.wrap_future(self._worker.submit(work))

    async def _written(
        self, asked: Callable[[], str | Chat], facts: FactMap, language: str, seed: int, units: Units
    ) -> Draft:
        cancelled = threading.Event()
        grammar = grammar_of(facts, language, units) if self._grammar else None
        try:
            return await self._run(lambda: self._draft(asked, grammar, seed, cancelled))
        finally:
            cancelled.set()

    def _draft(
        self,
        asked: Callable[[], str | Chat],
        grammar: str | None,
        seed: int,
        cancelled: threading.Event,
    ) -> Draft:
        server, question = self._loaded(), asked()
        began = time.perf_counter()
        how: dict[str, Any] = {
            "seed": seed,
            "temperature": 0.0 if seed == GREEDY else self._temperature,
            "grammar": grammar,
            "stopped": lambda: cancelled.is_set() or self._closed.is_set(),
        }
        if isinstance(question, Chat):
            written, shown = llama.converse(server, question.messages, **how), question.asked
        else:
            written, shown = llama.complete(server, question, **how), ""
        if self._closed.is_set():
            raise ModelError("The writer was closed while it wrote.")
        return Draft(
            answer_of(written.text),
            seed,
            time.perf_counter() - began,
            written.tokens,
            written.finished,
            written.reasoned,
            self.model,
            shown,
        )

    def _asked(self, facts: FactMap, language: str, seed: int, units: Units) -> str | Chat:
        """What the loaded model is asked, in the form that it knows."""
        if self._adapter_path is not None:
            return prompt(facts, language, variant=seed, units=units).text
        return chat(facts, language, units) if self.corrects else few_shot(facts, language, units)

    def _loaded(self) -> Any:
        if self._server is None:
            began = time.perf_counter()
            model, untaught = self._model_file(), self._adapter_path is None
            context = llama.LONG_CONTEXT_TOKENS if untaught else llama.CONTEXT_TOKENS
            self._server = llama.load(model, self._adapter_path, self._threads, context=context)
            self.corrects = untaught and llama.has_chat_template(model)
            seconds = round(time.perf_counter() - began, 2)
            _log.info("writer.loaded", writer=self.name, model=self.model, seconds=seconds)
        return self._server

    def _model_file(self) -> Path:
        return self._model_path or assemble(packaged(), self._cache_dir or default_cache_dir())

    def _unload(self) -> None:
        self._server = None
