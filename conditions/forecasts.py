"""The source's hours for places, asked for as seldom as may be.

An answer serves everybody until the clock hour in which it was asked for is over. Places that are asked for at about
the same time go into one request, and nobody asks for a cell that is being asked for already. When the source fails,
the last answer is given with its age, up to a limit.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time, timedelta
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic

import structlog

from conditions.errors import SourceError
from conditions.hours import H, whole_hour
from conditions.open_meteo import Api, Body, Kept, OpenMeteo
from conditions.places import Place
from conditions.positions import Point

if TYPE_CHECKING:
    from conditions.answers import Answers  # whoever keeps none needs no database library

log = structlog.get_logger(__name__)

BOARDING_S = 0.02
"""How long a request waits for more places."""
LARGEST_REQUEST = 50
"""Places in one request: the source counts each place as a call, and an address of them all must not grow too long."""
OLDEST = timedelta(hours=12)
"""The greatest age of an answer that stands in for one that did not come."""
EMPTY_LASTS = timedelta(hours=24)
"""How long a cell that has no data is not asked for again."""
KEPT_AT_MOST = 512
"""Answers in memory, of about 30 kB each; the longest unrenewed go first."""


@dataclass(frozen=True, slots=True)
class Dated(Generic[H]):
    """Hours with the moment when they were fetched, and the model's cell that they are of (None: no data there).

    `stale` says that newer ones were asked for and did not come.
    """

    hours: H
    fetched_at: datetime
    cell: Point | None
    stale: bool = False


@dataclass(frozen=True, slots=True)
class _Flight:
    """A request on its way, or about to leave: what it brings by cell."""

    points: dict[str, Point]
    results: asyncio.Task[Mapping[str, Dated[Any] | SourceError]]


@dataclass(slots=True)
class _Boarding:
    """The flights of one API and hour: the one that still takes places, and those that cells are on."""

    open: _Flight | None = None
    by_cell: dict[str, _Flight] = field(default_factory=dict)

    @property
    def flights(self) -> tuple[_Flight, ...]:
        """Each flight once."""
        return tuple({id(flight): flight for flight in self.by_cell.values()}.values())


class Forecasts:
    """Hours from a source, through answers that are kept in memory and, where there is one, in a database."""

    def __init__(self, source: OpenMeteo, answers: Answers | None = None, *, oldest: timedelta = OLDEST) -> None:
        self._source, self._answers, self._oldest = source, answers, oldest
        self._kept: dict[tuple[str, str], Dated[Any]] = {}
        self._boarding: dict[tuple[str, datetime], _Boarding] = {}

    async def of(self, api: Api[H], place: Place, now: datetime) -> Dated[H]:
        """The hours of a place from the day before `now` (aware) to the second day after it, all days of GMT."""
        point = place.point
        cell = cell_of(point)
        kept = self._kept.get((api.name, cell))
        if kept is not None and _is_fresh(kept, now):
            return kept
        flight = self._flight(api, cell, point, now)
        result = (await asyncio.shield(flight.results))[cell]  # who leaves does not stop the others
        if isinstance(result, SourceError):
            raise result.with_traceback(None)
        return result

    async def close(self) -> None:
        """Call back what is on its way; nothing is asked for after this."""
        flights = [flight.results for boarding in self._boarding.values() for flight in boarding.flights]
        for results in flights:
            results.cancel()
        await asyncio.gather(*flights, return_exceptions=True)

    def _flight(self, api: Api[Any], cell: str, point: Point, now: datetime) -> _Flight:
        """The flight that a cell is on; one that has not left yet takes it along."""
        key = api.name, whole_hour(now)
        boarding = self._boarding.setdefault(key, _Boarding())
        if cell in boarding.by_cell:
            return boarding.by_cell[cell]
        if boarding.open is None:
            points: dict[str, Point] = {}
            boarding.open = _Flight(points, asyncio.create_task(self._fly(api, now, points, boarding)))
            boarding.open.results.add_done_callback(lambda _: self._landed(key, points))
        boarding.open.points[cell] = point
        boarding.by_cell[cell] = boarding.open
        return boarding.open

    def _landed(self, key: tuple[str, datetime], points: Mapping[str, Point]) -> None:
        boarding = self._boarding[key]
        for cell in points:
            del boarding.by_cell[cell]
        if not boarding.by_cell:
            del self._boarding[key]

    async def _fly(
        self, api: Api[Any], now: datetime, points: dict[str, Point], boarding: _Boarding
    ) -> Mapping[str, Dated[Any] | SourceError]:
        await asyncio.sleep(BOARDING_S)
        boarding.open = None
        known = await self._known(api, points, now)
        results: dict[str, Dated[Any] | SourceError] = {}
        missing = {
            cell: point for cell, point in points.items() if cell not in known or not _is_fresh(known[cell], now)
        }
        waiting = iter(missing.items())
        while some := dict(islice(waiting, LARGEST_REQUEST)):
            results |= await self._fetch(api, now, some, known)
        results |= {cell: known[cell] for cell in points if cell not in missing}
        self._remember(api, results)
        return results

    async def _known(self, api: Api[Any], points: Mapping[str, Point], now: datetime) -> dict[str, Dated[Any]]:
        """The newest answers that memory and database hold."""
        known = {cell: kept for cell in points if (kept := self._kept.get((api.name, cell)))}
        if self._answers is None:
            return known
        stored = await self._answers.newest(api.name, points, since=self._kept_since(now))
        return known | {cell: _dated(api, kept.body, kept.fetched_at) for cell, kept in stored.items()}

    async def _fetch(
        self, api: Api[Any], now: datetime, points: Mapping[str, Point], known: Mapping[str, Dated[Any]]
    ) -> dict[str, Dated[Any] | SourceError]:
        first = datetime.combine(now.astimezone(UTC).date() - timedelta(days=1), time(), UTC)
        last = first + timedelta(days=4, hours=-1)
        try:
            bodies = await self._source.hours(api, list(points.values()), first, last)
        except SourceError as error:
            log.warning("source.failed", api=api.name, places=len(points), reason=str(error))
            return {cell: self._instead(known.get(cell), now) or error for cell in points}
        answers = {cell: Kept(body, now) for cell, body in zip(points, bodies, strict=True)}
        if self._answers is not None:
            await self._answers.keep(api.name, whole_hour(now), answers, since=self._kept_since(now))
        return {cell: _dated(api, kept.body, kept.fetched_at) for cell, kept in answers.items()}

    def _kept_since(self, now: datetime) -> datetime:
        return now - max(self._oldest, EMPTY_LASTS)

    def _instead(self, last: Dated[Any] | None, now: datetime) -> Dated[Any] | None:
        """The last answer, unless it is too old."""
        if last is None or now - last.fetched_at > self._oldest:
            return None
        return replace(last, stale=True)

    def _remember(self, api: Api[Any], results: Mapping[str, Dated[Any] | SourceError]) -> None:
        for cell, result in results.items():
            if isinstance(result, Dated):
                self._kept.pop((api.name, cell), None)
                self._kept[api.name, cell] = replace(result, stale=False)
        for surplus in list(self._kept)[: max(0, len(self._kept) - KEPT_AT_MOST)]:
            del self._kept[surplus]


def cell_of(point: Point) -> str:
    """The cell of our grid that a point lies in: a hundredth of a degree, about a kilometre.

    The models' own cells are larger, but the source fits temperatures to the height of the very point, so that one
    answer for all of a model's cell would be wrong by the height of a hill.
    """
    return f"{point.latitude:.2f},{point.longitude:.2f}"


def _dated(api: Api[H], body: Body, fetched_at: datetime) -> Dated[H]:
    hours, cell = body.read(api)
    return Dated(hours, fetched_at, cell)


def _is_fresh(kept: Dated[Any], now: datetime) -> bool:
    if kept.cell is None:
        return now - kept.fetched_at < EMPTY_LASTS
    return whole_hour(kept.fetched_at) == whole_hour(now)
