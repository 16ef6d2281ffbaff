"""What becomes of every chat while things fail: the process, Telegram, the weather source, the model, the database.

    python tests/benchmarks/faults.py [--seed 1] [--chats 400] [--kills 5] [--users 200] [--share 0.1]

First `boia run` itself is killed in the middle of a broadcast, at points that the seed says, and started again. Then a
broadcast goes out, and users ask for reports, while a share of Telegram's answers is 429, 500, 502, 403, a cut
connection or none at all, and while one more part is dead. Each table compares what the bot believes with what Telegram
has. It ends with 1 where a chat got a report twice, or neither report nor reason.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import httpx  # noqa: E402 (the path comes first)
from sqlalchemy import select  # noqa: E402
from sqlalchemy.ext.asyncio import AsyncEngine  # noqa: E402

from bot.broadcast import Broadcaster, preparing, sending  # noqa: E402
from bot.context import SERVICES  # noqa: E402
from bot.logs import configure  # noqa: E402
from bot.schedule import Schedule  # noqa: E402
from bot.services import Services  # noqa: E402
from bot.settings import LogLevel  # noqa: E402
from bot.store import Chats, Outbox, Subscriptions, open_store  # noqa: E402
from bot.store.outbox import OUTBOX, State  # noqa: E402
from bot.store.subscription_rows import Daily  # noqa: E402
from bot.summaries import Summaries  # noqa: E402
from bot.telegram import build_application  # noqa: E402
from bot.writer.errors import WriterError  # noqa: E402
from bot_parts import NOBODY, open_meteo, polling, service_on  # noqa: E402
from botapi import BotApi, NothingHappenedError  # noqa: E402
from broadcast_parts import FLORIANOPOLIS, JOAQUINA, Clock, TruthfulWriter  # noqa: E402
from conditions import SWIM  # noqa: E402
from conditions.sample import SAMPLE_NOON  # noqa: E402

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
SERVED = {"FORECAST": "forecast", "MARINE": "marine", "AIR": "air-quality", "WATER": "water"}
LOCKED_S = 8
"""Longer than anybody waits for the database."""


@dataclass(frozen=True)
class Day:
    """What is dead or away on a bad day, beside Telegram's own trouble."""

    name: str
    provider: bool = True
    model: bool = True
    locked: bool = False


DAYS = (
    Day("Telegram"),
    Day("+ no provider", provider=False),
    Day("+ no model", model=False),
    Day("+ locked", locked=True),
)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chats", type=int, default=400)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--users", type=int, default=200)
    parser.add_argument("--share", type=float, default=0.1)
    how = parser.parse_args()
    configure(LogLevel.ERROR)
    sending.READ_TIMEOUT_S, preparing.FAILURE_LASTS_S = 2.0, 1.0  # nobody waits for half a minute here
    sys.exit(1 if asyncio.run(_all(how)) else 0)


async def _all(how: argparse.Namespace) -> int:
    wrong = await _killed(how)
    print(
        f"\n{'broadcast while these fail':28}{'sent':>8}{'failed':>8}{'unknown':>9}{'planned':>9}{'got':>6}{'twice':>7}"
    )
    for day in DAYS:
        wrong += await _broadcast(how, day)
    heads = {"report": 8, "reason": 8, "403": 9, "nothing": 9, "calls": 8, "failed": 8}
    print(f"\n{'people ask while these fail':28}{''.join(f'{head:>{width}}' for head, width in heads.items())}")
    for day in DAYS:
        wrong += await _asked(how, day)
    return wrong


# A process that is killed


async def _killed(how: argparse.Namespace) -> int:
    chance = random.Random(how.seed)
    points = sorted(chance.sample(range(1, how.chats), how.kills))
    print(f"killed after so many messages (seed {how.seed}): {', '.join(map(str, points))}")
    today = datetime.now(ZoneInfo(FLORIANOPOLIS)).date()
    with BotApi() as api, open_meteo(today) as forecast, tempfile.TemporaryDirectory() as folder:
        database = f"sqlite+aiosqlite:///{folder}/boia.db"
        async with _store(database) as engine:
            await _subscribe(api, engine, how.chats, datetime.now(UTC) - timedelta(minutes=1))
            outbox = Outbox(engine, "benchmark")
            for point in points:
                process = _start(api, forecast, database)
                await api.wait_for(lambda point=point: len(api.calls_to("sendMessage")) >= point, timeout=60)
                await asyncio.sleep(chance.random() / 50)
                process.kill()
                await asyncio.to_thread(process.wait)
            process = _start(api, forecast, database)
            while not (counts := await outbox.counts(LONG_AGO)) or counts.get(State.PLANNED):  # noqa: ASYNC110 (another process)
                await asyncio.sleep(0.1)
            process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(process.wait)
            later = datetime.now(UTC) + timedelta(minutes=20)
            await outbox.give_up(later, later)
            return await _compared(api, engine, how.chats)


async def _compared(api: BotApi, engine: AsyncEngine, chats: int) -> int:
    got = _got(api, chats)
    async with engine.connect() as connection:
        rows = (await connection.execute(select(OUTBOX.c.chat_id, OUTBOX.c.state))).all()
    states = Counter(row.state for row in rows)
    unknown = [row.chat_id for row in rows if row.state == State.UNKNOWN]
    arrived = sum(1 for chat in unknown if got[chat])
    twice = sum(1 for count in got.values() if count > 1)
    lost = chats - len(rows) + sum(1 for row in rows if row.state == State.SENT and not got[row.chat_id])
    print(
        f"rows: {len(rows)}; sent {states[State.SENT]}, unknown {len(unknown)} (of which {arrived} arrived), ", end=""
    )
    print(f"skipped {states[State.SKIPPED]}; chats that got it twice: {twice}; lost: {lost}")
    return twice + lost + (states.keys() - {State.SENT, State.UNKNOWN} != set())


def _start(api: BotApi, forecast: str, database: str) -> subprocess.Popen[bytes]:
    environment = os.environ | {
        "PYTHONPATH": str(ROOT),
        "BOIA_TELEGRAM_TOKEN": api.token,
        "BOIA_TELEGRAM_URL": api.url,
        "BOIA_DATABASE_URL": database,
        "BOIA_MESSAGES_PER_SECOND": "0",
        "BOIA_MODEL": "openai",
        "BOIA_MODEL_URL": f"{NOBODY}/v1",
        "BOIA_ATTEMPTS": "1",
        "BOIA_DEADLINE_S": "1",
        **{f"BOIA_{name}_URL": f"{forecast}/v1/{path}" for name, path in SERVED.items()},
    }
    return subprocess.Popen([sys.executable, "-m", "bot", "run"], env=environment, stderr=subprocess.DEVNULL)


# A broadcast on a bad day


async def _broadcast(how: argparse.Namespace, day: Day) -> int:
    async with AsyncExitStack() as stack:
        api, engine, services, clock, file = await _opened(stack, day)
        application = await stack.enter_async_context(build_application(api.url, api.token))
        await _subscribe(api, engine, how.chats, clock() + timedelta(minutes=10))
        broadcaster = Broadcaster(application.bot, engine, services.reports, now=clock)
        stack.push_async_callback(broadcaster.stop)
        clock.now += timedelta(minutes=10)
        api.storm(how.share, how.seed)
        locked = asyncio.create_task(_locked(file, api, how.chats // 4)) if day.locked else None
        for _ in range(5):  # minutes
            await broadcaster.tick()
            await broadcaster.finished()
            clock.now += timedelta(minutes=1)
        if locked:
            await locked
        clock.now += timedelta(minutes=20)
        await broadcaster.tick()
        await broadcaster.finished()
        counts, got = await Outbox(engine, "benchmark").counts(LONG_AGO), _got(api, how.chats)
        return _told(day, how.chats, counts, got)


def _told(day: Day, chats: int, counts: dict[State, int], got: Counter[int]) -> int:
    twice = sum(1 for count in got.values() if count > 1)
    numbers = [counts.get(state, 0) for state in (State.SENT, State.FAILED, State.UNKNOWN, State.PLANNED)]
    print(
        f"{day.name:28}{numbers[0]:>8}{numbers[1]:>8}{numbers[2]:>9}{numbers[3]:>9}{got.total():>6}{twice:>7}",
        flush=True,
    )
    ended = sum(numbers[:3]) == chats
    possible = numbers[0] <= got.total() <= numbers[0] + numbers[2]
    return twice + (not ended) + (not possible)


# People who ask on a bad day


async def _asked(how: argparse.Namespace, day: Day) -> int:
    users = range(1, how.users + 1)
    async with AsyncExitStack() as stack:
        api, _engine, services, _, file = await _opened(stack, day)
        application = build_application(api.url, api.token)
        application.bot_data[SERVICES] = services
        await stack.enter_async_context(application)
        api.storm(how.share, how.seed)
        locked = asyncio.create_task(_locked(file, api, 5)) if day.locked else None
        async with polling(application):
            for user in users:
                api.user_sends(f"/conditions joaquina {user % 12 + 9}h", chat_id=user)
            with suppress(NothingHappenedError):
                await api.wait_for(lambda: all(api.messages(user) or _barred(api, user) for user in users), timeout=60)
            if locked:
                await locked
        calls = [call for call in api.calls if call.method != "getUpdates"]
        outcomes = Counter(_outcome(api, user) for user in users)
        failed = sum(1 for call in calls if call.on_request or call.status is None)
    row = "".join(
        f"{outcomes[name]:>{width}}" for name, width in (("report", 8), ("reason", 8), ("403", 9), ("nothing", 9))
    )
    print(f"{day.name:28}{row}{len(calls):>8}{failed:>8}", flush=True)
    return outcomes["nothing"]


def _outcome(api: BotApi, user: int) -> str:
    texts = [message.text for message in api.messages(user)]
    if any(text.startswith(f"{JOAQUINA.name} · ") for text in texts):
        return "report"
    if texts:
        return "reason"
    return "403" if _barred(api, user) else "nothing"


def _barred(api: BotApi, user: int) -> bool:
    """Whether Telegram said that the user has blocked the bot: then there is nobody to tell."""
    asked = (call for call in api.calls_to("sendMessage") if call.parameters["chat_id"] == user)
    return any(call.status == 403 for call in asked)


# Parts


async def _opened(stack: AsyncExitStack, day: Day) -> tuple[BotApi, AsyncEngine, Services, Clock, Path]:
    file = Path(stack.enter_context(tempfile.TemporaryDirectory()), "boia.db")
    api = stack.enter_context(BotApi())
    forecast = stack.enter_context(open_meteo()) if day.provider else NOBODY
    http = await stack.enter_async_context(httpx.AsyncClient(trust_env=False))
    engine = await stack.enter_async_context(_store(f"sqlite+aiosqlite:///{file}"))
    clock = Clock(SAMPLE_NOON)
    clock.set("06:50")
    writer = TruthfulWriter(failure=None if day.model else WriterError("dead"))
    reports = service_on(forecast, http, writer, clock=clock, summaries=Summaries())
    return api, engine, Services(reports, Chats(engine), engine, Subscriptions(engine, clock)), clock, file


@asynccontextmanager
async def _store(database: str) -> AsyncIterator[AsyncEngine]:
    async with open_store(database) as engine:
        assert engine is not None
        yield engine


async def _subscribe(api: BotApi, engine: AsyncEngine, chats: int, due: datetime) -> None:
    kept = Subscriptions(engine, lambda: due - timedelta(minutes=2))
    local = due.astimezone(ZoneInfo(FLORIANOPOLIS))
    schedule = Schedule(time(local.hour, local.minute), FLORIANOPOLIS)
    for chat in range(1, chats + 1):
        api.add_chat(chat)
        await kept.add(Daily(chat, JOAQUINA, schedule, "en", SWIM))


async def _locked(file: Path, api: BotApi, after: int) -> None:
    """Somebody else writes to the database for a while, once so many messages are out."""
    with suppress(NothingHappenedError):
        await api.wait_for(lambda: len(api.calls_to("sendMessage")) >= after, timeout=60)
    locker = sqlite3.connect(file, isolation_level=None, timeout=10, check_same_thread=False)
    with closing(locker) as connection:
        await asyncio.to_thread(connection.execute, "BEGIN IMMEDIATE")  # a writer of this loop may have the turn
        await asyncio.sleep(LOCKED_S)
        connection.execute("ROLLBACK")


def _got(api: BotApi, chats: int) -> Counter[int]:
    """How many messages each chat has."""
    return Counter({chat: len(api.messages(chat)) for chat in range(1, chats + 1)})


if __name__ == "__main__":
    main()
