"""A client for the bathing-water map of Santa Catarina's environment agency, the IMA.

The map is one answer of some 260 points, renewed weekly in season and monthly off season: it is fetched whole and kept.
The server labels its JSON as HTML, so that only the body tells whether an answer is one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import structlog
from pydantic import ValidationError

from conditions.errors import SourceAnswerError, SourceError
from conditions.places import Place
from conditions.source import Source
from conditions.water.ima_map import Map, problem, read
from conditions.water.quality import SamplingPoint

BASE_URL = "https://balneabilidade.ima.sc.gov.br"
MAP = "/relatorio/mapa"
KEPT = timedelta(hours=6)
FAILURE_KEPT = timedelta(minutes=5)

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What asking came to, and when."""

    told: tuple[SamplingPoint, ...] | SourceError
    at: datetime

    def holds(self, now: datetime) -> bool:
        """Whether it is too early to ask again."""
        return now - self.at < (FAILURE_KEPT if isinstance(self.told, SourceError) else KEPT)


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Ima:
    """The source of Santa Catarina's samples."""

    name = "IMA Santa Catarina"
    link = BASE_URL

    def __init__(self, source: Source, *, base_url: str = BASE_URL, now: Callable[[], datetime] = _utc_now) -> None:
        self._source = source
        self._url = base_url.rstrip("/") + MAP
        self._now = now
        self._outcome: Outcome | None = None
        self._asking: asyncio.Task[Outcome] | None = None

    def covers(self, place: Place) -> bool:
        """Whether a place is in Santa Catarina."""
        return (place.country, place.region) == ("BR", "Santa Catarina")

    async def points(self) -> tuple[SamplingPoint, ...]:
        """Every point, from the answer of the last six hours; a failure of the last five minutes is raised again."""
        outcome = self._outcome
        if outcome is None or not outcome.holds(self._now()):
            outcome = await self._one_request()
        if isinstance(outcome.told, SourceError):
            raise outcome.told.with_traceback(None)  # the same error is raised to each caller
        return outcome.told

    async def _one_request(self) -> Outcome:
        """The outcome of the request in flight, or of a new one; a caller that gives up does not end it for others."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())
        return await asyncio.shield(self._asking)

    async def _ask(self) -> Outcome:
        told: tuple[SamplingPoint, ...] | SourceError
        try:
            told = await self._fetched()
        except SourceError as failure:
            told = failure
        self._outcome = Outcome(told, self._now())
        return self._outcome

    async def _fetched(self) -> tuple[SamplingPoint, ...]:
        response = await self._source.get(self._url, {})
        host = response.url.host
        try:
            answer = read(response.content, self._now().date())
        except ValidationError as error:
            raise SourceAnswerError(host, problem(error)) from error
        _tell_unread(answer, host)
        if not answer.points:
            raise SourceAnswerError(host, next(iter(answer.unread_points), "no sampling points"))
        return answer.points


def _tell_unread(answer: Map, host: str) -> None:
    """One event for all that an answer holds and that cannot be read."""
    unread = (*answer.unread_points, *answer.unread_samples)
    if unread:
        counts = {"points": len(answer.unread_points), "samples": len(answer.unread_samples)}
        log.warning("water.unread", source=host, read=len(answer.points), **counts, first=unread[0])
