"""Opens the database and runs the migrations that it has not seen."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from importlib import resources

import structlog
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.errors import StoreError
from bot.logs import without_secrets
from bot.settings import passwords
from bot.store.address import address, engine_of
from factguard.texts import mark as _

log = structlog.get_logger(__name__)

MIGRATING = 6_241_309_118
"""The number of the lock, on PostgreSQL, of whoever migrates: any that nobody else takes."""
PATIENCE_S = 60
"""How long a process waits for another one that migrates."""


@asynccontextmanager
async def open_store(url: str | None, *, required: bool = False) -> AsyncIterator[AsyncEngine | None]:
    """The database at an address, by default SQLite in the user's data folder.

    One that cannot be opened is logged and given as None: reports are made without it, only dearer. Where it is
    `required` that is a StoreError.
    """
    try:
        engine = await _opened(url)
    except StoreError as error:
        if required:
            raise
        log.warning("store.unavailable", reason=str(error))
        yield None
        return
    try:
        yield engine
    finally:
        await engine.dispose()


async def _opened(url: str | None) -> AsyncEngine:
    try:
        return await _migrated(address(url))
    except (ArgumentError, NoSuchModuleError) as error:
        sentence = _("BOIA_DATABASE_URL is no address of a database, such as postgresql://user:password@host/name.")
        raise StoreError(sentence, _reason(error, url)) from error
    except ImportError as error:
        sentence = _(
            "BOIA_DATABASE_URL needs a driver that is not installed ({reason}); try pip install boia[postgres]."
        )
        raise StoreError(sentence, _reason(error, url)) from error
    except CommandError as error:
        sentence = _("The database was changed by a newer Boia; update this one too, or give it another database.")
        raise StoreError(sentence, _reason(error, url)) from error
    except (SQLAlchemyError, OSError, sqlite3.Error) as error:
        sentence = _("The database cannot be opened; correct BOIA_DATABASE_URL or start the database ({reason}).")
        raise StoreError(sentence, _reason(error, url)) from error


def _reason(error: Exception, url: str | None) -> str:
    """The first line of what went wrong, as the driver says it, without what is secret in the address."""
    said = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    first = next(iter(str(said).splitlines()), type(said).__name__)
    return without_secrets(first, passwords(url) if url else ())


async def _migrated(url: URL) -> AsyncEngine:
    if url.get_backend_name() == "sqlite" and url.database:
        await asyncio.to_thread(_probe, url.database)
    engine = engine_of(url)
    try:
        async with engine.connect() as connection:
            await connection.run_sync(migrate)
    except BaseException:
        await engine.dispose()
        raise
    return engine


def _probe(file: str) -> None:
    """Fail here where the file cannot be opened or is none of ours: aiosqlite leaves a thread behind where it fails."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA schema_version")


def migrate(connection: Connection) -> None:
    """Run the migrations that a database has not seen; of several processes that start at once, one does."""
    config = Config()
    config.set_main_option("script_location", str(resources.files("bot.store").joinpath("migrations")))
    config.attributes["connection"] = connection
    if _seen(connection) == ScriptDirectory.from_config(config).get_current_head():
        return
    connection.rollback()  # what has been read does not keep anybody waiting
    _lock(connection)
    command.upgrade(config, "head")
    connection.commit()


def _seen(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _lock(connection: Connection) -> None:
    """Wait for whoever migrates; what that one did is seen after it. The end of the transaction gives the lock back."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {PATIENCE_S * 1000}")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
    elif connection.dialect.name == "sqlite":
        waits = connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one()
        connection.exec_driver_sql(f"PRAGMA busy_timeout={PATIENCE_S * 1000}")
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # else each change of a table is a transaction of its own
        connection.exec_driver_sql(f"PRAGMA busy_timeout={waits}")
