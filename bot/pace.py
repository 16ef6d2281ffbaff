"""The order and the pace in which requests go to Telegram: so many a second, and none while Telegram says to wait."""

from __future__ import annotations

import asyncio
import heapq
import time
from itertools import count

CATCH_UP_S = 0.1
"""How much of a delay is made up for: a loop that was busy for longer must not send a burst."""

Turn = tuple[int, "asyncio.Future[None]"]


class Pace:
    """Lets requests go one by one. `per_second` is None for no limit.

    A request keeps its ticket when it is repeated, and so goes before those that came after it.
    """

    def __init__(self, per_second: float | None = None) -> None:
        self._gap = 1 / per_second if per_second else 0.0
        self._tickets = count()
        self._waiting: list[Turn] = []
        self._next = self._held_until = 0.0
        self._walk: asyncio.Task[None] | None = None

    @property
    def held_s(self) -> float:
        """Seconds for which nothing may go yet."""
        return max(0.0, self._held_until - time.monotonic())

    def ticket(self) -> int:
        """A place in the queue."""
        return next(self._tickets)

    def hold(self, seconds: float) -> None:
        """Let nothing go for a while."""
        self._held_until = max(self._held_until, time.monotonic() + seconds)

    async def turn(self, ticket: int) -> None:
        """Wait until this one may go."""
        if not (self._gap or self._waiting or self.held_s):
            return
        turn = (ticket, asyncio.get_running_loop().create_future())
        heapq.heappush(self._waiting, turn)
        if self._walk is None or self._walk.done():
            self._walk = asyncio.create_task(self._let_go())
        await turn[1]

    async def _let_go(self) -> None:
        while self._waiting:
            pause = max(self._held_until, self._next) - time.monotonic()
            if pause > 0:
                await asyncio.sleep(pause)
                continue  # it may have been prolonged meanwhile
            _, future = heapq.heappop(self._waiting)
            if not future.done():  # else whoever waited has given up
                self._next = max(self._next, time.monotonic() - CATCH_UP_S) + self._gap
                future.set_result(None)
                await asyncio.sleep(0)  # let it go before the next one is looked at
