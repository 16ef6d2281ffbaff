"""Who set the guard mode, when, from what and to what: the audit log, and by its newest row the mode itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BigInteger, Column, Integer, Row, String, Table, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from conditions.answers import METADATA
from factguard import Mode

GUARD_CHANGES = Table(
    "guard_changes",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("made_at", BigInteger, nullable=False, comment="seconds since 1970"),
    Column("admin_id", BigInteger, nullable=False, comment="Telegram's id of the admin"),
    Column("from_mode", String(8), nullable=False),
    Column("to_mode", String(8), nullable=False),
)

NEWEST = select(GUARD_CHANGES).order_by(GUARD_CHANGES.c.id.desc())


@dataclass(frozen=True, slots=True)
class GuardChange:
    """One entry of the log."""

    made_at: datetime
    admin_id: int
    from_mode: Mode
    to_mode: Mode


class GuardChanges:
    """The log. A database that fails raises."""

    def __init__(self, engine: AsyncEngine, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._engine, self._now = engine, now

    async def newest(self, count: int = 1) -> tuple[GuardChange, ...]:
        """The last changes, the newest first."""
        async with self._engine.connect() as connection:
            return tuple(_change(row) for row in await connection.execute(NEWEST.limit(count)))

    async def add(self, admin_id: int, default: Mode, to_mode: Mode) -> GuardChange:
        """Set the mode; `default` is what held where nobody has changed it yet."""
        async with self._engine.begin() as connection:
            before = (await connection.execute(NEWEST.limit(1))).first()
            change = GuardChange(self._now(), admin_id, _change(before).to_mode if before else default, to_mode)
            values = {
                "made_at": int(change.made_at.timestamp()),
                "admin_id": admin_id,
                "from_mode": change.from_mode,
                "to_mode": change.to_mode,
            }
            await connection.execute(insert(GUARD_CHANGES).values(values))
        return change


def _change(row: Row[Any]) -> GuardChange:
    return GuardChange(
        datetime.fromtimestamp(row.made_at, UTC), row.admin_id, Mode(row.from_mode), Mode(row.to_mode)
    )  # fmt: skip
