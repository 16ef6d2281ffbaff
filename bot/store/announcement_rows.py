"""The outbox's rows of announcements: one for a chat, made chunk by chunk and claimed like those of daily reports.

While they wait they are `queued`, not `planned`: who looks for daily reports does not meet them. From their claim on
they are rows like any other, so that those of a process that died become unknown in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Row, and_, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.announcements import ANNOUNCEMENTS, Announcement, Stage, announcement, recipients
from bot.store.outbox import OUTBOX, Fate, State, end_all
from bot.store.rows import insert_new

CHUNK = 500
"""Chats that one transaction plans: others write in between."""
WINDOW = timedelta(days=1)
"""How late it is still sent. Two hours late it is wanted as much as at once; a day later "tomorrow" is another day."""
NO_SUBSCRIPTION = 0
OPEN = (State.QUEUED, State.CLAIMED)


@dataclass(frozen=True, slots=True)
class Parcel:
    """A row that this process alone may send."""

    id: int
    chat_id: int
    announcement_id: int


class AnnouncementRows:
    """The rows. `owner` names this process in its claims."""

    def __init__(self, engine: AsyncEngine, owner: str) -> None:
        self._engine, self._owner = engine, owner

    async def plan(self, now: datetime) -> bool:
        """Make the next chunk of rows for an announcement that goes out. Returns whether there was one to plan.

        Chats are taken by their ids from above: a group that becomes a supergroup meanwhile gets a lower one. Of
        several processes that come to the same chunk one makes it.
        """
        wanted = and_(ANNOUNCEMENTS.c.stage == Stage.SENDING, ANNOUNCEMENTS.c.planned.is_(False))
        async with self._engine.connect() as connection:
            query = select(ANNOUNCEMENTS).where(wanted).order_by(ANNOUNCEMENTS.c.id).limit(1)
            row = (await connection.execute(query)).first()
            if row is None:
                return False
            below = recipients(row.planned_to).subquery()
            chunk = select(below.c.id).order_by(below.c.id.desc()).limit(CHUNK)
            chats = (await connection.execute(chunk)).scalars().all()
        await self._add(row, chats, now)
        return True

    async def _add(self, row: Row[Any], chats: Sequence[int], now: datetime) -> None:
        here = and_(ANNOUNCEMENTS.c.id == row.id, ANNOUNCEMENTS.c.planned_to == row.planned_to)
        values = {"planned_to": min(chats, default=row.planned_to), "planned": len(chats) < CHUNK}
        async with self._engine.begin() as connection:
            step = await connection.execute(update(ANNOUNCEMENTS).where(here).values(values))
            if step.rowcount and chats:
                await connection.execute(
                    insert_new(OUTBOX, connection.dialect), [_row(row, chat, now) for chat in chats]
                )

    async def claim(self, now: datetime, limit: int) -> list[Parcel]:
        """Take the next rows that wait, the oldest announcement's first."""
        waiting = and_(OUTBOX.c.state == State.QUEUED, OUTBOX.c.due_at.between(_seconds(now - WINDOW), _seconds(now)))
        free = (
            select(OUTBOX.c.id)
            .where(waiting)
            .order_by(OUTBOX.c.due_at, OUTBOX.c.id)
            .limit(limit)
            .with_for_update(skip_locked=True)  # where the database has it; SQLite has one writer at a time
            .cte("free")  # looked for once: PostgreSQL may look into a subquery again for each row, beyond its limit
        )
        take = (
            update(OUTBOX)
            .where(OUTBOX.c.id.in_(select(free.c.id)), OUTBOX.c.state == State.QUEUED)
            .values(state=State.CLAIMED, claimed_at=_seconds(now), claimed_by=self._owner, finished_at=None)
            .returning(OUTBOX.c.id, OUTBOX.c.chat_id, OUTBOX.c.announcement_id)
        )
        if not await self._any(State.QUEUED):  # reading needs no writer's turn
            return []
        async with self._engine.begin() as connection:
            return sorted((Parcel(*row) for row in await connection.execute(take)), key=lambda each: each.id)

    async def skip(self, now: datetime) -> int:
        """Give up what waits for longer than its window. Returns how many."""
        late = and_(OUTBOX.c.state == State.QUEUED, OUTBOX.c.due_at < _seconds(now - WINDOW))
        return await end_all(self._engine, late, Fate(State.SKIPPED, "late"), now)

    async def finish(self, now: datetime) -> list[tuple[Announcement, dict[State, int]]]:
        """The announcements of which nothing is left to do, with what became of their rows: each is given once."""
        async with self._engine.connect() as connection:
            going = and_(ANNOUNCEMENTS.c.stage == Stage.SENDING, ANNOUNCEMENTS.c.planned.is_(True))
            rows = (await connection.execute(select(ANNOUNCEMENTS).where(going))).all()
            counted = [(announcement(row), await _counts(connection, row)) for row in rows]
        ended = [(each, counts) for each, counts in counted if not any(counts.get(state) for state in OPEN)]
        return [(each, counts) for each, counts in ended if await self._end(each, now)]

    async def _end(self, each: Announcement, now: datetime) -> bool:
        """Whether it was this process that ended it."""
        going = and_(ANNOUNCEMENTS.c.id == each.id, ANNOUNCEMENTS.c.stage == Stage.SENDING)
        values = {"stage": Stage.DONE, "finished_at": _seconds(now)}
        async with self._engine.begin() as connection:
            return (await connection.execute(update(ANNOUNCEMENTS).where(going).values(values))).rowcount > 0

    async def _any(self, state: State) -> bool:
        async with self._engine.connect() as connection:
            query = select(OUTBOX.c.id).where(OUTBOX.c.state == state).limit(1)
            return (await connection.execute(query)).first() is not None


async def _counts(connection: AsyncConnection, row: Row[Any]) -> dict[State, int]:
    """How many rows of an announcement are in each state; the moment that they share leads to them by the index."""
    own = and_(OUTBOX.c.state.in_(list(State)), OUTBOX.c.due_at == row.confirmed_at, OUTBOX.c.announcement_id == row.id)
    query = select(OUTBOX.c.state, func.count()).where(own).group_by(OUTBOX.c.state)
    return {State(state): count for state, count in await connection.execute(query)}


def _row(row: Row[Any], chat: int, now: datetime) -> dict[str, Any]:
    """A chat's row. All of an announcement have one date and one slot, so that each chat has one of it at most."""
    return {
        "chat_id": chat,
        "local_date": datetime.fromtimestamp(row.confirmed_at, UTC).date().isoformat(),
        "slot": f"announcement {row.id}",
        "subscription_id": NO_SUBSCRIPTION,
        "announcement_id": row.id,
        "state": State.QUEUED,
        "due_at": row.confirmed_at,
        "planned_at": _seconds(now),
    }


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())
