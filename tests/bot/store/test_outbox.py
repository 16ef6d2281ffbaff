"""Rows that are claimed by several processes at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import Outbox, open_store
from bot.store.outbox import OUTBOX, Claim, Fate, State
from bot.store.rows import insert_new

NOW = datetime(2026, 6, 16, 12, tzinfo=UTC)
LONG_AGO = NOW - timedelta(days=1)
ROWS = 60
CHANNEL = -1_002_147_483_648_123


@pytest.fixture
async def engine(engine: AsyncEngine) -> AsyncEngine:
    """With rows that came due one second after the other, the last one first."""
    rows = [
        {
            "chat_id": CHANNEL - number,
            "local_date": "2026-06-16",
            "slot": "07:00",
            "subscription_id": 2**40 + number,
            "state": State.PLANNED,
            "due_at": int(NOW.timestamp()) - number,
            "planned_at": int(NOW.timestamp()),
        }
        for number in range(ROWS)
    ]
    async with engine.begin() as connection:
        for _ in range(2):  # the second time they are there already
            await connection.execute(insert_new(OUTBOX, engine.dialect), rows)
    return engine


@pytest.fixture
async def others(database_url: str) -> AsyncIterator[list[AsyncEngine]]:
    """The connections of other processes."""
    async with open_store(database_url, required=True) as one, open_store(database_url, required=True) as two:
        assert one is not None
        assert two is not None
        yield [one, two]


async def test_claimers_at_once_get_no_row_twice_none_beyond_their_limit_and_each_the_oldest(
    engine: AsyncEngine, others: list[AsyncEngine]
) -> None:
    async def claim_all(outbox: Outbox) -> list[list[Claim]]:
        claims = []
        while claimed := await outbox.claim(NOW, LONG_AGO, 7):
            claims.append(claimed)
        return claims

    outboxes = [Outbox(each, f"process {number}") for number, each in enumerate([engine, *others])]
    claimed = await asyncio.gather(*(claim_all(outbox) for outbox in outboxes))
    assert all(len(batch) <= 7 for batches in claimed for batch in batches)
    ids = [claim.id for batches in claimed for batch in batches for claim in batch]
    assert len(ids) == len(set(ids)) == ROWS
    for batches in claimed:
        due = [claim.due_at for batch in batches for claim in batch]
        assert due == sorted(due)


async def test_what_is_given_back_is_claimed_again_and_what_has_ended_is_not(engine: AsyncEngine) -> None:
    outbox = Outbox(engine, "process")
    first, second, third = await outbox.claim(NOW, LONG_AGO, 3)
    fates = {first.id: Fate(State.PLANNED), second.id: Fate(State.SENT, message_id=2**40), third.id: Fate(State.FAILED)}
    await outbox.finish(fates, NOW)
    assert (await outbox.claim(NOW, LONG_AGO, 1))[0] == first
    assert await outbox.counts(LONG_AGO) == {
        State.PLANNED: ROWS - 3,
        State.CLAIMED: 1,
        State.SENT: 1,
        State.FAILED: 1,
    }
