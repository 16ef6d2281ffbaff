"""The drafts that the guard objected to, and what admins say of them.

Drafts are kept for 90 days, and a judgement as long as its draft.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, exists, func, literal, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.drafts import DRAFTS, VIOLATIONS
from bot.store.reviews import REVIEWS, Judgement
from factguard import Verdict, Violation

OBJECTED: ColumnElement[bool] = DRAFTS.c.verdict.in_((Verdict.FLAGGED, Verdict.WITHHELD))
BIGGEST_ID = 2**31 - 1
COLUMNS = (
    *DRAFTS.c,
    REVIEWS.c.judgement,
    REVIEWS.c.admin_id,
    REVIEWS.c.made_at.label("judged_at"),
)


@dataclass(frozen=True, slots=True)
class Which:
    """Which drafts: with a violation of a rule, and in one of some languages; empty: any."""

    rule: str = ""
    languages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Review:
    """What an admin said of a draft, and when."""

    judgement: Judgement
    admin_id: int
    made_at: datetime


@dataclass(frozen=True, slots=True)
class Objection:
    """A draft that the guard objected to, as it is kept. `facts` is the fact map as JSON."""

    id: int
    made_at: datetime
    domain: str
    place: str
    hour: datetime
    language: str
    model: str
    attempt: int
    verdict: Verdict
    shown: bool
    violations: tuple[Violation, ...]
    facts: str
    text: str
    review: Review | None = None


class Reviews:
    """The objections and their judgements. A database that fails raises."""

    def __init__(self, engine: AsyncEngine, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._engine, self._now = engine, now

    async def next(self, which: Which, after: int | None = None) -> Objection | None:
        """The newest draft that nobody has judged; behind `after` the next older one, and then from the newest on."""
        newest = _unjudged(which, *COLUMNS).order_by(DRAFTS.c.id.desc()).limit(1)
        async with self._engine.connect() as connection:
            if after is not None and (row := (await connection.execute(newest.where(DRAFTS.c.id < after))).first()):
                return _objection(row)
            row = (await connection.execute(newest)).first()
        return _objection(row) if row else None

    async def left(self, which: Which) -> int:
        """How many drafts nobody has judged."""
        async with self._engine.connect() as connection:
            return int((await connection.execute(_unjudged(which, func.count()))).scalar_one())

    async def find(self, number: int) -> Objection | None:
        """A draft by its number; None where it is not kept, or the guard had nothing against it."""
        if not 0 < number <= BIGGEST_ID:
            return None
        query = _reviewed(*COLUMNS).where(DRAFTS.c.id == number, OBJECTED)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return _objection(row) if row else None

    async def judge(self, number: int, judgement: Judgement, admin_id: int) -> bool:
        """Keep what an admin says, in place of what was said before; False where there is no such draft."""
        if not 0 < number <= BIGGEST_ID:
            return False
        async with self._engine.begin() as connection:
            statement = _judging(connection.dialect.name, number, judgement, admin_id, self._now())
            return (await connection.execute(statement)).first() is not None

    async def counts(self) -> Mapping[tuple[Verdict, Judgement], int]:
        """How many drafts were judged, by the guard's verdict and the admin's."""
        by = (DRAFTS.c.verdict, REVIEWS.c.judgement)
        query = select(*by, func.count()).join_from(REVIEWS, DRAFTS, _OF).where(OBJECTED).group_by(*by)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return {(Verdict(verdict), Judgement(judgement)): count for verdict, judgement, count in rows}

    async def judged(self, since: datetime | None = None) -> tuple[Objection, ...]:
        """The drafts that were judged, and judged since a moment; the oldest draft first."""
        query = select(*COLUMNS).join_from(REVIEWS, DRAFTS, _OF).where(OBJECTED).order_by(DRAFTS.c.id)
        if since is not None:
            query = query.where(REVIEWS.c.made_at >= int(since.timestamp()))
        async with self._engine.connect() as connection:
            return tuple(_objection(row) for row in await connection.execute(query))


_OF = REVIEWS.c.draft_id == DRAFTS.c.id


def _reviewed(*columns: Any) -> Select[Any]:
    return select(*columns).select_from(DRAFTS.outerjoin(REVIEWS, _OF))


def _unjudged(which: Which, *columns: Any) -> Select[Any]:
    wanted = [OBJECTED, REVIEWS.c.draft_id.is_(None)]
    if which.languages:
        wanted.append(DRAFTS.c.language.in_(which.languages))
    if which.rule:
        wanted.append(exists().where(VIOLATIONS.c.draft_id == DRAFTS.c.id, VIOLATIONS.c.rule == which.rule))
    return _reviewed(*columns).where(and_(*wanted))


def _judging(dialect: str, number: int, judgement: Judgement, admin_id: int, now: datetime) -> Any:
    """One statement, so that a draft that is deleted meanwhile leaves no judgement behind."""
    values = {
        "draft_id": DRAFTS.c.id,
        "admin_id": literal(admin_id, REVIEWS.c.admin_id.type),
        "made_at": literal(int(now.timestamp()), REVIEWS.c.made_at.type),
        "judgement": literal(judgement.value, REVIEWS.c.judgement.type),
    }
    inserts: dict[str, Any] = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}
    kept = select(*values.values()).where(DRAFTS.c.id == number, OBJECTED)
    statement = inserts[dialect](REVIEWS).from_select(list(values), kept)
    changed = {name: statement.excluded[name] for name in ("admin_id", "made_at", "judgement")}
    statement = statement.on_conflict_do_update(index_elements=[REVIEWS.c.draft_id], set_=changed)
    return statement.returning(REVIEWS.c.draft_id)  # not every driver tells how many rows it wrote


def _objection(row: Row[Any]) -> Objection:
    return Objection(
        id=row.id,
        made_at=datetime.fromtimestamp(row.made_at, UTC),
        domain=row.domain,
        place=row.place,
        hour=datetime.fromisoformat(row.hour),
        language=row.language,
        model=row.model,
        attempt=row.attempt,
        verdict=Verdict(row.verdict),
        shown=row.shown,
        violations=tuple(Violation.model_validate(violation) for violation in json.loads(row.violations)),
        facts=row.facts,
        text=row.text,
        review=_review(row),
    )


def _review(row: Row[Any]) -> Review | None:
    if row.judgement is None:
        return None
    return Review(Judgement(row.judgement), row.admin_id, datetime.fromtimestamp(row.judged_at, UTC))
