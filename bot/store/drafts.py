"""Every draft that a model wrote, with its fate: what statistics and reviews are made from. No chat stands in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import structlog
from sqlalchemy import BigInteger, Boolean, Column, Float, Integer, String, Table, Text, delete, insert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.rows import COUNTED
from bot.writer import Outcome
from conditions import Reading
from conditions.answers import METADATA
from factguard import Mode

log = structlog.get_logger(__name__)

KEPT = timedelta(days=90)

DRAFTS = Table(
    "drafts",
    METADATA,
    Column("id", COUNTED, primary_key=True, autoincrement=True),
    Column("made_at", BigInteger, nullable=False, index=True, comment="seconds since 1970"),
    Column("domain", String(16), nullable=False),
    Column("place", String(120), nullable=False),
    Column("hour", String(32), nullable=False, comment="ISO 8601, on the place's clock"),
    Column("language", String(8), nullable=False),
    Column("mode", String(8), nullable=False),
    Column("attempt", Integer, nullable=False, comment="1 is the report's first"),
    Column("model", Text, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("tokens", Integer, nullable=False),
    Column("corrected", Boolean, nullable=False),
    Column("fault", String(16), comment="why it was no draft"),
    Column("verdict", String(16), comment="what mode block says of it; null for a fault"),
    Column("shown", Boolean, nullable=False),
    Column("violations", Text, nullable=False, comment="a JSON list"),
    Column("left_out", Text, nullable=False, comment="a JSON list of fields"),
    Column("facts", Text, nullable=False, comment="the fact map as JSON"),
    Column("text", Text, nullable=False),
)


class Drafts:
    """The kept drafts. A database that fails is logged, and costs a report nothing but the wait for it."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def keep(self, reading: Reading, language: str, mode: Mode, outcome: Outcome) -> None:
        """Keep the attempts of a report, and forget those that are older than 90 days."""
        now = datetime.now(UTC)
        rows = list(_rows(now, reading, language, mode, outcome))
        if not rows:
            return
        old = DRAFTS.c.made_at < int((now - KEPT).timestamp())
        try:
            async with self._engine.begin() as connection:
                await connection.execute(delete(DRAFTS).where(old))
                await connection.execute(insert(DRAFTS), rows)
        except (SQLAlchemyError, OSError) as error:
            log.warning("drafts.not_kept", reason=str(error))


def _rows(now: datetime, reading: Reading, language: str, mode: Mode, outcome: Outcome) -> Iterator[dict[str, Any]]:
    shown = outcome.result.shown if outcome.result else None
    for number, attempt in enumerate(outcome.attempts, 1):
        yield {
            "made_at": int(now.timestamp()),
            "domain": reading.facts.domain,
            "place": reading.place.name,
            "hour": reading.hour.isoformat(),
            "language": language,
            "mode": mode,
            "attempt": number,
            "model": attempt.model,
            "seed": attempt.seed,
            "seconds": attempt.seconds,
            "tokens": attempt.tokens,
            "corrected": attempt.corrected,
            "fault": attempt.fault,
            "verdict": attempt.verdict,
            "shown": attempt.fault is None and attempt.text == shown,
            "violations": json.dumps([violation.model_dump(mode="json") for violation in attempt.violations]),
            "left_out": json.dumps(attempt.left_out),
            "facts": reading.facts.model_dump_json(),
            "text": attempt.text,
        }
