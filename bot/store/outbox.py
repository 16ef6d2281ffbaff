"""What of the daily reports is to be sent, is being sent, and was: one row for a chat, a local date and a slot.

A row is claimed, in a transaction of its own, before anything goes to Telegram. So each row is sent at most once,
whatever dies between the two, and however many processes look for work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    and_,
    bindparam,
    delete,
    func,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from conditions.answers import METADATA

OUTBOX = Table(
    "outbox",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("chat_id", BigInteger, nullable=False),
    Column("local_date", String(10), nullable=False, comment="the day on the chat's clock, ISO 8601"),
    Column("slot", String(240), nullable=False),
    Column("subscription_id", Integer, nullable=False),
    Column("state", String(8), nullable=False, comment="planned, claimed, sent, failed, unknown or skipped"),
    Column("due_at", BigInteger, nullable=False, comment="seconds since 1970, as all times here"),
    Column("planned_at", BigInteger, nullable=False),
    Column("claimed_at", BigInteger),
    Column("claimed_by", String(64)),
    Column("finished_at", BigInteger),
    Column("message_id", BigInteger),
    Column("reason", Text, comment="why it was not sent, or why that is unknown"),
    Column("announcement_id", Integer, comment="such rows wait as 'queued'; null: a daily report"),
    UniqueConstraint("chat_id", "local_date", "slot"),
    Index("ix_outbox_state_due_at", "state", "due_at"),
    Index("ix_outbox_subscription_id", "subscription_id"),
)


class State(StrEnum):
    """How far a row has come. Only `planned` is ever sent; all but it and `claimed` are final.

    Rows of an announcement are `queued` where those of a daily report are `planned`.
    """

    PLANNED = "planned"
    QUEUED = "queued"
    CLAIMED = "claimed"
    SENT = "sent"
    FAILED = "failed"
    UNKNOWN = "unknown"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Claim:
    """A row that this process alone may send."""

    id: int
    subscription_id: int
    due_at: datetime


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a claimed row."""

    state: State
    reason: str | None = None
    message_id: int | None = None


class Outbox:
    """The rows. `owner` names this process in its claims."""

    def __init__(self, engine: AsyncEngine, owner: str) -> None:
        self._engine, self._owner = engine, owner

    async def claim(self, now: datetime, oldest: datetime, limit: int) -> list[Claim]:
        """Take the next rows, in their order, that are due and not older than `oldest`."""
        due = and_(OUTBOX.c.state == State.PLANNED, OUTBOX.c.due_at.between(_seconds(oldest), _seconds(now)))
        free = (
            select(OUTBOX.c.id)
            .where(due)
            .order_by(OUTBOX.c.due_at, OUTBOX.c.id)
            .limit(limit)
            .with_for_update(skip_locked=True)  # where the database has it; SQLite has one writer at a time
        )
        take = (
            update(OUTBOX)
            .where(OUTBOX.c.id.in_(free), OUTBOX.c.state == State.PLANNED)
            .values(state=State.CLAIMED, claimed_at=_seconds(now), claimed_by=self._owner)
            .returning(OUTBOX.c.id, OUTBOX.c.subscription_id, OUTBOX.c.due_at)
        )
        async with self._engine.begin() as connection:
            rows = (await connection.execute(take)).all()
        claims = [Claim(row.id, row.subscription_id, datetime.fromtimestamp(row.due_at, UTC)) for row in rows]
        return sorted(claims, key=lambda claim: (claim.due_at, claim.id))

    async def finish(self, fates: Mapping[int, Fate], now: datetime) -> None:
        """Write down what became of rows: in one transaction, with one statement for all of a kind."""
        given_back = [{"of": number} for number, fate in fates.items() if fate.state is State.PLANNED]
        ended = [
            {"of": number, "state_": fate.state, "reason_": fate.reason, "message": fate.message_id}
            for number, fate in fates.items()
            if fate.state is not State.PLANNED
        ]
        row = update(OUTBOX).where(OUTBOX.c.id == bindparam("of"))
        release = row.values(state=State.PLANNED, claimed_at=None, claimed_by=None)
        end = row.values(
            state=bindparam("state_"), reason=bindparam("reason_"), message_id=bindparam("message"),
            finished_at=_seconds(now),
        )  # fmt: skip
        async with self._engine.begin() as connection:
            if given_back:
                await connection.execute(release, given_back)
            if ended:
                await connection.execute(end, ended)

    async def skip(self, before: datetime, now: datetime) -> int:
        """Give up what was due before a moment and nobody has sent. Returns how many."""
        late = and_(OUTBOX.c.state == State.PLANNED, OUTBOX.c.due_at < _seconds(before))
        return await self._end(late, Fate(State.SKIPPED, "late"), now)

    async def give_up(self, before: datetime, now: datetime) -> int:
        """Nobody knows what became of a claim that was made before a moment and not ended. Returns how many."""
        lost = and_(OUTBOX.c.state == State.CLAIMED, OUTBOX.c.claimed_at < _seconds(before))
        return await self._end(lost, Fate(State.UNKNOWN, "the process ended while it was sending"), now)

    async def forget(self, before: datetime) -> None:
        """Delete the ended rows of long ago."""
        old = and_(
            OUTBOX.c.due_at < _seconds(before), OUTBOX.c.state.not_in((State.PLANNED, State.QUEUED, State.CLAIMED))
        )
        async with self._engine.begin() as connection:
            await connection.execute(delete(OUTBOX).where(old))

    async def counts(self, since: datetime) -> dict[State, int]:
        """How many rows that were due since a moment are in each state."""
        query = select(OUTBOX.c.state, func.count()).where(OUTBOX.c.due_at >= _seconds(since)).group_by(OUTBOX.c.state)
        async with self._engine.connect() as connection:
            return {State(state): count for state, count in await connection.execute(query)}

    async def _end(self, which: Any, fate: Fate, now: datetime) -> int:
        values = {"state": fate.state, "reason": fate.reason, "finished_at": _seconds(now)}
        async with self._engine.begin() as connection:
            return (await connection.execute(update(OUTBOX).where(which).values(values))).rowcount


def insert_new(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add rows; one that is there already stays as it is."""
    dialects: dict[str, Any] = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}
    connection.execute(dialects[connection.dialect.name](OUTBOX).on_conflict_do_nothing(), rows)


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())
