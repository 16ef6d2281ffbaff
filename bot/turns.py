"""Whose sentence is written next: one after another, in their order, and no more than can be served in time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from bot import metrics
from bot.writer import BusyError, DeadlineError

MOST = 16
"""Reports that may wait. A small machine that is busy takes four seconds a sentence: the last of sixteen comes within
the minute that `BOIA_DEADLINE_S` gives, and a seventeenth would be promised what it does not get."""


class Turns:
    """The queue before a writer; `at_once` is how many sentences it writes side by side.

    Only people are counted and sent away. What is prepared for nobody in particular is patient: it waits as long as it
    takes, in the same order, and since it comes one by one, nobody has more than one of it before them.
    """

    def __init__(self, most: int = MOST, at_once: int = 1) -> None:
        self._most, self._people = most, 0
        self._free = asyncio.Semaphore(at_once)

    @contextmanager
    def place(self, *, patient: bool = False) -> Iterator[None]:
        """A place in the queue; BusyError where all are taken."""
        if not patient and self._people >= self._most:
            metrics.REFUSED.inc()
            raise BusyError(
                f"{self._people} reports wait for the model already. Raise BOIA_MODEL_QUEUE if it can serve more."
            )
        self._people += not patient
        metrics.QUEUE.inc()
        try:
            yield
        finally:
            self._people -= not patient
            metrics.QUEUE.dec()

    @asynccontextmanager
    async def turn(self, within: float | None) -> AsyncIterator[None]:
        """One's turn to have a sentence written; DeadlineError where it does not come in time."""
        try:
            async with asyncio.timeout(within):
                await self._free.acquire()
        except TimeoutError:
            raise DeadlineError(f"The model was busy with other reports for {within:g} s.") from None
        try:
            yield
        finally:
            self._free.release()
