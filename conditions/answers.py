"""The source's answers in a database: they survive a restart, and several processes share them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

import structlog
from sqlalchemy import BigInteger, Column, MetaData, String, Table, Text, delete, insert, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from conditions.open_meteo import Body, Kept

log = structlog.get_logger(__name__)

METADATA = MetaData()
SOURCE_ANSWERS = Table(
    "source_answers",
    METADATA,
    Column("api", String(32), primary_key=True),
    Column("cell", String(32), primary_key=True),
    Column("hour", BigInteger, primary_key=True, comment="the hour in which it was asked for, in seconds since 1970"),
    Column("fetched_at", BigInteger, nullable=False, comment="seconds since 1970"),
    Column("body", Text, comment="the answer as JSON, null where the source has no data there"),
)


class Answers:
    """The kept answers, the newest for each cell. A database that fails is logged and counts as an empty one."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def newest(self, api: str, cells: Iterable[str], *, since: datetime) -> dict[str, Kept]:
        """The newest answer for each of some cells, none from before a moment."""
        table = SOURCE_ANSWERS
        wanted = (
            select(table.c.cell, table.c.body, table.c.fetched_at)
            .where(table.c.api == api, table.c.cell.in_(list(cells)), table.c.fetched_at >= _seconds(since))
            .order_by(table.c.fetched_at)
        )
        try:
            async with self._engine.connect() as connection:
                rows = (await connection.execute(wanted)).all()
        except (SQLAlchemyError, OSError) as error:
            log.warning("answers.not_read", reason=str(error))
            return {}
        return {row.cell: Kept(Body(row.body), datetime.fromtimestamp(row.fetched_at, UTC)) for row in rows}

    async def keep(self, api: str, hour: datetime, answers: Mapping[str, Kept], *, since: datetime) -> None:
        """Keep the answers of an hour by cell, and forget all that came before `since`."""
        table = SOURCE_ANSWERS
        rows = [
            {
                "api": api,
                "cell": cell,
                "hour": _seconds(hour),
                "fetched_at": _seconds(kept.fetched_at),
                "body": kept.body.text,
            }
            for cell, kept in answers.items()
        ]
        replaced = (table.c.api == api, table.c.hour == _seconds(hour), table.c.cell.in_(list(answers)))
        try:
            async with self._engine.begin() as connection:
                await connection.execute(delete(table).where(table.c.fetched_at < _seconds(since)))
                await connection.execute(delete(table).where(*replaced))
                await connection.execute(insert(table), rows)
        except (SQLAlchemyError, OSError) as error:
            log.warning("answers.not_kept", reason=str(error))


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())
