"""What processes with one token and one database do together: answer an update once, and keep to one pace."""

from __future__ import annotations

from typing import NoReturn

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine
from telegram import Update
from telegram.ext import ApplicationHandlerStop, TypeHandler

from bot.context import BoiaApplication, Context
from bot.messaging.delivery import Patience
from bot.store import SeenUpdates

log = structlog.get_logger(__name__)

BEFORE_ALL = -1


def join(application: BoiaApplication, engine: AsyncEngine) -> None:
    """Let an application share its work with all others over the same database."""
    application.add_handler(TypeHandler(Update, Once(SeenUpdates(engine)).pass_on), group=BEFORE_ALL)
    limiter = application.bot.rate_limiter
    if isinstance(limiter, Patience) and engine.dialect.name == "postgresql":  # SQLite is for one process
        limiter.share(engine)


class Once:
    """Lets an update through that nobody has taken yet."""

    def __init__(self, seen: SeenUpdates) -> None:
        self._seen = seen

    async def pass_on(self, update: Update, _context: Context) -> None:
        """Go on to the handlers, or end here."""
        if not await self._seen.take(update.update_id):
            _end(update)


def _end(update: Update) -> NoReturn:
    log.info("update.seen_before", update=update.update_id)
    raise ApplicationHandlerStop
