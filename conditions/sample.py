"""A sample forecast that ships with the package: a made-up but likely day at six beaches, for use without a network.

The files in `samples/` have the exact shape of Open-Meteo's answers and go through the same client as live ones:

    OpenMeteo(httpx.AsyncClient(transport=sample_transport()))
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from functools import cache
from importlib import resources
from typing import Any

import httpx

from conditions.errors import NoSampleError
from conditions.open_meteo import HOUR_FORMAT
from conditions.places import Place, catalogue

SAMPLE_DAY = date(2026, 6, 16)
"""The local day that the sample holds at each of its places."""

SAMPLE_FILES: Mapping[str, str] = {
    "Praia da Joaquina": "praia-da-joaquina",
    "Ipanema": "ipanema",
    "Porto da Barra": "porto-da-barra",
    "Carcavelos": "carcavelos",
    "Nazaré": "nazare",
    "Bondi Beach": "bondi-beach",
}
"""The places that have a sample, with the stem of their files: `<stem>.forecast.json`, `<stem>.marine.json`."""

APIS = ("forecast", "marine")


def sample_places() -> tuple[Place, ...]:
    """The places that have a sample."""
    return tuple(place for place in catalogue() if place.name in SAMPLE_FILES)


def sample_transport(*, day: date = SAMPLE_DAY) -> httpx.AsyncBaseTransport:
    """A transport that answers from the sample instead of a network; `day` re-dates it."""
    return SampleTransport(day)


def sample_response(url: httpx.URL, *, day: date = SAMPLE_DAY) -> httpx.Response:
    """What Open-Meteo would answer to a request, from the sample as if it had been made for `day`.

    A place without a sample raises NoSampleError; hours outside of it are refused as the source refuses them.
    """
    place = _place_at(url.params.get("latitude", ""), url.params.get("longitude", ""))
    api = url.path.rpartition("/")[2]
    if api not in APIS:
        return _refused(404, "Not Found")
    if place is None or place.name not in SAMPLE_FILES:
        asked = place.name if place else f"{url.params.get('latitude')}, {url.params.get('longitude')}"
        raise NoSampleError(asked, tuple(SAMPLE_FILES))
    answer = _redated(_recorded(place.name, api), day - SAMPLE_DAY)
    return _between(answer, url.params.get("start_hour"), url.params.get("end_hour"))


def _place_at(latitude: str, longitude: str) -> Place | None:
    """The place of the catalogue for which the client sends these coordinates."""
    asked = (latitude, longitude)
    return next((at for at in catalogue() if (f"{at.latitude:.4f}", f"{at.longitude:.4f}") == asked), None)


@cache
def _recorded(place: str, api: str) -> Mapping[str, Any]:
    path = resources.files("conditions").joinpath("samples", f"{SAMPLE_FILES[place]}.{api}.json")
    document: dict[str, Any] = json.loads(path.read_bytes())
    return document


def _redated(answer: Mapping[str, Any], shift: timedelta) -> dict[str, Any]:
    hours = [(datetime.fromisoformat(hour) + shift).strftime(HOUR_FORMAT) for hour in answer["hourly"]["time"]]
    return {**answer, "hourly": {**answer["hourly"], "time": hours}}


def _between(answer: dict[str, Any], start: str | None, end: str | None) -> httpx.Response:
    """The answer cut to the hours asked for (all of them without a range)."""
    hours: list[str] = answer["hourly"]["time"]
    for name, asked in (("start_hour", start), ("end_hour", end)):
        if asked is not None and asked not in hours:
            return _refused(400, f"Parameter '{name}' is out of allowed range from {hours[0]} to {hours[-1]}")
    span = slice(hours.index(start) if start else None, hours.index(end) + 1 if end else None)
    cut = {name: values[span] for name, values in answer["hourly"].items()}
    return httpx.Response(200, json={**answer, "hourly": cut})


def _refused(status: int, reason: str) -> httpx.Response:
    return httpx.Response(status, json={"error": True, "reason": reason})


class SampleTransport(httpx.AsyncBaseTransport):
    """Answers each request from the sample."""

    def __init__(self, day: date) -> None:
        self._day = day

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The sample's answer to a request."""
        return sample_response(request.url, day=self._day)
