"""Counts the reports that are given, without a write for each: the database gets the sums once a minute.

What is counted in the last minute of a process that is killed is lost; one that is stopped writes it down. The daily
reports are not counted here: each has a row of its own in the outbox.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from enum import StrEnum

import structlog
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.reports import Report
from bot.store.report_counts import Given, ReportCounts

log = structlog.get_logger(__name__)

EVERY_S = 60.0
NUMBERS = "numbers"
"""The fate of a report that no sentence was wanted for."""
FAILED = "failed"
"""The fate of a report for which no sentence could be made."""


class Kind(StrEnum):
    """Where a report was given."""

    CHAT = "chat"
    INLINE = "inline"
    """One for each query that was answered: which of its places was chosen, Telegram does not tell."""


class Tally:
    """The counts on their way to the database. Without `counts` nothing is counted."""

    def __init__(
        self,
        counts: ReportCounts | None = None,
        *,
        every_s: float = EVERY_S,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._counts, self._every_s, self._now = counts, every_s, now
        self._new: Counter[Given] = Counter()
        self._stopping = asyncio.Event()

    def add(self, kind: Kind, domain: str, language: str, fate: str) -> None:
        """Count a report that was given; `fate` is what became of its sentence."""
        if self._counts is None:
            return
        hour = int(self._now().timestamp()) // 3600 * 3600
        self._new[Given(hour, kind, domain, language, fate)] += 1

    def add_answer(self, report: Report) -> None:
        """Count a report that answered in a chat."""
        self.add(Kind.CHAT, report.reading.facts.domain, report.language, _fate(report))

    async def write(self) -> None:
        """Add what is new to the database; where that fails it is kept for the next time."""
        if self._counts is None or not self._new:
            return
        new, self._new = self._new, Counter()
        try:
            await self._counts.add(new)
        except (SQLAlchemyError, OSError) as error:
            self._new.update(new)
            log.warning("tally.not_written", reports=new.total(), reason=str(error).splitlines()[0])

    async def keep_writing(self) -> None:
        """Write once in a while, and once more at the end."""
        while not self._stopping.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), self._every_s)
            await self.write()

    def stop(self) -> None:
        """Write no more than once from now on."""
        self._stopping.set()


@asynccontextmanager
async def tallying(engine: AsyncEngine | None, *, every_s: float = EVERY_S) -> AsyncIterator[Tally]:
    """A tally over a database, that is written down for the last time at the end."""
    tally = Tally(ReportCounts(engine) if engine else None, every_s=every_s)
    writing = asyncio.create_task(tally.keep_writing())
    try:
        yield tally
    finally:
        tally.stop()
        await writing


def _fate(report: Report) -> str:
    """What became of a report's sentence: the verdict on it, or why there is none."""
    if report.outcome is None:
        return NUMBERS
    return report.outcome.result.verdict if report.outcome.result else FAILED
