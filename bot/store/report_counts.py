"""How many reports were given: a number for each hour, kind, domain, language and fate. No chat stands in it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, Column, Integer, String, Table, delete
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from conditions.answers import METADATA

KEPT = timedelta(days=90)
"""As long as drafts, so that both are of the same time."""

REPORT_COUNTS = Table(
    "report_counts",
    METADATA,
    Column("hour", BigInteger, primary_key=True, autoincrement=False, comment="seconds since 1970"),
    Column("kind", String(16), primary_key=True, comment="chat or inline"),
    Column("domain", String(16), primary_key=True),
    Column("language", String(8), primary_key=True),
    Column("fate", String(16), primary_key=True, comment="the sentence's verdict, or why there was none"),
    Column("count", Integer, nullable=False),
)


class Given(NamedTuple):
    """What reports are counted by. `hour` is when it begins, in seconds since 1970."""

    hour: int
    kind: str
    domain: str
    language: str
    fate: str


class ReportCounts:
    """The counts. A database that fails raises."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def add(self, counts: Mapping[Given, int]) -> None:
        """Add to what is counted already, and forget what is older than 90 days; all of it or nothing."""
        # In one order, so that two processes that write at once wait for each other instead of locking each other out.
        rows = [{**given._asdict(), "count": count} for given, count in sorted(counts.items())]
        newest = max(given.hour for given in counts)
        old = REPORT_COUNTS.c.hour < newest - int(KEPT.total_seconds())
        async with self._engine.begin() as connection:
            await connection.execute(_adding(connection.dialect.name), rows)
            await connection.execute(delete(REPORT_COUNTS).where(old))


def _adding(dialect: str) -> Any:
    inserts: dict[str, Any] = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}
    statement = inserts[dialect](REPORT_COUNTS)
    return statement.on_conflict_do_update(
        index_elements=list(REPORT_COUNTS.primary_key),
        set_={"count": REPORT_COUNTS.c.count + statement.excluded.count},
    )
