"""A clock that a test sets, a writer that says what is true, and subscribers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.broadcast import Broadcaster
from bot.schedule import Schedule
from bot.store import Subscriptions
from bot.store.outbox import OUTBOX
from bot.store.subscription_rows import Daily, Subscription
from bot.units import METRIC, Units
from bot.writer import Draft
from conditions import SWIM
from conditions.places import one
from conditions.sample import SAMPLE_DAY
from factguard import FactMap

FLORIANOPOLIS = "America/Sao_Paulo"
JOAQUINA = one("joaquina")


@dataclass
class Clock:
    """A clock that stands still."""

    now: datetime

    def __call__(self) -> datetime:
        return self.now

    def set(self, at: str, *, day: date = SAMPLE_DAY, timezone: str = FLORIANOPOLIS) -> None:
        """Set it to a time of a zone's day."""
        self.now = datetime.combine(day, time.fromisoformat(at), ZoneInfo(timezone)).astimezone(UTC)


@dataclass
class TruthfulWriter:
    """A writer whose every sentence is true, unless an `untruth` is asked of it, and which counts them."""

    written: list[tuple[str, str]] = field(default_factory=list)
    failure: Exception | None = None
    untruth: str | None = None
    name: str = "truthful"
    ready: asyncio.Event | None = None

    async def start(self) -> None:
        """Nothing to load."""

    async def draft(self, facts: FactMap, language: str, *, seed: int, units: Units = METRIC) -> Draft:
        values: Any = facts
        self.written.append((values.beach_name, language))
        if self.ready:
            await self.ready.wait()
        if self.failure:
            raise self.failure
        score = values.score
        text = {
            "en": f"The score at {values.beach_name} is {score} out of 100.",
            "pt": f"A nota na {values.beach_name} é {score} de 100.",
        }[language]
        text = self.untruth or text
        return Draft(text=text, seed=seed, seconds=0.0, tokens=1)

    async def close(self) -> None:
        """Nothing to close."""


@dataclass(frozen=True)
class Office:
    """A broadcaster at work over a database."""

    broadcaster: Broadcaster
    engine: AsyncEngine
    clock: Clock
    forecast: str

    @property
    def subscriptions(self) -> Subscriptions:
        return Subscriptions(self.engine, self.clock)

    async def subscribe(
        self, chat: int, at: str = "07:00", *, timezone: str = FLORIANOPOLIS, **more: Any
    ) -> Subscription:
        """A chat wants a report of Joaquina."""
        schedule = Schedule(time.fromisoformat(at), timezone)
        wish: dict[str, Any] = {"place": JOAQUINA, "language": "en", "domain": SWIM, "schedule": schedule} | more
        return await self.subscriptions.add(Daily(chat, **wish))

    async def tick(self, at: str | None = None, **day: Any) -> None:
        """One tick, at a time of the sample day in Florianópolis, with all that it sends."""
        if at is not None:
            self.clock.set(at, **day)
        await self.broadcaster.tick()
        await self.broadcaster.finished()

    async def rows(self, *columns: str) -> list[tuple[Any, ...]]:
        """The outbox in its order."""
        names = columns or ("chat_id", "state")
        query = select(*(OUTBOX.c[name] for name in names)).order_by(OUTBOX.c.due_at, OUTBOX.c.id)
        async with self.engine.connect() as connection:
            return [tuple(row) for row in await connection.execute(query)]


Opening = Callable[..., Any]
"""Opens an office: over the same file as the others of a test."""
