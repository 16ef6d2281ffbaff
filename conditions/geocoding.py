"""Open-Meteo's geocoder: towns and beaches that are in no catalogue of ours."""

from __future__ import annotations

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import structlog
from pydantic import BaseModel, Field, ValidationError
from pydantic_core import from_json

from conditions.errors import SourceAnswerError
from conditions.open_meteo import OpenMeteo
from conditions.places import Place
from conditions.source import Source

log = structlog.get_logger(__name__)

API = "search"
URL = "https://geocoding-api.open-meteo.com/v1/search"
MOST = 20
SHORTEST = 3
"""Letters: the geocoder finds nothing for one, and for two only names that are no longer."""


class Hit(BaseModel):
    """A place as the geocoder gives it; all but name, position and timezone may be missing."""

    name: str
    latitude: float = Field(ge=-90, le=90)
    longitude: float = Field(ge=-180, le=180)
    timezone: str
    country_code: str = ""
    country: str = ""
    admin1: str = ""
    population: int = 0

    def place(self) -> Place:
        """The same as a place that is in no catalogue."""
        return Place(
            name=self.name,
            other_names=(),
            town=self.name,
            region=self.admin1 or self.country,
            country=self.country_code,
            latitude=self.latitude,
            longitude=self.longitude,
            timezone=self.timezone,
            whale_season=None,
            listed=False,
        )


class _Hits(BaseModel):
    """Where nothing is found there is no `results` at all."""

    results: list[dict[str, object]] = []


class Geocoder:
    """Finds places by name."""

    def __init__(self, source: Source, open_meteo: OpenMeteo, *, key: str | None = None) -> None:
        self._source, self._url, self._key = source, open_meteo.address(API, URL), key

    async def hits(self, name: str, language: str) -> tuple[Hit, ...]:
        """The places whose names begin so, the likeliest first; SourceError where no answer comes."""
        if len(name) < SHORTEST:
            return ()
        asked = {"name": name, "count": str(MOST), "language": language.partition("_")[0], "format": "json"}
        response = await self._source.get(self._url, asked | ({"apikey": self._key} if self._key else {}))
        try:
            found = _Hits.model_validate(from_json(response.content))
        except (ValueError, ValidationError) as error:
            raise SourceAnswerError(response.url.host, str(error).splitlines()[0]) from error
        return tuple(hit for each in found.results if (hit := _read(each)))


def _read(entry: dict[str, object]) -> Hit | None:
    """One place; one without a position or a known clock is of no use."""
    try:
        hit = Hit.model_validate(entry)
        ZoneInfo(hit.timezone)
    except (ValidationError, ZoneInfoNotFoundError, ValueError) as error:
        log.warning("geocoder.skipped", name=entry.get("name"), reason=str(error).splitlines()[0])
        return None
    return hit
