"""Broadcasters over one real database, a Bot API and an Open-Meteo on loopback."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx
import pytest

from bot.broadcast import Broadcaster
from bot.guard_switch import GuardSwitch
from bot.store import GuardChanges, open_store
from bot.telegram import build_application
from bot_parts import service_on
from botapi import BotApi
from broadcast_parts import Clock, Office, Opening, TruthfulWriter
from conditions.sample import SAMPLE_NOON
from factguard import Mode


@pytest.fixture
def writer() -> TruthfulWriter:
    return TruthfulWriter()


@pytest.fixture
def clock() -> Clock:
    """At six in the morning of the sample day in Florianópolis."""
    clock = Clock(SAMPLE_NOON)
    clock.set("06:00")
    return clock


@pytest.fixture
def office(bot_api: BotApi, forecast_url: str, writer: TruthfulWriter, clock: Clock, database_url: str) -> Opening:
    """Open a process of its own over the test's database: its own connections, bot and memory."""

    @asynccontextmanager
    async def opened(forecast: str = forecast_url, **how: Any) -> AsyncIterator[Office]:
        async with AsyncExitStack() as stack:
            application = await stack.enter_async_context(build_application(bot_api.url, bot_api.token))
            engine = await stack.enter_async_context(open_store(database_url))
            assert engine is not None
            http = await stack.enter_async_context(httpx.AsyncClient(trust_env=False))
            reports = service_on(
                forecast, http, writer, guard=GuardSwitch(Mode.WARN, GuardChanges(engine)), clock=clock
            )
            broadcaster = Broadcaster(application.bot, engine, reports, now=clock, **how)
            stack.push_async_callback(broadcaster.stop)
            yield Office(broadcaster, engine, clock, forecast)

    return opened
