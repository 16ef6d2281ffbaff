"""Requests to Telegram, counted and timed, and when updates were last read."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from telegram import Update
from telegram.error import TimedOut
from telegram.request import BaseRequest

from bot import metrics

GET_UPDATES = "getUpdates"
COUNTING = -2
"""The group of handlers that counts: of each group one handler gets an update; `running.replicas` has the next one."""
PULSE = "pulse"
"""Where the application keeps its pulse."""


class Pulse:
    """When updates were last read, on the monotonic clock.

    Telegram keeps a request for updates open until there are some: one that is under way counts too, unless the one
    before it failed.
    """

    def __init__(self) -> None:
        self._at: float | None = None
        self._fails = False
        self.begun = asyncio.Event()

    @property
    def age_s(self) -> float | None:
        """Seconds since updates were last read; None before the first time."""
        return None if self._at is None else time.monotonic() - self._at

    def ask(self) -> None:
        """Updates are being asked for."""
        self.begun.set()
        if not self._fails:
            self._at = time.monotonic()

    def end(self, *, well: bool) -> None:
        """An answer came, even if there were no updates, or none."""
        self._fails = not well
        if well:
            self._at = time.monotonic()
            metrics.UPDATES_READ.set_to_current_time()


class CountedRequest(BaseRequest):
    """Requests that another makes, each of them counted."""

    def __init__(self, pulse: Pulse, by: BaseRequest) -> None:
        self._pulse, self._by = pulse, by
        self._last: Callable[[], Awaitable[None]] | None = None

    @property
    def read_timeout(self) -> float | None:
        """Seconds that an answer is waited for where a request says nothing else."""
        return self._by.read_timeout

    async def initialize(self) -> None:
        """Open what requests are made by."""
        await self._by.initialize()

    async def shutdown(self) -> None:
        """Close it, once what needs it has come to its end."""
        if self._last is not None:
            await self._last()
        await self._by.shutdown()

    def ends_after(self, last: Callable[[], Awaitable[None]]) -> None:
        """Let something be waited for before requests cannot be made any more."""
        self._last = last

    async def do_request(self, url: str, method: str, *further: Any, **named: Any) -> tuple[int, bytes]:
        """One request; the last part of its address is the Bot API's method."""
        called, began = url.rpartition("/")[2], time.perf_counter()
        outcome = "lost"
        if called == GET_UPDATES:
            self._pulse.ask()
        try:
            status, body = await self._by.do_request(url, method, *further, **named)
            outcome = "ok" if status == 200 else str(status)
        except TimedOut:
            outcome = "timeout"
            raise
        finally:
            self._count(called, outcome, time.perf_counter() - began)
        return status, body

    def _count(self, called: str, outcome: str, seconds: float) -> None:
        metrics.TELEGRAM_REQUESTS.labels(called, outcome).inc()
        if called == GET_UPDATES:
            self._pulse.end(well=outcome == "ok")
        else:
            metrics.TELEGRAM_SECONDS.labels(called).observe(seconds)


async def count_update(update: Update, _context: object) -> None:
    """Count one update by its kind."""
    kinds = (kind for kind in Update.ALL_TYPES if getattr(update, kind) is not None)
    metrics.UPDATES.labels(next(kinds, "other")).inc()
