"""The database: whether it opens, is as this version needs it, takes what is written, and has room."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from bot.doctor.finding import Case, Check, Finding, Grade
from bot.store.address import address, engine_of
from factguard.texts import mark as _

MB = 1_000_000
LITTLE, TOO_LITTLE = 500 * MB, 50 * MB
TRIAL = "boia_doctor"


@dataclass(frozen=True, slots=True)
class Seen:
    """A database that opened: `revision` is None for one that is still empty."""

    version: str
    journal: str | None
    revision: str | None


async def run(case: Case) -> Sequence[Finding]:
    """Open the database as it is, without changing it."""
    gettext = case.gettext
    try:
        where = address(case.settings.database_url)
        seen = await _seen(where)
    except (ArgumentError, NoSuchModuleError):
        return [
            Finding(
                Grade.FAULT,
                gettext(_("BOIA_DATABASE_URL is no address of a database.")),
                gettext(_("Write it as sqlite:////folder/boia.db or postgresql://user:password@host/name.")),
            )
        ]
    except ImportError as error:
        sentence = gettext(_("The database's driver is not installed ({module})."))
        remedy = gettext(_("Install it, or correct BOIA_DATABASE_URL."))
        return [Finding(Grade.FAULT, sentence.format(module=error.name or error), remedy)]
    except (SQLAlchemyError, OSError, sqlite3.Error) as error:
        return [_closed(case, error)]
    return [_opened(case, where, seen), *_room(case, where)]


async def _seen(where: URL) -> Seen | None:
    """What is there; None for a file that the first start will make."""
    if where.get_backend_name() == "sqlite" and where.database and not await asyncio.to_thread(_is_there, where):
        return None
    engine = engine_of(where)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(_look)
    finally:
        await engine.dispose()


def _is_there(where: URL) -> bool:
    """Whether the file is there; else its folder must take one. A file that is none of ours is an error here."""
    file = Path(str(where.database))
    if file.exists():
        sqlite3.connect(file).close()
        return True
    folder = file.absolute().parent
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(f"{folder} cannot be written to" if folder.is_dir() else f"there is no folder {folder}")
    return False


def _look(connection: Connection) -> Seen:
    sqlite = connection.dialect.name == "sqlite"
    version = ".".join(map(str, connection.dialect.server_version_info or ()))
    journal = str(connection.exec_driver_sql("PRAGMA journal_mode").scalar_one()) if sqlite else None
    revision = None
    if inspect(connection).has_table("alembic_version"):
        revision = connection.scalar(text("SELECT version_num FROM alembic_version"))
    connection.rollback()
    _write(connection, sqlite=sqlite)
    return Seen(version, journal, revision)


def _write(connection: Connection, *, sqlite: bool) -> None:
    """Write something, read it, and take all of it back."""
    if sqlite:
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # else the driver would begin only after the table is made
    connection.execute(text(f"CREATE TABLE {TRIAL} (number INTEGER)"))
    connection.execute(text(f"INSERT INTO {TRIAL} VALUES (1)"))  # noqa: S608 (a constant)
    connection.execute(text(f"SELECT number FROM {TRIAL}")).scalar_one()  # noqa: S608
    connection.rollback()


def _opened(case: Case, where: URL, seen: Seen | None) -> Finding:
    gettext, name = case.gettext, _name(where)
    if seen is None:
        return Finding(Grade.OK, gettext(_("{name} will be made at the first start.")).format(name=name))
    data = {"version": seen.version, "journal": seen.journal, "revision": seen.revision}
    scripts = _migrations()
    head = scripts.get_current_head()
    about = f"{_kind(where)} {seen.version}" + (f", {seen.journal.upper()}" if seen.journal else "") + f", {name}"
    if seen.revision == head:
        sentence = gettext(_("Opens, reads and writes ({about})."))
        return Finding(Grade.OK, sentence.format(about=about), data=data)
    if seen.revision is None or seen.revision in {script.revision for script in scripts.walk_revisions()}:
        sentence = gettext(_("Opens, reads and writes ({about}); the next start brings it up to date."))
        return Finding(Grade.NOTE, sentence.format(about=about), data=data)
    sentence = gettext(_("The database was made by a newer Boia (at {revision})."))
    remedy = gettext(_("Update this Boia too, or give it another database."))
    return Finding(Grade.FAULT, sentence.format(revision=seen.revision), remedy, data=data)


def _closed(case: Case, error: Exception) -> Finding:
    gettext = case.gettext
    said = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    reason = next(iter(str(said).splitlines()), type(said).__name__)
    remedy = gettext(_("Start the database, or correct BOIA_DATABASE_URL; without it nothing is kept."))
    text_ = gettext(_("The database cannot be opened ({reason}).")).format(reason=reason)
    return Finding(Grade.FAULT, text_, remedy)


def _room(case: Case, where: URL) -> Iterator[Finding]:
    """The room on a file's disk; a server looks after its own."""
    if where.get_backend_name() != "sqlite" or not where.database:
        return
    gettext, folder = case.gettext, Path(where.database).absolute().parent
    free = shutil.disk_usage(folder).free
    grade = Grade.FAULT if free < TOO_LITTLE else Grade.NOTE if free < LITTLE else Grade.OK
    sentence = gettext(_("{megabytes} MB are free at {folder}."))
    remedy = None if grade is Grade.OK else gettext(_("Make room there, or move the database with BOIA_DATABASE_URL."))
    text_ = sentence.format(megabytes=case.number(free // MB), folder=folder)
    yield Finding(grade, text_, remedy, gettext(_("Disk space")), {"free_bytes": free})


def _migrations() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(resources.files("bot.store").joinpath("migrations")))
    return ScriptDirectory.from_config(config)


def _name(where: URL) -> str:
    """Where it is, without who we are there."""
    if where.get_backend_name() == "sqlite":
        return where.database or ":memory:"
    return f"{where.host or 'localhost'}/{where.database or ''}"


def _kind(where: URL) -> str:
    return {"sqlite": "SQLite", "postgresql": "PostgreSQL"}.get(where.get_backend_name(), where.get_backend_name())


CHECK = Check("store", _("Database"), run, deadline_s=15)
