"""How long the numbers of a report and a chart take, and the memory of both, without the model.

    python tests/benchmarks/reports.py [--runs 50]

A provider on loopback gives the sample. "Cold" asks it over HTTP with an empty database; "restart" finds the answers in
the database; "warm" finds them in memory; "chat" is the whole way from an update to the answer that Telegram took,
facts and sentence being there already. The chart's first drawing loads matplotlib. The peer in the same run is a
bare request to the same provider, read as JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import httpx  # noqa: E402 (the path comes first)
from telegram import Bot, Update  # noqa: E402

from bot.context import SERVICES  # noqa: E402
from bot.layout.chart import drawn  # noqa: E402
from bot.layout.page import page  # noqa: E402
from bot.logs import configure  # noqa: E402
from bot.reports import Ask, ReportService  # noqa: E402
from bot.services import Services  # noqa: E402
from bot.settings import LogLevel  # noqa: E402
from bot.store import Chats, open_store  # noqa: E402
from bot.summaries import Summaries  # noqa: E402
from bot.telegram import build_application  # noqa: E402
from bot.when import NOW  # noqa: E402
from bot_parts import NINE_IN_FLORIANOPOLIS, ScriptedWriter, open_meteo, service_on  # noqa: E402
from botapi import BotApi  # noqa: E402
from conditions import Sources  # noqa: E402
from conditions.answers import Answers  # noqa: E402
from conditions.forecasts import Forecasts  # noqa: E402
from conditions.lookup import Lookup  # noqa: E402
from conditions.open_meteo import OpenMeteo  # noqa: E402
from conditions.places import one  # noqa: E402
from conditions.source import Source  # noqa: E402

PLACE = one("joaquina")
ASK = Ask("en")
A_MINUTE = 15
"""Requests of one person: fewer than a budget."""


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=50)
    runs = parser.parse_args().runs
    configure(LogLevel.ERROR)
    print(f"{'':28}{'median ms':>10}{'95 % ms':>10}")
    with open_meteo() as url, tempfile.TemporaryDirectory() as folder:
        asyncio.run(_reports(url, f"sqlite+aiosqlite:///{folder}/boia.db", runs))
        asyncio.run(_chat(url, f"sqlite+aiosqlite:///{folder}/chats.db", runs))
    before = _memory()
    with open_meteo() as url:
        asyncio.run(_charts(url, max(5, runs // 5)))
    print(f"\npeak memory: {before} MB with reports, {_memory()} MB with charts too")


async def _reports(url: str, database: str, runs: int) -> None:
    async with httpx.AsyncClient(trust_env=False) as http, open_store(database) as engine:
        assert engine is not None

        async def bare() -> None:
            where = {"latitude": f"{PLACE.latitude:.4f}", "longitude": f"{PLACE.longitude:.4f}"}
            json.loads((await http.get(f"{url}/v1/forecast", params=where)).content)

        async def cold() -> None:
            async with engine.begin() as connection:
                await connection.exec_driver_sql("DELETE FROM source_answers")
            await _report(_service(url, http, Answers(engine)))

        async def restarted() -> None:
            await _report(_service(url, http, Answers(engine)))

        warm_service = _service(url, http, Answers(engine))
        await _timed("a bare request (the peer)", bare, runs)
        await _timed("report, cold", cold, runs)
        await _timed("report, after a restart", restarted, runs)
        await _timed("report, warm", lambda: _report(warm_service), runs)


async def _chat(url: str, database: str, runs: int) -> None:
    """From the update to the answer that Telegram took, facts and sentence being there already."""
    with BotApi() as api:
        async with httpx.AsyncClient(trust_env=False) as http, open_store(database) as engine:
            application = build_application(api.url, api.token)
            reports = service_on(url, http, ScriptedWriter(["The score is high."]), summaries=Summaries())
            application.bot_data[SERVICES] = Services(reports, Chats(engine), engine)
            await application.initialize()
            await application.process_update(_asks(api, application.bot, 1))

            numbers = count(A_MINUTE)

            async def answered() -> None:
                await application.process_update(_asks(api, application.bot, next(numbers) // A_MINUTE))

            await _timed("chat, all ready", answered, runs)
            await application.shutdown()


def _asks(api: BotApi, bot: Bot, user: int) -> Update:
    """A person asks for the report."""
    message = api.user_sends(f"/conditions {PLACE.name}", chat_id=user)
    return Update.de_json({"update_id": message.message_id, "message": message.json}, bot)


async def _charts(url: str, runs: int) -> None:
    async with httpx.AsyncClient(trust_env=False) as http:
        outlook = await _service(url, http, None).outlook(PLACE)

        async def chart() -> None:
            await drawn(outlook, outlook.today, ASK)

        await _timed("chart, the first", chart, 1)
        await _timed("chart, the next", chart, runs)
        print(f"{'chart, bytes':28}{len(await drawn(outlook, outlook.today, ASK)):>10}")


def _service(url: str, http: httpx.AsyncClient, answers: Answers | None) -> ReportService:
    urls = {api: f"{url}/v1/{api}" for api in ("forecast", "marine")}
    source = OpenMeteo(Source(http), urls=urls)
    clock = NINE_IN_FLORIANOPOLIS
    return ReportService(Sources(Forecasts(source, answers)), ScriptedWriter(), Lookup(source), clock=lambda _: clock)


async def _report(service: ReportService) -> None:
    """The numbers, laid out for a reader."""
    page(await service.numbers(PLACE, NOW, ASK))


async def _timed(name: str, work: Callable[[], Awaitable[None]], runs: int) -> None:
    seconds = []
    for _ in range(runs):
        began = time.perf_counter()
        await work()
        seconds.append(1000 * (time.perf_counter() - began))
    high = sorted(seconds)[min(runs - 1, int(0.95 * runs))]
    print(f"{name:28}{statistics.median(seconds):>10.1f}{high:>10.1f}")


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main()
