"""What the statistics count."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import Chats, Gone, ReportCounts, Statistics
from bot.store.drafts import DRAFTS
from bot.store.outbox import OUTBOX
from bot.store.report_counts import Given
from bot.store.statistics import Figures, Running, Seconds
from draft_parts import CLEAN, FLAGGED, WITHHELD, WITHHELD_PT, write
from factguard import Mode

NOW = datetime(2026, 6, 20, 12, 30, tzinfo=UTC)
WEEK = timedelta(days=7)


async def of(engine: AsyncEngine, period: timedelta = WEEK) -> Figures:
    return await Statistics(engine).of(NOW - period, NOW)


async def test_reports_are_told_apart_by_what_became_of_their_sentence(engine: AsyncEngine, forecast_url: str) -> None:
    at = NOW - timedelta(days=1)
    await write(engine, forecast_url, WITHHELD, "", CLEAN, at=at)
    await write(engine, forecast_url, CLEAN, at=at)
    await write(engine, forecast_url, FLAGGED, at=at)
    await write(engine, forecast_url, WITHHELD, at=at)
    await write(engine, forecast_url, WITHHELD, at=at, mode=Mode.WARN)
    await write(engine, forecast_url, WITHHELD, at=at, mode=Mode.OFF)
    await write(engine, forecast_url, "", at=at)
    figures = await of(engine)
    assert figures.reports == {"clean": 2, "flagged": 2, "withheld": 1, "unchecked": 1, "fault": 1}
    assert figures.drafts == {"clean": 2, "flagged": 1, "withheld": 3, "unchecked": 1, "fault": 2}
    assert figures.attempts == {1: 6, 3: 1}


async def test_what_is_older_or_newer_is_not_counted(engine: AsyncEngine, forecast_url: str) -> None:
    for at in (NOW - WEEK - timedelta(seconds=1), NOW - WEEK, NOW, NOW + timedelta(seconds=1)):
        await write(engine, forecast_url, WITHHELD, at=at)
    figures = await of(engine)
    assert figures.drafts == {"withheld": 2}
    assert sum(figures.objected.values()) == 2


async def test_violations_are_counted_by_rule_field_language_and_model(engine: AsyncEngine, forecast_url: str) -> None:
    at = NOW - timedelta(hours=1)
    await write(engine, forecast_url, WITHHELD, FLAGGED, at=at)
    await write(engine, forecast_url, WITHHELD_PT, at=at, language="pt")
    counted = {tuple(objected): count for objected, count in (await of(engine)).objected.items()}
    assert counted == {
        ("number_mismatch", "wave_height_m", "en", ""): 1,
        ("number_mismatch", "wave_height_m", "pt", ""): 1,
        ("mention_policy", "whale_sighting_likelihood", "en", ""): 1,
    }


async def test_seconds_are_those_in_the_middle_and_those_of_all_but_one_in_twenty(
    engine: AsyncEngine, forecast_url: str
) -> None:
    at = NOW - timedelta(days=2)
    await write(engine, forecast_url, CLEAN, at=at)
    async with engine.begin() as connection:
        row = dict((await connection.execute(DRAFTS.select())).mappings().one())
        del row["id"]
        await connection.execute(DRAFTS.delete())
        drafts = [row | {"seconds": float(seconds)} for seconds in range(1, 101)]
        await connection.execute(insert(DRAFTS), drafts)
        await connection.execute(insert(DRAFTS), [row | {"seconds": 7.0, "made_at": int(NOW.timestamp()) - 60}])
    figures = await of(engine)
    assert figures.seconds == Seconds(50.0, 95.0)
    steps = {f"{step.begins:%d %H:%M}": step.seconds for step in figures.steps if step.drafts}
    assert steps == {"18 00:00": Seconds(50.0, 95.0), "20 00:00": Seconds(7.0, 7.0)}


@pytest.mark.parametrize(
    ("period", "steps", "first"),
    [(timedelta(hours=24), 25, "19 12:00"), (WEEK, 8, "13 00:00"), (timedelta(hours=1), 2, "20 11:00")],
    ids=["day", "week", "hour"],
)
async def test_a_long_time_has_days_for_steps_and_a_short_one_hours(
    engine: AsyncEngine, period: timedelta, steps: int, first: str
) -> None:
    figures = await of(engine, period)
    assert len(figures.steps) == steps
    assert f"{figures.steps[0].begins:%d %H:%M}" == first


async def test_given_reports_daily_reports_and_chats_are_counted(engine: AsyncEngine, chats: Chats) -> None:
    hour = int(NOW.timestamp()) // 3600 * 3600
    await ReportCounts(engine).add(
        {Given(hour, "chat", "swim", "en", "clean"): 3, Given(hour - 7200, "chat", "swim", "en", "clean"): 2}
    )
    await ReportCounts(engine).add({Given(hour, "chat", "swim", "en", "clean"): 1})
    due = int((NOW - timedelta(hours=1)).timestamp())
    row = {"chat_id": 7, "slot": "s", "subscription_id": 1, "due_at": due, "planned_at": due}
    async with engine.begin() as connection:
        rows = [row | {"local_date": f"2026-06-{at:02}", "state": state} for at, state in enumerate(("sent",) * 3, 1)]
        await connection.execute(insert(OUTBOX), [*rows, row | {"local_date": "2026-06-09", "state": "unknown"}])
    for chat in (7, 8, 9):
        await chats.seen(chat)
    await chats.set_gone(9, Gone.BLOCKED)
    figures = await of(engine)
    assert {tuple(given): count for given, count in figures.given.items()} == {("chat", "swim", "en", "clean"): 6}
    assert figures.sent == {"sent": 3, "unknown": 1}
    assert (figures.chats, figures.subscriptions) == (2, Running(0, 0))


async def test_a_database_without_anything_has_nothing_to_tell(engine: AsyncEngine) -> None:
    figures = await of(engine)
    assert figures.nothing
    assert Counter(figures.drafts).total() == 0
