"""Updates that somebody has taken."""

from __future__ import annotations

import asyncio

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

from bot.store import SeenUpdates, open_store
from bot.store.seen_updates import SEEN_UPDATES


async def _kept(engine: AsyncEngine) -> int:
    async with engine.connect() as connection:
        return (await connection.execute(select(func.count()).select_from(SEEN_UPDATES))).scalar_one()


async def test_an_update_is_taken_once_whoever_asks_and_however_often(engine: AsyncEngine, database_url: str) -> None:
    async with open_store(database_url, required=True) as other:
        assert other is not None
        processes = [SeenUpdates(engine), SeenUpdates(other)]
        for update in (1, 2, 2**40):
            taken = await asyncio.gather(*(each.take(update) for each in processes * 5))
            assert sorted(taken) == [False] * 9 + [True]
    assert await _kept(engine) == 3


async def test_what_was_taken_days_ago_is_forgotten(engine: AsyncEngine) -> None:
    assert await SeenUpdates(engine).take(1)
    async with engine.begin() as connection:
        await connection.exec_driver_sql("UPDATE seen_updates SET seen_at = seen_at - 3 * 86400")
    seen = SeenUpdates(engine)
    assert await seen.take(2)
    assert await _kept(engine) == 1
    assert await seen.take(1)


async def test_a_database_that_fails_lets_an_update_through(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        await connection.exec_driver_sql("DROP TABLE seen_updates")
    seen = SeenUpdates(engine)
    with capture_logs() as logs:
        assert [await seen.take(1), await seen.take(1)] == [True, True]
    assert [each["event"] for each in logs] == ["updates.not_noted"] * 2
