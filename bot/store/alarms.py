"""When admins were last told of each trouble, by all processes over one database, and whether it still lasts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import structlog
from sqlalchemy import BigInteger, Boolean, Column, String, Table, case, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from conditions.answers import METADATA

log = structlog.get_logger(__name__)

QUIET = timedelta(hours=1)
"""How long nothing more is told of a trouble."""

ALARMS = Table(
    "alarms",
    METADATA,
    Column("trouble", String(16), primary_key=True, comment="model, provider or broadcast"),
    Column("told_at", BigInteger, nullable=False, comment="seconds since 1970"),
    Column("since", BigInteger, nullable=False, comment="seconds since 1970"),
    Column("lasts", Boolean, nullable=False, comment="nobody was told yet that it is over"),
)


@dataclass(slots=True)
class _Told:
    """What this process knows of a trouble."""

    at: datetime
    since: datetime
    lasts: bool = True


class Alarms:
    """Who is to tell of a trouble. Where there is no database, or it fails, each process decides for itself."""

    def __init__(self, engine: AsyncEngine | None = None) -> None:
        self._engine = engine
        self._told: dict[str, _Told] = {}

    async def take(self, trouble: str, since: datetime, now: datetime) -> datetime | None:
        """Since when a trouble lasts, if it is this process that is to tell of it now; else None."""
        if self._engine is None:
            return self._take_here(trouble, since, now)
        try:
            async with self._engine.begin() as connection:
                begun = await _take(connection, trouble, since, now)
        except IntegrityError:  # another process was quicker
            return None
        except (SQLAlchemyError, OSError) as error:
            log.warning("alarm.not_kept", trouble=trouble, reason=str(error).splitlines()[0])
            return self._take_here(trouble, since, now)
        if begun is not None:
            self._told[trouble] = _Told(now, begun)
        return begun

    async def end(self, trouble: str) -> datetime | None:
        """Since when a trouble that was told of lasted, if it is this process that is to tell that it is over."""
        if self._engine is None:
            return self._end_here(trouble)
        mine = update(ALARMS).where(ALARMS.c.trouble == trouble, ALARMS.c.lasts.is_(True)).values(lasts=False)
        try:
            async with self._engine.begin() as connection:
                begun = (await connection.execute(mine.returning(ALARMS.c.since))).scalar_one_or_none()
        except (SQLAlchemyError, OSError) as error:
            log.warning("alarm.not_kept", trouble=trouble, reason=str(error).splitlines()[0])
            return self._end_here(trouble)
        if here := self._told.get(trouble):
            here.lasts = False
        return datetime.fromtimestamp(begun, UTC) if begun is not None else None

    async def lasting(self) -> dict[str, datetime]:
        """The troubles that were told of and are not over, since when; none where that cannot be read."""
        if self._engine is None:
            return {}
        try:
            async with self._engine.connect() as connection:
                rows = await connection.execute(select(ALARMS).where(ALARMS.c.lasts.is_(True)))
                return {row.trouble: datetime.fromtimestamp(row.since, UTC) for row in rows}
        except (SQLAlchemyError, OSError) as error:
            log.warning("alarm.not_read", reason=str(error).splitlines()[0])
            return {}

    def _take_here(self, trouble: str, since: datetime, now: datetime) -> datetime | None:
        told = self._told.get(trouble)
        if told and now - told.at < QUIET:
            return None
        begun = told.since if told and told.lasts else since
        self._told[trouble] = _Told(now, begun)
        return begun

    def _end_here(self, trouble: str) -> datetime | None:
        told = self._told.get(trouble)
        if told is None or not told.lasts:
            return None
        told.lasts = False
        return told.since


async def _take(connection: AsyncConnection, trouble: str, since: datetime, now: datetime) -> datetime | None:
    """One conditional update, or where the trouble is a new one, one insert that only one process can do."""
    begun, told_at = int(since.timestamp()), int(now.timestamp())
    again = (
        update(ALARMS)
        .where(ALARMS.c.trouble == trouble, ALARMS.c.told_at <= told_at - int(QUIET.total_seconds()))
        .values(told_at=told_at, since=case((ALARMS.c.lasts, ALARMS.c.since), else_=begun), lasts=True)
        .returning(ALARMS.c.since)
    )
    taken = (await connection.execute(again)).scalar_one_or_none()
    if taken is not None:
        return datetime.fromtimestamp(taken, UTC)
    if (await connection.execute(select(ALARMS.c.trouble).where(ALARMS.c.trouble == trouble))).first():
        return None
    await connection.execute(insert(ALARMS).values(trouble=trouble, told_at=told_at, since=begun, lasts=True))
    return datetime.fromtimestamp(begun, UTC)
