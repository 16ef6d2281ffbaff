"""What runs once a minute: plan what came due, prepare what comes next, and send, in order.

The database holds the truth; the scheduler is only a clock. A tick that is missed, or two processes that tick at once,
change nothing about what is sent.
"""

from __future__ import annotations

import asyncio
import os
import socket
import time
import uuid
from collections.abc import Callable, Collection, Coroutine, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.cron import CronTrigger
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine
from telegram.ext import ExtBot

from bot.alarm import Alarm
from bot.broadcast.announcing import Announcer
from bot.broadcast.planning import Moment, plan
from bot.broadcast.preparing import Prepared, Preparer
from bot.broadcast.records import Records
from bot.broadcast.sending import NotSentError, Sender
from bot.broadcast.watching import Watch
from bot.messaging.pictures import Pictures
from bot.reports import ReportService
from bot.store import Chats, Outbox, Subscriptions
from bot.store.outbox import Claim, Fate, State
from bot.store.subscription_rows import Subscription
from factguard import Mode

log = structlog.get_logger(__name__)

JOB = "broadcasts"
GRACE_S = 300
AHEAD = timedelta(minutes=15)
"""How long before its time a report is made: forty sentences take a small model some minutes."""
SENT_AT_ONCE = 8
"""Requests under way: enough for 30 a second while Telegram takes a quarter of a second for each."""
CLAIM_LASTS = timedelta(minutes=15)
"""How long a row is waited for whose process says no more of it; one that is at work says so at each tick."""
KEPT = timedelta(days=90)
WINDOW = timedelta(hours=2)


class Broadcaster:
    """Sends the daily reports of a database by a bot. `window` is how late one may still be sent."""

    def __init__(
        self,
        bot: ExtBot[None],
        engine: AsyncEngine,
        reports: ReportService,
        *,
        window: timedelta = WINDOW,
        charts: bool = False,
        pictures: Pictures | None = None,
        sent_at_once: int = SENT_AT_ONCE,
        alarm: Alarm | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._engine, self._reports, self._window, self._now = engine, reports, window, now
        self._subscriptions = Subscriptions(engine, now)
        owner = f"{socket.gethostname()[:24]}:{os.getpid()}:{uuid.uuid4().hex[:8]}"
        self._outbox = Outbox(engine, owner)
        self._records = Records(self._outbox, now)
        self._preparer = Preparer(reports, now, charts=charts, pictures=pictures)
        self._sender = Sender(bot, self._subscriptions, Chats(engine), self._outbox)
        self._announcer = Announcer(bot, engine, self._sender, owner)
        self._watch = Watch(engine, alarm or Alarm())
        self._at_once = sent_at_once
        self._scheduler = AsyncIOScheduler(timezone=UTC)
        self._ticking = asyncio.Lock()
        self._stopping = asyncio.Event()
        self._sending: asyncio.Task[None] | None = None
        self._held_until = 0.0
        self._rows = set[int]()

    def start(self) -> None:
        """Tick now, and at every full minute."""
        self._scheduler.add_job(
            self.tick,
            CronTrigger(second=0, timezone=UTC),
            id=JOB,
            replace_existing=True,
            coalesce=True,
            max_instances=1,
            misfire_grace_time=GRACE_S,
            next_run_time=datetime.now(UTC),
        )
        self._scheduler.start()

    async def stop(self) -> None:
        """Begin nothing more, and end what is being sent; what was claimed beyond that is given back."""
        self._stopping.set()
        if self._scheduler.running:
            self._scheduler.remove_all_jobs()
            async with self._ticking:  # the scheduler would cut off a tick that is under way
                self._scheduler.shutdown(wait=False)
        await self.finished()
        await self._preparer.close()

    async def tick(self) -> None:
        """Plan, prepare, and see to it that what is due is being sent."""
        async with self._ticking:
            if self._stopping.is_set():
                return
            try:
                await self._plan()
            except (SQLAlchemyError, OSError) as error:  # the next tick finds all of it again
                log.warning("broadcast.not_planned", reason=str(error).splitlines()[0])
                self._watch.missed(str(error).splitlines()[0])
                return
            if self._sending is None or self._sending.done():
                self._sending = asyncio.create_task(self._send_due())

    async def finished(self) -> None:
        """Wait until nothing is being sent."""
        if self._sending is not None:
            await self._sending

    async def _plan(self) -> None:
        moment = self._moment()
        planned = await plan(self._engine, moment)
        skipped = await self._outbox.skip(moment.oldest, moment.now)
        await self._outbox.keep(self._rows, moment.now)
        lost = await self._outbox.give_up(moment.now - CLAIM_LASTS, moment.now)
        await self._outbox.forget(moment.now - KEPT)
        if planned or skipped or lost:
            log.info("broadcast.planned", planned=planned, skipped=skipped, unknown=lost)
        await self._watch.look(moment, skipped)
        await self._announcer.tend(moment.now)
        self._preparer.forget(moment.now)
        for each in await self._subscriptions.upcoming(moment.now + AHEAD):
            self._preparer.ahead(each.daily, each.next_at)

    def _moment(self) -> Moment:
        return Moment(self._now(), self._window)

    async def _send_due(self) -> None:
        """Send until nothing is due; after a pause that Telegram asked for, go on where it began."""
        while True:
            await self._round()
            if self._stopping.is_set() or not self._held_s:
                return
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), self._held_s)

    async def _round(self) -> None:
        under_way: set[asyncio.Task[None]] = set()
        try:
            while not self._closed and await self._begin_next(under_way):
                while len(under_way) > self._at_once // 2:
                    await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
        except (SQLAlchemyError, OSError) as error:  # the next tick goes on
            log.warning("broadcast.interrupted", reason=str(error).splitlines()[0])
        finally:
            if under_way:
                await asyncio.wait(under_way)
            await self._records.written()
        await self._announcer.tell(self._now())

    async def _begin_next(self, under_way: set[asyncio.Task[None]]) -> bool:
        """Begin daily reports that are due; where there are none, announcements, which can wait. Returns whether."""
        if claims := await self._claim(under_way):
            await self._begin(claims, under_way)
            return True
        parcels = await self._records.after(lambda: self._announcer.claim(self._now(), self._at_once - len(under_way)))
        for each in parcels:
            self._start(self._send(each.id, self._announcer.send(each), State.QUEUED), under_way)
        return bool(parcels)

    async def _claim(self, under_way: Collection[object]) -> list[Claim]:
        """No more than can begin at once: of what is claimed when a process dies, nobody knows the fate."""
        moment = self._moment()
        return await self._records.claim(moment.oldest, moment.now, lambda: self._at_once - len(under_way))

    async def _begin(self, claims: Sequence[Claim], under_way: set[asyncio.Task[None]]) -> None:
        try:
            subscriptions = await self._subscriptions.by_id({claim.subscription_id for claim in claims})
            mode = await self._reports.mode()
        except (SQLAlchemyError, OSError):
            for claim in claims:
                self._records.note(claim.id, Fate(State.PLANNED))
            raise
        for claim in claims:
            fate = self._fate(claim, subscriptions.get(claim.subscription_id), mode)
            self._start(self._send(claim.id, fate), under_way)

    def _start(self, sending: Coroutine[Any, Any, None], under_way: set[asyncio.Task[None]]) -> None:
        task = asyncio.create_task(sending)
        under_way.add(task)
        task.add_done_callback(under_way.discard)

    async def _send(self, row: int, sending: Coroutine[Any, Any, Fate], back: State = State.PLANNED) -> None:
        """Send one row, and note what became of it: `back` is the state of one that may be sent later."""
        self._rows.add(row)
        try:
            fate = await sending
        except NotSentError as error:
            log.warning("broadcast.waiting", seconds=error.seconds, reason=str(error))
            self._held_until = max(self._held_until, time.monotonic() + error.seconds)
            fate = Fate(back, str(error))
        except Exception as error:  # a fault of ours in one must not end the others
            log.exception("broadcast.failed")
            fate = Fate(State.UNKNOWN, f"{type(error).__name__}: {error}")
        finally:
            self._rows.discard(row)
        self._records.note(row, fate)

    async def _fate(self, claim: Claim, subscription: Subscription | None, mode: Mode) -> Fate:
        if subscription is None:
            return Fate(State.SKIPPED, "cancelled")
        if subscription.paused or subscription.stopped:
            return Fate(State.SKIPPED, subscription.stopped or "paused")
        making = self._preparer.of(subscription.daily, claim.due_at)
        if not making.done():
            if not await self._made(making):
                return Fate(State.PLANNED)  # given back
            mode = await self._reports.mode()  # that may have taken minutes
        return await self._sender.send(subscription.daily, making.result().in_mode(mode), claim.id)

    async def _made(self, making: asyncio.Task[Prepared]) -> bool:
        """Wait for a report; False where the bot is stopped before it is made."""
        stopped = asyncio.create_task(self._stopping.wait())
        await asyncio.wait((making, stopped), return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        return making.done()

    @property
    def _held_s(self) -> float:
        return max(0.0, self._held_until - time.monotonic())

    @property
    def _closed(self) -> bool:
        return self._stopping.is_set() or self._held_s > 0
