"""What `boia run` does from its start to its end: answer, send daily reports, and end both without losing anything.

Updates are read before the model is loaded, since numbers need none; a report that wants a sentence waits for it.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.alarm_teller import AlarmTeller
from bot.broadcast import Broadcaster
from bot.context import SERVICES, BoiaApplication
from bot.menu import publish_menus
from bot.services import Services, open_services
from bot.settings import Settings
from bot.store import Alarms
from bot.telegram import UPDATES, build_application

log = structlog.get_logger(__name__)


def run(settings: Settings, token: str) -> None:
    """Work until a signal stops it, through outages of Telegram as well."""
    process = Process(settings)
    application = build_application(settings.telegram_url, token, per_second=settings.messages_per_second or None)
    application.post_init = process.begin
    application.post_stop = process.finish
    application.post_shutdown = process.close
    application.run_polling(bootstrap_retries=-1, allowed_updates=UPDATES)


class Process:
    """The work beside the answers. It ends in the reverse of the order in which it began."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._resources, self._work = AsyncExitStack(), AsyncExitStack()

    async def begin(self, application: BoiaApplication) -> None:
        """Open what answers need, and begin what goes on beside them; nothing slow is waited for."""
        services = await self._resources.enter_async_context(open_services(self._settings))
        application.bot_data[SERVICES] = services
        self._tell_admins(application, services)
        self._beside(services.reports.warm_up())
        self._beside(publish_menus(application.bot, services.chats, services.admins))
        if services.engine is not None:
            await self._broadcast(application, services, services.engine)
        log.info("bot.started", name=application.bot.username, mode=await services.guard.mode())

    async def finish(self, _application: BoiaApplication) -> None:
        """End the work, as long as requests can still be made."""
        await self._work.aclose()

    async def close(self, _application: BoiaApplication) -> None:
        """Give back what was opened."""
        await self._resources.aclose()

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
            alarm=services.alarm,
        )
        self._work.push_async_callback(broadcaster.stop)
        broadcaster.start()

    def _beside(self, work: Any) -> None:
        """Do something once while other things go on; what is not done at the end is given up."""
        task = asyncio.create_task(work)

        async def given_up() -> None:
            task.cancel()
            await asyncio.wait({task})
            if not task.cancelled() and (error := task.exception()):
                log.error("bot.work_failed", exc_info=error)

        self._work.push_async_callback(given_up)
