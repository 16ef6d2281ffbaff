"""Daily reports that chats have asked for, each with the moment of its next run."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import RowMapping, and_, bindparam, delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.schedule import Schedule
from bot.store.outbox import OUTBOX, drop_planned
from bot.store.rows import insert_new, move, upsert
from bot.store.subscription_rows import (
    RUNNING,
    SECOND,
    SUBSCRIPTIONS,
    Daily,
    Subscription,
    bits,
    due_rows,
    readable,
    subscription,
    values_of,
)
from bot.units import System, WindUnit

_BY_ID = select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id.in_(bindparam("ids", expanding=True)))
SOON = timedelta(seconds=10)
"""How much later another process's clock may be, and a change be written than it was thought of."""
COMPARED = ("id", "chat_id", "slot", "timezone", "weekdays", "quiet", "paused", "next_at")
"""What tells that a report was changed meanwhile."""


class TwiceError(Exception):
    """The chat has this very report already."""


class Subscriptions:
    """The kept daily reports. What is changed about them counts from `now` on."""

    def __init__(self, engine: AsyncEngine, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._engine, self._now = engine, now

    async def add(self, daily: Daily) -> Subscription:
        """Keep a daily report. The same one again takes over the weekdays, the sound and the language of the new."""
        values = values_of(daily, self._now())
        async with self._engine.begin() as connection:
            kept = upsert(SUBSCRIPTIONS, ("chat_id", "slot"), values, connection.dialect).returning(*SUBSCRIPTIONS.c)
            row = (await connection.execute(kept)).mappings().one()
        return subscription(row)

    async def of(self, chat_id: int) -> tuple[Subscription, ...]:
        """A chat's daily reports in the order in which they were asked for."""
        query = select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.chat_id == chat_id).order_by(SUBSCRIPTIONS.c.id)
        async with self._engine.connect() as connection:
            return tuple(readable((await connection.execute(query)).mappings()))

    async def cancel(self, each: Subscription) -> None:
        """Forget a daily report; what of it has not begun to be sent is not sent."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == each.id))
            await drop_planned(connection, each.id)

    async def pause(self, each: Subscription) -> Subscription:
        """Send nothing of it until it is resumed."""
        async with self._engine.begin() as connection:
            await connection.execute(update(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == each.id).values(paused=True))
            await drop_planned(connection, each.id)
        return replace(each, paused=True)

    async def resume(self, each: Subscription) -> Subscription:
        """Send it again, from the next run on."""
        return await self._rescheduled(each, each.daily.schedule, paused=False)

    async def change(self, chat_id: int, number: int, wish: Callable[[Daily], Daily]) -> Subscription | None:
        """Make one of a chat's reports what is wished; None where it is gone, TwiceError where the chat has it already.

        Its pause stays, and so does a run that is due.
        """
        own = select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == number, SUBSCRIPTIONS.c.chat_id == chat_id)
        while True:  # until nobody changes it between reading and writing
            async with self._engine.connect() as connection:
                row = (await connection.execute(own)).mappings().first()
                if row is None:
                    return None
                new = await self._changed(connection, row, wish)
                same = and_(*(SUBSCRIPTIONS.c[name] == row[name] for name in COMPARED))
                try:
                    done = await connection.execute(update(SUBSCRIPTIONS).where(same).values(_changeable(new)))
                except IntegrityError as error:
                    raise TwiceError from error
                if done.rowcount:
                    await connection.commit()
                    return new

    async def _changed(
        self, connection: AsyncConnection, row: RowMapping, wish: Callable[[Daily], Daily]
    ) -> Subscription:
        each, now = subscription(row), self._now()
        daily = wish(each.daily)
        if each.running and daily.slot == each.daily.slot:
            due_or_now = min(now, each.next_at - SECOND)
            return replace(each, daily=daily, next_at=daily.schedule.next(due_or_now).moment)
        # Whoever plans at this moment knows the old slot: what is due is planned under that one, and under no other.
        rows = list(due_rows(row, now, now + SOON)) if each.running else []
        if rows:
            await connection.execute(insert_new(OUTBOX, connection.dialect), rows)
        return replace(each, daily=daily, next_at=await self._next(connection, daily))

    async def _next(self, connection: AsyncConnection, daily: Daily) -> datetime:
        """The next run on a day that has had none, be it of the other day or by another clock."""
        slots = [replace(daily, tomorrow=tomorrow).slot for tomorrow in (False, True)]
        rows = select(OUTBOX.c.local_date).where(OUTBOX.c.chat_id == daily.chat_id, OUTBOX.c.slot.in_(slots))
        had = set((await connection.execute(rows)).scalars())
        run = daily.schedule.next(self._now())
        while run.day.isoformat() in had:
            run = daily.schedule.next(run.moment)
        return run.moment

    async def set_timezone(self, chat_id: int, timezone: str) -> tuple[Subscription, ...]:
        """Let a chat's reports go by another clock."""
        reports = await self.of(chat_id)
        return tuple(
            [
                await self._rescheduled(each, replace(each.daily.schedule, timezone=timezone), paused=each.paused)
                for each in reports
            ]
        )

    async def by_id(self, ids: Collection[int]) -> dict[int, Subscription]:
        """Those that are still there."""
        async with self._engine.connect() as connection:
            found = await connection.execute(_BY_ID, {"ids": list(ids)})
            return {each.id: each for each in readable(found.mappings())}

    async def stop(self, chat_id: int, reason: str, *, topic_id: int | None = None) -> None:
        """Send nothing to a chat (or a topic of it) that cannot be written to, until somebody there writes /daily."""
        there = SUBSCRIPTIONS.c.chat_id == chat_id
        if topic_id is not None:
            there = and_(there, SUBSCRIPTIONS.c.topic_id == topic_id)
        async with self._engine.begin() as connection:
            await connection.execute(update(SUBSCRIPTIONS).where(there).values(stopped=reason))

    async def wake(self, chat_id: int) -> None:
        """Somebody in the chat wrote: what had been stopped goes on from its next run."""
        for each in await self.of(chat_id):
            if each.stopped:
                await self._rescheduled(each, each.daily.schedule, paused=each.paused)

    async def say(self, chat_id: int, language: str, units: System, wind: WindUnit | None) -> None:
        """Write a chat's reports in this language and these units from now on."""
        values = {"language": language, "units": units, "wind": wind}
        async with self._engine.begin() as connection:
            await connection.execute(update(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.chat_id == chat_id).values(values))

    async def upcoming(self, until: datetime) -> tuple[Subscription, ...]:
        """One of those that are to run until a moment, for each report that has to be made for them."""
        same = ("domain", "place", "language", "units", "wind", "tomorrow", "next_at")
        soon = RUNNING & (SUBSCRIPTIONS.c.next_at <= int(until.timestamp()))
        columns = [SUBSCRIPTIONS.c[name] for name in same]
        first = select(func.min(SUBSCRIPTIONS.c.id)).where(soon).group_by(*columns)
        query = select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id.in_(first)).order_by(SUBSCRIPTIONS.c.next_at)
        async with self._engine.connect() as connection:
            return tuple(readable((await connection.execute(query)).mappings()))

    async def _rescheduled(self, each: Subscription, schedule: Schedule, *, paused: bool) -> Subscription:
        daily = replace(each.daily, schedule=schedule)
        values = {"timezone": schedule.timezone, "paused": paused, "stopped": None}
        async with self._engine.begin() as connection:
            next_at = await self._next(connection, daily)
            values["next_at"] = int(next_at.timestamp())
            await connection.execute(update(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == each.id).values(values))
        return replace(each, daily=daily, paused=paused, stopped=None, next_at=next_at)


def _changeable(each: Subscription) -> dict[str, Any]:
    """What of a report can be changed while it stays the same one."""
    daily = each.daily
    return {
        "slot": daily.slot,
        "weekdays": bits(daily.schedule.weekdays),
        "tomorrow": daily.tomorrow,
        "quiet": daily.quiet,
        "next_at": int(each.next_at.timestamp()),
    }


async def move_reports(connection: AsyncConnection, old: int, new: int) -> None:
    """Give a chat's daily reports, and what was sent and is to be sent of them, another chat."""
    for table, keys in ((SUBSCRIPTIONS, ("slot",)), (OUTBOX, ("local_date", "slot"))):
        await move(connection, table, keys, old, new)
