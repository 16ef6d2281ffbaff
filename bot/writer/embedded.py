"""The embedded model as a writer: it works in one thread of its own, off the event loop."""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import structlog

from bot.writer import llama
from bot.writer.draft import GREEDY, Draft
from bot.writer.errors import ModelError
from bot.writer.model_file import assemble, default_cache_dir, packaged
from bot.writer.prompt import prompt
from factguard.facts import FactMap

ADAPTER = Path(__file__).with_name("adapter.gguf")

T = TypeVar("T")

_log = structlog.get_logger(__name__)


class EmbeddedWriter:
    """Gemma 3 270M with the adapter that was taught our one-line prompt.

    The model is loaded once, by `start` or by the first draft, and drafts queue for it. A cancelled draft returns at
    once; its thread stops at the next token, and the next draft follows. With a `model_path` of one's own, no adapter
    is used unless `adapter_path` names it: an adapter fits one model only.
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
    ) -> None:
        self._model_path = model_path
        self._adapter_path = adapter_path or (ADAPTER if model_path is None else None)
        self._cache_dir = cache_dir
        self._threads = threads
        self._temperature = temperature
        self._server: Any = None  # touched by the worker thread only
        self._closed = threading.Event()
        # The interpreter waits for this thread at its exit. It never waits long: asyncio cancels what is still running,
        # a cancelled draft stops at its next token, and a draft that nobody cancels has a limit on its tokens.
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="writer")

    async def start(self) -> None:
        """Put the model's file together where needed, and load it."""
        await self._run(self._loaded)

    async def draft(self, facts: FactMap, language: str, *, seed: int) -> Draft:
        """Write a draft: the most likely one for the seed `GREEDY`, else one sampled at the temperature."""
        line = prompt(facts, language).text
        cancelled = threading.Event()
        try:
            return await self._run(lambda: self._draft(line, seed, cancelled))
        finally:
            cancelled.set()

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

    def _draft(self, line: str, seed: int, cancelled: threading.Event) -> Draft:
        server = self._loaded()
        began = time.perf_counter()
        written = llama.complete(
            server,
            line,
            seed=seed,
            temperature=0.0 if seed == GREEDY else self._temperature,
            stopped=lambda: cancelled.is_set() or self._closed.is_set(),
        )
        if self._closed.is_set():
            raise ModelError("The writer was closed while it wrote.")
        return Draft(written.text, seed, time.perf_counter() - began, written.tokens, written.finished)

    def _loaded(self) -> Any:
        if self._server is None:
            began = time.perf_counter()
            self._server = llama.load(self._model_file(), self._adapter_path, self._threads)
            _log.info("writer.loaded", writer=self.name, seconds=round(time.perf_counter() - began, 2))
        return self._server

    def _model_file(self) -> Path:
        return self._model_path or assemble(packaged(), self._cache_dir or default_cache_dir())

    def _unload(self) -> None:
        self._server = None
