"""What is kept of a chat: how it wants to be answered, its favourite places, and whether it can still be written to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

import structlog
from sqlalchemy import BigInteger, Boolean, Column, Row, String, Table, delete, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.outbox import OUTBOX
from bot.store.rows import known
from bot.store.subscription_rows import SUBSCRIPTIONS
from bot.store.subscriptions import move_reports
from bot.units import System, Units, WindUnit, units
from conditions.answers import METADATA

log = structlog.get_logger(__name__)

MOST_FAVOURITES = 20

CHATS = Table(
    "chats",
    METADATA,
    Column("id", BigInteger, primary_key=True, autoincrement=False, comment="Telegram's id of the chat"),
    Column("language", String(8), comment="en, pt_BR or pt_PT; null: as the client of whoever writes"),
    Column("units", String(16), nullable=False, comment="metric or imperial"),
    Column("wind", String(8), comment="another unit for wind"),
    Column("active", Boolean, nullable=False),
    Column("reason", String(16), comment="why it is not active"),
    Column("created_at", BigInteger, nullable=False, comment="seconds since 1970"),
    Column("changed_at", BigInteger, nullable=False, comment="seconds since 1970"),
)
FAVOURITES = Table(
    "favourites",
    METADATA,
    Column("chat_id", BigInteger, primary_key=True, autoincrement=False),
    Column("place", String(120), primary_key=True, comment="as somebody would ask for it"),
    Column("added_at", BigInteger, nullable=False, comment="seconds since 1970"),
)
OF_A_CHAT: tuple[Column[Any], ...] = (FAVOURITES.c.chat_id, CHATS.c.id)
OF_DAILY_REPORTS: tuple[Column[Any], ...] = (SUBSCRIPTIONS.c.chat_id, OUTBOX.c.chat_id)
"""Every column that names a chat: what is forgotten and moved. A test finds the one that is missing here."""


class Gone(StrEnum):
    """Why a chat cannot be written to any more."""

    BLOCKED = "blocked"
    DEACTIVATED = "deactivated"
    KICKED = "kicked"
    NOT_FOUND = "not_found"
    NO_RIGHTS = "no_rights"


@dataclass(frozen=True, slots=True)
class Preferences:
    """How a chat wants to be answered; without a language, in that of the one who writes."""

    language: str | None = None
    system: System = System.METRIC
    wind: WindUnit | None = None

    @property
    def units(self) -> Units:
        """The units of its numbers."""
        return units(self.system, self.wind)


class Chats:
    """The kept chats. A database that fails gives defaults and a warning: no answer waits for it.

    What changes something says whether it was kept. Without an engine nothing is.
    """

    def __init__(self, engine: AsyncEngine | None = None) -> None:
        self._engine = engine

    async def seen(self, chat_id: int) -> Preferences:
        """A chat's preferences; one that writes for the first time, or again after it was gone, is noted."""
        row = None
        with _logged("chats.not_read"):
            async with self._connected() as connection:
                row = (await connection.execute(select(CHATS).where(CHATS.c.id == chat_id))).first()
        if row is None:
            await self._add(chat_id)
        elif not row.active:
            await self._change(chat_id, active=True, reason=None)
        return _preferences(row) if row is not None else Preferences()

    async def preferences(self, chat_id: int) -> Preferences:
        """The same, of a chat that need not have written."""
        with _logged("chats.not_read"):
            async with self._connected() as connection:
                row = (await connection.execute(select(CHATS).where(CHATS.c.id == chat_id))).first()
                return _preferences(row) if row is not None else Preferences()
        return Preferences()

    async def set_language(self, chat_id: int, language: str | None) -> bool:
        """Answer in a language from now on; None: in that of the one who writes."""
        return await self._change(chat_id, language=language)

    async def set_units(self, chat_id: int, system: System, wind: WindUnit | None) -> bool:
        """Give numbers in these units from now on."""
        return await self._change(chat_id, units=system, wind=wind)

    async def set_gone(self, chat_id: int, reason: Gone) -> bool:
        """Note that a chat cannot be written to; one that is not known stays unknown."""
        return await self._change(chat_id, active=False, reason=reason)

    async def set_back(self, chat_id: int) -> bool:
        """Note that a chat can be written to again."""
        return await self._change(chat_id, active=True, reason=None)

    async def favourites(self, chat_id: int) -> tuple[str, ...]:
        """The favourite places, the oldest first."""
        chosen = (
            select(FAVOURITES.c.place)
            .where(FAVOURITES.c.chat_id == chat_id)
            .order_by(FAVOURITES.c.added_at, FAVOURITES.c.place)
        )
        with _logged("favourites.not_read"):
            async with self._connected() as connection:
                return tuple((await connection.execute(chosen)).scalars())
        return ()

    async def add_favourite(self, chat_id: int, place: str) -> bool:
        """Keep a favourite; one that is kept already stays."""
        with _logged("favourites.not_kept"):
            try:
                async with self._changing() as connection:
                    await connection.execute(insert(FAVOURITES).values(chat_id=chat_id, place=place, added_at=_now()))
            except IntegrityError:
                log.debug("favourites.known")
            return True
        return False

    async def drop_favourite(self, chat_id: int, place: str) -> bool:
        """Forget a favourite."""
        gone = delete(FAVOURITES).where(FAVOURITES.c.chat_id == chat_id, FAVOURITES.c.place == place)
        with _logged("favourites.not_kept"):
            async with self._changing() as connection:
                await connection.execute(gone)
            return True
        return False

    async def forget(self, chat_id: int) -> bool:
        """Delete all that is kept of a chat, with what waits to be sent to it: for good, and at once or not at all."""
        with _logged("chats.not_forgotten"):
            async with self._changing() as connection:
                await _delete(connection, chat_id, (*OF_DAILY_REPORTS, *OF_A_CHAT))
            return True
        return False

    async def move(self, old: int, new: int) -> bool:
        """Give all that is kept of a chat to the id that it has from now on, at once or not at all.

        Telegram tells it twice, by the old chat and by the new one: the second time there is nothing left to move.
        """
        with _logged("chats.not_moved"):
            async with self._changing() as connection:
                # Writing first takes the row, so that two who were told at once move one after the other.
                claimed = update(CHATS).where(CHATS.c.id == old).values(changed_at=_now())
                if (await connection.execute(claimed)).rowcount:
                    await _delete(connection, new, OF_A_CHAT)
                    for column in OF_A_CHAT:
                        await connection.execute(update(column.table).where(column == old).values({column: new}))
                await move_reports(connection, old, new)
            return True
        return False

    async def _add(self, chat_id: int) -> None:
        new = {"id": chat_id, "units": System.METRIC, "active": True, "created_at": _now(), "changed_at": _now()}
        with _logged("chats.not_kept"):
            try:
                async with self._changing() as connection:
                    await connection.execute(insert(CHATS).values(new))
            except IntegrityError:  # another update of the same chat was quicker
                log.debug("chats.known")

    async def _change(self, chat_id: int, **values: object) -> bool:
        with _logged("chats.not_kept"):
            async with self._changing() as connection:
                changed = update(CHATS).where(CHATS.c.id == chat_id).values(**values, changed_at=_now())
                found = await connection.execute(changed)
            return found.rowcount > 0
        return False

    def _connected(self) -> AbstractAsyncContextManager[AsyncConnection]:
        return self._opened.connect()

    def _changing(self) -> AbstractAsyncContextManager[AsyncConnection]:
        return self._opened.begin()

    @property
    def _opened(self) -> AsyncEngine:
        if self._engine is None:
            raise _NoStoreError
        return self._engine


class _NoStoreError(Exception):
    """There is no database, which was said in the log when it could not be opened."""


@contextmanager
def _logged(event: str) -> Iterator[None]:
    """Logs a database's failure and goes on."""
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        log.warning(event, reason=str(error).splitlines()[0])
    except _NoStoreError:
        log.debug(event, reason="there is no database")


async def _delete(connection: AsyncConnection, chat_id: int, columns: Sequence[Column[Any]]) -> None:
    for column in columns:
        await connection.execute(delete(column.table).where(column == chat_id))


def _preferences(row: Row[Any]) -> Preferences:
    """A row's preferences; a word that another version wrote there counts as none."""
    return Preferences(row.language, known(System, row.units) or System.METRIC, known(WindUnit, row.wind))


def _now() -> int:
    return int(datetime.now(UTC).timestamp())
