"""From subscriptions to rows of the outbox."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.outbox import OUTBOX
from bot.store.rows import insert_new
from bot.store.subscription_rows import RUNNING, SUBSCRIPTIONS, UNREADABLE, advance, due_rows, schedule_of

log = structlog.get_logger(__name__)

CHUNK = 500
"""Subscriptions that one transaction plans: others write in between."""

NEEDED = [SUBSCRIPTIONS.c[name] for name in ("id", "chat_id", "slot", "at", "timezone", "weekdays", "next_at")]


@dataclass(frozen=True, slots=True)
class Moment:
    """Now, and how far back a run may lie that is still made up for."""

    now: datetime
    window: timedelta

    @property
    def oldest(self) -> datetime:
        """What was due before is skipped."""
        return self.now - self.window


async def plan(engine: AsyncEngine, moment: Moment) -> int:
    """Plan every run that has come due, however late it is. Returns how many there were.

    Whoever plans the same run at the same time, or planned it before dying, does no harm: rows are unique.
    """
    total = 0
    while True:
        async with engine.begin() as connection:
            planned = await _chunk(connection, moment)
        if planned is None:
            return total
        total += planned


async def _chunk(connection: AsyncConnection, moment: Moment) -> int | None:
    """Plan the runs of some subscriptions. Returns how many there were; None where no subscription is due."""
    due = RUNNING & (SUBSCRIPTIONS.c.next_at <= int(moment.now.timestamp()))
    query = select(*NEEDED).where(due).order_by(SUBSCRIPTIONS.c.next_at, SUBSCRIPTIONS.c.id).limit(CHUNK)
    subscriptions = (await connection.execute(query)).mappings().all()
    if not subscriptions:
        return None
    rows, then = list[Mapping[str, Any]](), list[tuple[int, int, datetime]]()
    for each in subscriptions:
        try:
            rows += due_rows(each, moment.now, moment.now)
            then.append((each["id"], each["next_at"], schedule_of(each).next(moment.now).moment))
        except UNREADABLE as error:  # it is looked at again tomorrow; the others are planned now
            log.error("broadcast.schedule_not_read", id=each["id"], reason=str(error))  # noqa: TRY400
            then.append((each["id"], each["next_at"], moment.now + timedelta(days=1)))
    if rows:
        await connection.execute(insert_new(OUTBOX, connection.dialect), rows)
    await connection.execute(*advance(then))
    return len(rows)
