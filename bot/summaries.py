"""The sentences of the running hour, so that who asks again, or asks for the same, need not wait for the model."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import NamedTuple

from bot.units import Units
from bot.writer import Outcome
from conditions import Reading

Made = Callable[[], Awaitable[Outcome]]


class Wanted(NamedTuple):
    """What a sentence is of. The whole fact map stands in it: a sentence is right for no other facts."""

    domain: str
    place: str
    hour: str
    facts: str
    language: str
    units: frozenset[tuple[str, str]]
    checked: bool
    """Whether the guard chose among the drafts: one that it did not look at is no other mode's sentence."""


def wanted(reading: Reading, language: str, units: Units, *, checked: bool) -> Wanted:
    """The sentence of a reading as somebody wants it."""
    return Wanted(
        domain=reading.facts.domain,
        place=reading.place.name,
        hour=reading.hour.isoformat(),
        facts=reading.facts.model_dump_json(),
        language=language,
        units=frozenset(units.instead.items()),
        checked=checked,
    )


class Summaries:
    """Kept in memory until the clock hour is over. `clock` gives the moment, aware."""

    def __init__(self, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._clock = clock
        self._hour = _hour_of(clock())
        self._kept: dict[Wanted, Outcome] = {}
        self._locks: dict[Wanted, asyncio.Lock] = {}
        self._failed: dict[Wanted, tuple[float, Outcome]] = {}

    def ready(self, of: Wanted) -> Outcome | None:
        """The sentence if it is there."""
        self._turn()
        return self._kept.get(of)

    async def get(self, of: Wanted, make: Made) -> Outcome:
        """The sentence, made at most once at a time; one that failed is made anew by who asks later."""
        self._turn()
        asked_at = time.monotonic()
        async with self._locks.setdefault(of, asyncio.Lock()):
            if kept := self._kept.get(of):
                return kept
            failed_at, failed = self._failed.get(of, (asked_at, None))
            if failed is not None and failed_at > asked_at:
                return failed
            outcome = await make()
            if outcome.result is not None:
                self._kept[of] = outcome
            else:
                self._failed[of] = time.monotonic(), outcome
            return outcome

    def _turn(self) -> None:
        """Forget the sentences of an hour that is over."""
        hour = _hour_of(self._clock())
        if hour != self._hour:
            self._hour = hour
            self._kept, self._locks, self._failed = {}, {}, {}


def _hour_of(moment: datetime) -> datetime:
    return moment.replace(minute=0, second=0, microsecond=0)
