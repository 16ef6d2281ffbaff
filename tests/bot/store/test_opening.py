"""The database: where it lies, its migrations, and what happens when it cannot be opened."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection
from structlog.testing import capture_logs

from bot.store import METADATA, open_store
from bot.store.address import default_data_dir


async def test_database_is_a_file_in_the_user_s_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    async with open_store(None) as engine:
        assert engine is not None
    assert (tmp_path / "data" / "boia" / "boia.db").is_file()


async def test_migrations_make_the_tables_that_the_code_declares(tmp_path: Path) -> None:
    def difference(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), METADATA))

    async with open_store(f"sqlite+aiosqlite:///{tmp_path / 'new.db'}") as engine:
        assert engine is not None
        async with engine.connect() as connection:
            assert await connection.run_sync(difference) == []


async def test_database_is_opened_again_with_what_it_holds(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'kept.db'}"
    for expected in (0, 1):
        async with open_store(url) as engine:
            assert engine is not None
            async with engine.begin() as connection:
                rows = await connection.exec_driver_sql("SELECT count(*) FROM source_answers")
                assert rows.scalar_one() == expected
                await connection.exec_driver_sql(
                    "INSERT OR REPLACE INTO source_answers VALUES ('forecast', '1,2', 0, 0, NULL)"
                )


async def test_several_processes_share_the_file(tmp_path: Path) -> None:
    async with open_store(f"sqlite+aiosqlite:///{tmp_path / 'shared.db'}") as engine:
        assert engine is not None
        async with engine.connect() as connection:
            assert (await connection.exec_driver_sql("PRAGMA journal_mode")).scalar_one() == "wal"
            assert (await connection.exec_driver_sql("PRAGMA busy_timeout")).scalar_one() == 5000


@pytest.mark.parametrize(
    "url",
    ["sqlite+aiosqlite:////proc/nowhere/boia.db", "nonsense", "postgresql+nodriver://h/d"],
    ids=["path", "text", "driver"],
)
async def test_database_that_cannot_be_opened_is_logged_and_done_without(url: str) -> None:
    with capture_logs() as logs:
        async with open_store(url) as engine:
            assert engine is None
    assert [event["event"] for event in logs] == ["store.unavailable"]


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
