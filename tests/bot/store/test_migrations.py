"""What migrations make of what is kept already."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, create_engine, insert, select

from bot.store import open_store
from bot.store.chats import CHATS
from bot.store.drafts import DRAFTS, VIOLATIONS
from bot.store.subscription_rows import SUBSCRIPTIONS

VIOLATION = {"rule": "wrong_field", "severity": "hard", "field": "wind_kmh", "quote": "9", "start": 0, "end": 1}
DRAFT = {
    "domain": "swim", "place": "Joaquina", "hour": "2026-06-16T09:00:00-03:00", "language": "en", "mode": "warn",
    "model": "gemma", "seed": 0, "seconds": 1.0, "tokens": 1, "corrected": False, "verdict": "clean", "shown": True,
    "left_out": "[]", "facts": "{}", "text": "9",
}  # fmt: skip


def _at(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(resources.files("bot.store").joinpath("migrations")))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


async def test_kept_drafts_are_given_their_report_and_their_violations_a_row_each(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    old = create_engine(f"sqlite:///{file}")
    names = [column.name for column in DRAFTS.c if column.name != "report"]
    with old.begin() as connection:
        _at(connection, "0005")
        kept = [
            DRAFT | {"made_at": made_at, "attempt": attempt, "violations": json.dumps(violations)}
            for made_at, attempt, violations in (
                (1, 1, [VIOLATION, VIOLATION | {"rule": "wrong_name"}]),
                (1, 2, []),
                (2, 1, [VIOLATION]),
            )
        ]
        connection.execute(insert(DRAFTS), [{name: row[name] for name in names if name in row} for row in kept])
    old.dispose()
    async with open_store(f"sqlite+aiosqlite:///{file}") as engine:
        assert engine is not None
        async with engine.connect() as connection:
            reports = (await connection.execute(select(DRAFTS.c.report).order_by(DRAFTS.c.id))).scalars().all()
            columns = [VIOLATIONS.c[name] for name in ("draft_id", "made_at", "rule", "field", "language", "model")]
            violations = (await connection.execute(select(*columns).order_by(VIOLATIONS.c.id))).all()
    assert reports == ["1", "1", "3"]
    assert [tuple(row) for row in violations] == [
        (1, 1, "wrong_field", "wind_kmh", "en", "gemma"),
        (1, 1, "wrong_name", "wind_kmh", "en", "gemma"),
        (3, 2, "wrong_field", "wind_kmh", "en", "gemma"),
    ]


async def test_kept_daily_reports_get_their_chat_s_unit_for_wind(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    old = create_engine(f"sqlite:///{file}")
    chat = {"units": "metric", "active": True, "created_at": 0, "changed_at": 0}
    report = {
        "domain": "swim", "place": "{}", "at": "07:00", "timezone": "UTC", "weekdays": 127, "tomorrow": False,
        "quiet": False, "language": "en", "units": "metric", "paused": False, "made_at": 0, "next_at": 0, "slot": "",
    }  # fmt: skip
    with old.begin() as connection:
        _at(connection, "0008")
        connection.execute(insert(CHATS), [chat | {"id": 1, "wind": "knots"}, chat | {"id": 2, "wind": None}])
        connection.execute(insert(SUBSCRIPTIONS), [report | {"chat_id": number} for number in (1, 2, 3)])
    old.dispose()
    async with open_store(f"sqlite+aiosqlite:///{file}") as engine:
        assert engine is not None
        async with engine.connect() as connection:
            kept = await connection.execute(select(SUBSCRIPTIONS.c.chat_id, SUBSCRIPTIONS.c.wind).order_by("chat_id"))
            assert [tuple(row) for row in kept] == [(1, "knots"), (2, None), (3, None)]
