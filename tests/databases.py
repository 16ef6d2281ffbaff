"""Databases of a test's own: a file, or a database on the PostgreSQL that BOIA_TEST_POSTGRES names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import psycopg
import pytest
from sqlalchemy import create_engine
from sqlalchemy.engine import URL, make_url
from sqlalchemy.pool import NullPool

from bot.store.opening import migrate

SETTING = "BOIA_TEST_POSTGRES"
SERVER = os.environ.get(SETTING)
"""Read here, before any test takes the settings away."""

KINDS = ("sqlite", "postgresql")


class Postgres:
    """A server, and a database on it that each test gets a copy of: copying costs a tenth of migrating."""

    def __init__(self, server: str) -> None:
        self._url = make_url(server).set(drivername="postgresql+psycopg")
        self._admin = psycopg.connect(_plain(self._url), autocommit=True)
        self._names = (f"boia_test_{os.getpid()}_{number}" for number in count())
        self._template = self.create()
        engine = create_engine(self._url.set(database=self._template), poolclass=NullPool)
        with engine.connect() as connection:
            migrate(connection)

    def create(self, *, template: str = "template1") -> str:
        name = next(self._names)
        self._admin.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        return name

    def drop(self, name: str) -> None:
        self._admin.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def close(self) -> None:
        self.drop(self._template)
        self._admin.close()

    @contextmanager
    def database(self, *, empty: bool = False) -> Iterator[str]:
        """The address of a database, as people write it; an empty one has not even tables."""
        name = self.create() if empty else self.create(template=self._template)
        try:
            yield _plain(self._url.set(database=name))
        finally:
            self.drop(name)

    def execute(self, statement: str) -> None:
        """What only the server's master may do."""
        self._admin.execute(statement)


def refusing(dialect: str, event: str) -> list[str]:
    """Statements that let a database refuse an event from then on: "DELETE ON chats"."""
    if dialect == "sqlite":
        return [f"CREATE TRIGGER no_more BEFORE {event} BEGIN SELECT RAISE(ABORT, 'full'); END"]
    return [
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'full'; END $$",
        f"CREATE TRIGGER no_more BEFORE {event} FOR EACH ROW EXECUTE FUNCTION refuse()",
    ]


def running() -> Postgres:
    """The server, or the plain word that its tests were not run."""
    if not SERVER:
        pytest.skip(f"PostgreSQL was not run: {SETTING} names no server (.ci/run starts one)")
    return Postgres(SERVER)


def _plain(url: URL) -> str:
    return url.set(drivername="postgresql").render_as_string(hide_password=False)
