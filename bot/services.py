"""What every answer is made with: the report service that the settings describe, and what is kept of chats."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

import httpx
from sqlalchemy.ext.asyncio import AsyncEngine

from bot import metrics
from bot.alarm import Alarm
from bot.guard_switch import GuardSwitch
from bot.messaging.pictures import Pictures
from bot.models import open_writer
from bot.reports import ReportService
from bot.settings import ModelKind, Settings
from bot.store import Announcements, Chats, Drafts, GuardChanges, Subscriptions, open_store
from bot.summaries import Summaries
from bot.tally import Tally, tallying
from bot.turns import Turns
from bot.writer import Writer
from conditions import Sources
from conditions.answers import Answers
from conditions.forecasts import Forecasts
from conditions.geocoding import Geocoder
from conditions.lookup import Lookup
from conditions.open_meteo import OpenMeteo
from conditions.sample import SAMPLE_NOON, sample_now, sample_transport
from conditions.source import Source
from conditions.water import Ima, WaterSource
from factguard import Mode

WRITTEN_AT_ONCE = {ModelKind.EMBEDDED: 1, ModelKind.OPENAI: 4, ModelKind.OLLAMA: 4}
"""Sentences side by side: the embedded model has one thread, and servers have some slots."""


@dataclass(frozen=True, slots=True)
class Services:
    """What handlers, the broadcasts and the command line work with. Without an engine nothing is kept."""

    reports: ReportService
    chats: Chats = field(default_factory=Chats)
    engine: AsyncEngine | None = None
    subscriptions: Subscriptions | None = None
    guard: GuardSwitch = field(default_factory=lambda: GuardSwitch(Mode.WARN))
    admins: frozenset[int] = frozenset()
    """Telegram's ids of the people who run the bot."""
    alarm: Alarm = field(default_factory=Alarm)
    pictures: Pictures = field(default_factory=Pictures)
    announcements: Announcements | None = None
    tally: Tally = field(default_factory=Tally)


@asynccontextmanager
async def open_service(settings: Settings, *, sample: bool = False) -> AsyncIterator[ReportService]:
    """The service; what it holds is given back at the end. `sample` needs no network and keeps nothing."""
    async with open_services(settings, sample=sample) as services:
        yield services.reports


@asynccontextmanager
async def open_services(
    settings: Settings, *, sample: bool = False, store_required: bool = False
) -> AsyncIterator[Services]:
    """The report service with all that shares its database; StoreError where there must be one and is not."""
    async with AsyncExitStack() as stack:
        writer = await stack.enter_async_context(open_writer(settings))
        if sample:
            yield Services(await _sample_service(stack, settings, writer))
            return
        engine = await stack.enter_async_context(open_store(settings.database_url, required=store_required))
        guard = GuardSwitch(settings.guard_mode, GuardChanges(engine) if engine else None)
        alarm = Alarm(secrets=settings.secrets)
        yield Services(
            reports=await _live_service(stack, settings, writer, engine, guard, alarm),
            chats=Chats(engine),
            engine=engine,
            subscriptions=Subscriptions(engine) if engine else None,
            guard=guard,
            admins=settings.admins,
            alarm=alarm,
            announcements=Announcements(engine) if engine else None,
            tally=await stack.enter_async_context(tallying(engine)),
        )


async def _live_service(
    stack: AsyncExitStack,
    settings: Settings,
    writer: Writer,
    engine: AsyncEngine | None,
    guard: GuardSwitch,
    alarm: Alarm,
) -> ReportService:
    http = await stack.enter_async_context(httpx.AsyncClient())
    source = Source(http, observe=metrics.source_request)
    key = settings.open_meteo_key.get_secret_value() if settings.open_meteo_key else None
    open_meteo = OpenMeteo(source, urls=settings.source_urls, key=key)
    forecasts = Forecasts(open_meteo, Answers(engine) if engine else None, oldest=settings.oldest_answer)
    stack.push_async_callback(forecasts.close)
    water = WaterSource([Ima(source, base_url=settings.water_url)])
    return ReportService(
        Sources(forecasts, water),
        writer,
        Lookup(open_meteo, Geocoder(source, open_meteo, key=key)),
        guard=guard,
        attempts=settings.attempts,
        deadline_s=settings.deadline_s,
        drafts=Drafts(engine) if engine else None,
        summaries=Summaries(),
        turns=Turns(settings.model_queue, WRITTEN_AT_ONCE[settings.model]),
        alarm=alarm,
    )


async def _sample_service(stack: AsyncExitStack, settings: Settings, writer: Writer) -> ReportService:
    http = await stack.enter_async_context(httpx.AsyncClient(transport=sample_transport()))
    source = Source(http)
    open_meteo = OpenMeteo(source)
    water = WaterSource([Ima(source, now=lambda: SAMPLE_NOON)])
    return ReportService(
        Sources(Forecasts(open_meteo), water),
        writer,
        Lookup(open_meteo),
        guard=GuardSwitch(settings.guard_mode),
        attempts=settings.attempts,
        deadline_s=settings.deadline_s,
        sample=True,
        clock=sample_now,
    )
