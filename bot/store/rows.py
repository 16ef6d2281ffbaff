"""What rows have in common: what SQLite and PostgreSQL want written differently, and words of another version."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from sqlalchemy import BigInteger, Dialect, Integer, Table, and_, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

COUNTED = BigInteger().with_variant(Integer, "sqlite")
"""A row's number that the database counts up: 64 bits in both; SQLite counts up nothing but its INTEGER."""

Insert = postgresql.Insert | sqlite.Insert
Word = TypeVar("Word", bound=StrEnum)


def insert_new(table: Table, dialect: Dialect) -> Insert:
    """The statement that adds rows; one that is there already stays as it is."""
    return _insert(table, dialect).on_conflict_do_nothing()


def upsert(table: Table, key: Iterable[str], values: Mapping[str, Any], dialect: Dialect) -> Insert:
    """The statement that adds a row, or gives the one of the same key these values."""
    return _insert(table, dialect).values(values).on_conflict_do_update(index_elements=list(key), set_=dict(values))


def known(kind: type[Word], word: str | None) -> Word | None:
    """A word of a row; one that another version wrote there counts as none."""
    return kind(word) if word in list(kind) else None


async def move(connection: AsyncConnection, table: Table, keys: Iterable[str], old: int, new: int) -> None:
    """Give a chat's rows another chat; a row that is there already stays, and its double goes."""
    there = table.alias()
    same = and_(there.c.chat_id == new, *(there.c[key] == table.c[key] for key in keys))
    await connection.execute(delete(table).where(table.c.chat_id == old, select(there.c.id).where(same).exists()))
    await connection.execute(update(table).where(table.c.chat_id == old).values(chat_id=new))


def _insert(table: Table, dialect: Dialect) -> Insert:
    return sqlite.insert(table) if dialect.name == "sqlite" else postgresql.insert(table)
