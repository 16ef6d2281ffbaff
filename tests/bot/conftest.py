"""Fixtures of the bot's tests: Open-Meteo on loopback, a writer that says what a test wants, and the bot that polls."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.context import SERVICES, BoiaApplication
from bot.guard_switch import GuardSwitch
from bot.services import Services
from bot.store import Announcements, Chats, GuardChanges, Subscriptions, open_store
from bot.summaries import Summaries
from bot.telegram import build_application
from bot.writer import Writer
from bot_parts import ADMIN, NINE_IN_FLORIANOPOLIS, ScriptedWriter, Serving, open_meteo, polling, service_on
from botapi import BotApi
from factguard import Mode


@pytest.fixture(autouse=True)
def no_settings_from_outside(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The developer's own settings, language and data must not reach a test."""
    for name in [name for name in os.environ if name.startswith("BOIA_")]:
        monkeypatch.delenv(name)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
    monkeypatch.chdir(tmp_path_factory.mktemp("empty"))


@pytest.fixture
def forecast_url() -> Iterator[str]:
    """The root of an Open-Meteo on loopback that holds the sample."""
    with open_meteo() as url:
        yield url


@pytest.fixture
def writer() -> ScriptedWriter:
    """A writer whose one draft is true of the sample at nine."""
    return ScriptedWriter(["At 09:00 the water at Praia da Joaquina is at 19.0 °C, with waves of 1.3 m."])


@pytest.fixture
async def engine(database_url: str) -> AsyncIterator[AsyncEngine]:
    """A database of the test's own: every test that has one is run on each kind."""
    async with open_store(database_url) as engine:
        assert engine is not None
        yield engine


@pytest.fixture
def chats(engine: AsyncEngine) -> Chats:
    """What is kept of chats."""
    return Chats(engine)


@pytest.fixture
def guard(engine: AsyncEngine) -> GuardSwitch:
    """The guard, at first in mode "block"."""
    return GuardSwitch(Mode.BLOCK, GuardChanges(engine))


@pytest.fixture
def serving(
    bot_api: BotApi,
    forecast_url: str,
    writer: ScriptedWriter,
    chats: Chats,
    engine: AsyncEngine,
    guard: GuardSwitch,
) -> Serving:
    """Run the real application against both servers on loopback, with its clock at 09:25 of the sample day."""

    @asynccontextmanager
    async def serve(own_writer: Writer = writer, forecast: str = forecast_url) -> AsyncIterator[BoiaApplication]:
        application = build_application(bot_api.url, bot_api.token)
        async with httpx.AsyncClient() as client:
            reports = service_on(forecast, client, own_writer, guard=guard, summaries=Summaries())
            subscriptions = Subscriptions(engine, lambda: NINE_IN_FLORIANOPOLIS)
            announcements = Announcements(engine, lambda: NINE_IN_FLORIANOPOLIS)
            services = Services(
                reports, chats, engine, subscriptions, guard, frozenset([ADMIN, ADMIN + 1]), announcements=announcements
            )
            application.bot_data[SERVICES] = services
            async with application, polling(application):
                yield application

    return serve
