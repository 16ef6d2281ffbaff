"""A client for Open-Meteo's forecast and marine APIs.

Times are asked for and read in GMT: in any other timezone the source puts today's offset on every hour of the range, so
that hours after a change of clocks are wrong (open-meteo issues 488 and 1545). `zoneinfo` gives the local day.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import httpx
from pydantic import ValidationError

from conditions.errors import NoHourError, SourceAnswerError, SourceRefusedError, SourceUnreachableError
from conditions.hours import Answer, H, Sea, Weather, whole_hour, with_real_waves
from conditions.places import Place

FORECAST_URL = "https://api.open-meteo.com/v1/forecast"
MARINE_URL = "https://marine-api.open-meteo.com/v1/marine"
ATTRIBUTION = "Weather data by Open-Meteo.com (CC BY 4.0)"
ATTRIBUTION_URL = "https://open-meteo.com/"

TIMEOUT = httpx.Timeout(10.0, connect=5.0)
HOUR_FORMAT = "%Y-%m-%dT%H:%M"
NO_DATA = "No data is available"
OUT_OF_RANGE = "out of allowed range"


class OpenMeteo:
    """The source of weather and sea. The caller owns the HTTP client; `sample_transport` in it gives the sample."""

    def __init__(
        self, client: httpx.AsyncClient, *, forecast_url: str = FORECAST_URL, marine_url: str = MARINE_URL
    ) -> None:
        self._client = client
        self._forecast_url = forecast_url
        self._marine_url = marine_url

    async def weather(self, place: Place, day: date) -> Weather:
        """The weather of a local day, from an hour before it to its end."""
        return await self._hours(self._forecast_url, Answer[Weather], Weather.units(), place, day)

    async def sea(self, place: Place, day: date) -> Sea:
        """The sea of a local day, from an hour before it to its end; no hours where the source has no sea."""
        try:
            sea = await self._hours(self._marine_url, Answer[Sea], Sea.units(), place, day)
        except SourceRefusedError as refusal:
            if NO_DATA not in refusal.reason:
                raise
            return Sea(time=())  # a bay that the wave models take for land: the weather alone is still a report
        return with_real_waves(sea)

    async def _hours(self, url: str, kind: type[Answer[H]], variables: dict[str, str], place: Place, day: date) -> H:
        response = await self._get(url, {**_where(place), **_when(place, day), "hourly": ",".join(variables)})
        host = response.url.host
        if response.status_code != httpx.codes.OK:
            raise _refusal(response, host, place, day)
        try:
            answer = kind.model_validate_json(response.content)
        except ValidationError as error:
            raise SourceAnswerError(host, _problem(error)) from error
        return answer.hours()

    async def _get(self, url: str, params: dict[str, str]) -> httpx.Response:
        host = httpx.URL(url).host
        try:
            return await self._client.get(url, params=params, timeout=TIMEOUT)
        except httpx.TransportError as error:
            raise SourceUnreachableError(host, str(error) or type(error).__name__) from error
        except httpx.DecodingError as error:
            raise SourceAnswerError(host, str(error)) from error


def _where(place: Place) -> dict[str, str]:
    return {"latitude": f"{place.latitude:.4f}", "longitude": f"{place.longitude:.4f}"}


def _when(place: Place, day: date) -> dict[str, str]:
    """The range to ask for: tides and values of the hour before need the day's neighbours at both ends."""
    start = datetime.combine(day, time(), place.zone).astimezone(UTC) - timedelta(hours=1)
    end = datetime.combine(day + timedelta(days=1), time(), place.zone)
    hours = {"start_hour": start, "end_hour": end}
    return {"timezone": "GMT"} | {name: whole_hour(hour).strftime(HOUR_FORMAT) for name, hour in hours.items()}


def _refusal(response: httpx.Response, host: str, place: Place, day: date) -> SourceRefusedError | NoHourError:
    """What an answer other than 200 means."""
    reason = _reason(response)
    if OUT_OF_RANGE in reason:
        return NoHourError(place.name, day.isoformat())
    return SourceRefusedError(host, response.status_code, reason)


def _reason(response: httpx.Response) -> str:
    """The provider's reason, or HTTP's where it gives none (a proxy's page, a redirect)."""
    try:
        reason = response.json()["reason"]
    except (ValueError, KeyError, TypeError):
        reason = response.reason_phrase
    return str(reason).rstrip(".")


def _problem(error: ValidationError) -> str:
    """The first thing that is wrong with an answer, by its place in it."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(step) for step in first["loc"])
    return f"{where}: {first['msg']}" if where else first["msg"]
