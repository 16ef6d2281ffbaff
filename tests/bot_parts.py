"""Real and shipped parts that the bot's tests are put together from."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import partial
from http.server import BaseHTTPRequestHandler
from threading import Thread
from typing import Any

import httpx
from telegram.error import TelegramError
from tenacity import wait_none

from bot.alarm import Alarm
from bot.context import BoiaApplication
from bot.guard_switch import GuardSwitch
from bot.reports import ReportService
from bot.store import Drafts
from bot.summaries import Summaries
from bot.telegram import UPDATES
from bot.texts import languages
from bot.turns import Turns
from bot.units import METRIC, Units
from bot.writer import Draft, Writer
from botapi import BotApi, Button, Message
from botapi.api import USER
from conditions import Sources, geocoding
from conditions.forecasts import Forecasts
from conditions.geocoding import Geocoder
from conditions.lookup import Lookup
from conditions.open_meteo import OpenMeteo
from conditions.sample import APIS, SAMPLE_DAY, sample_response
from conditions.source import Source
from factguard import FactMap, Mode
from factguard.texts import translations
from web_server import WebServer

NINE_IN_FLORIANOPOLIS = datetime(SAMPLE_DAY.year, SAMPLE_DAY.month, SAMPLE_DAY.day, 12, 25, tzinfo=UTC)
ADMIN = 900
"""Telegram's id of the one who runs the bot."""
NOBODY = "http://127.0.0.1:9"
"""Where nothing listens: the discard port."""

Serving = Callable[..., AbstractAsyncContextManager[BoiaApplication]]
"""Runs the application against servers on loopback while a test looks on."""


@dataclass
class ScriptedWriter:
    """A writer that gives the drafts of a test in their order, the last one again and again."""

    drafts: list[str | Exception] = field(default_factory=list)
    name: str = "scripted"
    ready: asyncio.Event | None = None
    """Where there is one, drafts wait for it."""

    async def start(self) -> None:
        """Nothing to load."""

    async def draft(self, facts: FactMap, language: str, *, seed: int, units: Units = METRIC) -> Draft:
        if self.ready:
            await self.ready.wait()
        text = self.drafts.pop(0) if len(self.drafts) > 1 else self.drafts[0]
        if isinstance(text, Exception):
            raise text
        return Draft(text=text, seed=seed, seconds=0.1, tokens=len(text.split()))

    async def close(self) -> None:
        """Nothing to close."""


def service_on(
    forecast: str,
    http: httpx.AsyncClient,
    writer: Writer,
    *,
    mode: Mode = Mode.BLOCK,
    guard: GuardSwitch | None = None,
    attempts: int = 4,
    deadline_s: float = 60,
    drafts: Drafts | None = None,
    summaries: Summaries | None = None,
    turns: Turns | None = None,
    alarm: Alarm | None = None,
    clock: Callable[[], datetime] = lambda: NINE_IN_FLORIANOPOLIS,
) -> ReportService:
    """The report service over an Open-Meteo at a root, by default with its clock at 09:25 in Florianópolis."""
    urls = {api: f"{forecast}/v1/{api}" for api in APIS} | {geocoding.API: f"{forecast}/v1/{geocoding.API}"}
    source = Source(http, wait=wait_none())
    open_meteo = OpenMeteo(source, urls=urls)
    return ReportService(
        Sources(Forecasts(open_meteo)),
        writer,
        Lookup(open_meteo, Geocoder(source, open_meteo)),
        guard=guard or GuardSwitch(mode),
        attempts=attempts,
        deadline_s=deadline_s,
        drafts=drafts,
        summaries=summaries,
        turns=turns,
        alarm=alarm,
        clock=lambda _: clock(),
    )


@contextmanager
def open_meteo(day: date = SAMPLE_DAY) -> Iterator[str]:
    """The root of an Open-Meteo on loopback that holds the sample, as if it had been made for `day`."""
    server = WebServer(("127.0.0.1", 0), partial(_Forecast, day))
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Forecast(BaseHTTPRequestHandler):
    """Answers a request as Open-Meteo does."""

    protocol_version = "HTTP/1.1"

    def __init__(self, day: date, *connection: Any) -> None:
        self.day = day
        super().__init__(*connection)

    def do_GET(self) -> None:
        answer = sample_response(httpx.URL(self.path), day=self.day)
        self.send_response(answer.status_code)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(answer.content)))
        self.end_headers()
        self.wfile.write(answer.content)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@asynccontextmanager
async def polling(application: BoiaApplication) -> AsyncIterator[None]:
    """What `Application.run_polling` does, in the loop of a test."""

    def on_error(error: TelegramError) -> None:
        application.create_task(application.process_error(None, error))

    assert application.updater is not None
    await application.start()
    await application.updater.start_polling(timeout=1, allowed_updates=UPDATES, error_callback=on_error)
    try:
        yield
    finally:
        await application.updater.stop()
        await application.stop()


def is_waiting(message: Message) -> bool:
    """Whether a sentence is still to come, in whatever language that is said."""
    writing = (translations(language).gettext("A sentence is being written…") for language in languages())
    return any(text in message.text for text in writing)


async def answers(api: BotApi, count: int, *, chat_id: int = USER, finished: bool = True) -> tuple[Message, ...]:
    """The bot's messages of a chat as soon as there are so many, none of them still waiting for its sentence."""

    def seen() -> tuple[Message, ...]:
        messages = api.messages(chat_id)
        waiting = finished and any(is_waiting(message) for message in messages)
        return () if waiting or len(messages) < count else messages

    return await api.wait_for(seen)


async def asked(api: BotApi, text: str, **sender: Any) -> Message:
    """The bot's answer to a text, with its sentence if it gets one."""
    chat_id = sender.get("chat_id", USER)
    before = len(api.messages(chat_id))
    api.user_sends(text, **sender)
    return (await answers(api, before + 1, chat_id=chat_id))[-1]


async def pressed(api: BotApi, button: Button, **sender: Any) -> Message:
    """The message that a button makes."""
    before = len(api.messages(button.chat_id))
    api.press(button, **sender)
    return (await answers(api, before + 1, chat_id=button.chat_id))[-1]


async def changed(api: BotApi, button: Button, **sender: Any) -> Message:
    """The message under which a button stands, after it has changed for good."""
    before = next(each for each in api.messages(button.chat_id) if each.message_id == button.message_id)
    api.press(button, **sender)

    def seen() -> Message | None:
        now = next(each for each in api.messages(button.chat_id) if each.message_id == button.message_id)
        return now if now.json != before.json and not is_waiting(now) else None

    return await api.wait_for(seen)


async def until(seen: Callable[[], Awaitable[Any]], timeout: float = 30) -> Any:  # noqa: ASYNC109 - a test's own limit
    """Look until `seen` answers with something true, and return that."""
    async with asyncio.timeout(timeout):
        while not (value := await seen()):  # noqa: ASYNC110 (a database tells nobody when it changes)
            await asyncio.sleep(0.01)
        return value
