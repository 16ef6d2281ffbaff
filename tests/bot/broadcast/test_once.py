"""Whatever happens between two ticks, a chat gets the report of a slot once, or not at all."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import psycopg
import pytest
from sqlalchemy import select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

from bot.broadcast import planning, records
from bot.broadcast.planning import Moment, plan
from bot.broadcast.records import Records
from bot.store import Outbox, outbox
from bot.store.outbox import OUTBOX, Claim, Fate, State
from bot.store.subscription_rows import SUBSCRIPTIONS
from bot_parts import open_meteo
from botapi import BotApi
from broadcast_parts import Clock, Opening, TruthfulWriter


async def test_a_report_is_sent_at_its_time_and_not_before(bot_api: BotApi, office: Opening) -> None:
    bot_api.add_chat(7)
    async with office() as here:
        await here.subscribe(7)
        await here.tick("06:59")
        assert bot_api.messages(7) == ()
        await here.tick("07:00")
        await here.tick("07:01")
        assert len(bot_api.messages(7)) == 1
        assert await here.rows("chat_id", "local_date", "state", "message_id") == [(7, "2026-06-16", "sent", 1)]


async def test_restarts_between_two_slots_double_nothing_and_lose_nothing(bot_api: BotApi, office: Opening) -> None:
    bot_api.add_chat(7)
    async with office() as here:
        await here.subscribe(7, "07:00")
        await here.subscribe(7, "08:00")
        await here.tick("07:00")
    for at in ("07:20", "07:40"):
        async with office() as here:
            await here.tick(at)
    async with office() as here:
        await here.tick("08:00")
        assert [message.text.split(", ")[2][:5] for message in bot_api.messages(7)] == ["07:00", "08:00"]
        assert [state for (state,) in await here.rows("state")] == ["sent", "sent"]


@pytest.mark.parametrize("at", ["06:59", "07:00", "07:01"])
async def test_a_report_of_today_that_becomes_one_of_tomorrow_is_sent_once_that_day(
    bot_api: BotApi, office: Opening, at: str
) -> None:
    bot_api.add_chat(7)
    async with office() as here:
        each = await here.subscribe(7)
        for minute in ("06:58", "06:59", "07:00", "07:01", "07:02"):
            here.clock.set(minute)
            if minute == at:
                await here.subscriptions.change(7, each.id, lambda daily: replace(daily, tomorrow=True))
            await here.tick()
        assert await here.rows("local_date", "state") == [("2026-06-16", "sent")]
        await here.tick("07:00", day=date(2026, 6, 17))
        assert await here.rows("local_date", "state") == [("2026-06-16", "sent"), ("2026-06-17", "sent")]
    heads = [message.text.split(", ", 1)[1][:6] for message in bot_api.messages(7)]
    assert heads == ["Jun 16" if at == "07:01" else "Jun 17", "Jun 18"]


async def test_two_processes_over_one_file_send_once(bot_api: BotApi, office: Opening) -> None:
    for chat in range(1, 101):
        bot_api.add_chat(chat)
    async with office() as one, office() as other:
        for chat in range(1, 101):
            await one.subscribe(chat)
        one.clock.set("07:00")
        await asyncio.gather(one.broadcaster.tick(), other.broadcaster.tick())
        await asyncio.gather(one.broadcaster.finished(), other.broadcaster.finished())
        assert {chat: len(bot_api.messages(chat)) for chat in range(1, 101)} == dict.fromkeys(range(1, 101), 1)
        assert len(await one.rows()) == 100
        assert len({owner for (owner,) in await one.rows("claimed_by")}) == 2


@pytest.mark.parametrize(
    ("timezone", "day", "at", "first", "again"),
    [
        ("America/New_York", date(2026, 11, 1), "01:30", "05:30", "06:30"),
        ("Europe/Lisbon", date(2026, 10, 25), "01:30", "00:30", "01:30"),
        ("America/New_York", date(2026, 3, 8), "02:30", "07:30", "08:30"),
        ("Europe/Lisbon", date(2026, 3, 29), "01:30", "01:30", "02:30"),
    ],
    ids=["new-york-back", "lisbon-back", "new-york-forward", "lisbon-forward"],
)
async def test_when_clocks_change_the_report_comes_once(
    bot_api: BotApi, office: Opening, clock: Clock, timezone: str, day: date, at: str, first: str, again: str
) -> None:
    bot_api.add_chat(7)
    clock.set("12:00", day=day - timedelta(days=1), timezone=timezone)
    with open_meteo(day) as forecast:
        async with office(forecast=forecast) as here:
            await here.subscribe(7, at, timezone=timezone)
            clock.set(first, day=day, timezone="UTC")
            clock.now -= timedelta(minutes=1)
            await here.tick()
            assert bot_api.messages(7) == ()
            await here.tick(first, day=day, timezone="UTC")
            assert len(bot_api.messages(7)) == 1
            await here.tick(again, day=day, timezone="UTC")
            assert len(bot_api.messages(7)) == 1
            assert await here.rows("local_date", "state") == [(day.isoformat(), "sent")]


async def test_an_hour_missed_within_the_window_is_made_up_for(bot_api: BotApi, office: Opening) -> None:
    bot_api.add_chat(7)
    async with office() as here:
        await here.subscribe(7)
        await here.tick("09:00")
        assert bot_api.messages(7)[0].text.startswith("Praia da Joaquina · Tue, Jun 16, 09:00\n")
        assert await here.rows() == [(7, "sent")]


async def test_what_is_later_than_the_window_is_skipped_and_counted(bot_api: BotApi, office: Opening) -> None:
    bot_api.add_chat(7)
    async with office() as here:
        await here.subscribe(7)
        with capture_logs() as logged:
            await here.tick("09:01")
        assert bot_api.messages(7) == ()
        assert await here.rows("chat_id", "state", "reason") == [(7, "skipped", "late")]
        assert [each["planned"] for each in logged if each["event"] == "broadcast.planned"] == [1]


async def test_days_without_the_bot_are_skipped_one_by_one(bot_api: BotApi, office: Opening) -> None:
    bot_api.add_chat(7)
    async with office() as here:
        here.clock.set("12:00", day=date(2026, 6, 13))
        await here.subscribe(7)
        await here.tick("07:30")
        assert await here.rows("local_date", "state") == [
            ("2026-06-14", "skipped"),
            ("2026-06-15", "skipped"),
            ("2026-06-16", "sent"),
        ]


async def test_what_was_planned_and_could_not_be_sent_in_time_is_skipped(bot_api: BotApi, office: Opening) -> None:
    bot_api.add_chat(7)
    async with office() as here:
        await here.subscribe(7)
        await here.tick("07:00")
        async with here.engine.begin() as connection:
            await connection.execute(update(OUTBOX).values(state="planned"))
        await here.tick("09:30")
        assert await here.rows("state", "reason") == [("skipped", "late")]
    assert len(bot_api.messages(7)) == 1


async def test_an_answer_that_does_not_come_is_unknown_and_the_message_is_not_repeated(
    bot_api: BotApi, office: Opening
) -> None:
    bot_api.add_chat(7)
    bot_api.reset_next("sendMessage", delivered=True)
    async with office() as here:
        await here.subscribe(7)
        for at in ("07:00", "07:01", "07:30"):
            await here.tick(at)
        assert [state for _, state in await here.rows()] == ["unknown"]
    async with office() as here:
        await here.tick("07:40")
    assert len(bot_api.messages(7)) == 1
    assert len(bot_api.calls_to("sendMessage")) == 1


async def test_a_process_that_died_while_sending_leaves_unknown_rows(bot_api: BotApi, office: Opening) -> None:
    bot_api.add_chat(7)
    async with office() as here:
        await here.subscribe(7)
        await here.tick("07:00")
        async with here.engine.begin() as connection:  # as if it had died before it wrote down what became of it
            await connection.execute(update(OUTBOX).values(state="claimed", finished_at=None))
    async with office() as here:
        await here.tick("07:10")
        assert await here.rows() == [(7, "claimed")]
        await here.tick("07:16")
        assert await here.rows() == [(7, "unknown")]
    assert len(bot_api.messages(7)) == 1


async def test_of_no_more_rows_than_are_sent_at_once_is_the_fate_ever_open(
    bot_api: BotApi, office: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    claimed = list[int]()
    claim = Outbox.claim

    async def counting(outbox: Outbox, now: datetime, *how: Any) -> list[Claim]:
        claims = await claim(outbox, now, *how)
        claimed.append((await outbox.counts(now - timedelta(days=1))).get(State.CLAIMED, 0))
        return claims

    monkeypatch.setattr(Outbox, "claim", counting)
    async with office(sent_at_once=4) as here:
        for chat in range(1, 31):
            bot_api.add_chat(chat)
            await here.subscribe(chat)
        await here.tick("07:00")
        assert {state for _, state in await here.rows()} == {"sent"}
    assert max(claimed) == 4


async def test_a_row_that_is_another_process_s_by_now_is_not_given_back_again(office: Opening) -> None:
    async with office() as here:
        await here.subscribe(7)
        here.clock.set("07:00")
        now, oldest = here.clock(), here.clock() - timedelta(hours=1)
        await plan(here.engine, Moment(now, timedelta(hours=1)))
        first, second = Outbox(here.engine, "first"), Outbox(here.engine, "second")
        (row,) = await first.claim(now, oldest, 1)
        await first.finish({row.id: Fate(State.PLANNED)}, now)
        assert await second.claim(now, oldest, 1) == [row]
        await first.finish({row.id: Fate(State.PLANNED)}, now)  # as after an answer of the database that got lost
        assert await here.rows("state", "claimed_by") == [("claimed", "second")]


async def test_what_waits_for_its_sentence_in_a_living_process_is_not_given_up(
    bot_api: BotApi, office: Opening, writer: TruthfulWriter
) -> None:
    bot_api.add_chat(7)
    writer.ready = asyncio.Event()
    async with office() as here, office() as other:
        await here.subscribe(7)
        here.clock.set("07:00")
        await here.broadcaster.tick()
        await bot_api.wait_for(lambda: writer.written)
        for at in ("07:14", "07:28", "07:42"):
            here.clock.set(at)
            await here.broadcaster.tick()
            await other.broadcaster.tick()
            assert await here.rows() == [(7, "claimed")]
        writer.ready.set()
        await here.broadcaster.finished()
        assert await here.rows() == [(7, "sent")]
    assert len(bot_api.messages(7)) == 1


async def test_a_row_whose_fate_could_not_be_written_down_is_unknown_in_the_end(
    bot_api: BotApi, office: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its process is alive, and may send other rows meanwhile."""

    async def locked(_: Outbox, __: Mapping[int, Fate], ___: datetime) -> None:
        raise OperationalError("UPDATE", {}, Exception("database is locked"))

    monkeypatch.setattr(records, "PAUSES_S", ())
    bot_api.add_chat(7)
    async with office() as here:
        await here.subscribe(7)
        here.clock.set("07:00")
        await plan(here.engine, Moment(here.clock(), timedelta(hours=1)))
        with monkeypatch.context() as patch:
            patch.setattr(Outbox, "finish", locked)
            patch.setattr(records, "SOON_S", 0)
            bot_api.stall_next("sendMessage", seconds=0.2)  # so that no claim takes the fate along
            await here.tick()
        assert await here.rows() == [(7, "claimed")]
        await here.tick("07:15")
        assert await here.rows() == [(7, "claimed")]
        await here.tick("07:16")
        assert await here.rows() == [(7, "unknown")]
    assert len(bot_api.messages(7)) == 1


async def test_what_ends_while_fates_are_written_is_written_too_before_more_is_claimed(
    office: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with office() as here:
        for chat in range(1, 9):
            await here.subscribe(chat)
        here.clock.set("07:00")
        now = here.clock()
        await plan(here.engine, Moment(now, timedelta(hours=1)))
        rows = Outbox(here.engine, "test")
        claims, fates = await rows.claim(now, now - timedelta(hours=1), 8), Records(rows, here.clock)
        finish = Outbox.finish

        async def slow(outbox: Outbox, ended: Mapping[int, Fate], at: datetime) -> None:
            if len(ended) == 5:
                for claim in claims[5:]:  # while the first five are on their way
                    fates.note(claim.id, Fate(State.SENT))
            await finish(outbox, ended, at)

        async def open_rows() -> list[int]:
            return [number for number, state in await here.rows("id", "state") if state == "claimed"]

        monkeypatch.setattr(Outbox, "finish", slow)
        for claim in claims[:5]:
            fates.note(claim.id, Fate(State.SENT))
        assert await fates.after(open_rows) == []
        await fates.written()


@pytest.mark.parametrize(
    ("column", "unknown", "event"),
    [
        ("timezone", "Mars/Base", "broadcast.schedule_not_read"),
        ("domain", "ski", "daily.not_read"),
        ("place", "{}", "daily.not_read"),
        ("units", "nautical", "daily.not_read"),
    ],
)
async def test_a_subscription_that_this_version_cannot_read_costs_nobody_else_a_report(
    bot_api: BotApi, office: Opening, column: str, unknown: str, event: str
) -> None:
    of_two = SUBSCRIPTIONS.c.chat_id == 2
    async with office() as here:
        for chat in (1, 2, 3):
            bot_api.add_chat(chat)
            await here.subscribe(chat)
        async with here.engine.begin() as connection:
            kept = (await connection.execute(select(SUBSCRIPTIONS.c[column]).where(of_two))).scalar_one()
            await connection.execute(update(SUBSCRIPTIONS).where(of_two).values({column: unknown}))
        with capture_logs() as logged:
            await here.tick("07:00")
        assert [len(bot_api.messages(chat)) for chat in (1, 2, 3)] == [1, 0, 1]
        assert {each["event"] for each in logged if each["log_level"] == "error"} == {event}
        async with here.engine.begin() as connection:  # as by the version that wrote it
            await connection.execute(update(SUBSCRIPTIONS).where(of_two).values({column: kept}))
        await here.tick("07:00", day=date(2026, 6, 17))
    assert [len(bot_api.messages(chat)) for chat in (1, 2, 3)] == [2, 1, 2]


async def test_a_clock_that_is_changed_while_runs_are_planned_stays_as_it_was_changed(
    bot_api: BotApi, office: Opening, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot_api.add_chat(7)
    changed = datetime(2026, 6, 17, 6, tzinfo=UTC)
    insert_new = planning.insert_new

    def meanwhile(*of: Any) -> Any:
        with closing(_connected(database_url)) as connection:
            values = f"timezone = 'Europe/Lisbon', next_at = {int(changed.timestamp())}"
            connection.execute(f"UPDATE subscriptions SET {values}")
            connection.commit()
        return insert_new(*of)

    monkeypatch.setattr(planning, "insert_new", meanwhile)
    async with office() as here:
        await here.subscribe(7)
        await here.tick("07:00")
        (kept,) = await here.subscriptions.of(7)
    assert (kept.daily.schedule.timezone, kept.next_at) == ("Europe/Lisbon", changed)


def _connected(url: str) -> sqlite3.Connection | psycopg.Connection[Any]:
    kept = make_url(url)
    return sqlite3.connect(str(kept.database)) if kept.get_backend_name() == "sqlite" else psycopg.connect(url)


async def test_planning_tells_how_many_runs_there_were_and_goes_on_until_none_is_left(
    office: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planning, "CHUNK", 2)
    async with office() as here:
        here.clock.set("12:00", day=date(2026, 6, 13))
        for chat in range(1, 7):
            await here.subscribe(chat)
        async with here.engine.begin() as connection:  # the first chunk of two has no run at all
            few = update(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.chat_id < 3)
            await connection.execute(few.values(timezone="Mars/Base"))
        here.clock.set("07:00")
        assert await plan(here.engine, Moment(here.clock(), timedelta(hours=1))) == 4 * 3
        assert len(await here.rows()) == 4 * 3
        assert await plan(here.engine, Moment(here.clock(), timedelta(hours=1))) == 0


async def test_late_rows_are_ended_and_old_ones_deleted_part_by_part(
    office: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PART", 2)
    async with office() as here:
        for chat in range(1, 6):
            await here.subscribe(chat)
        here.clock.set("07:00")
        now = here.clock()
        await plan(here.engine, Moment(now, timedelta(hours=1)))
        rows = Outbox(here.engine, "test")
        (claimed,) = await rows.claim(now, now - timedelta(hours=1), 1)
        later = now + timedelta(hours=3)
        assert await rows.skip(later, later) == 4
        assert await rows.skip(later, later) == 0
        assert await here.rows("state") == [("claimed",), *[("skipped",)] * 4]
        await rows.forget(now + timedelta(days=91))
        assert await here.rows("state") == [("claimed",)]
        assert await rows.give_up(later, later) == 1
        assert await here.rows("id", "state") == [(claimed.id, "unknown")]


async def test_stopping_ends_what_is_being_sent_and_gives_the_rest_back(
    bot_api: BotApi, office: Opening, writer: TruthfulWriter
) -> None:
    for chat in (1, 2, 3):
        bot_api.add_chat(chat)
    bot_api.stall_next("sendMessage", seconds=0.2)
    async with office(sent_at_once=1) as here:
        for chat in (1, 2, 3):
            await here.subscribe(chat)
        here.clock.set("07:00")
        await here.broadcaster.tick()
        await bot_api.wait_for(lambda: bot_api.calls_to("sendMessage"))
        await here.broadcaster.stop()
        assert await here.rows() == [(1, "sent"), (2, "planned"), (3, "planned")]
    async with office() as here:
        await here.tick("07:01")
        assert await here.rows() == [(1, "sent"), (2, "sent"), (3, "sent")]
    assert [len(bot_api.messages(chat)) for chat in (1, 2, 3)] == [1, 1, 1]


async def test_stopping_does_not_wait_for_a_sentence(bot_api: BotApi, office: Opening, writer: TruthfulWriter) -> None:
    bot_api.add_chat(7)
    writer.ready = asyncio.Event()
    async with office() as here:
        await here.subscribe(7)
        here.clock.set("07:00")
        await here.broadcaster.tick()
        await bot_api.wait_for(lambda: writer.written)
        await here.broadcaster.stop()
        assert await here.rows() == [(7, "planned")]
    assert bot_api.messages(7) == ()


async def test_a_report_that_is_cancelled_and_asked_for_again_does_not_come_twice_a_day(
    bot_api: BotApi, office: Opening
) -> None:
    bot_api.add_chat(7)
    async with office() as here:
        first = await here.subscribe(7)
        await here.tick("07:00")
        await here.subscriptions.cancel(first)
        here.clock.set("06:30")  # as a zone to the west would have it
        await here.subscribe(7)
        await here.tick("07:05")
        assert len(bot_api.messages(7)) == 1


async def test_the_scheduler_ticks_at_once_and_is_stopped(bot_api: BotApi, office: Opening) -> None:
    bot_api.add_chat(7)
    async with office() as here:
        await here.subscribe(7)
        here.clock.set("07:00")
        here.broadcaster.start()
        await bot_api.wait_for(lambda: bot_api.messages(7))
        await here.broadcaster.stop()
        assert await here.rows() == [(7, "sent")]
