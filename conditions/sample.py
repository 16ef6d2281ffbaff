"""A sample forecast that ships with the package: made-up but likely days at a few places, for use without a network.

The files in `samples/` have the exact shape of Open-Meteo's answers and go through the same client as live ones:

    OpenMeteo(Source(httpx.AsyncClient(transport=sample_transport())))
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import httpx

from conditions import geocoding
from conditions.air.facts import places
from conditions.errors import NoSampleError
from conditions.open_meteo import HOUR_FORMAT
from conditions.places import Place
from conditions.water.sample import sample_map

SAMPLE_DAY = date(2026, 6, 16)
"""The local day that is today in the sample; it holds the days from the 14th to the 18th."""
SAMPLE_NOON = datetime.combine(SAMPLE_DAY, time(12), UTC)
SAMPLE_HOUR = time(9)
"""The time that is now in the sample, on each place's clock."""

FILES: Mapping[str, str] = {
    "Praia da Joaquina": "praia-da-joaquina",
    "Ipanema": "ipanema",
    "Porto da Barra": "porto-da-barra",
    "Carcavelos": "carcavelos",
    "Nazaré": "nazare",
    "Bondi Beach": "bondi-beach",
    "Lisboa": "lisboa",
    "São Paulo": "sao-paulo",
}
"""The places that have a sample, with the stem of their files: `samples/<stem>.<api>.json`."""

APIS = ("forecast", "marine", "air-quality")
WATER_MAP = "mapa"


def sample_now(place: Place, day: date = SAMPLE_DAY) -> datetime:
    """The moment that counts as now at a place."""
    return datetime.combine(day, SAMPLE_HOUR, place.zone)


def sample_transport(*, day: date = SAMPLE_DAY) -> httpx.AsyncBaseTransport:
    """A transport that answers from the sample instead of a network; `day` re-dates it."""
    return SampleTransport(day)


def sample_response(url: httpx.URL, *, day: date = SAMPLE_DAY) -> httpx.Response:
    """What the sources would answer to a request, from the sample as if it had been made for `day`.

    A place without a sample raises NoSampleError; hours outside of it are refused as the source refuses them.
    """
    api = url.path.rpartition("/")[2]
    if api == geocoding.API:
        return httpx.Response(200, json={"generationtime_ms": 0.5})  # as for a name that nothing has
    if api == WATER_MAP:
        return httpx.Response(200, content=sample_map(day - SAMPLE_DAY))
    if api not in APIS:
        return _refused(404, "Not Found")
    answers = [_redated(recorded, day - SAMPLE_DAY) for recorded in _asked(url.params, api)]
    try:
        cut = [_between(answer, url.params.get("start_hour"), url.params.get("end_hour")) for answer in answers]
    except _OutOfRangeError as error:
        return _refused(400, str(error))
    return httpx.Response(200, json=cut[0] if len(cut) == 1 else cut)


class _OutOfRangeError(Exception):
    """An hour that the sample does not hold."""


def _asked(params: httpx.QueryParams, api: str) -> list[Mapping[str, Any]]:
    """The recorded answers for the coordinates of a request."""
    points = zip(params.get("latitude", "").split(","), params.get("longitude", "").split(","), strict=True)
    return [_recorded(_stem(latitude, longitude, api), api) for latitude, longitude in points]


def _stem(latitude: str, longitude: str, api: str) -> str:
    """The files of the place for which the client sends these coordinates."""
    names = [place.name for place in places() if _sent(place) == (latitude, longitude)]
    there = next((name for name in names if name in FILES), None)
    if there is None or not _file(FILES[there], api).is_file():
        holding = tuple(name for name, stem in FILES.items() if _file(stem, api).is_file())
        raise NoSampleError(there or next(iter(names), f"{latitude}, {longitude}"), holding)
    return FILES[there]


def _sent(place: Place) -> tuple[str, str]:
    return f"{place.latitude:.4f}", f"{place.longitude:.4f}"


def _file(stem: str, api: str) -> Traversable:
    return resources.files("conditions").joinpath("samples", f"{stem}.{api}.json")


@cache
def _recorded(stem: str, api: str) -> Mapping[str, Any]:
    document: dict[str, Any] = json.loads(_file(stem, api).read_bytes())
    return document


def _redated(answer: Mapping[str, Any], shift: timedelta) -> dict[str, Any]:
    hours = [(datetime.fromisoformat(hour) + shift).strftime(HOUR_FORMAT) for hour in answer["hourly"]["time"]]
    return {**answer, "hourly": {**answer["hourly"], "time": hours}}


def _between(answer: dict[str, Any], start: str | None, end: str | None) -> dict[str, Any]:
    """The answer cut to the hours asked for (all of them without a range)."""
    hours: list[str] = answer["hourly"]["time"]
    for name, asked in (("start_hour", start), ("end_hour", end)):
        if asked is not None and asked not in hours:
            raise _OutOfRangeError(f"Parameter '{name}' is out of allowed range from {hours[0]} to {hours[-1]}")
    span = slice(hours.index(start) if start else None, hours.index(end) + 1 if end else None)
    return {**answer, "hourly": {name: values[span] for name, values in answer["hourly"].items()}}


def _refused(status: int, reason: str) -> httpx.Response:
    return httpx.Response(status, json={"error": True, "reason": reason})


class SampleTransport(httpx.AsyncBaseTransport):
    """Answers each request from the sample."""

    def __init__(self, day: date) -> None:
        self._day = day

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The sample's answer to a request."""
        return sample_response(request.url, day=self._day)
