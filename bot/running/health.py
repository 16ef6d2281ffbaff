"""How the process is: whether its database answers, updates are read, and the model writes.

It serves as long as people get their numbers: a dead model makes it "degraded", an unreachable database makes it fail.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.messaging.traffic import Pulse
from bot.reports import ModelState
from bot.services import Services

log = structlog.get_logger(__name__)

READ_WITHIN_S = 60.0
"""A long poll ends after some seconds, even if there is no news."""
STORE_S = 3.0
QUERY = "SELECT version_num FROM alembic_version"


class Health:
    """Looks at what the process works with. Where a webhook brings the updates, `polls` is False: it may be quiet."""

    def __init__(self, services: Services, pulse: Pulse, *, polls: bool = True) -> None:
        self._services, self._pulse, self._polls = services, pulse, polls

    async def look(self) -> dict[str, Any]:
        """What is found now; `serves` says whether people get answers."""
        store, updates, model = await self._store(), self._updates(), self._services.reports.model
        serves = store != "unreachable"
        well = store == "reachable" and updates in ("read", "webhook") and model is ModelState.LOADED
        status = "failing" if not serves else "ok" if well else "degraded"
        return {"status": status, "serves": serves, "store": store, "updates": updates, "model": model}

    def _updates(self) -> str:
        if not self._polls:
            return "webhook"
        age = self._pulse.age_s
        if age is None:
            return "not read yet"
        return "read" if age < READ_WITHIN_S else "not read"

    async def _store(self) -> str:
        if self._services.engine is None:
            return "none"
        try:
            async with asyncio.timeout(STORE_S):
                await _touch(self._services.engine)
        except (SQLAlchemyError, sqlite3.Error, OSError, TimeoutError) as error:
            log.warning("health.store_unreachable", reason=next(iter(str(error).splitlines()), type(error).__name__))
            return "unreachable"
        return "reachable"


async def _touch(engine: AsyncEngine) -> None:
    """Read a row that every database of ours has."""
    async with engine.connect() as connection:
        await connection.execute(text(QUERY))
    file = engine.url.database
    if engine.dialect.name == "sqlite" and file and file != ":memory:":
        await asyncio.to_thread(_touch_file, file)


def _touch_file(file: str) -> None:
    """Open the file anew: who has it open goes on reading one that was deleted or overwritten."""
    with closing(sqlite3.connect(f"{Path(file).absolute().as_uri()}?mode=ro", uri=True)) as connection:
        connection.execute(QUERY)
