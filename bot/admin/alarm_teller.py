"""Tells admins of trouble, and once that it is over: at most once an hour each, over all processes of one database."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime

import structlog
from babel.dates import format_skeleton, format_time
from telegram.error import RetryAfter, TelegramError
from telegram.ext import ExtBot

from bot.alarm import Alarm, News, Trouble
from bot.messaging.delivery import seconds_of
from bot.messaging.request import NEVER_WENT_OUT
from bot.store import Alarms, Chats
from bot.texts import language_of
from factguard.texts import mark as _
from factguard.texts import translations

log = structlog.get_logger(__name__)

PAUSES_S = (5.0, 30.0, 120.0)
"""Before another try where Telegram could not be reached at all."""
LAST_WORDS_S = 2.0
"""How long a process that ends still tells."""

BEGUN = {
    Trouble.MODEL: _(
        "The language model has not worked since {since}, and reports have numbers only. Run “boia model” on the bot's "
        "machine: it says what is wrong."
    ),
    Trouble.PROVIDER: _(
        "Forecasts have not come since {since}: chats get older ones, or none. If they do not come back by themselves, "
        "check the network of the bot's machine and what the source says."
    ),
    Trouble.BROADCAST: _(
        "Daily reports have been late, or have not gone out, since {since}. What is late is made up for as soon as "
        "possible; if that takes long, look at the bot's log and its database."
    ),
}
DETAIL = _("In detail: {detail}")
OVER = {
    Trouble.MODEL: _("The language model works again; it had not since {since}."),
    Trouble.PROVIDER: _("Forecasts come again; they had not since {since}."),
    Trouble.BROADCAST: _("Daily reports go out on time again; they had not since {since}."),
}


class AlarmTeller:
    """A task of its own that tells by a bot what an alarm hears."""

    def __init__(self, bot: ExtBot[None], alarm: Alarm, alarms: Alarms, chats: Chats, admins: Collection[int]) -> None:
        self._bot, self._alarm, self._alarms, self._chats, self._admins = bot, alarm, alarms, chats, admins
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Tell from now on."""
        self._task = asyncio.create_task(self._tell_on())

    async def stop(self) -> None:
        """Tell no more; what was rung a moment ago is told yet."""
        if self._task is None:
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self._alarm.news.join(), LAST_WORDS_S)
        self._task.cancel()
        await asyncio.wait({self._task})

    async def _tell_on(self) -> None:
        self._alarm.remember(await self._alarms.lasting())
        while True:
            news = await self._alarm.news.get()
            try:
                await self._tell(news)
            except Exception:  # a fault of ours in one must not end the others
                log.exception("alarm.failed")
            finally:
                self._alarm.news.task_done()

    async def _tell(self, news: News) -> None:
        if news.detail is None:
            since = await self._alarms.end(news.trouble)
        else:
            since = await self._alarms.take(news.trouble, news.since, self._alarm.now())
        if since is None:  # told within the hour, or by another process
            return
        log.warning("alarm.told", trouble=news.trouble, over=news.detail is None, admins=len(self._admins))
        for admin in sorted(self._admins):
            language = language_of((await self._chats.preferences(admin)).language)
            await self._send(admin, told(news.trouble, since, news.detail, language))

    async def _send(self, admin: int, text: str) -> None:
        """Send it once; what provably never went out is tried again."""
        for pause in (*PAUSES_S, None):
            try:
                await self._bot.send_message(admin, text)
            except TelegramError as error:
                lost = isinstance(error, RetryAfter) or isinstance(error.__cause__, NEVER_WENT_OUT)
                if pause is None or not lost:
                    log.warning("alarm.not_told", admin=admin, reason=str(error))
                    return
                await asyncio.sleep(seconds_of(error) if isinstance(error, RetryAfter) else pause)
            else:
                return


def told(trouble: Trouble, since: datetime, detail: str | None, language: str) -> str:
    """What an admin reads: what does not work, since when, and what to do; or that it is over."""
    gettext = translations(language).gettext
    day = format_skeleton("MMMd", since, locale=language)
    moment = f"{day}, {format_time(since, 'HH:mm', locale=language)} UTC"
    if detail is None:
        return gettext(OVER[trouble]).format(since=moment)
    return "\n\n".join((gettext(BEGUN[trouble]).format(since=moment), gettext(DETAIL).format(detail=detail)))
