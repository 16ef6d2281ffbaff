"""How long /stats and /review take over many drafts.

    python tests/benchmarks/counts.py [--drafts 100000] [--database sqlite+aiosqlite:////tmp/new.db]

Made-up drafts of 90 days, a fifth of them with an objection, are put into a database that must be new.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from sqlalchemy import insert  # noqa: E402 (the path comes first)
from sqlalchemy.ext.asyncio import AsyncEngine  # noqa: E402

from bot.store import Reviews, Statistics, open_store  # noqa: E402
from bot.store.drafts import DRAFTS, KEPT, VIOLATIONS  # noqa: E402
from bot.store.reviewing import Which  # noqa: E402

BATCH = 5000
RULES = ("number_mismatch", "wrong_field", "category_contradicted", "unsupported_attribute")
FIELDS = ("wave_height_m", "sea_temp_c", "wind_kmh", "current")
FACTS = json.dumps({f"field_{number}": 12.5 for number in range(16)})


def drafts(count: int, now: datetime) -> Iterator[dict[str, Any]]:
    """Reports of one to four drafts."""
    chance, made = random.Random(1), 0
    while True:
        at = int((now - KEPT * chance.random()).timestamp())
        report, language = uuid.uuid4().hex, chance.choice(("en", "pt", "pt_PT"))
        for attempt in range(1, 5):
            made += 1
            if made > count:
                return
            verdict = chance.choices(("clean", "flagged", "withheld", None), (80, 7, 10, 3))[0]
            yield {
                "id": made, "made_at": at, "domain": "swim", "place": "Praia da Joaquina", "language": language,
                "hour": "2026-06-16T09:00:00-03:00", "mode": "block", "attempt": attempt, "seed": attempt,
                "model": "gemma-3-270m-q4_k_m", "seconds": chance.lognormvariate(0.5, 0.4), "tokens": 40,
                "corrected": False, "fault": None if verdict else "empty", "verdict": verdict,
                "shown": verdict == "clean", "left_out": "[]", "facts": FACTS, "text": "Waves of 1.9 m. " * 12,
                "violations": json.dumps(_violation(chance) if verdict in ("flagged", "withheld") else []),
                "report": report,
            }  # fmt: skip
            if verdict == "clean":
                break


def _violation(chance: random.Random) -> list[dict[str, Any]]:
    rule, field = chance.choice(RULES), chance.choice(FIELDS)
    return [{"rule": rule, "severity": "hard", "field": field, "quote": "1.9 m", "start": 9, "end": 14}]


def violations(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows of the drafts' violations."""
    return [
        {name: draft[name] for name in ("made_at", "language", "model")}
        | {"draft_id": draft["id"]}
        | {name: violation[name] for name in ("rule", "severity", "field")}
        for draft in rows
        for violation in json.loads(draft["violations"])
    ]


async def fill(engine: AsyncEngine, count: int, now: datetime) -> None:
    """Put the drafts into a database."""
    rows = list(drafts(count, now))
    async with engine.begin() as connection:
        for at in range(0, len(rows), BATCH):
            await connection.execute(insert(DRAFTS), rows[at : at + BATCH])
            await connection.execute(insert(VIOLATIONS), violations(rows[at : at + BATCH]))


async def measure(database: str, count: int) -> None:
    """Print how long each takes, the median of five."""
    async with open_store(database) as engine:
        assert engine is not None
        now = datetime.now(UTC)
        await fill(engine, count, now)
        statistics, reviews = Statistics(engine), Reviews(engine)
        for days in (1, 7, 30, 90):
            seconds = [await _timed(statistics.of(now - timedelta(days=days), now)) for _ in range(5)]
            print(f"/stats {days}d: {sorted(seconds)[2]:.3f} s")
        for which in (Which(), Which("wrong_field"), Which("", ("pt", "pt_PT")), Which("mention_policy")):
            seconds = [await _timed(reviews.next(which)) + await _timed(reviews.left(which)) for _ in range(5)]
            print(f"/review {which.rule or ' '.join(which.languages)}: {sorted(seconds)[2]:.3f} s")


async def _timed(work: Any) -> float:
    began = time.perf_counter()
    await work
    return time.perf_counter() - began


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--drafts", type=int, default=100_000)
    parser.add_argument("--database")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(given.database or f"sqlite+aiosqlite:///{folder}/counts.db", given.drafts))
