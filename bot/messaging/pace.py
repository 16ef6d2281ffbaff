"""The order and the pace in which requests go to Telegram: so many a second, and none while Telegram says to wait.

Telegram counts by token. So processes with one token share a pace where there is a database that can hold it: each
takes turns from there, as many at once as it has requests waiting. A database that fails costs no request: each
process then keeps to the pace by itself until it is back.
"""

from __future__ import annotations

import asyncio
import heapq
import time
from collections import deque
from contextlib import suppress
from itertools import count
from typing import Protocol

import structlog

log = structlog.get_logger(__name__)

CATCH_UP_S = 0.1
"""How much of a delay is made up for: a loop that was busy for longer must not send a burst."""
MOST_TURNS = 8
"""Turns that are taken from the others at once; whoever dies with them wastes a quarter of a second."""
PATIENCE_S = 1.0
"""How long the database may take to give turns."""
ALONE_S = 10.0
"""How long a process goes by itself after the database failed."""

Turn = tuple[int, "asyncio.Future[None]"]


class HeldError(Exception):
    """Nothing may go for some seconds, and who asked does not wait for that."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"Nothing may go for {seconds:.0f} s")
        self.seconds = seconds


class Shared(Protocol):
    """The pace of several processes."""

    async def reserve(self, count: int) -> tuple[float, float]:
        """Take turns: in how many seconds the first of them is, and for how many nothing may go at all."""
        ...

    async def hold(self, seconds: float) -> None:
        """Let no process send anything for a while."""
        ...


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
        self._shared: Shared | None = None
        self._reserved: deque[float] = deque()
        self._alone_until = 0.0
        self._hurry = asyncio.Event()
        self._telling: set[asyncio.Task[None]] = set()

    @property
    def gap(self) -> float:
        """Seconds between two requests."""
        return self._gap

    @property
    def held_s(self) -> float:
        """Seconds for which nothing may go yet."""
        return max(0.0, self._held_until - time.monotonic())

    def share(self, shared: Shared) -> None:
        """Keep to one pace with other processes from now on."""
        self._shared = shared

    def ticket(self) -> int:
        """A place in the queue."""
        return next(self._tickets)

    def hold(self, seconds: float) -> None:
        """Let nothing go for a while."""
        self._held_until = max(self._held_until, time.monotonic() + seconds)
        self._reserved.clear()  # they would all have come by the end of it
        if self._shared is not None:
            telling = asyncio.create_task(self._tell(self._shared, seconds))
            self._telling.add(telling)
            telling.add_done_callback(self._telling.discard)

    def hurry(self) -> None:
        """Let nobody wait for the end of a hold any more, now or later: HeldError."""
        self._hurry.set()

    async def turn(self, ticket: int) -> None:
        """Wait until this one may go."""
        if not (self._gap or self._waiting or self.held_s):
            return
        turn = (ticket, asyncio.get_running_loop().create_future())
        heapq.heappush(self._waiting, turn)
        if self._walk is None or self._walk.done():
            self._walk = asyncio.create_task(self._let_go())
        await turn[1]

    async def close(self) -> None:
        """End what is being told to the others."""
        if self._telling:
            await asyncio.wait(self._telling)

    async def _let_go(self) -> None:
        while self._waiting:
            pause = max(self._held_until, await self._moment()) - time.monotonic()
            if pause > 0:
                await self._pause(pause)
                continue  # it may have been prolonged meanwhile
            _, future = heapq.heappop(self._waiting)
            if not future.done():  # else whoever waited has given up
                self._next = max(self._next, time.monotonic() - CATCH_UP_S) + self._gap
                if self._reserved:
                    self._reserved.popleft()
                future.set_result(None)
                await asyncio.sleep(0)  # let it go before the next one is looked at

    async def _pause(self, seconds: float) -> None:
        if not self._hurry.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), seconds)
        elif held := self.held_s:
            for _, future in self._waiting:
                if not future.done():
                    future.set_exception(HeldError(held))
            self._waiting.clear()
        else:
            await asyncio.sleep(seconds)

    async def _moment(self) -> float:
        """When the next one may go."""
        now = time.monotonic()
        if self._shared is None or not self._gap or now < self._alone_until:
            self._reserved.clear()
            return self._next
        while self._reserved and self._reserved[0] < now - CATCH_UP_S:
            self._reserved.popleft()
        if not self._reserved:
            await self._reserve(self._shared)
        return self._reserved[0] if self._reserved else self._next

    async def _reserve(self, shared: Shared) -> None:
        wanted = min(len(self._waiting), MOST_TURNS)
        try:
            async with asyncio.timeout(PATIENCE_S):
                first_s, held_s = await shared.reserve(wanted)
        except Exception as error:  # whatever it is: somebody waits for the turn
            self._go_alone(error)
            return
        now = time.monotonic()
        self._held_until = max(self._held_until, now + held_s)
        self._reserved.extend(now + first_s + number * self._gap for number in range(wanted))

    async def _tell(self, shared: Shared, seconds: float) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                await shared.hold(seconds)
        except Exception as error:  # this process holds all the same
            self._go_alone(error)

    def _go_alone(self, error: Exception) -> None:
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        log.warning("pace.not_shared", seconds=ALONE_S, reason=reason)
        self._alone_until = time.monotonic() + ALONE_S
