"""Telegram asks to wait, cannot be reached or answers late; another process has the database."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from typing import Any

import httpx
import psycopg
import pytest
from sqlalchemy.engine import make_url
from structlog.testing import capture_logs
from telegram.error import RetryAfter
from telegram.ext import ApplicationBuilder

from bot.broadcast import Broadcaster, sending
from bot.messaging.delivery import Patience
from bot.messaging.pace import Pace
from bot.store import address
from bot.telegram import build_application
from bot_parts import NOBODY, service_on
from botapi import BotApi
from botapi.faults import Refuse, Reset
from botapi.refusals import usual
from broadcast_parts import Opening, TruthfulWriter

CHATS = (1, 2, 3, 4, 5)


def _order(api: BotApi) -> list[int]:
    """The chats in the order in which they got their messages."""
    return [call.parameters["chat_id"] for call in api.calls_to("sendMessage") if call.status == 200]


async def test_when_telegram_asks_to_wait_all_wait_and_the_order_is_kept(
    bot_api: BotApi, office: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = list[float]()
    hold = Pace.hold
    monkeypatch.setattr(Pace, "hold", lambda pace, seconds: (held.append(seconds), hold(pace, seconds)))
    bot_api.fail_next("sendMessage", 429, retry_after=1)
    async with office(sent_at_once=1) as here:
        for chat in CHATS:
            bot_api.add_chat(chat)
            await here.subscribe(chat)
        with capture_logs() as logged:
            await here.tick("07:00")
    assert held == [1.0]
    assert _order(bot_api) == list(CHATS)
    assert [len(bot_api.messages(chat)) for chat in CHATS] == [1] * len(CHATS)
    assert len(bot_api.calls_to("sendMessage")) == len(CHATS) + 1
    assert [each["seconds"] for each in logged if each["event"] == "telegram.waiting"] == [1.0]


async def test_of_several_under_way_the_one_that_was_refused_goes_first_after_the_wait(
    bot_api: BotApi, office: Opening
) -> None:
    chats = tuple(range(1, 21))
    bot_api.fail_next("sendMessage", 429, retry_after=1)
    async with office(sent_at_once=4) as here:
        for chat in chats:
            bot_api.add_chat(chat)
            await here.subscribe(chat)
        await here.tick("07:00")
    asked = [call.parameters["chat_id"] for call in bot_api.calls_to("sendMessage")]
    refused = asked[0]
    assert asked.index(refused, 1) <= 4  # after those that were under way, before all others
    assert sorted(_order(bot_api)) == list(chats)


async def test_a_wait_that_is_too_long_for_one_request_is_waited_for_by_all(
    bot_api: BotApi, office: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.messaging.delivery.LONGEST_WAIT_S", 0.5)
    bot_api.fail_next("sendMessage", 429, retry_after=1)
    async with office(sent_at_once=1) as here:
        for chat in CHATS:
            bot_api.add_chat(chat)
            await here.subscribe(chat)
        with capture_logs() as logged:
            await here.tick("07:00")
        assert await here.rows() == [(chat, "sent") for chat in CHATS]
    assert _order(bot_api) == list(CHATS)
    assert len([each for each in logged if each["event"] == "broadcast.waiting"]) == 1


async def test_a_late_answer_past_the_read_timeout_is_unknown(
    bot_api: BotApi, office: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "READ_TIMEOUT_S", 0.05)
    bot_api.stall_next("sendMessage")
    bot_api.add_chat(7)
    async with office() as here:
        await here.subscribe(7)
        await here.tick("07:00")
        await here.tick("07:20")
        assert await here.rows("state", "reason") == [("unknown", "Timed out")]
    assert len(bot_api.messages(7)) == 1
    assert len(bot_api.calls_to("sendMessage")) == 1


@pytest.mark.parametrize("code", [500, 502])
async def test_an_error_of_telegram_s_own_is_unknown(bot_api: BotApi, office: Opening, code: int) -> None:
    bot_api.fail_next("sendMessage", code)
    for chat in (1, 2):
        bot_api.add_chat(chat)
    async with office(sent_at_once=1) as here:
        for chat in (1, 2):
            await here.subscribe(chat)
        await here.tick("07:00")
        assert await here.rows() == [(1, "unknown"), (2, "sent")]


async def test_an_answer_that_is_none_is_unknown(bot_api: BotApi, office: Opening) -> None:
    """A page of a network that wants somebody to log in: nobody knows whether it stands before Telegram or behind."""
    bot_api.garble_next("sendMessage", delivered=True)
    for chat in (1, 2):
        bot_api.add_chat(chat)
    async with office(sent_at_once=1) as here:
        for chat in (1, 2):
            await here.subscribe(chat)
        for at in ("07:00", "07:01"):
            await here.tick(at)
        assert await here.rows() == [(1, "unknown"), (2, "sent")]
    assert [len(bot_api.messages(chat)) for chat in (1, 2)] == [1, 1]


async def test_a_token_that_was_revoked_costs_nobody_a_report(
    bot_api: BotApi, office: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "PAUSE_S", 0.0)
    bot_api.fail_next("sendMessage", 401, "Unauthorized", times=7)
    async with office() as here:
        for chat in CHATS:
            bot_api.add_chat(chat)
            await here.subscribe(chat)
        for at in ("07:00", "07:01"):
            await here.tick(at)
        assert await here.rows() == [(chat, "sent") for chat in CHATS]
    assert [len(bot_api.messages(chat)) for chat in CHATS] == [1] * len(CHATS)


async def test_in_a_storm_every_chat_gets_its_report_once_or_a_reason(bot_api: BotApi, office: Opening) -> None:
    chats = tuple(range(1, 61))
    failing = [Refuse(usual(500)), Refuse(usual(403)), Reset(delivered=True), Reset(delivered=False)]
    async with office() as here:
        for chat in chats:
            bot_api.add_chat(chat)
            await here.subscribe(chat)
        bot_api.storm(0.4, 11, failing)
        for at in ("07:00", "07:01"):
            await here.tick(at)
        rows = {chat: (state, reason) for chat, state, reason in await here.rows("chat_id", "state", "reason")}
    got = {chat: len(bot_api.messages(chat)) for chat in chats}
    assert rows.keys() == set(chats)
    for chat, (state, reason) in rows.items():
        allowed = {"sent": (1,), "failed": (0,), "unknown": (0, 1)}[state]
        assert got[chat] in allowed
        assert reason or state == "sent"
    assert {state for state, _ in rows.values()} == {"sent", "failed", "unknown"}


async def test_what_never_reached_telegram_is_sent_when_it_can_be_reached(
    bot_api: BotApi, office: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot_api.add_chat(7)
    monkeypatch.setattr(sending, "PAUSE_S", 0.0)
    async with office() as here:
        await here.subscribe(7)
        here.clock.set("07:00")
        application = ApplicationBuilder().token(bot_api.token).base_url(f"{NOBODY}/bot").build()
        async with httpx.AsyncClient(trust_env=False) as http:
            reports = service_on(here.forecast, http, TruthfulWriter(), clock=here.clock)
            await application.bot._request[0].initialize()  # the bot itself would ask Telegram who it is
            await application.bot._request[1].initialize()
            cut_off = Broadcaster(application.bot, here.engine, reports, now=here.clock)
            await cut_off.tick()
            await cut_off.finished()
            assert await here.rows() == [(7, "planned")]
            await cut_off.stop()
            for request in application.bot._request:
                await request.shutdown()
        await here.tick("07:01")
        assert await here.rows() == [(7, "sent")]
    assert len(bot_api.messages(7)) == 1


class _Lock:
    """Another process that writes to the database for as long as the test wants."""

    def __init__(self, url: str) -> None:
        kept = make_url(url)
        self._connection: sqlite3.Connection | psycopg.Connection[Any]
        if kept.get_backend_name() == "sqlite":
            self._connection = sqlite3.connect(str(kept.database), check_same_thread=False, isolation_level=None)
            self._connection.execute("BEGIN IMMEDIATE")
        else:
            self._connection = psycopg.connect(url)
            self._connection.execute("LOCK TABLE outbox, subscriptions IN SHARE MODE")  # reading goes on

    def release(self, after: float = 0) -> None:
        """Let go of it, at once or a moment later."""
        threading.Timer(after, self.let_go).start()

    def let_go(self) -> None:
        self._connection.execute("ROLLBACK")
        self._connection.close()


async def test_another_writer_in_the_database_is_waited_for(
    bot_api: BotApi, office: Opening, database_url: str
) -> None:
    bot_api.add_chat(7)
    async with office() as here:
        await here.subscribe(7)
        _Lock(database_url).release(after=0.5)
        await here.tick("07:00")
        assert await here.rows() == [(7, "sent")]


async def test_a_database_that_stays_locked_is_tried_at_the_next_tick(
    bot_api: BotApi, office: Opening, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(address, "BUSY_S", 0)
    bot_api.add_chat(7)
    async with office() as here:
        await here.subscribe(7)
        lock = _Lock(database_url)
        with capture_logs() as logged:
            await here.tick("07:00")
        assert [each["event"] for each in logged] == ["broadcast.not_planned"]
        lock.let_go()
        await here.tick("07:01")
        assert await here.rows() == [(7, "sent")]


async def test_a_sent_message_is_written_down_even_if_the_database_was_locked_meanwhile(
    bot_api: BotApi, office: Opening, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(address, "BUSY_S", 0)
    bot_api.add_chat(7)
    bot_api.stall_next("sendMessage", seconds=0.2)
    async with office() as here:
        await here.subscribe(7)
        here.clock.set("07:00")
        await here.broadcaster.tick()
        await bot_api.wait_for(lambda: bot_api.calls_to("sendMessage"))
        lock = _Lock(database_url)
        await bot_api.wait_for(lambda: bot_api.messages(7))
        lock.release(after=0.6)
        await here.broadcaster.finished()
        assert await here.rows() == [(7, "sent")]
    assert len(bot_api.messages(7)) == 1


async def test_an_answer_to_a_person_is_not_held_up_by_a_long_wait(
    bot_api: BotApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.messaging.delivery.LONGEST_WAIT_S", 0.5)
    for chat in (1, 2):
        bot_api.add_chat(chat)
    bot_api.fail_next("sendMessage", 429, retry_after=35)
    async with build_application(bot_api.url, bot_api.token) as application:
        for chat in (1, 2):
            with pytest.raises(RetryAfter):
                await asyncio.wait_for(application.bot.send_message(chat, "hello"), 10)
    assert len(bot_api.calls_to("sendMessage")) == 1


async def test_when_the_bot_is_stopped_nobody_waits_until_telegram_takes_messages_again(bot_api: BotApi) -> None:
    bot_api.add_chat(1)
    bot_api.fail_next("sendMessage", 429, retry_after=30)
    async with build_application(bot_api.url, bot_api.token) as application:
        assert isinstance(application.bot.rate_limiter, Patience)
        waiting = asyncio.create_task(application.bot.send_message(1, "hello"))
        await bot_api.wait_for(lambda: any(call.status == 429 for call in bot_api.calls_to("sendMessage")))
        application.bot.rate_limiter.hurry()
        with pytest.raises(RetryAfter):
            await asyncio.wait_for(waiting, 10)
    assert len(bot_api.calls_to("sendMessage")) == 1
