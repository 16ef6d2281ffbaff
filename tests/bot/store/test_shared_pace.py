"""One pace for all processes over a PostgreSQL."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

import bot
from bot.messaging.pace import CATCH_UP_S, Pace
from bot.running.replicas import join
from bot.store import SharedPace, open_store
from bot.telegram import build_application
from botapi import BotApi

ROOT = Path(bot.__file__).parent.parent
EACH = 30
SEND = """
import asyncio, sys
from bot.running.replicas import join
from bot.store import open_store
from bot.telegram import build_application

async def send(telegram, token, database, first, count):
    sender = build_application(telegram, token, per_second=30)
    async with open_store(database, required=True) as engine, sender:
        join(sender, engine)
        print("ready", flush=True)
        sys.stdin.readline()
        chats = range(int(first), int(first) + int(count))
        await asyncio.gather(*(sender.bot.send_message(chat, "hello") for chat in chats))

asyncio.run(send(*sys.argv[1:]))
"""


@pytest.fixture
def database_url(postgres_url: str) -> str:
    """SQLite is for one process."""
    return postgres_url


@pytest.fixture
async def other(postgres_url: str) -> AsyncIterator[AsyncEngine]:
    """Another process's connections."""
    async with open_store(postgres_url, required=True) as engine:
        assert engine is not None
        yield engine


def _pace(engine: AsyncEngine, per_second: float) -> Pace:
    pace = Pace(per_second)
    pace.share(SharedPace(engine, pace.gap, CATCH_UP_S))
    return pace


async def _turns(pace: Pace, count: int) -> list[float]:
    async def go() -> float:
        await pace.turn(pace.ticket())
        return time.monotonic()

    return await asyncio.gather(*(go() for _ in range(count)))


def _too_soon(times: list[float], began: float, per_second: float) -> list[int]:
    """The numbers of those that went before so many could have gone since a moment; slowness makes none."""
    return [number for number, at in enumerate(sorted(times)) if at < began - CATCH_UP_S - 0.001 + number / per_second]


def test_two_processes_together_send_no_more_than_one_may(bot_api: BotApi, postgres_url: str) -> None:
    for chat in range(1, 2 * EACH + 1):
        bot_api.add_chat(chat)
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", SEND, bot_api.url, bot_api.token, postgres_url, str(first), str(EACH)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for first in (1, EACH + 1)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    began = time.monotonic()
    for process in processes:
        _go(process)
    assert [(process.communicate(timeout=60)[0], process.returncode) for process in processes] == [("", 0)] * 2
    sent = [call.at for call in bot_api.calls_to("sendMessage")]
    assert len(sent) == 2 * EACH
    assert _too_soon(sent, began, 30) == []


def _go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


async def test_turns_are_shared_by_all_who_wait_and_none_is_given_twice(
    engine: AsyncEngine, other: AsyncEngine
) -> None:
    began = time.monotonic()
    one, two = _pace(engine, 200), _pace(other, 200)
    times = [*(await asyncio.gather(_turns(one, 100), _turns(two, 20)))]
    assert _too_soon([*times[0], *times[1]], began, 200) == []
    assert max(times[1]) < max(times[0])  # who wants few does not wait for who wants many


async def test_turns_that_nobody_took_are_not_made_up_for(engine: AsyncEngine) -> None:
    pace = _pace(engine, 100)
    await _turns(pace, 1)
    await asyncio.sleep(0.3)
    began = time.monotonic()
    assert _too_soon(await _turns(pace, 40), began, 100) == []


async def test_when_telegram_asks_one_process_to_wait_the_others_wait_too(
    engine: AsyncEngine, other: AsyncEngine
) -> None:
    one, two = _pace(engine, 100), _pace(other, 100)
    began = time.monotonic()
    one.hold(0.6)
    await one.close()
    assert min(await _turns(two, 3)) >= began + 0.6


async def test_without_the_database_each_keeps_to_the_pace_by_itself(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        await connection.exec_driver_sql("DROP TABLE shared_pace")
    pace = _pace(engine, 100)
    began = time.monotonic()
    with capture_logs() as logs:
        times = await _turns(pace, 30)
        pace.hold(0.2)
        await pace.close()
    assert _too_soon(times, began, 100) == []
    assert [each["event"] for each in logs] == ["pace.not_shared"] * 2


async def test_a_database_that_does_not_answer_is_not_waited_for(
    engine: AsyncEngine, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.messaging.pace.PATIENCE_S", 0.1)
    pace = _pace(engine, 100)
    with psycopg.connect(postgres_url) as blocker, capture_logs() as logs:
        blocker.execute("LOCK TABLE shared_pace")
        await asyncio.wait_for(_turns(pace, 10), 10)
        blocker.rollback()
    assert [each["event"] for each in logs] == ["pace.not_shared"]


async def test_an_application_without_a_limit_asks_no_database(bot_api: BotApi, engine: AsyncEngine) -> None:
    bot_api.add_chat(1)
    async with build_application(bot_api.url, bot_api.token) as application:
        join(application, engine)
        await application.bot.send_message(1, "hello")
    async with engine.connect() as connection:
        assert (await connection.exec_driver_sql("SELECT count(*) FROM shared_pace")).scalar_one() == 0
