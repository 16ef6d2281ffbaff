"""The database: where it is, its migrations, and what happens when it cannot be opened."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Table, insert
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

import bot
import databases
from bot.errors import StoreError
from bot.store import METADATA, open_store
from bot.store.address import address, default_data_dir
from bot.store.drafts import DRAFTS
from bot.store.outbox import OUTBOX
from bot.store.subscription_rows import SUBSCRIPTIONS
from databases import Postgres

ROOT = Path(bot.__file__).parent.parent


async def test_database_is_a_file_in_the_user_s_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    async with open_store(None) as engine:
        assert engine is not None
    assert (tmp_path / "data" / "boia" / "boia.db").is_file()


async def test_migrations_make_the_tables_that_the_code_declares(database_url: str) -> None:
    def difference(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), METADATA))

    async with open_store(database_url) as engine:
        assert engine is not None
        async with engine.connect() as connection:
            assert await connection.run_sync(difference) == []


async def test_database_is_opened_again_with_what_it_holds(database_url: str) -> None:
    for expected in (0, 1):
        async with open_store(database_url) as engine:
            assert engine is not None
            async with engine.begin() as connection:
                rows = await connection.exec_driver_sql("SELECT count(*) FROM source_answers")
                assert rows.scalar_one() == expected
                await connection.exec_driver_sql(
                    f"INSERT INTO source_answers VALUES ('forecast', '1,2', {expected}, 0, NULL)"
                )


async def test_several_processes_share_the_file(tmp_path: Path) -> None:
    async with open_store(f"sqlite+aiosqlite:///{tmp_path / 'shared.db'}") as engine:
        assert engine is not None
        async with engine.connect() as connection:
            assert (await connection.exec_driver_sql("PRAGMA journal_mode")).scalar_one() == "wal"
            assert (await connection.exec_driver_sql("PRAGMA busy_timeout")).scalar_one() == 5000


@pytest.mark.parametrize(
    "url",
    [
        "sqlite+aiosqlite:////proc/nowhere/boia.db",
        "nonsense",
        "postgresql+nodriver://h/d",
        "postgresql+asyncpg://h/d",
        "postgresql://boia:secret@127.0.0.1:9/boia",
    ],
    ids=["path", "text", "dialect", "driver", "server"],
)
async def test_database_that_cannot_be_opened_is_logged_and_done_without(url: str) -> None:
    with capture_logs() as logs:
        async with open_store(url) as engine:
            assert engine is None
    assert [event["event"] for event in logs] == ["store.unavailable"]
    assert "secret" not in str(logs)


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        (
            "postgresql:/boia",
            "BOIA_DATABASE_URL is no address of a database, such as postgresql://user:password@host/name.",
        ),
        (
            "postgresql://h:port/d",
            "BOIA_DATABASE_URL is no address of a database, such as postgresql://user:password@host/name.",
        ),
        (
            "postgresql+asyncpg://h/d",
            "BOIA_DATABASE_URL needs a driver that is not installed (No module named 'asyncpg'); try pip install "
            "boia[postgres].",
        ),
        (
            "postgresql://boia:secret@127.0.0.1:9/boia",
            "The database cannot be opened; correct BOIA_DATABASE_URL or start the database (connection failed: "
            'connection to server at "127.0.0.1", port 9 failed: Connection refused).',
        ),
    ],
)
async def test_database_that_must_be_there_and_is_not_is_told_in_one_sentence(url: str, sentence: str) -> None:
    with pytest.raises(StoreError) as refused:
        async with open_store(url, required=True):
            pass
    assert refused.value.message("en") == sentence


async def test_no_part_of_a_password_with_an_at_sign_is_told() -> None:
    with pytest.raises(StoreError) as refused:
        async with open_store("postgresql://boia:sigilo@palavra1@127.0.0.1:9/boia", required=True):
            pass
    said = refused.value.message("en")
    assert "sigilo" not in said
    assert "palavra1" not in said
    assert "127.0.0.1" in said


async def test_database_that_a_newer_version_changed_is_left_as_it_is(database_url: str) -> None:
    async with open_store(database_url, required=True) as engine:
        assert engine is not None
        async with engine.begin() as connection:
            await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError) as refused:
        async with open_store(database_url, required=True):
            pass
    assert refused.value.message("en").startswith("The database was changed by a newer Boia;")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (
            "postgresql://me:pw@host:5433/name?sslmode=require",
            "postgresql+psycopg://me:pw@host:5433/name?sslmode=require",
        ),
        ("postgres://me:p%40w@host/name", "postgresql+psycopg://me:p%40w@host/name"),
        ("postgresql+asyncpg://host/name", "postgresql+asyncpg://host/name"),
        ("sqlite:////var/lib/boia.db", "sqlite+aiosqlite:////var/lib/boia.db"),
    ],
)
def test_an_address_gets_the_driver_that_it_does_not_name(written: str, read: str) -> None:
    assert address(written).render_as_string(hide_password=False) == read


@pytest.fixture(params=databases.KINDS)
def fresh_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database that has not even tables."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'fresh.db'}"
    else:
        with request.getfixturevalue("postgres").database(empty=True) as url:
            yield url


OPEN = """
import asyncio, sys
from bot.store import open_store

async def opened():
    sys.stdin.readline()
    async with open_store(sys.argv[1], required=True) as engine:
        async with engine.connect() as connection:
            print((await connection.exec_driver_sql("SELECT count(*) FROM alembic_version")).scalar_one())

asyncio.run(opened())
"""


def test_of_processes_that_start_at_once_over_a_fresh_database_one_makes_the_tables(fresh_url: str) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", OPEN, fresh_url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        for _ in range(4)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("now\n")
        process.stdin.flush()
    ended = [(*process.communicate(timeout=120), process.returncode) for process in processes]
    assert ended == [("1\n", "", 0)] * 4


async def test_a_server_that_ends_every_connection_is_connected_to_again(postgres: Postgres, postgres_url: str) -> None:
    async with open_store(postgres_url, required=True) as engine:
        assert engine is not None

        async def one() -> int:
            async with engine.connect() as connection:
                return int((await connection.exec_driver_sql("SELECT 1")).scalar_one())

        for _ in range(3):
            assert await asyncio.gather(*(one() for _ in range(4))) == [1] * 4
            postgres.execute(
                f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{engine.url.database}'"
            )


@pytest.mark.parametrize("table", [DRAFTS, OUTBOX, SUBSCRIPTIONS], ids=str)
async def test_rows_are_counted_beyond_32_bits(engine: AsyncEngine, table: Table) -> None:
    needed = [column for column in table.c if not column.nullable and column.name != "id"]
    row: dict[str, object] = {column.name: column.type.python_type() for column in needed}
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.exec_driver_sql(f"SELECT setval('{table}_id_seq', {2**33})")
        else:
            other = {"slot": "another"} if "slot" in row else {}
            await connection.execute(insert(table).values(row | other | {"id": 2**33}))
        made = await connection.execute(insert(table).values(row).returning(table.c.id))
        assert made.scalar_one() == 2**33 + 1


async def test_file_that_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "diary.txt"
    file.write_text("Dear diary, this is no database at all.\n" * 100)
    async with open_store(f"sqlite+aiosqlite:///{file}") as engine:
        assert engine is None
    assert file.read_text().startswith("Dear diary")
    with pytest.raises(sqlite3.DatabaseError):
        sqlite3.connect(file).execute("SELECT 1 FROM source_answers")


def test_data_folder_is_the_platform_s() -> None:
    assert default_data_dir({"XDG_DATA_HOME": "/data"}) == Path("/data/boia")
    assert default_data_dir({"LOCALAPPDATA": "/local"}) == Path("/local/boia")
    assert default_data_dir({}) == Path("~/.local/share/boia").expanduser()
