"""Whatever happens between two ticks, a chat gets the report of a slot once, or not at all."""

from __future__ import annotations

import asyncio
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import update
from structlog.testing import capture_logs

from bot.broadcast.planning import Moment, plan
from bot.store import Outbox
from bot.store.outbox import OUTBOX, Claim, Fate, State
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
