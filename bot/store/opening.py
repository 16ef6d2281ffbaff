"""Opens the database and runs the migrations that it has not seen."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from importlib import resources
from pathlib import Path

import structlog
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

log = structlog.get_logger(__name__)

FILE = "boia.db"
DRIVER = "sqlite+aiosqlite"
BUSY_S = 5
"""How long a writer waits for another process's turn to end."""


@asynccontextmanager
async def open_store(url: str | None) -> AsyncIterator[AsyncEngine | None]:
    """The database at an address, by default SQLite in the user's data folder.

    One that cannot be opened is logged and given as None: reports are made without it, only dearer.
    """
    try:
        engine = await _opened(_address(url))
    except (SQLAlchemyError, ArgumentError, OSError, ImportError, sqlite3.Error) as error:
        log.warning("store.unavailable", reason=str(error).splitlines()[0])
        yield None
        return
    try:
        yield engine
    finally:
        await engine.dispose()


def default_data_dir(environment: Mapping[str, str] = os.environ) -> Path:
    """The directory that the platform keeps for a user's data."""
    for variable in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        if environment.get(variable):
            return Path(environment[variable], "boia")
    return Path("~/.local/share/boia").expanduser()


def _address(url: str | None) -> URL:
    if url:
        return make_url(url)
    folder = default_data_dir()
    folder.mkdir(parents=True, exist_ok=True)
    return URL.create(DRIVER, database=str(folder / FILE))


async def _opened(url: URL) -> AsyncEngine:
    if url.get_backend_name() == "sqlite" and url.database:
        await asyncio.to_thread(_probe, url.database)
    engine = create_async_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _share)
    try:
        async with engine.begin() as connection:
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
    """Run the migrations that a database has not seen."""
    config = Config()
    config.set_main_option("script_location", str(resources.files("bot.store").joinpath("migrations")))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _share(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    """Let readers read while one writes, and writers wait for each other."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute(f"PRAGMA busy_timeout={BUSY_S * 1000}")
    cursor.close()
