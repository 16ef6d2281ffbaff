"""The ids of updates that some process has taken: Telegram may deliver one again, and to another replica."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import structlog
from sqlalchemy import BigInteger, Column, Table, delete
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.rows import insert_new
from conditions.answers import METADATA

log = structlog.get_logger(__name__)

KEPT = timedelta(days=2)
"""Telegram itself keeps an update for a day; after a quiet week it counts from another number on."""
TIDY_S = 3600.0

SEEN_UPDATES = Table(
    "seen_updates",
    METADATA,
    Column("update_id", BigInteger, primary_key=True, autoincrement=False, comment="Telegram's id of the update"),
    Column("seen_at", BigInteger, nullable=False, index=True, comment="seconds since 1970"),
)


class SeenUpdates:
    """The taken updates. A database that fails takes nothing from anybody: an answer twice is better than none."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._tidied = 0.0

    async def take(self, update_id: int) -> bool:
        """Whether an update is this process's to handle: the first that asks gets it."""
        now = int(datetime.now(UTC).timestamp())
        new = insert_new(SEEN_UPDATES, self._engine.dialect).values(update_id=update_id, seen_at=now)
        taken = new.returning(SEEN_UPDATES.c.update_id)  # the count of rows is not told of every insert
        try:
            async with self._engine.begin() as connection:
                await self._tidy(connection, now)
                return (await connection.execute(taken)).first() is not None
        except (SQLAlchemyError, OSError) as error:
            log.warning("updates.not_noted", reason=str(error).splitlines()[0])
            return True

    async def _tidy(self, connection: AsyncConnection, now: int) -> None:
        """Forget the old ones, now and then."""
        if time.monotonic() - self._tidied < TIDY_S and self._tidied:
            return
        self._tidied = time.monotonic()
        await connection.execute(delete(SEEN_UPDATES).where(SEEN_UPDATES.c.seen_at < now - KEPT.total_seconds()))
