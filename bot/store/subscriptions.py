"""Daily reports that chats have asked for, each with the moment of its next run.

`slot` is what a report is told apart by within a chat's day: two reports at seven of two beaches are two slots, and a
report that is cancelled and asked for again is the same one, so that the same day does not get it twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, time, timedelta
from typing import Any

import structlog
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Integer,
    RowMapping,
    String,
    Table,
    Text,
    UniqueConstraint,
    and_,
    bindparam,
    delete,
    func,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.schedule import EVERY_DAY, Schedule
from bot.store.outbox import OUTBOX, State, drop_planned
from bot.store.rows import COUNTED, insert_new, known, move, upsert
from bot.units import System, WindUnit
from conditions import DOMAINS, Domain
from conditions.answers import METADATA
from conditions.places import Place

SUBSCRIPTIONS = Table(
    "subscriptions",
    METADATA,
    Column("id", COUNTED, primary_key=True, autoincrement=True),
    Column("chat_id", BigInteger, nullable=False),
    Column("slot", String(240), nullable=False, comment="tells a chat's reports of one day apart"),
    Column("topic_id", BigInteger, comment="the topic of a forum"),
    Column("domain", String(16), nullable=False),
    Column("place", Text, nullable=False, comment="the place as JSON"),
    Column("at", String(5), nullable=False, comment="HH:MM on the chat's clock"),
    Column("timezone", String(64), nullable=False, comment="the chat's clock, as the tz database names it"),
    Column("weekdays", Integer, nullable=False, comment="bits; 1 is Monday"),
    Column("tomorrow", Boolean, nullable=False, comment="a report of the day after"),
    Column("quiet", Boolean, nullable=False, comment="sent without a sound"),
    Column("language", String(8), nullable=False),
    Column("units", String(16), nullable=False),
    Column("wind", String(8), comment="another unit for wind"),
    Column("paused", Boolean, nullable=False),
    Column("stopped", Text, comment="why nothing can be sent there any more"),
    Column("made_at", BigInteger, nullable=False, comment="seconds since 1970"),
    Column("next_at", BigInteger, nullable=False, index=True, comment="the next run, in seconds since 1970"),
    UniqueConstraint("chat_id", "slot"),
)

_BY_ID = select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id.in_(bindparam("ids", expanding=True)))
UNREADABLE = (LookupError, TypeError, ValueError)
"""What a row raises that is none: a time zone or a domain that this version does not know, a broken place."""
SECOND = timedelta(seconds=1)
SOON = timedelta(seconds=10)
"""How much later another process's clock may be, and a change be written than it was thought of."""
COMPARED = ("id", "chat_id", "slot", "timezone", "weekdays", "quiet", "paused", "next_at")
"""What tells that a report was changed meanwhile."""
log = structlog.get_logger(__name__)

RUNNING: ColumnElement[bool] = and_(SUBSCRIPTIONS.c.paused.is_(False), SUBSCRIPTIONS.c.stopped.is_(None))


@dataclass(frozen=True, slots=True)
class Daily:
    """What a chat wants day by day."""

    chat_id: int
    place: Place
    schedule: Schedule
    language: str
    domain: Domain
    topic_id: int | None = None
    tomorrow: bool = False
    quiet: bool = False
    units: System = System.METRIC
    wind: WindUnit | None = None

    @property
    def slot(self) -> str:
        """What tells it apart from the chat's other reports of one day."""
        day = "tomorrow" if self.tomorrow else "today"
        where = f"{self.place.name} {self.place.latitude:.2f},{self.place.longitude:.2f}"
        return f"{self.schedule.at:%H:%M} {self.domain.name} {day} {self.topic_id or 0} {where}"


@dataclass(frozen=True, slots=True)
class Subscription:
    """A daily report as it is kept. `stopped` says why nothing can be sent to the chat, None where it can."""

    id: int
    daily: Daily
    paused: bool
    stopped: str | None
    next_at: datetime

    @property
    def running(self) -> bool:
        """Whether it will be sent."""
        return not self.paused and not self.stopped


class TwiceError(Exception):
    """The chat has this very report already."""


class Subscriptions:
    """The kept daily reports. What is changed about them counts from `now` on."""

    def __init__(self, engine: AsyncEngine, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._engine, self._now = engine, now

    async def add(self, daily: Daily) -> Subscription:
        """Keep a daily report. The same one again takes over the weekdays, the sound and the language of the new."""
        values = _values(daily, self._now())
        async with self._engine.begin() as connection:
            kept = upsert(SUBSCRIPTIONS, ("chat_id", "slot"), values, connection.dialect).returning(*SUBSCRIPTIONS.c)
            row = (await connection.execute(kept)).mappings().one()
        return subscription(row)

    async def of(self, chat_id: int) -> tuple[Subscription, ...]:
        """A chat's daily reports in the order in which they were asked for."""
        query = select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.chat_id == chat_id).order_by(SUBSCRIPTIONS.c.id)
        async with self._engine.connect() as connection:
            return tuple(subscription(row) for row in (await connection.execute(query)).mappings())

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
            return {each.id: each for each in _readable(found.mappings())}

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

    async def move(self, old: int, new: int) -> None:
        """A chat has got another id: everything of it goes there, in one transaction."""
        async with self._engine.begin() as connection:
            await move_reports(connection, old, new)

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
            return tuple(_readable((await connection.execute(query)).mappings()))

    async def _rescheduled(self, each: Subscription, schedule: Schedule, *, paused: bool) -> Subscription:
        daily = replace(each.daily, schedule=schedule)
        values = {"timezone": schedule.timezone, "paused": paused, "stopped": None}
        async with self._engine.begin() as connection:
            next_at = await self._next(connection, daily)
            values["next_at"] = int(next_at.timestamp())
            await connection.execute(update(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == each.id).values(values))
        return replace(each, daily=daily, paused=paused, stopped=None, next_at=next_at)


def _readable(rows: Iterable[RowMapping]) -> Iterator[Subscription]:
    """The subscriptions of rows; one that another version wrote must not end the others."""
    for row in rows:
        try:
            yield subscription(row)
        except UNREADABLE as error:
            log.error("daily.not_read", id=row["id"], reason=f"{type(error).__name__}: {error}")  # noqa: TRY400


def subscription(row: RowMapping) -> Subscription:
    """A subscription from its row."""
    domain = {domain.name: domain for domain in DOMAINS}[row["domain"]]
    daily = Daily(
        chat_id=row["chat_id"],
        topic_id=row["topic_id"],
        place=_place(row["place"], domain),
        schedule=schedule_of(row),
        language=row["language"],
        domain=domain,
        tomorrow=row["tomorrow"],
        quiet=row["quiet"],
        units=System(row["units"]),
        wind=known(WindUnit, row["wind"]),
    )
    next_at = datetime.fromtimestamp(row["next_at"], UTC)
    return Subscription(row["id"], daily, row["paused"], row["stopped"], next_at)


def schedule_of(row: RowMapping) -> Schedule:
    """The schedule of a subscription's row."""
    weekdays = frozenset(day for day in EVERY_DAY if row["weekdays"] >> day & 1)
    return Schedule(time.fromisoformat(row["at"]), row["timezone"], weekdays)


def due_rows(row: RowMapping, now: datetime, until: datetime) -> Iterator[dict[str, Any]]:
    """The rows of the outbox for a subscription's runs, from the one that was foreseen until a moment.

    There is more than one where nobody planned for days.
    """
    schedule = schedule_of(row)
    run = schedule.next(datetime.fromtimestamp(row["next_at"], UTC) - SECOND)
    while run.moment <= until:
        yield {
            "chat_id": row["chat_id"],
            "local_date": run.day.isoformat(),
            "slot": row["slot"],
            "subscription_id": row["id"],
            "state": State.PLANNED,
            "due_at": int(run.moment.timestamp()),
            "planned_at": int(now.timestamp()),
        }
        run = schedule.next(run.moment)


def advance(moments: Sequence[tuple[int, int, datetime]]) -> tuple[Any, list[dict[str, int]]]:
    """The statement, with its rows, that gives subscriptions (by id) another run, unless it was moved meanwhile."""
    same = and_(SUBSCRIPTIONS.c.id == bindparam("of"), SUBSCRIPTIONS.c.next_at == bindparam("was"))
    statement = update(SUBSCRIPTIONS).where(same).values(next_at=bindparam("then"))
    return statement, [{"of": number, "was": was, "then": int(moment.timestamp())} for number, was, moment in moments]


def _values(daily: Daily, now: datetime) -> dict[str, Any]:
    return {
        "chat_id": daily.chat_id,
        "slot": daily.slot,
        "topic_id": daily.topic_id,
        "domain": daily.domain.name,
        "place": json.dumps(asdict(daily.place), ensure_ascii=False),
        "at": f"{daily.schedule.at:%H:%M}",
        "timezone": daily.schedule.timezone,
        "weekdays": _bits(daily.schedule.weekdays),
        "tomorrow": daily.tomorrow,
        "quiet": daily.quiet,
        "language": daily.language,
        "units": daily.units,
        "wind": daily.wind,
        "paused": False,
        "stopped": None,
        "made_at": int(now.timestamp()),
        "next_at": int(daily.schedule.next(now).moment.timestamp()),
    }


def _changeable(each: Subscription) -> dict[str, Any]:
    """What of a report can be changed while it stays the same one."""
    daily = each.daily
    return {
        "slot": daily.slot,
        "weekdays": _bits(daily.schedule.weekdays),
        "tomorrow": daily.tomorrow,
        "quiet": daily.quiet,
        "next_at": int(each.next_at.timestamp()),
    }


def _bits(weekdays: frozenset[int]) -> int:
    return sum(1 << day for day in weekdays)


def _place(text: str, domain: Domain) -> Place:
    """A kept place; one of the catalogue as the catalogue has it now."""
    fields = json.loads(text)
    kept = Place(**fields | {"other_names": tuple(fields["other_names"])})
    same = (each for each in domain.places() if each.name == kept.name and each.town == kept.town)
    return next(same, kept) if kept.listed else kept


async def move_reports(connection: AsyncConnection, old: int, new: int) -> None:
    """Give a chat's daily reports, and what was sent and is to be sent of them, another chat."""
    for table, keys in ((SUBSCRIPTIONS, ("slot",)), (OUTBOX, ("local_date", "slot"))):
        await move(connection, table, keys, old, new)
