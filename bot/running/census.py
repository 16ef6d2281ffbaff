"""What only the database knows, counted once a minute for the metrics."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import structlog
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot import metrics
from bot.services import Services
from bot.store.chats import CHATS
from bot.store.outbox import DAILY, OUTBOX, State
from bot.store.subscription_rows import RUNNING, SUBSCRIPTIONS

log = structlog.get_logger(__name__)

EVERY_S = 60.0
OF_LAST = timedelta(hours=24)


async def take_census(services: Services) -> None:
    """Count again and again; a database that fails is asked again a minute later."""
    while True:
        metrics.GUARD.state(await services.guard.mode())
        if services.engine is not None:
            try:
                await _count(services.engine, datetime.now(UTC))
            except (SQLAlchemyError, OSError) as error:
                log.warning("metrics.not_counted", reason=next(iter(str(error).splitlines()), type(error).__name__))
        await asyncio.sleep(EVERY_S)


async def _count(engine: AsyncEngine, now: datetime) -> None:
    seconds = int(now.timestamp())
    since = seconds - int(OF_LAST.total_seconds())
    planned = OUTBOX.c.state == State.PLANNED
    async with engine.connect() as connection:
        states = await connection.execute(
            select(OUTBOX.c.state, func.count()).where(OUTBOX.c.due_at >= since, DAILY).group_by(OUTBOX.c.state)
        )
        by_state = {row[0]: row[1] for row in states}
        oldest = await connection.scalar(select(func.min(OUTBOX.c.due_at)).where(planned, OUTBOX.c.due_at <= seconds))
        chats = await connection.scalar(select(func.count()).select_from(CHATS).where(CHATS.c.active))
        running = await connection.scalar(select(func.count()).select_from(SUBSCRIPTIONS).where(RUNNING))
    for state in State:
        metrics.BROADCASTS.labels(state).set(by_state.get(state, 0))
    metrics.LATE.set(seconds - oldest if oldest is not None else 0)
    metrics.CHATS.set(chats or 0)
    metrics.SUBSCRIPTIONS.set(running or 0)
