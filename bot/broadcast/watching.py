"""Looks once a minute whether daily reports go out in time, by what the database says of all processes' rows."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from sqlalchemy import Row, Select, and_, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.alarm import Alarm, Trouble
from bot.broadcast.planning import Moment
from bot.store.outbox import DAILY, OUTBOX, State

LATE = timedelta(minutes=10)
"""After its time a row that is not sent is late: 30 a second send 18,000 by then."""
LATELY = timedelta(minutes=15)
MANY, SHARE = 5, 0.2
"""So many of the rows that ended lately, and such a part of them, may not fail: some always do, in blocked chats."""
MISSED = 5
"""Ticks in a row that could not plan."""


class Watch:
    """Rings when daily reports are late, skipped, or fail in numbers."""

    def __init__(self, engine: AsyncEngine, alarm: Alarm) -> None:
        self._engine, self._alarm = engine, alarm
        self._missed = 0

    def missed(self, reason: str) -> None:
        """Nothing could be planned at a tick."""
        self._missed += 1
        if self._missed >= MISSED:
            self._alarm.ring(Trouble.BROADCAST, f"Nothing could be planned {self._missed} times in a row: {reason}")

    async def look(self, moment: Moment, skipped: int) -> None:
        """Look at the rows; `skipped` were given up just now."""
        self._missed = 0
        async with self._engine.connect() as connection:
            late = (await connection.execute(_late(moment))).one()
            bad = (await connection.execute(_ended(moment, State.FAILED, State.UNKNOWN))).one()
            ended = (await connection.execute(_ended(moment, *_ENDS))).one() if bad.rows >= MANY else bad
        details = " ".join(_details(skipped, late, bad, ended))
        if details:
            since = datetime.fromtimestamp(late.oldest, UTC) if late.rows else None
            self._alarm.ring(Trouble.BROADCAST, details, since=since)
        else:
            self._alarm.works(Trouble.BROADCAST)


_ENDS = (State.SENT, State.FAILED, State.UNKNOWN)


def _late(moment: Moment) -> Select[int, int]:
    """The rows that are not sent though their time was a while ago."""
    due = OUTBOX.c.due_at.between(_seconds(moment.oldest), _seconds(moment.now - LATE))
    late = and_(OUTBOX.c.state.in_((State.PLANNED, State.CLAIMED)), due, DAILY)
    return select(func.count().label("rows"), func.min(OUTBOX.c.due_at).label("oldest")).where(late)


def _ended(moment: Moment, *states: State) -> Select[int]:
    """The rows that came to such an end lately."""
    due = OUTBOX.c.due_at >= _seconds(moment.oldest - LATELY)
    lately = OUTBOX.c.finished_at >= _seconds(moment.now - LATELY)
    return select(func.count().label("rows")).where(OUTBOX.c.state.in_(states), due, lately, DAILY)


def _details(skipped: int, late: Row[int, int], bad: Row[int], ended: Row[int]) -> Iterator[str]:
    """What an operator is told, in English as the log is."""
    if late.rows:
        oldest = datetime.fromtimestamp(late.oldest, UTC)
        yield f"Reports not sent, the oldest due {oldest:%Y-%m-%d %H:%M} UTC: {late.rows}."
    if skipped:
        yield f"Reports skipped, because they were too late: {skipped}."
    if bad.rows >= MANY and bad.rows >= SHARE * ended.rows:
        yield f"Reports that failed or are unknown in the last quarter of an hour: {bad.rows} of {ended.rows}."


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())
