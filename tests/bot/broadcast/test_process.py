"""`boia run` as a process of its own that is stopped, or dies, while a broadcast goes out."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

import bot
from bot.broadcast.broadcaster import SENT_AT_ONCE
from bot.schedule import Schedule
from bot.store import Announcements, Chats, Outbox, Subscriptions, open_store
from bot.store.outbox import OUTBOX, State
from bot.store.subscription_rows import Daily
from bot_parts import ADMIN, NOBODY, open_meteo, until
from botapi import BotApi
from broadcast_parts import FLORIANOPOLIS, JOAQUINA
from conditions import SWIM

CHATS = tuple(range(1, 61))
SERVICES = {"FORECAST": "forecast", "MARINE": "marine", "AIR": "air-quality", "WATER": "water"}
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)

Start = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def start(bot_api: BotApi, sqlite_url: str) -> Start:
    """Start the bot, with no model, against the servers of this test; whatever of it is left in the end is killed."""
    processes = list[subprocess.Popen[bytes]]()

    def started(**settings: str) -> subprocess.Popen[bytes]:
        root = Path(bot.__file__).parents[1]
        environment = os.environ | {
            "PYTHONPATH": str(root),
            "BOIA_TELEGRAM_TOKEN": bot_api.token,
            "BOIA_TELEGRAM_URL": bot_api.url,
            "BOIA_DATABASE_URL": sqlite_url,
            "BOIA_ADMINS": str(ADMIN),
            "BOIA_MODEL": "openai",
            "BOIA_MODEL_URL": f"{NOBODY}/v1",
            "BOIA_ATTEMPTS": "1",
            "BOIA_DEADLINE_S": "1",
            **{f"BOIA_{api}_URL": f"{forecast}/v1/{path}" for api, path in SERVICES.items()},
            **{f"BOIA_{name.upper()}": value for name, value in settings.items()},
        }
        process = subprocess.Popen([sys.executable, "-m", "bot", "run"], env=environment, stderr=subprocess.DEVNULL)
        processes.append(process)
        return process

    with open_meteo(datetime.now(ZoneInfo(FLORIANOPOLIS)).date()) as forecast:
        yield started  # type: ignore[misc]
        for process in processes:
            process.kill()
            process.wait()


SERVICES = {
    "FORECAST": "forecast",
    "MARINE": "marine",
    "AIR": "air-quality",
    "GEOCODING": "geocoding",
    "WATER": "water",
}


@asynccontextmanager
async def _subscribed(api: BotApi, database: str) -> AsyncIterator[AsyncEngine]:
    """The database of chats whose report came due a minute ago."""
    due = datetime.now(UTC) - timedelta(minutes=1)
    schedule = Schedule(due.astimezone(ZoneInfo(FLORIANOPOLIS)).time().replace(second=0, microsecond=0), FLORIANOPOLIS)
    async with open_store(database) as engine:
        assert engine is not None
        kept = Subscriptions(engine, lambda: due - timedelta(minutes=2))
        for chat in CHATS:
            api.add_chat(chat)
            await kept.add(Daily(chat, JOAQUINA, schedule, "en", SWIM))
        yield engine


def _sent(api: BotApi) -> Counter[int]:
    return Counter({chat: len(api.messages(chat)) for chat in CHATS if api.messages(chat)})


async def _end(process: subprocess.Popen[bytes], how: signal.Signals) -> int:
    process.send_signal(how)
    return await asyncio.to_thread(process.wait, 60)


async def _nothing_planned(outbox: Outbox, waiting: State = State.PLANNED) -> None:
    async with asyncio.timeout(60):
        while (await outbox.counts(LONG_AGO)).get(waiting):  # noqa: ASYNC110 (another process changes it)
            await asyncio.sleep(0.05)


async def test_a_process_that_is_asked_to_stop_finishes_what_it_is_sending(
    bot_api: BotApi, start: Start, sqlite_url: str
) -> None:
    async with _subscribed(bot_api, sqlite_url) as engine:
        outbox = Outbox(engine, "test")
        process = start()
        await bot_api.wait_for(lambda: len(_sent(bot_api)) >= 3, timeout=60)
        await _end(process, signal.SIGTERM)
        counts = await outbox.counts(LONG_AGO)
        assert counts.keys() <= {State.SENT, State.PLANNED}
        assert counts[State.SENT] == len(_sent(bot_api))
        process = start()
        await bot_api.wait_for(lambda: len(_sent(bot_api)) == len(CHATS), timeout=60)
        await _end(process, signal.SIGTERM)
        assert await outbox.counts(LONG_AGO) == {State.SENT: len(CHATS)}
        assert _sent(bot_api) == dict.fromkeys(CHATS, 1)


async def test_a_process_that_is_killed_loses_nothing_and_repeats_nothing(
    bot_api: BotApi, start: Start, sqlite_url: str
) -> None:
    async with _subscribed(bot_api, sqlite_url) as engine:
        outbox = Outbox(engine, "test")
        for so_far in (2, 9, 17):
            process = start()
            await bot_api.wait_for(lambda enough=so_far: len(_sent(bot_api)) >= enough, timeout=60)
            await _end(process, signal.SIGKILL)
        process = start()
        await _nothing_planned(outbox)
        await _end(process, signal.SIGTERM)
        later = datetime.now(UTC) + timedelta(minutes=20)
        await outbox.give_up(later, later)
        counts = await outbox.counts(LONG_AGO)
        assert counts[State.SENT] + counts.get(State.UNKNOWN, 0) == len(CHATS)
        assert counts[State.SENT] <= len(_sent(bot_api)) <= len(CHATS)
        assert set(_sent(bot_api).values()) == {1}


async def test_two_replicas_send_each_report_once_though_one_of_them_is_killed(
    bot_api: BotApi, start: Start, postgres_url: str
) -> None:
    async with _subscribed(bot_api, postgres_url) as engine:
        outbox = Outbox(engine, "test")
        one, two = (
            start(
                database_url=postgres_url,
                webhook_url="https://boia.example/hook",
                webhook_secret="secret",
                webhook_port=str(_port()),
            )
            for _ in range(2)
        )
        await bot_api.wait_for(lambda: len(_sent(bot_api)) >= 15, timeout=60)
        await until(lambda: _senders(engine, at_least=2), timeout=60)
        await _end(one, signal.SIGKILL)
        await _nothing_planned(outbox)
        await _end(two, signal.SIGTERM)
        lost = (await outbox.counts(LONG_AGO)).get(State.CLAIMED, 0)
        later = datetime.now(UTC) + timedelta(minutes=20)
        await outbox.give_up(later, later)
        counts = await outbox.counts(LONG_AGO)
        assert counts[State.SENT] + counts.get(State.UNKNOWN, 0) == len(CHATS)
        assert counts.get(State.UNKNOWN, 0) == lost <= SENT_AT_ONCE
        assert counts[State.SENT] <= len(_sent(bot_api)) <= len(CHATS)
        assert set(_sent(bot_api).values()) == {1}
        assert {call.parameters["url"] for call in bot_api.calls_to("setWebhook")} == {"https://boia.example/hook"}


def _port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


async def _senders(engine: AsyncEngine, at_least: int) -> bool:
    """Whether so many processes have claimed rows."""
    async with engine.connect() as connection:
        owners = await connection.execute(select(func.count(OUTBOX.c.claimed_by.distinct())))
        return owners.scalar_one() >= at_least


async def test_a_process_that_is_killed_in_the_middle_of_an_announcement_repeats_nothing(
    bot_api: BotApi, start: Start, sqlite_url: str
) -> None:
    async with open_store(sqlite_url) as engine:
        assert engine is not None
        outbox, chats, announcements = Outbox(engine, "test"), Chats(engine), Announcements(engine)
        for chat in CHATS:
            bot_api.add_chat(chat)
            await chats.seen(chat)
        assert await announcements.confirm(await announcements.draft(ADMIN, "en", "Hello", "[]"), ADMIN, 1)
        for so_far in (2, 9, 17):
            process = start()
            await bot_api.wait_for(lambda enough=so_far: len(_sent(bot_api)) >= enough, timeout=60)
            await _end(process, signal.SIGKILL)
        process = start()
        await bot_api.wait_for(lambda: len(_sent(bot_api)) >= len(CHATS) - 3 * 8, timeout=60)
        await _nothing_planned(outbox, State.QUEUED)
        await _end(process, signal.SIGTERM)
        later = datetime.now(UTC) + timedelta(minutes=20)
        await outbox.give_up(later, later)
        counts = await outbox.counts(LONG_AGO)
        assert counts[State.SENT] + counts.get(State.UNKNOWN, 0) == len(CHATS)
        assert counts[State.SENT] <= len(_sent(bot_api)) <= len(CHATS)
        assert set(_sent(bot_api).values()) == {1}


async def test_admins_hear_once_of_a_model_that_is_not_there_when_the_bot_starts(bot_api: BotApi, start: Start) -> None:
    bot_api.add_chat(ADMIN)
    process = start()
    await bot_api.wait_for(lambda: bot_api.messages(ADMIN), timeout=60)
    await _end(process, signal.SIGTERM)
    again = start()
    await bot_api.wait_for(lambda: len(bot_api.calls_to("getMe")) >= 2 and bot_api.calls_to("getUpdates"), timeout=60)
    await _end(again, signal.SIGTERM)
    (message,) = bot_api.messages(ADMIN)
    assert message.text.startswith("The language model has not worked since ")
    assert f"In detail: Nothing answers at {NOBODY}" in message.text


async def test_a_process_that_is_stopped_before_it_can_poll_leaves_no_row_open(
    bot_api: BotApi, start: Start, sqlite_url: str
) -> None:
    """Telegram takes messages, but not the request with which polling begins."""
    async with _subscribed(bot_api, sqlite_url) as engine:
        bot_api.fail_next("deleteWebhook", 500, times=1000)
        bot_api.stall_next("sendMessage", 0.7, times=len(CHATS))
        process = start()
        await bot_api.wait_for(lambda: len(_sent(bot_api)) >= 3, timeout=60)
        await _end(process, signal.SIGTERM)
        counts = await Outbox(engine, "test").counts(LONG_AGO)
        assert counts.keys() <= {State.SENT, State.PLANNED}
        assert counts[State.SENT] == len(_sent(bot_api))


async def test_a_process_that_is_stopped_while_telegram_asks_to_wait_gives_all_back(
    bot_api: BotApi, start: Start, sqlite_url: str
) -> None:
    """It would send them after the wait, which lasts for longer than who stops it may let it live."""
    async with _subscribed(bot_api, sqlite_url) as engine:
        bot_api.fail_next("sendMessage", 429, retry_after=25, times=SENT_AT_ONCE)
        process = start(admins="")  # else it may be told something first, and that is what has to wait
        await bot_api.wait_for(lambda: any(call.status == 429 for call in bot_api.calls_to("sendMessage")), timeout=60)
        await _end(process, signal.SIGTERM)
        assert await Outbox(engine, "test").counts(LONG_AGO) == {State.PLANNED: len(CHATS)}
    assert _sent(bot_api) == {}
