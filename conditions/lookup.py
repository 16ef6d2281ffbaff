"""From what somebody asks for to one place: a name of the catalogue, a position, or a name that the geocoder knows."""

from __future__ import annotations

from collections.abc import Sequence

import structlog

from conditions.domain import Domain
from conditions.errors import AmbiguousPlaceError, SourceError, UnknownPlaceError
from conditions.geocoding import Geocoder, Hit
from conditions.open_meteo import OpenMeteo
from conditions.places import Place, folded, nearest, one
from conditions.positions import Point, position

log = structlog.get_logger(__name__)

AT_THE_PLACE_KM = 3.0
"""How near a position must be to a place of the catalogue to stand for it."""
PLAINLY_LARGER = 10
"""By how much a town must outnumber its namesakes for its name alone to mean it."""


class Lookup:
    """Finds the place of a report; without a geocoder, among those of the catalogue alone."""

    def __init__(self, open_meteo: OpenMeteo, geocoder: Geocoder | None = None) -> None:
        self._open_meteo, self._geocoder = open_meteo, geocoder

    async def one(self, query: str, domain: Domain, language: str) -> Place:
        """The one place that is meant; all else is a PlaceError that says what could be."""
        if point := position(query):
            return await self.at(point, domain)
        try:
            return one(query, domain.places())
        except UnknownPlaceError as unknown:
            if found := await self._elsewhere(query, language):
                return found
            raise unknown from None

    async def at(self, point: Point, domain: Domain) -> Place:
        """The place of the catalogue at a position, else the position itself."""
        place, distance = nearest(point, domain.places())[0]
        if distance <= AT_THE_PLACE_KM:
            return place
        timezone = await self._open_meteo.timezone(point)
        return Place(
            name=str(point), other_names=(), town="", region="", country="", latitude=point.latitude,
            longitude=point.longitude, timezone=timezone, whale_season=None, listed=False,
        )  # fmt: skip

    async def _elsewhere(self, query: str, language: str) -> Place | None:
        """The place that only the geocoder knows; several raise AmbiguousPlaceError."""
        name, *qualifiers = (part.strip() for part in query.split(","))
        hits = [hit for hit in await self._hits(name, language) if _is_meant(hit, name, qualifiers)]
        if not hits:
            return None
        hits.sort(key=lambda hit: -hit.population)
        if len(hits) > 1 and hits[0].population < PLAINLY_LARGER * max(1, hits[1].population):
            raise AmbiguousPlaceError(query, [hit.place() for hit in hits])
        return hits[0].place()

    async def _hits(self, name: str, language: str) -> Sequence[Hit]:
        if self._geocoder is None:
            return ()
        try:
            return await self._geocoder.hits(name, language)
        except SourceError as error:  # the catalogue's own answer is still a good one
            log.warning("geocoder.failed", name=name, reason=str(error))
            return ()


def _is_meant(hit: Hit, name: str, qualifiers: Sequence[str]) -> bool:
    """Whether a hit has the very name, and lies in the region or country that is named behind a comma."""
    where = {folded(part) for part in (hit.admin1, hit.country, hit.country_code)}
    return folded(hit.name) == folded(name) and all(folded(qualifier) in where for qualifier in qualifiers)
