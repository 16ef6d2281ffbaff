"""Every draft that a model wrote, with its fate: what statistics and reviews are made from. No chat stands in it.

The violations stand in a table of their own as well, so that the database can count them.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import structlog
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    String,
    Table,
    Text,
    delete,
    insert,
    select,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.reviews import REVIEWS
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
    Column("report", String(32), comment="the same in all attempts of one report"),
    Index("ix_drafts_verdict_id", "verdict", "id"),
    Index("ix_drafts_statistics", "made_at", "report", "verdict", "shown", "seconds"),
)
VIOLATIONS = Table(
    "violations",
    METADATA,
    Column("id", COUNTED, primary_key=True, autoincrement=True),
    Column("draft_id", BigInteger, nullable=False, index=True),
    Column("made_at", BigInteger, nullable=False, index=True, comment="as the draft"),
    Column("rule", String(32), nullable=False),
    Column("severity", String(8), nullable=False),
    Column("field", String(64), nullable=False),
    Column("language", String(8), nullable=False, comment="as the draft"),
    Column("model", Text, nullable=False, comment="as the draft"),
)


class Drafts:
    """The kept drafts. A database that fails is logged, and costs a report nothing but the wait for it."""

    def __init__(self, engine: AsyncEngine, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._engine, self._now = engine, now

    async def keep(self, reading: Reading, language: str, mode: Mode, outcome: Outcome) -> None:
        """Keep the attempts of a report, and forget those that are older than 90 days."""
        now = self._now()
        rows = list(_rows(now, reading, language, mode, outcome))
        if not rows:
            return
        try:
            async with self._engine.begin() as connection:
                await _forget(connection, int((now - KEPT).timestamp()))
                await _add(connection, rows, outcome)
        except (SQLAlchemyError, OSError) as error:
            log.warning("drafts.not_kept", reason=str(error))


async def _forget(connection: AsyncConnection, before: int) -> None:
    """Delete old drafts with all that is kept of them."""
    old = DRAFTS.c.made_at < before
    await connection.execute(delete(REVIEWS).where(REVIEWS.c.draft_id.in_(select(DRAFTS.c.id).where(old))))
    await connection.execute(delete(VIOLATIONS).where(VIOLATIONS.c.made_at < before))
    await connection.execute(delete(DRAFTS).where(old))


async def _add(connection: AsyncConnection, rows: Sequence[dict[str, Any]], outcome: Outcome) -> None:
    adding = insert(DRAFTS).returning(DRAFTS.c.id, sort_by_parameter_order=True)
    ids = (await connection.execute(adding, rows)).scalars().all()
    violations = [
        {
            "draft_id": number,
            **{name: row[name] for name in ("made_at", "language", "model")},
            "rule": violation.rule,
            "severity": violation.severity,
            "field": violation.field,
        }
        for number, row, attempt in zip(ids, rows, outcome.attempts, strict=True)
        for violation in attempt.violations
    ]
    if violations:
        await connection.execute(insert(VIOLATIONS), violations)


def _rows(now: datetime, reading: Reading, language: str, mode: Mode, outcome: Outcome) -> Iterator[dict[str, Any]]:
    shown = outcome.result.shown if outcome.result else None
    report = uuid.uuid4().hex
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
            "report": report,
        }
