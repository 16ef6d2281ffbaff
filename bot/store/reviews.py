"""What admins say of the guard's objections: the table, a row a draft."""

from __future__ import annotations

from enum import StrEnum

from sqlalchemy import BigInteger, Column, String, Table

from conditions.answers import METADATA

REVIEWS = Table(
    "reviews",
    METADATA,
    Column("draft_id", BigInteger, primary_key=True, autoincrement=False),
    Column("admin_id", BigInteger, nullable=False, comment="Telegram's id of the admin"),
    Column("made_at", BigInteger, nullable=False, comment="seconds since 1970"),
    Column("judgement", String(16), nullable=False, comment="right or false_alarm"),
)


class Judgement(StrEnum):
    """What an admin says of a draft that the guard objected to."""

    RIGHT = "right"
    """The guard is right."""
    FALSE_ALARM = "false_alarm"
    """The draft says nothing that the facts do not."""
