"""What of the daily reports is to be sent, is being sent, and was: one row for a chat, a local date and a slot.

A row is claimed, in a transaction of its own, before anything goes to Telegram. So each row is sent at most once,
whatever dies between the two, and however many processes look for work. SQLite waits for the disk at each commit, as it
does unless told otherwise: a claim that a power cut took back would be sent twice.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from types import MappingProxyType

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Delete,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    Update,
    and_,
    bindparam,
    delete,
    func,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.rows import COUNTED
from conditions.answers import METADATA

OUTBOX = Table(
    "outbox",
    METADATA,
    Column("id", COUNTED, primary_key=True, autoincrement=True),
    Column("chat_id", BigInteger, nullable=False),
    Column("local_date", String(10), nullable=False, comment="the day on the chat's clock, ISO 8601"),
    Column("slot", String(240), nullable=False),
    Column("subscription_id", COUNTED, nullable=False),
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

DAILY: ColumnElement[bool] = OUTBOX.c.announcement_id.is_(None)
"""The rows of daily reports; the others are of announcements."""


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


WAITING = (State.PLANNED, State.QUEUED)
ENDED = (State.SENT, State.FAILED, State.UNKNOWN, State.SKIPPED)
PART = 2000
"""Rows that one transaction changes."""


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


_DUE = and_(OUTBOX.c.state == State.PLANNED, OUTBOX.c.due_at.between(bindparam("oldest"), bindparam("now")))
_FREE = (
    select(OUTBOX.c.id)
    .where(_DUE)
    .order_by(OUTBOX.c.due_at, OUTBOX.c.id)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)  # where the database has it; SQLite has one writer at a time
    .cte("free")  # looked for once: a planner may look into a subquery again for each row, beyond its limit
)
_TAKE = (
    update(OUTBOX)
    .where(OUTBOX.c.id.in_(select(_FREE.c.id)), OUTBOX.c.state == State.PLANNED)
    .values(state=State.CLAIMED, claimed_at=bindparam("now"), claimed_by=bindparam("owner"))
    .returning(OUTBOX.c.id, OUTBOX.c.subscription_id, OUTBOX.c.due_at)
)
_OWN = update(OUTBOX).where(OUTBOX.c.id == bindparam("of"), OUTBOX.c.claimed_by == bindparam("owner"))
_RELEASE = _OWN.values(state=bindparam("back"), reason=bindparam("why"), claimed_at=None, claimed_by=None)
_END = _OWN.values(
    state=bindparam("ended"), reason=bindparam("why"), message_id=bindparam("message"), finished_at=bindparam("now")
)
_KEEP = (
    update(OUTBOX)
    .where(OUTBOX.c.id.in_(bindparam("ids", expanding=True)), OUTBOX.c.state == State.CLAIMED)
    .where(OUTBOX.c.claimed_by == bindparam("owner"))
    .values(claimed_at=bindparam("now"))
)
# Made once: SQLAlchemy takes longer to put a statement together than SQLite takes to run it.


class Outbox:
    """The rows. `owner` names this process in its claims."""

    def __init__(self, engine: AsyncEngine, owner: str) -> None:
        self._engine, self._owner = engine, owner

    async def claim(
        self, now: datetime, oldest: datetime, limit: int, fates: Mapping[int, Fate] = MappingProxyType({})
    ) -> list[Claim]:
        """Take the next rows, in their order, that are due and not older than `oldest`.

        What became of earlier ones is written down in the same transaction: one commit for both.
        """
        asked = {"now": _seconds(now), "oldest": _seconds(oldest), "most": limit, "owner": self._owner}
        async with self._engine.begin() as connection:
            await self._write(connection, fates, now)
            rows = (await connection.execute(_TAKE, asked)).all()
        claims = [Claim(row.id, row.subscription_id, datetime.fromtimestamp(row.due_at, UTC)) for row in rows]
        return sorted(claims, key=lambda claim: (claim.due_at, claim.id))

    async def holds(self, row: int) -> bool:
        """Whether a row that this process claimed is still there: of a chat that was moved, another one may count."""
        mine = and_(OUTBOX.c.id == row, OUTBOX.c.claimed_by == self._owner)
        async with self._engine.connect() as connection:
            return (await connection.execute(select(OUTBOX.c.id).where(mine))).first() is not None

    async def finish(self, fates: Mapping[int, Fate], now: datetime) -> None:
        """Write down what became of rows."""
        async with self._engine.begin() as connection:
            await self._write(connection, fates, now)

    async def _write(self, connection: AsyncConnection, fates: Mapping[int, Fate], now: datetime) -> None:
        """One statement for all that end, one for all that are given back; a row that is another's by now stays."""
        given_back = [
            {"of": number, "owner": self._owner, "back": fate.state, "why": fate.reason}
            for number, fate in fates.items()
            if fate.state in WAITING
        ]
        ended = [
            {
                "of": number, "owner": self._owner, "now": _seconds(now),
                "ended": fate.state, "why": fate.reason, "message": fate.message_id,
            }
            for number, fate in fates.items()
            if fate.state not in WAITING
        ]  # fmt: skip
        if given_back:
            await connection.execute(_RELEASE, given_back)
        if ended:
            await connection.execute(_END, ended)

    async def skip(self, before: datetime, now: datetime) -> int:
        """Give up what was due before a moment and nobody has sent. Returns how many."""
        late = and_(OUTBOX.c.state == State.PLANNED, OUTBOX.c.due_at < _seconds(before))
        return await end_all(self._engine, late, Fate(State.SKIPPED, "late"), now)

    async def keep(self, rows: Collection[int], now: datetime) -> None:
        """Claim anew what this process still has under way, however long ago it claimed it."""
        if rows:
            async with self._engine.begin() as connection:
                await connection.execute(_KEEP, {"ids": list(rows), "owner": self._owner, "now": _seconds(now)})

    async def give_up(self, before: datetime, now: datetime) -> int:
        """Nobody knows what became of a claim that was made before a moment and not ended. Returns how many."""
        lost = and_(OUTBOX.c.state == State.CLAIMED, OUTBOX.c.claimed_at < _seconds(before))
        return await end_all(self._engine, lost, Fate(State.UNKNOWN, "the process ended while it was sending"), now)

    async def forget(self, before: datetime) -> None:
        """Delete the ended rows of long ago."""
        old = and_(OUTBOX.c.state.in_(ENDED), OUTBOX.c.due_at < _seconds(before))
        await _in_parts(self._engine, old, delete(OUTBOX))

    async def counts(self, since: datetime) -> dict[State, int]:
        """How many rows that were due since a moment are in each state."""
        query = select(OUTBOX.c.state, func.count()).where(OUTBOX.c.due_at >= _seconds(since)).group_by(OUTBOX.c.state)
        async with self._engine.connect() as connection:
            return {State(state): count for state, count in await connection.execute(query)}


async def drop_planned(connection: AsyncConnection, subscription_id: int) -> None:
    """Delete what of a daily report has not begun to be sent."""
    planned = and_(OUTBOX.c.subscription_id == subscription_id, OUTBOX.c.state == State.PLANNED)
    await connection.execute(delete(OUTBOX).where(planned))


async def end_all(engine: AsyncEngine, which: ColumnElement[bool], fate: Fate, now: datetime) -> int:
    """Give rows that nobody is sending their fate. Returns how many."""
    values = {"state": fate.state, "reason": fate.reason, "finished_at": _seconds(now)}
    return await _in_parts(engine, which, update(OUTBOX).values(values))


async def _in_parts(engine: AsyncEngine, which: ColumnElement[bool], change: Update | Delete) -> int:
    """Change or delete rows, so many in a transaction: others write in between. Returns how many."""
    some = select(OUTBOX.c.id).where(which).limit(PART)
    statement, total = change.where(OUTBOX.c.id.in_(some), which), 0
    while True:
        async with engine.begin() as connection:
            changed = (await connection.execute(statement)).rowcount
        total += changed
        if changed < PART:
            return total


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())
