"""What becomes of long work when the process is asked to stop: it gets a few more seconds, and no more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

GRACE_S = 5.0
"""A sentence takes two seconds; systemd kills after ninety, and whoever restarts the bot waits."""


class Ending:
    """Bounds what is under way from the moment at which the end has begun."""

    def __init__(self, grace_s: float = GRACE_S) -> None:
        self._grace_s = grace_s
        self._until: float | None = None
        self._limits: set[asyncio.Timeout] = set()

    def begin(self) -> None:
        """Give what is under way, and what begins from now on, the time of grace."""
        if self._until is None:
            self._until = asyncio.get_running_loop().time() + self._grace_s
            for limit in self._limits:
                limit.reschedule(self._until)

    @asynccontextmanager
    async def bound(self) -> AsyncIterator[None]:
        """Work that ends in time; TimeoutError where it does not."""
        async with asyncio.timeout_at(self._until) as limit:
            self._limits.add(limit)
            try:
                yield
            finally:
                self._limits.discard(limit)
