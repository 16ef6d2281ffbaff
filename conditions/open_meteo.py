"""Open-Meteo's hourly APIs: one request for many points.

Times are asked for and read in GMT: in any other timezone the source puts today's offset on every hour of the range, so
that hours after a change of clocks are wrong (open-meteo issues 488 and 1545). `zoneinfo` gives the local day.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, NamedTuple, TypeVar

import httpx
from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

from conditions.errors import SourceAnswerError, SourceRefusedError
from conditions.hours import Answer, H, Sea, Weather
from conditions.outlook import Credit
from conditions.positions import Point
from conditions.source import Source
from factguard.texts import mark as _

SOURCE = "Open-Meteo"
CREDIT = Credit(_("Weather data by Open-Meteo.com (CC BY 4.0)"), "https://open-meteo.com/")
PAID_PREFIX = "customer-"
"""What the hosts of the paid service begin with."""

HOUR_FORMAT = "%Y-%m-%dT%H:%M"
NO_DATA = "No data is available"

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Api(Generic[H]):
    """One hourly service of the source: `name` is the last part of its address."""

    name: str
    url: str
    hours: type[H]


FORECAST = Api("forecast", "https://api.open-meteo.com/v1/forecast", Weather)
MARINE = Api("marine", "https://marine-api.open-meteo.com/v1/marine", Sea)


class Body(NamedTuple):
    """The source's answer for one point as JSON, which can be kept; None where its models have nothing there."""

    text: str | None

    def read(self, api: Api[H]) -> tuple[H, Point | None]:
        """The hours, and the model's cell that they are of."""
        if self.text is None:
            return api.hours(time=()), None
        answer = _answer(api, from_json(self.text), api.name)
        return answer.hours(), Point(answer.latitude, answer.longitude)


class Kept(NamedTuple):
    """An answer with the moment when it came."""

    body: Body
    fetched_at: datetime


class OpenMeteo:
    """The source of hourly values. `urls` replaces addresses by API name; `key` is the paid service's."""

    def __init__(self, source: Source, *, urls: Mapping[str, str] | None = None, key: str | None = None) -> None:
        self._source = source
        self._urls = urls or {}
        self._key = key

    async def hours(self, api: Api[Any], points: Sequence[Point], first: datetime, last: datetime) -> list[Body]:
        """The answers for some points, in their order, from a first to a last hour (aware, both included)."""
        try:
            return await self._ask(api, points, first, last)
        except SourceRefusedError as refusal:
            if NO_DATA not in refusal.reason:
                raise
        if len(points) == 1:  # a bay that the wave models take for land: the weather alone is still a report
            return [Body(None)]
        half = len(points) // 2  # one such point refuses the whole request
        return [
            *await self.hours(api, points[:half], first, last),
            *await self.hours(api, points[half:], first, last),
        ]

    async def timezone(self, point: Point) -> str:
        """The name of the timezone at a point."""
        url = self.address(FORECAST.name, FORECAST.url)
        response = await self._source.get(url, _where([point]) | {"timezone": "auto"} | self._credentials())
        return _validated(_Zone, _document(response), response.url.host).timezone

    def address(self, name: str, public: str) -> str:
        """Where a service is asked: a setting's address, the paid service's, or the public one."""
        if own := self._urls.get(name):
            return own
        url = httpx.URL(public)
        return str(url.copy_with(host=PAID_PREFIX + url.host)) if self._key else public

    async def _ask(self, api: Api[Any], points: Sequence[Point], first: datetime, last: datetime) -> list[Body]:
        hours = {"start_hour": first.strftime(HOUR_FORMAT), "end_hour": last.strftime(HOUR_FORMAT)}
        asked = {"timezone": "GMT", **hours, "hourly": ",".join(api.hours.units())}
        url = self.address(api.name, api.url)
        response = await self._source.get(url, _where(points) | asked | self._credentials())
        host = response.url.host
        document = _document(response)
        documents = document if isinstance(document, list) else [document]
        if len(documents) != len(points):
            raise SourceAnswerError(host, f"{len(documents)} answers for {len(points)} points")
        for each in documents:
            _answer(api, each, host)
        return [Body(json.dumps(each)) for each in documents]

    def _credentials(self) -> dict[str, str]:
        return {"apikey": self._key} if self._key else {}


class _Zone(BaseModel):
    """The head of an answer, which says where the point's clocks are set."""

    timezone: str


def _where(points: Sequence[Point]) -> dict[str, str]:
    return {
        "latitude": ",".join(f"{point.latitude:.4f}" for point in points),
        "longitude": ",".join(f"{point.longitude:.4f}" for point in points),
    }


def _document(response: httpx.Response) -> object:
    try:
        return from_json(response.content)
    except ValueError as error:
        raise SourceAnswerError(response.url.host, f"Invalid JSON: {error}") from error


def _answer(api: Api[H], document: object, host: str) -> Answer[H]:
    kind: type[Answer[H]] = Answer[api.hours]  # type: ignore[name-defined]  # the API says which hours
    return _validated(kind, document, host)


def _validated(kind: type[M], document: object, host: str) -> M:
    try:
        return kind.model_validate(document)
    except ValidationError as error:
        raise SourceAnswerError(host, _problem(error)) from error


def _problem(error: ValidationError) -> str:
    """The first thing that is wrong with an answer, by its place in it."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(step) for step in first["loc"])
    return f"{where}: {first['msg']}" if where else first["msg"]
