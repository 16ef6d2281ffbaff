"""Where the database is: an address as people write it, and how it is connected to."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

FILE = "boia.db"
SQLITE = "sqlite+aiosqlite"
DRIVERS = {
    "sqlite": SQLITE,
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",  # as hosts of databases write it, and SQLAlchemy no longer reads it
}
"""The driver of an address that names none."""

BUSY_S = 5
"""How long a writer waits for another process's turn to end."""

CONNECT_S = 5
"""How long a server may take to let us in; whoever waits for an answer waits for this too."""

POOL: dict[str, Any] = {
    "pool_size": 5,
    "max_overflow": 10,  # fifteen for a process: PostgreSQL takes a hundred by default, from all of them
    "pool_timeout": 10,
    "pool_pre_ping": True,  # a server that was restarted under us costs nobody an answer
    "pool_recycle": 1800,  # firewalls forget what they have not seen for long
}
LINK = {
    "connect_timeout": CONNECT_S,
    "application_name": "boia",
    # A server that is gone without a word is found out within half a minute, instead of two hours.
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
"""What libpq is told unless the address says it."""


def default_data_dir(environment: Mapping[str, str] = os.environ) -> Path:
    """The directory that the platform keeps for a user's data."""
    for variable in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        if environment.get(variable):
            return Path(environment[variable], "boia")
    return Path("~/.local/share/boia").expanduser()


def address(url: str | None) -> URL:
    """The database at an address, by default SQLite in the user's data folder; ArgumentError where it is none."""
    if url:
        try:
            parsed = make_url(url)
        except ValueError as error:  # a port that is no number
            raise ArgumentError(str(error)) from error
        return parsed.set(drivername=DRIVERS.get(parsed.drivername, parsed.drivername))
    folder = default_data_dir()
    folder.mkdir(parents=True, exist_ok=True)
    return URL.create(SQLITE, database=str(folder / FILE))


def engine_of(url: URL) -> AsyncEngine:
    """The connections to a database; nothing is opened yet."""
    if url.get_backend_name() == "sqlite":
        engine = create_async_engine(url)
        event.listen(engine.sync_engine, "connect", _share)
        return engine
    link = {name: value for name, value in LINK.items() if name not in url.query}
    engine = create_async_engine(url, connect_args=link if url.get_driver_name() == "psycopg" else {}, **POOL)
    if url.get_backend_name() == "postgresql":
        event.listen(engine.sync_engine, "connect", _wait_no_longer)
    return engine


def _share(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    """Let readers read while one writes, and writers wait for each other."""
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={BUSY_S * 1000}")  # first: even the next one may have to wait
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.close()


def _wait_no_longer(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    """Let a writer give up as it does on SQLite, instead of waiting for ever."""
    cursor = connection.cursor()
    cursor.execute(f"SET lock_timeout = {max(1, BUSY_S * 1000)}")  # 0 would be for ever
    cursor.close()
    connection.commit()
