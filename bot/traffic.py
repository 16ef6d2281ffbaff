"""Requests to Telegram, counted and timed, and when updates were last read."""

from __future__ import annotations

import time
from typing import Any

from telegram import Update
from telegram.error import TimedOut
from telegram.request import HTTPXRequest

from bot import metrics

PULSE = "pulse"
"""Where the application keeps its pulse."""


class Pulse:
    """When updates were last read, on the monotonic clock; None before the first time."""

    def __init__(self) -> None:
        self._at: float | None = None

    @property
    def age_s(self) -> float | None:
        """Seconds since updates were last read."""
        return None if self._at is None else time.monotonic() - self._at

    def beat(self) -> None:
        """Updates were read, even if there were none."""
        self._at = time.monotonic()
        metrics.UPDATES_READ.set_to_current_time()


class CountedRequest(HTTPXRequest):
    """The library's requests, each of them counted."""

    def __init__(self, pulse: Pulse, **how: Any) -> None:
        super().__init__(**how)
        self._pulse = pulse

    async def do_request(self, url: str, method: str, *further: Any, **named: Any) -> tuple[int, bytes]:
        """One request; the last part of its address is the Bot API's method."""
        called, began = url.rpartition("/")[2], time.perf_counter()
        outcome = "lost"
        try:
            status, body = await super().do_request(url, method, *further, **named)
            outcome = "ok" if status == 200 else str(status)
        except TimedOut:
            outcome = "timeout"
            raise
        finally:
            self._count(called, outcome, time.perf_counter() - began)
        return status, body

    def _count(self, called: str, outcome: str, seconds: float) -> None:
        metrics.TELEGRAM_REQUESTS.labels(called, outcome).inc()
        if called != "getUpdates":
            metrics.TELEGRAM_SECONDS.labels(called).observe(seconds)
        elif outcome == "ok":
            self._pulse.beat()


async def count_update(update: Update, _context: object) -> None:
    """Count one update by its kind."""
    kinds = (kind for kind in Update.ALL_TYPES if getattr(update, kind) is not None)
    metrics.UPDATES.labels(next(kinds, "other")).inc()
