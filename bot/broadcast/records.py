"""Claims rows, and writes down what became of them while the next ones are being sent.

One commit does both where it can; and at no time are there more rows whose fate the database does not know than were
allowed to be claimed.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import TypeVar

import structlog
from sqlalchemy.exc import SQLAlchemyError

from bot.store import Outbox
from bot.store.outbox import Claim, Fate, State

log = structlog.get_logger(__name__)

C = TypeVar("C")

SOON_S = 0.1
"""How long a fate waits for a claim that takes it along."""
PAUSES_S = (0.2, 1.0, 2.0, 5.0, 10.0)
"""Between tries, each of which waits for other writers too."""


class Records:
    """Fates on their way to the database: with the next claim, or by themselves where none comes soon."""

    def __init__(self, outbox: Outbox, now: Callable[[], datetime]) -> None:
        self._outbox, self._now = outbox, now
        self._new: dict[int, Fate] = {}
        self._counts: Counter[State] = Counter()
        self._writing: asyncio.Task[None] | None = None
        self._hurry, self._turn = asyncio.Event(), asyncio.Lock()

    def note(self, row: int, fate: Fate) -> None:
        """Write a fate down soon."""
        self._new[row] = fate
        self._counts[fate.state] += 1
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_soon())

    async def claim(self, oldest: datetime, now: datetime, wanted: Callable[[], int]) -> list[Claim]:
        """Claim rows, as many as are `wanted` once nothing is being written, and write all fates down with them."""
        async with self._turn:
            fates, self._new = self._new, {}
            try:
                return await self._outbox.claim(now, oldest, wanted(), fates)
            except BaseException:
                self._new = fates | self._new
                raise

    async def after(self, claim: Callable[[], Awaitable[list[C]]]) -> list[C]:
        """Claim rows of another kind once all fates are written down."""
        async with self._turn:
            while self._new:  # what ends meanwhile makes room too
                fates, self._new = self._new, {}
                await self._keep(fates)
            return await claim()

    async def written(self) -> None:
        """Wait until all is written down, and tell the log how many there were."""
        self._hurry.set()
        if self._writing is not None:
            await self._writing
        await self._write()
        self._hurry.clear()
        if self._counts:
            log.info("broadcast.sent", **{state.value: count for state, count in self._counts.items()})
            self._counts.clear()

    async def _write_soon(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._hurry.wait(), SOON_S)
        await self._write()

    async def _write(self) -> None:
        async with self._turn:
            while self._new:
                fates, self._new = self._new, {}
                await self._keep(fates)

    async def _keep(self, fates: Mapping[int, Fate]) -> None:
        for pause in (*PAUSES_S, None):
            try:
                return await self._outbox.finish(fates, self._now())
            except (SQLAlchemyError, OSError) as error:
                if pause is None:  # the rows stay claimed, are not sent again, and count as unknown after a while
                    log.error("broadcast.not_recorded", rows=len(fates), reason=str(error))  # noqa: TRY400
                    return None
                await asyncio.sleep(pause)
        return None
