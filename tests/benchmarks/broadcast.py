"""How fast a broadcast goes out, what memory it takes, and how often the model is called.

    python tests/benchmarks/broadcast.py [--chats 500] [--places 20] [--per-second 30] [--at-once 8]

Chats want a report of the same moment, spread over places and two languages; a third of them in Portuguese. The Bot API
is the tests' own, in a process of its own; the forecast is the sample, moved to each place; the writer says something
true at once. --per-second 0 takes the limiter off.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import resource
import sqlite3
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import httpx  # noqa: E402 (the path comes first)
from sqlalchemy import func, insert, select  # noqa: E402

from bot.broadcast import Broadcaster  # noqa: E402
from bot.logs import configure  # noqa: E402
from bot.schedule import Schedule  # noqa: E402
from bot.settings import LogLevel  # noqa: E402
from bot.store import Subscriptions, open_store  # noqa: E402
from bot.store.outbox import OUTBOX  # noqa: E402
from bot.store.subscription_rows import SUBSCRIPTIONS, Daily, values_of  # noqa: E402
from bot.telegram import build_application  # noqa: E402
from bot_parts import open_meteo, service_on  # noqa: E402
from botapi import BotApi  # noqa: E402
from broadcast_parts import FLORIANOPOLIS, JOAQUINA, Clock, TruthfulWriter  # noqa: E402
from conditions import SWIM  # noqa: E402
from conditions.sample import SAMPLE_NOON  # noqa: E402

BATCH = 1000


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chats", type=int, default=500)
    parser.add_argument("--places", type=int, default=20)
    parser.add_argument("--per-second", type=float, default=30)
    parser.add_argument("--at-once", type=int, default=8)
    how = parser.parse_args()
    configure(LogLevel.ERROR)
    with telegram(how.chats) as (url, token, sent), open_meteo() as forecast, tempfile.TemporaryDirectory() as folder:
        asyncio.run(_broadcast(how, url, token, forecast, f"sqlite+aiosqlite:///{folder}/boia.db"))
        sent.send(None)
        got = sent.recv()
    print(f"{'CPU of the stand-in, ms':32}{got['ms']:>10.1f}")
    print(f"{'messages that Telegram took':32}{got['messages']:>10}\n{'chats with more than one':32}{got['twice']:>10}")


@contextmanager
def telegram(chats: int) -> Iterator[tuple[str, str, Connection]]:
    """The Bot API in a process of its own; whoever writes into the connection is told what it has got."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(there, chats))
    process.start()
    try:
        yield here.recv(), BotApi.token, here
    finally:
        process.join()


def _serve(pipe: Connection, chats: int) -> None:
    with BotApi() as api:
        for chat in range(1, chats + 1):
            api.add_chat(chat)
        before = time.process_time()
        pipe.send(api.url)
        pipe.recv()
        cpu = time.process_time() - before
        got = Counter(call.parameters["chat_id"] for call in api.calls_to("sendMessage") if call.status == 200)
        twice = sum(1 for count in got.values() if count > 1)
        pipe.send({"messages": got.total(), "twice": twice, "ms": 1000 * cpu / chats})


async def _broadcast(how: argparse.Namespace, url: str, token: str, forecast: str, database: str) -> None:
    clock, writer = Clock(SAMPLE_NOON), TruthfulWriter()
    clock.set("06:00")
    application = build_application(url, token, per_second=how.per_second or None)
    async with application, open_store(database) as engine, httpx.AsyncClient(trust_env=False) as http:
        assert engine is not None
        reports = service_on(forecast, http, writer, clock=clock)
        places = [
            replace(JOAQUINA, name=f"Praia {chr(65 + number % 26) * (2 + number // 26)}", listed=False)
            for number in range(how.places)
        ]
        for first in range(1, how.chats + 1, BATCH):
            rows = [
                values_of(_daily(chat, places), clock()) for chat in range(first, min(first + BATCH, how.chats + 1))
            ]
            async with engine.begin() as connection:
                await connection.execute(insert(SUBSCRIPTIONS), rows)
        broadcaster = Broadcaster(application.bot, engine, reports, now=clock, sent_at_once=how.at_once)
        clock.set("06:50")
        await broadcaster.tick()
        await asyncio.sleep(2)  # what is made beforehand
        before = _memory()
        clock.set("07:00")
        began = time.perf_counter()
        async with _pauses() as of_loop, _other_writer(database) as of_writer:
            await broadcaster.tick()
        planned, cpu = time.perf_counter(), time.process_time()
        await broadcaster.finished()
        seconds, cpu = time.perf_counter() - planned, time.process_time() - cpu
        await broadcaster.stop()
        assert len(await Subscriptions(engine).of(1)) == 1
        query = select(OUTBOX.c.state, func.count().label("number")).group_by(OUTBOX.c.state)
        async with engine.connect() as connection:
            states = {row.state: row.number for row in await connection.execute(query)}
    print(f"{'planned, seconds':32}{planned - began:>10.2f}")
    print(f"{'longest pause of the loop then':32}{1000 * max(of_loop):>10.0f}")
    print(f"{'longest wait of a writer, ms':32}{1000 * max(of_writer):>10.0f}\n{'sent, seconds':32}{seconds:>10.2f}")
    print(f"{'messages a second':32}{how.chats / seconds:>10.1f}\n{'sentences written':32}{len(writer.written):>10}")
    print(f"{'CPU for a message, ms':32}{1000 * cpu / how.chats:>10.1f}")
    print(f"{'memory before and at peak, MB':32}{before:>5}{_memory():>5}\n{'rows':32}{states!s:>10}")


@asynccontextmanager
async def _pauses() -> AsyncIterator[list[float]]:
    """For how long the loop did not come round, each time."""
    pauses = [0.0]

    async def look() -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.001)
            pauses.append(time.perf_counter() - before - 0.001)

    looking = asyncio.create_task(look())
    yield pauses
    looking.cancel()


@asynccontextmanager
async def _other_writer(database: str) -> AsyncIterator[list[float]]:
    """How long somebody who wants to write as well waits for the database, each time."""
    waits, ended = [0.0], threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(database.partition(":///")[2], isolation_level=None, timeout=60)) as connection:
            while not ended.wait(0.02):
                before = time.perf_counter()
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("ROLLBACK")
                waits.append(time.perf_counter() - before)

    writing = asyncio.create_task(asyncio.to_thread(write))
    yield waits
    ended.set()
    await writing


def _daily(chat: int, places: list[object]) -> Daily:
    schedule = Schedule(SAMPLE_NOON.time().replace(hour=7, minute=0), FLORIANOPOLIS)
    language = "pt" if chat % 3 == 0 else "en"
    return Daily(chat, places[chat % len(places)], schedule, language, SWIM)  # type: ignore[arg-type]


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main()
