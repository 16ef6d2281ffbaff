"""What `boia run` does from its start to its end: answer, send daily reports, and end both without losing anything.

Updates are read before the model is loaded, since numbers need none; a report that wants a sentence waits for it.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from contextlib import AsyncExitStack, suppress
from typing import Any

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine
from telegram.ext import BaseRateLimiter

from bot.admin.alarm_teller import AlarmTeller
from bot.broadcast import Broadcaster
from bot.context import SERVICES, BoiaApplication
from bot.handlers import HANDLERS
from bot.menu import publish_menus
from bot.messaging.delivery import Patience
from bot.messaging.traffic import PULSE, CountedRequest, Pulse
from bot.running.census import take_census
from bot.running.health import Health
from bot.running.monitor import Monitor
from bot.running.receiving import receive
from bot.running.replicas import join
from bot.services import Services, open_services
from bot.settings import Settings
from bot.store import Alarms
from bot.telegram import UPDATES, build_application

log = structlog.get_logger(__name__)

FIRST_POLL_S = 5.0
"""How long the model waits for the first request for updates."""


def run(settings: Settings, token: str, monitor: Monitor | None = None) -> None:
    """Work until a signal stops it, through outages of Telegram as well; `monitor` is told how it goes."""
    process = Process(settings, monitor)
    application = build_application(settings.telegram_url, token, per_second=settings.messages_per_second or None)
    application.post_init = process.begin
    application.post_stop = process.finish
    application.post_shutdown = process.close
    if isinstance(application.bot.request, CountedRequest):  # the library closes it before `close` is called
        application.bot.request.ends_after(process.end)
    receive(application, settings, UPDATES)


class Process:
    """The work beside the answers. It ends in the reverse of the order in which it began."""

    def __init__(self, settings: Settings, monitor: Monitor | None = None) -> None:
        self._settings, self._monitor = settings, monitor
        self._resources, self._work = AsyncExitStack(), AsyncExitStack()
        self._beginning: asyncio.Task[Any] | None = None

    async def begin(self, application: BoiaApplication) -> None:
        """Open what answers need, and begin what goes on beside them; nothing slow is waited for."""
        self._beginning = asyncio.current_task()
        named = self._settings.database_url is not None  # who names a database must not lose what is in it
        services = await self._resources.enter_async_context(open_services(self._settings, store_required=named))
        application.bot_data[SERVICES] = services
        _hurry_at_a_signal(services, application.bot.rate_limiter)
        if services.engine is not None:
            join(application, services.engine)
        self._tell_admins(application, services)
        self._beside(_warm_up(services, None if self._settings.webhook_url else application.bot_data[PULSE]))
        self._beside(publish_menus(application.bot, HANDLERS, services.chats, services.admins))
        if services.engine is not None:
            await self._broadcast(application, services, services.engine)
        if self._monitor is not None:
            self._monitor.watch(Health(services, application.bot_data[PULSE], polls=not self._settings.webhook_url))
            self._beside(take_census(services))
        log.info("bot.started", name=application.bot.username, mode=await services.guard.mode())

    async def finish(self, _application: BoiaApplication) -> None:
        """End the work, as long as requests can still be made."""
        await self._work.aclose()

    async def end(self) -> None:
        """End the work where answers never began."""
        if self._beginning is not None and not self._beginning.done():
            self._beginning.cancel()
            await asyncio.wait({self._beginning})
        await self._work.aclose()

    async def close(self, application: BoiaApplication) -> None:
        """Give back what was opened, be it not all when a signal came."""
        await self.end()
        await self._resources.aclose()
        await application.bot.request.shutdown()  # the library leaves it open where the token is refused

    def _tell_admins(self, application: BoiaApplication, services: Services) -> None:
        alarms = Alarms(services.engine)
        teller = AlarmTeller(application.bot, services.alarm, alarms, services.chats, services.admins)
        self._work.push_async_callback(teller.stop)
        teller.start()

    async def _broadcast(self, application: BoiaApplication, services: Services, engine: AsyncEngine) -> None:
        broadcaster = Broadcaster(
            application.bot,
            engine,
            services.reports,
            window=self._settings.catch_up,
            charts=self._settings.daily_chart,
            pictures=services.pictures,
            alarm=services.alarm,
        )
        self._work.push_async_callback(broadcaster.stop)
        broadcaster.start()

    def _beside(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something once while other things go on; what is not done at the end is given up."""
        task = asyncio.create_task(work)

        async def given_up() -> None:
            task.cancel()
            await asyncio.wait({task})
            if not task.cancelled() and (error := task.exception()):
                log.error("bot.work_failed", exc_info=error)

        self._work.push_async_callback(given_up)


async def _warm_up(services: Services, pulse: Pulse | None) -> None:
    """Load the model once updates are read, where they are polled: llama.cpp holds the interpreter while it loads."""
    if pulse is not None:
        with suppress(TimeoutError):
            async with asyncio.timeout(FIRST_POLL_S):
                await pulse.begun.wait()
    await services.reports.warm_up()


def _hurry_at_a_signal(services: Services, limiter: BaseRateLimiter[Any] | None) -> None:
    """Stop as the library does, but let no sentence, and no wait that Telegram asks for, keep the process long."""

    def stop() -> None:
        services.reports.hurry()
        if isinstance(limiter, Patience):
            limiter.hurry()
        raise SystemExit  # what the library waits for

    with suppress(NotImplementedError):  # Windows has no such handlers
        for each in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(each, stop)
