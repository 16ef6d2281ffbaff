"""What admins announce to all chats: a draft until its author confirms it, and how far it has come then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    CompoundSelect,
    Integer,
    Row,
    String,
    Table,
    Text,
    and_,
    delete,
    func,
    insert,
    select,
    union,
    update,
)
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.chats import CHATS
from bot.store.subscription_rows import SUBSCRIPTIONS
from conditions.answers import METADATA

KEPT = timedelta(days=90)
DRAFT_LASTS = timedelta(days=1)
"""How long a preview can be confirmed: who finds an old one would not send what it says."""
ABOVE_ALL = 2**63 - 1
"""No chat has an id as high."""

ANNOUNCEMENTS = Table(
    "announcements",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("admin_id", BigInteger, nullable=False, comment="Telegram's id of the admin who wrote it"),
    Column("language", String(8), nullable=False, comment="of what the admin is told in the end"),
    Column("text", Text, nullable=False),
    Column("entities", Text, nullable=False, comment="a JSON list of Telegram's message entities"),
    Column("stage", String(16), nullable=False, comment="draft, discarded, sending or done"),
    Column("made_at", BigInteger, nullable=False, comment="seconds since 1970, as all times here"),
    Column("confirmed_at", BigInteger),
    Column("finished_at", BigInteger),
    Column("message_id", BigInteger, comment="the admin's message with the buttons"),
    Column("planned_to", BigInteger, nullable=False, comment="chats of this id and above have their rows"),
    Column("planned", Boolean, nullable=False, comment="all chats have their rows"),
)


class Stage(StrEnum):
    """How far an announcement has come."""

    DRAFT = "draft"
    DISCARDED = "discarded"
    SENDING = "sending"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Announcement:
    """An announcement as it is kept; `entities` are JSON, `message_id` is the admin's message with the buttons."""

    id: int
    admin_id: int
    language: str
    text: str
    entities: str
    stage: Stage
    confirmed_at: datetime | None
    message_id: int | None


class Announcements:
    """The kept announcements. A database that fails raises."""

    def __init__(self, engine: AsyncEngine, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._engine, self._now = engine, now

    async def recipients(self) -> int:
        """How many chats would get one now."""
        async with self._engine.connect() as connection:
            query = select(func.count()).select_from(recipients(ABOVE_ALL).subquery())
            return int((await connection.execute(query)).scalar_one())

    async def draft(self, admin_id: int, language: str, text: str, entities: str) -> int:
        """Keep what an admin may announce. Returns its number."""
        values = {
            "admin_id": admin_id,
            "language": language,
            "text": text,
            "entities": entities,
            "stage": Stage.DRAFT,
            "made_at": _seconds(self._now()),
            "planned_to": ABOVE_ALL,
            "planned": False,
        }
        added = insert(ANNOUNCEMENTS).values(values).returning(ANNOUNCEMENTS.c.id)
        async with self._engine.begin() as connection:
            return int((await connection.execute(added)).scalar_one())

    async def get(self, number: int) -> Announcement | None:
        """The announcement of a number."""
        query = select(ANNOUNCEMENTS).where(ANNOUNCEMENTS.c.id == number)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return announcement(row) if row is not None else None

    async def going_out(self) -> frozenset[int]:
        """The numbers of those that were confirmed and are not done."""
        query = select(ANNOUNCEMENTS.c.id).where(ANNOUNCEMENTS.c.stage == Stage.SENDING)
        async with self._engine.connect() as connection:
            return frozenset((await connection.execute(query)).scalars())

    async def confirm(self, number: int, admin_id: int, message_id: int) -> bool:
        """Let a draft of an admin's own go out. Returns whether: that is once, and not for an old one."""
        return await self._leave_draft(
            number, admin_id, stage=Stage.SENDING, confirmed_at=_seconds(self._now()), message_id=message_id
        )

    async def discard(self, number: int, admin_id: int) -> bool:
        """Let a draft of an admin's own never go out. Returns whether."""
        return await self._leave_draft(number, admin_id, stage=Stage.DISCARDED)

    async def forget(self, now: datetime) -> None:
        """Delete those of long ago; of one that is still going out nothing is left to send by then."""
        old = ANNOUNCEMENTS.c.made_at < _seconds(now - KEPT)
        async with self._engine.begin() as connection:
            await connection.execute(delete(ANNOUNCEMENTS).where(old))

    async def _leave_draft(self, number: int, admin_id: int, **values: object) -> bool:
        mine = and_(
            ANNOUNCEMENTS.c.id == number,
            ANNOUNCEMENTS.c.admin_id == admin_id,
            ANNOUNCEMENTS.c.stage == Stage.DRAFT,
            ANNOUNCEMENTS.c.made_at >= _seconds(self._now() - DRAFT_LASTS),
        )
        async with self._engine.begin() as connection:
            return (await connection.execute(update(ANNOUNCEMENTS).where(mine).values(values))).rowcount > 0


def recipients(below: int) -> CompoundSelect[Any]:
    """The ids, lower than one, of the chats that get an announcement.

    Those that wrote and can be written to, and those (channels, say) that have a daily report which is not stopped.
    """
    gone = select(CHATS.c.id).where(CHATS.c.id == SUBSCRIPTIONS.c.chat_id, CHATS.c.active.is_(False)).exists()
    return union(
        select(CHATS.c.id).where(CHATS.c.active.is_(True), CHATS.c.id < below),
        select(SUBSCRIPTIONS.c.chat_id).where(
            SUBSCRIPTIONS.c.stopped.is_(None), SUBSCRIPTIONS.c.chat_id < below, ~gone
        ),
    )


def announcement(row: Row[Any]) -> Announcement:
    """An announcement from its row."""
    confirmed = datetime.fromtimestamp(row.confirmed_at, UTC) if row.confirmed_at is not None else None
    return Announcement(
        row.id, row.admin_id, row.language, row.text, row.entities, Stage(row.stage), confirmed, row.message_id
    )  # fmt: skip


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())
