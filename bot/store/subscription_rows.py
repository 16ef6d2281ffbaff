"""Daily reports that chats have asked for, as rows.

`slot` is what a report is told apart by within a chat's day: two reports at seven of two beaches are two slots, and a
report that is cancelled and asked for again is the same one, so that the same day does not get it twice.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
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
    update,
)

from bot.schedule import EVERY_DAY, Schedule
from bot.store.outbox import State
from bot.store.rows import COUNTED, known
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

UNREADABLE = (LookupError, TypeError, ValueError)
"""What a row raises that is none: a time zone or a domain that this version does not know, a broken place."""
SECOND = timedelta(seconds=1)
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


def readable(rows: Iterable[RowMapping]) -> Iterator[Subscription]:
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


def values_of(daily: Daily, now: datetime) -> dict[str, Any]:
    """The row of a new subscription."""
    return {
        "chat_id": daily.chat_id,
        "slot": daily.slot,
        "topic_id": daily.topic_id,
        "domain": daily.domain.name,
        "place": json.dumps(asdict(daily.place), ensure_ascii=False),
        "at": f"{daily.schedule.at:%H:%M}",
        "timezone": daily.schedule.timezone,
        "weekdays": bits(daily.schedule.weekdays),
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


def bits(weekdays: frozenset[int]) -> int:
    """Days of the week as a row has them."""
    return sum(1 << day for day in weekdays)


def _place(text: str, domain: Domain) -> Place:
    """A kept place; one of the catalogue as the catalogue has it now."""
    fields = json.loads(text)
    kept = Place(**fields | {"other_names": tuple(fields["other_names"])})
    same = (each for each in domain.places() if each.name == kept.name and each.town == kept.town)
    return next(same, kept) if kept.listed else kept
