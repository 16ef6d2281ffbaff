"""What is kept of daily reports, and what becomes of their runs when they are changed."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import date, time, timedelta
from typing import Any

import psycopg
import pytest
from sqlalchemy import select, update
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.broadcast.planning import Moment, plan
from bot.schedule import WEEKEND, Schedule
from bot.store import Subscriptions
from bot.store.outbox import OUTBOX
from bot.store.rows import insert_new
from bot.store.subscription_rows import SUBSCRIPTIONS, Daily, Subscription, due_rows
from bot.store.subscriptions import TwiceError
from bot.units import System, WindUnit
from broadcast_parts import FLORIANOPOLIS, JOAQUINA, Clock
from conditions import SWIM
from conditions.sample import SAMPLE_NOON

DAILY = Daily(7, JOAQUINA, Schedule(time(7), FLORIANOPOLIS), "en", SWIM, wind=WindUnit.KNOTS)


@pytest.fixture
def clock() -> Clock:
    """At six in the morning of the sample day in Florianópolis."""
    clock = Clock(SAMPLE_NOON)
    clock.set("06:00")
    return clock


@pytest.fixture
def kept(engine: AsyncEngine, clock: Clock) -> Subscriptions:
    return Subscriptions(engine, clock)


def of_tomorrow(daily: Daily) -> Daily:
    return replace(daily, tomorrow=True)


def of_today(daily: Daily) -> Daily:
    return replace(daily, tomorrow=False)


def at_weekends(daily: Daily) -> Daily:
    return replace(daily, schedule=replace(daily.schedule, weekdays=WEEKEND))


def quiet(daily: Daily) -> Daily:
    return replace(daily, quiet=True)


def day(each: Subscription | None) -> str:
    """The local day of the next run, with its hour."""
    assert each is not None
    return f"{each.next_at.astimezone(each.daily.schedule.zone):%d %H:%M}"


def connected(url: str) -> sqlite3.Connection | psycopg.Connection[Any]:
    """Another process's connection."""
    kept = make_url(url)
    return sqlite3.connect(str(kept.database)) if kept.get_backend_name() == "sqlite" else psycopg.connect(url)


async def planned(engine: AsyncEngine, clock: Clock) -> list[str]:
    """Plan what is due; the local days of all rows of the outbox."""
    await plan(engine, Moment(clock(), timedelta(hours=2)))
    async with engine.connect() as connection:
        return [each[8:] for each in (await connection.execute(select(OUTBOX.c.local_date).order_by("id"))).scalars()]


async def test_the_unit_for_wind_is_kept_and_one_of_another_version_counts_as_none(
    engine: AsyncEngine, kept: Subscriptions
) -> None:
    assert (await kept.add(DAILY)).daily.wind is WindUnit.KNOTS
    await kept.say(7, "pt", System.IMPERIAL, WindUnit.MS)
    (each,) = await kept.of(7)
    assert (each.daily.language, each.daily.units, each.daily.wind) == ("pt", System.IMPERIAL, WindUnit.MS)
    async with engine.begin() as connection:
        await connection.execute(update(SUBSCRIPTIONS).values(wind="beaufort"))
    (each,) = await kept.of(7)
    assert (each.daily.units, each.daily.wind) == (System.IMPERIAL, None)


async def test_a_report_that_another_version_wrote_hides_none_of_the_chat_s_others(
    engine: AsyncEngine, kept: Subscriptions
) -> None:
    strange = await kept.add(DAILY)
    other = await kept.add(replace(DAILY, schedule=Schedule(time(8), FLORIANOPOLIS)))
    async with engine.begin() as connection:
        await connection.execute(update(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == strange.id).values(domain="ski"))
    assert [each.id for each in await kept.of(7)] == [other.id]


async def test_reports_in_two_units_for_wind_are_both_made_ahead(kept: Subscriptions, clock: Clock) -> None:
    for chat, wind in enumerate((None, None, WindUnit.KNOTS, WindUnit.KNOTS, WindUnit.MS), 1):
        await kept.add(replace(DAILY, chat_id=chat, wind=wind))
    upcoming = await kept.upcoming(clock() + timedelta(hours=2))
    assert sorted(each.daily.chat_id for each in upcoming) == [1, 3, 5]


async def test_a_change_is_kept_and_gives_the_next_run(kept: Subscriptions) -> None:
    added = await kept.add(DAILY)
    changed = await kept.change(7, added.id, at_weekends)
    assert day(changed) == "20 07:00"
    assert await kept.of(7) == (changed,)
    changed = await kept.change(7, added.id, of_tomorrow)
    assert changed is not None
    assert changed.daily == of_tomorrow(at_weekends(DAILY))
    assert await kept.of(7) == (changed,)


@pytest.mark.parametrize("wish", [of_tomorrow, quiet])
@pytest.mark.parametrize("at", ["06:50:00", "06:59:55", "07:00:00", "07:00:30", "07:59:00"])
async def test_the_run_of_the_day_of_a_change_comes_once(
    engine: AsyncEngine, kept: Subscriptions, clock: Clock, wish: Callable[[Daily], Daily], at: str
) -> None:
    added = await kept.add(DAILY)
    clock.set(at)
    changed = await kept.change(7, added.id, wish)
    assert changed is not None
    clock.set("08:00")
    assert await planned(engine, clock) == ["16"]
    assert (await kept.of(7))[0].daily == wish(DAILY)
    clock.set("08:00", day=date(2026, 6, 17))
    assert await planned(engine, clock) == ["16", "17"]


@pytest.mark.parametrize(("at", "expected"), [("06:50", "16 07:00"), ("07:00", "17 07:00"), ("07:01", "17 07:00")])
async def test_a_change_of_the_day_tells_the_next_run(
    engine: AsyncEngine, kept: Subscriptions, clock: Clock, at: str, expected: str
) -> None:
    added = await kept.add(DAILY)
    clock.set(at)
    await planned(engine, clock)
    for wish in (of_tomorrow, of_today, of_tomorrow):
        assert day(await kept.change(7, added.id, wish)) == expected


async def test_a_paused_report_stays_paused_and_what_it_missed_does_not_come_due(
    engine: AsyncEngine, kept: Subscriptions, clock: Clock
) -> None:
    added = await kept.add(DAILY)
    await kept.pause(added)
    clock.set("07:01")
    for wish in (quiet, of_tomorrow):
        changed = await kept.change(7, added.id, wish)
        assert changed is not None
        assert (changed.paused, day(changed)) == (True, "17 07:00")
    assert await planned(engine, clock) == []


async def test_a_day_that_had_its_report_gets_no_other_when_day_and_clock_are_changed(
    engine: AsyncEngine, kept: Subscriptions, clock: Clock
) -> None:
    clock.set("06:00", timezone="Europe/Lisbon")
    added = await kept.add(replace(DAILY, schedule=Schedule(time(7), "Europe/Lisbon")))
    clock.set("07:00", timezone="Europe/Lisbon")
    assert await planned(engine, clock) == ["16"]
    await kept.change(7, added.id, of_tomorrow)
    (each,) = await kept.set_timezone(7, FLORIANOPOLIS)
    assert day(each) == "17 07:00"
    clock.set("07:00")
    assert await planned(engine, clock) == ["16"]
    clock.set("07:00", day=date(2026, 6, 17))
    assert await planned(engine, clock) == ["16", "17"]


async def test_a_report_cannot_become_another_of_the_chat(kept: Subscriptions) -> None:
    await kept.add(of_tomorrow(DAILY))
    added = await kept.add(DAILY)
    before = await kept.of(7)
    with pytest.raises(TwiceError):
        await kept.change(7, added.id, of_tomorrow)
    assert await kept.of(7) == before


async def test_another_chat_s_report_and_one_that_is_gone_are_not_changed(kept: Subscriptions) -> None:
    added = await kept.add(DAILY)
    assert await kept.change(8, added.id, of_tomorrow) is None
    assert await kept.of(7) == (added,)
    await kept.cancel(added)
    assert await kept.change(7, added.id, of_tomorrow) is None
    assert await kept.of(7) == ()


async def test_changes_at_once_all_hold(kept: Subscriptions) -> None:
    added = await kept.add(DAILY)
    await asyncio.gather(*(kept.change(7, added.id, wish) for wish in (quiet, of_tomorrow, at_weekends)))
    (each,) = await kept.of(7)
    assert each.daily == of_tomorrow(at_weekends(quiet(DAILY)))


@pytest.mark.parametrize(
    ("column", "value"),
    [("next_at", "next_at + 60"), ("paused", "TRUE"), ("timezone", "'Europe/Lisbon'"), ("weekdays", "1")],
)
async def test_what_another_process_changes_meanwhile_holds_too(
    kept: Subscriptions, database_url: str, column: str, value: str
) -> None:
    added = await kept.add(DAILY)
    before = []

    def meanwhile(daily: Daily) -> Daily:
        if not before:
            with closing(connected(database_url)) as connection:
                connection.execute(f"UPDATE subscriptions SET {column} = {value}")
                connection.commit()
        before.append(daily)
        return quiet(daily)

    changed = await kept.change(7, added.id, meanwhile)
    assert len(before) == 2
    assert changed is not None
    assert changed.daily == quiet(before[1])
    assert await kept.of(7) == (changed,)
    assert changed.paused is (column == "paused")


@pytest.mark.parametrize("at", ["06:59:51", "07:00:00"])
async def test_a_process_that_began_to_plan_before_a_change_doubles_nothing(
    engine: AsyncEngine, kept: Subscriptions, clock: Clock, at: str
) -> None:
    added = await kept.add(DAILY)
    async with engine.connect() as connection:
        seen = (await connection.execute(select(SUBSCRIPTIONS))).mappings().one()
    clock.set(at)
    await kept.change(7, added.id, of_tomorrow)
    clock.set("07:00")
    assert await planned(engine, clock) == ["16"]
    async with engine.begin() as connection:
        await connection.execute(insert_new(OUTBOX, connection.dialect), list(due_rows(seen, clock(), clock())))
    assert await planned(engine, clock) == ["16"]


@pytest.mark.parametrize("at", ["06:59:59", "07:00:00"])
async def test_changes_while_runs_are_planned_neither_double_nor_lose_one(
    engine: AsyncEngine, kept: Subscriptions, clock: Clock, at: str
) -> None:
    added = [await kept.add(replace(DAILY, chat_id=chat)) for chat in range(1, 21)]
    clock.set("07:00")
    moment = Moment(clock(), timedelta(hours=2))
    clock.set(at)  # another process's clock need not be that of this one
    changes = [kept.change(each.daily.chat_id, each.id, of_tomorrow) for each in added]
    await asyncio.gather(*(work for change in changes for work in (change, plan(engine, moment), plan(engine, moment))))
    await plan(engine, moment)
    async with engine.connect() as connection:
        planned_for = (await connection.execute(select(OUTBOX.c.chat_id).order_by("chat_id"))).scalars().all()
    assert planned_for == list(range(1, 21))
    now = [each for chat in range(1, 21) for each in await kept.of(chat)]
    assert {(day(each), each.daily.tomorrow) for each in now} == {("17 07:00", True)}
