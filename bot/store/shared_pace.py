"""The pace that all replicas share: one row that says when the next request may go to Telegram.

Its times are the database's: the clocks of the machines need not agree.
"""

from __future__ import annotations

from sqlalchemy import Column, Double, Integer, Table, func, literal
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from conditions.answers import METADATA

SHARED_PACE = Table(
    "shared_pace",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False, comment="there is one row"),
    Column("next_at", Double, nullable=False, comment="when the next request may go, in seconds since 1970"),
    Column("held_until", Double, nullable=False, comment="until when Telegram wants no request"),
)
ROW = 1
NOW = func.extract("epoch", func.clock_timestamp()).cast(Double)


class SharedPace:
    """The row in a PostgreSQL. Whatever goes wrong there is raised: SQLAlchemyError or OSError."""

    def __init__(self, engine: AsyncEngine, gap: float, catch_up: float) -> None:
        self._engine, self._gap, self._catch_up = engine, gap, catch_up

    async def reserve(self, count: int) -> tuple[float, float]:
        """Take the next turns: in how many seconds the first of them is, and for how many nothing may go at all.

        What nobody took for longer than is made up for is lost.
        """
        kept = SHARED_PACE.c
        taken = literal(count * self._gap)
        first = func.greatest(kept.next_at, kept.held_until, NOW - self._catch_up)
        reserved = (
            insert(SHARED_PACE)
            .values(id=ROW, next_at=NOW + taken, held_until=0)
            .on_conflict_do_update(index_elements=["id"], set_={"next_at": first + taken})
            .returning((kept.next_at - taken - NOW).label("first"), (kept.held_until - NOW).label("held"))
        )
        async with self._engine.connect() as connection:
            row = (await (await _at_once(connection)).execute(reserved)).one()
        return row.first, max(0.0, row.held)

    async def hold(self, seconds: float) -> None:
        """Let no process send anything for a while."""
        until = NOW + seconds
        held = (
            insert(SHARED_PACE)
            .values(id=ROW, next_at=0, held_until=until)
            .on_conflict_do_update(
                index_elements=["id"], set_={"held_until": func.greatest(SHARED_PACE.c.held_until, until)}
            )
        )
        async with self._engine.connect() as connection:
            await (await _at_once(connection)).execute(held)


async def _at_once(connection: AsyncConnection) -> AsyncConnection:
    """Each statement a transaction of its own: nobody waits for the row longer than it takes to change it."""
    return await connection.execution_options(isolation_level="AUTOCOMMIT")
