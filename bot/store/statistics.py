"""Counts of what the bot did in a time: made by the database, so that no draft's text is read for them.

Times are in UTC. A report's drafts share a number, by which its fate and its attempts are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Column, ColumnElement, Table, and_, case, distinct, func, literal_column, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.chats import CHATS
from bot.store.drafts import DRAFTS, VIOLATIONS
from bot.store.outbox import DAILY, OUTBOX
from bot.store.report_counts import REPORT_COUNTS
from bot.store.subscription_rows import RUNNING, SUBSCRIPTIONS
from factguard import Verdict

FAULT = "fault"
"""The verdict on what was no draft."""
HOUR_S, DAY_S = 3600, 24 * 3600
BY_THE_HOUR = timedelta(hours=48)
"""Up to this long, the picture's steps are hours, else days."""


class Given(NamedTuple):
    """What reports were given, and what became of their sentence."""

    kind: str
    domain: str
    language: str
    fate: str


class Objected(NamedTuple):
    """What the guard objected to."""

    rule: str
    field: str
    language: str
    model: str


@dataclass(frozen=True, slots=True)
class Seconds:
    """How long drafts took."""

    median: float
    most: float
    """All but one in twenty took no longer."""


@dataclass(frozen=True, slots=True)
class Step:
    """An hour or a day: its drafts by their verdict, and how long they took."""

    begins: datetime
    drafts: Mapping[str, int] = field(default_factory=dict)
    seconds: Seconds | None = None


class Running(NamedTuple):
    """The daily reports that are to be sent, and to how many chats."""

    reports: int
    chats: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What the bot did between two moments, and what it keeps now."""

    since: datetime
    until: datetime
    given: Mapping[Given, int]
    reports: Mapping[str, int]
    """The reports whose sentence was written, by what became of it."""
    attempts: Mapping[int, int]
    """How many reports took so many drafts."""
    drafts: Mapping[str, int]
    seconds: Seconds | None
    objected: Mapping[Objected, int]
    sent: Mapping[str, int]
    """The rows of the outbox by their state."""
    chats: int
    """Those that can be written to now."""
    subscriptions: Running
    steps: tuple[Step, ...]

    @property
    def nothing(self) -> bool:
        """Whether nothing was done in this time."""
        return not (self.given or self.drafts or self.sent)


class Statistics:
    """Counts over a database. One that fails raises."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of(self, since: datetime, until: datetime) -> Figures:
        """The figures of a time."""
        step_s = HOUR_S if until - since <= BY_THE_HOUR else DAY_S
        # Times are kept in whole seconds: what was done in this very second counts.
        span = _Span(int(since.timestamp()), int(until.timestamp()) + 1, step_s)
        async with self._engine.connect() as connection:
            drafts = await _drafts(connection, span)
            reports = await _reports(connection, span)
            seconds = await _seconds(connection, span, span.step_of(DRAFTS))
            return Figures(
                since=since,
                until=until,
                given=await _given(connection, span),
                reports=_summed(reports, 0),
                attempts=_summed(reports, 1),
                drafts=_summed(drafts, 1),
                seconds=(await _seconds(connection, span, literal_column("0"))).get(0),
                objected=await _objected(connection, span),
                sent=await _sent(connection, span),
                chats=await _active_chats(connection),
                subscriptions=await _running(connection),
                steps=tuple(_steps(span, drafts, seconds)),
            )


class _Span(NamedTuple):
    """Two moments in seconds since 1970, and the steps between them."""

    since: int
    until: int
    step_s: int

    def holds(self, column: Column[Any]) -> ColumnElement[bool]:
        return and_(column >= self.since, column < self.until)

    def step_of(self, table: Table) -> ColumnElement[int]:
        return table.c.made_at // self.step_s


async def _counted(connection: AsyncConnection, query: Any) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in await connection.execute(query)]


async def _drafts(connection: AsyncConnection, span: _Span) -> dict[tuple[int, str], int]:
    """Drafts by their step and verdict."""
    step, verdict = span.step_of(DRAFTS), func.coalesce(DRAFTS.c.verdict, FAULT)
    query = select(step.label("step"), verdict.label("said"), func.count()).where(span.holds(DRAFTS.c.made_at))
    return {(at, said): count for at, said, count in await _counted(connection, query.group_by("step", "said"))}


async def _reports(connection: AsyncConnection, span: _Span) -> dict[tuple[str, int], int]:
    """Written reports by what became of their sentence, and by their drafts."""
    verdict, shown = DRAFTS.c.verdict, DRAFTS.c.shown
    seen = case((and_(shown, verdict == Verdict.WITHHELD), Verdict.FLAGGED.value), (shown, verdict))
    unseen = case((func.count(verdict) > 0, Verdict.WITHHELD.value), else_=FAULT)
    each = (
        select(func.coalesce(func.max(seen), unseen).label("fate"), func.count().label("attempts"))
        .where(span.holds(DRAFTS.c.made_at))
        .group_by(DRAFTS.c.report)
        .subquery()
    )
    query = select(each.c.fate, each.c.attempts, func.count()).group_by(each.c.fate, each.c.attempts)
    return {(fate, attempts): count for fate, attempts, count in await _counted(connection, query)}


async def _seconds(connection: AsyncConnection, span: _Span, part: ColumnElement[int]) -> dict[int, Seconds]:
    """How long drafts took, in each part of them: by their rank, which both databases can tell."""
    ranked = (
        select(
            part.label("part"),
            DRAFTS.c.seconds,
            func.row_number().over(partition_by=part, order_by=DRAFTS.c.seconds).label("rank"),
            func.count().over(partition_by=part).label("all"),
        )
        .where(span.holds(DRAFTS.c.made_at))
        .subquery()
    )
    middle = case((ranked.c.rank == (ranked.c.all + 1) // 2, ranked.c.seconds))
    most = case((ranked.c.rank == (ranked.c.all * 95 + 99) // 100, ranked.c.seconds))
    query = select(ranked.c.part, func.max(middle), func.max(most)).group_by(ranked.c.part)
    return {at: Seconds(median, most) for at, median, most in await _counted(connection, query)}


async def _objected(connection: AsyncConnection, span: _Span) -> dict[Objected, int]:
    by = [VIOLATIONS.c[name] for name in Objected._fields]
    query = select(*by, func.count()).where(span.holds(VIOLATIONS.c.made_at)).group_by(*by)
    return {Objected(*what): count for *what, count in await _counted(connection, query)}


async def _given(connection: AsyncConnection, span: _Span) -> dict[Given, int]:
    """Counts are kept for whole hours: that in which the time begins counts whole."""
    by = [REPORT_COUNTS.c[name] for name in Given._fields]
    since = REPORT_COUNTS.c.hour > span.since - HOUR_S
    query = select(*by, func.sum(REPORT_COUNTS.c.count)).where(since, REPORT_COUNTS.c.hour < span.until).group_by(*by)
    return {Given(*what): int(count) for *what, count in await _counted(connection, query)}


async def _sent(connection: AsyncConnection, span: _Span) -> dict[str, int]:
    query = select(OUTBOX.c.state, func.count()).where(span.holds(OUTBOX.c.due_at), DAILY).group_by(OUTBOX.c.state)
    return dict(await _counted(connection, query))


async def _active_chats(connection: AsyncConnection) -> int:
    query = select(func.count()).select_from(CHATS).where(CHATS.c.active.is_(True))
    return int((await connection.execute(query)).scalar_one())


async def _running(connection: AsyncConnection) -> Running:
    query = select(func.count(), func.count(distinct(SUBSCRIPTIONS.c.chat_id))).where(RUNNING)
    return Running(*(await connection.execute(query)).one())


def _summed(counts: Mapping[tuple[Any, ...], int], place: int) -> dict[Any, int]:
    """The counts by one part of their keys."""
    sums: Counter[Any] = Counter()
    for key, count in counts.items():
        sums[key[place]] += count
    return dict(sums)


def _steps(span: _Span, drafts: Mapping[tuple[int, str], int], seconds: Mapping[int, Seconds]) -> Iterator[Step]:
    """Every step of the time, also those without a draft."""
    for at in range(span.since // span.step_s, (span.until - 1) // span.step_s + 1):
        verdicts = {verdict: count for (step, verdict), count in drafts.items() if step == at}
        yield Step(datetime.fromtimestamp(at * span.step_s, UTC), verdicts, seconds.get(at))
