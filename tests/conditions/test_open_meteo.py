"""The client against a real HTTP server."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import httpx
import pytest

from conditions.errors import SourceAnswerError, SourceRefusedError
from conditions.hours import Sea
from conditions.open_meteo import FORECAST, MARINE, Api, Body, OpenMeteo
from conditions.places import one
from conditions.positions import Point
from conditions.source import Source

FORECAST_PATH = "/v1/forecast"
MARINE_PATH = "/v1/marine"
JOAQUINA = one("joaquina").point
IPANEMA = one("ipanema").point
FIRST = datetime(2026, 6, 15, tzinfo=UTC)
LAST = datetime(2026, 6, 18, 23, tzinfo=UTC)
EMPTY = {"latitude": 1, "longitude": 2, "utc_offset_seconds": 0, "hourly_units": {}, "hourly": {"time": []}}


async def test_request_asks_for_all_points_and_hours_in_gmt(provider, open_meteo):
    await open_meteo.hours(FORECAST, [JOAQUINA, IPANEMA], FIRST, LAST)
    (url,) = provider.asked
    assert url.path == FORECAST_PATH
    assert dict(url.params) == {
        "latitude": "-27.6293,-22.9870",
        "longitude": "-48.4490,-43.2050",
        "timezone": "GMT",
        "start_hour": "2026-06-15T00:00",
        "end_hour": "2026-06-18T23:00",
        "hourly": "temperature_2m,wind_speed_10m,wind_direction_10m,wind_gusts_10m,precipitation_probability,"
        "uv_index,is_day",
    }


async def test_request_asks_the_sea_of_the_marine_api(provider, open_meteo):
    await open_meteo.hours(MARINE, [JOAQUINA], FIRST, LAST)
    (url,) = provider.asked
    assert url.path == MARINE_PATH
    assert url.params["hourly"] == (
        "wave_height,wave_direction,wave_period,sea_surface_temperature,ocean_current_velocity,sea_level_height_msl"
    )


@pytest.mark.parametrize("points", [[JOAQUINA], [JOAQUINA, IPANEMA]], ids=["one", "a-list"])
async def test_each_point_gets_its_own_answer_without_a_gap(open_meteo, points: list[Point]):
    answers = [body.read(FORECAST) for body in await open_meteo.hours(FORECAST, points, FIRST, LAST)]
    assert [round(cell.latitude) for _, cell in answers] == [round(point.latitude) for point in points]
    for hours, _ in answers:
        assert (hours.time[0], hours.time[-1], len(hours.time)) == (FIRST, LAST, 96)
        assert {(later - earlier).total_seconds() for earlier, later in pairwise(hours.time)} == {3600}


@pytest.mark.parametrize(
    ("key", "hosts"),
    [
        (None, ["https://api.open-meteo.com/v1/forecast", "https://marine-api.open-meteo.com/v1/marine"]),
        (
            "secret",
            ["https://customer-api.open-meteo.com/v1/forecast", "https://customer-marine-api.open-meteo.com/v1/marine"],
        ),
    ],
    ids=["public", "paid"],
)
async def test_service_has_its_own_address_and_key(key: str | None, hosts: list[str]):
    asked: list[httpx.URL] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url)
        return httpx.Response(200, json=EMPTY)

    async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as http:
        open_meteo = OpenMeteo(Source(http), key=key)
        await open_meteo.hours(FORECAST, [JOAQUINA], FIRST, LAST)
        await open_meteo.hours(MARINE, [JOAQUINA], FIRST, LAST)
    assert [str(url.copy_with(query=None)) for url in asked] == hosts
    assert [url.params.get("apikey") for url in asked] == [key, key]


async def test_point_without_a_sea_in_the_models_has_no_sea_hours(provider, open_meteo):
    provider.reply(MARINE_PATH, 400, {"error": True, "reason": "No data is available for this location"})
    (body,) = await open_meteo.hours(MARINE, [JOAQUINA], FIRST, LAST)
    assert body.read(MARINE) == (Sea(time=()), None)


async def test_point_without_a_sea_spoils_no_other(provider, open_meteo):
    points = [Point(-27 - tenth / 10, -48.0) for tenth in range(8)]
    land = f"{points[5].latitude:.4f}"

    def sea(url: httpx.URL) -> tuple[int, bytes]:
        asked = url.params["latitude"].split(",")
        if land in asked:
            return 400, b'{"error": true, "reason": "No data is available for this location"}'
        answers = [EMPTY | {"latitude": float(latitude)} for latitude in asked]
        return 200, httpx.Response(200, json=answers if len(answers) > 1 else answers[0]).content

    provider.replies[MARINE_PATH] = sea
    bodies = await open_meteo.hours(MARINE, points, FIRST, LAST)
    cells = [body.read(MARINE)[1] for body in bodies]
    assert [cell and round(cell.latitude, 1) for cell in cells] == [
        *(-27.0, -27.1, -27.2, -27.3, -27.4),
        None,
        *(-27.6, -27.7),
    ]
    assert provider.count(MARINE_PATH) == 7


async def test_other_refusals_of_the_marine_api_are_raised(provider, open_meteo):
    provider.reply(MARINE_PATH, 429, {"error": True, "reason": "Too many concurrent requests"})
    with pytest.raises(SourceRefusedError, match="Too many concurrent requests"):
        await open_meteo.hours(MARINE, [JOAQUINA], FIRST, LAST)


async def test_zeros_of_a_wave_model_on_land_are_dropped(provider, open_meteo):
    def flatten(answer: dict[str, Any]) -> None:
        for name in ("wave_height", "wave_direction", "wave_period"):
            answer["hourly"][name] = [0] * len(answer["hourly"]["time"])

    provider.alter(MARINE_PATH, flatten)
    (body,) = await open_meteo.hours(MARINE, [JOAQUINA], FIRST, LAST)
    sea, _ = body.read(MARINE)
    assert (sea.wave_height, sea.sea_surface_temperature[0]) == ((), 18.9)


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"<html>Welcome to the hotel's wifi</html>", "Invalid JSON: expected value at line 1 column 1"),
        (b"", "Invalid JSON: EOF while parsing a value at line 1 column 0"),
        (b'{"latitude": 1.0, "hourly": {"ti', "Invalid JSON: EOF while parsing a string at line 1 column 32"),
        (b"[]", "0 answers for 1 points"),
        (b"[{}, {}]", "2 answers for 1 points"),
        (b"7", "Input should be a valid dictionary or instance of Answer[Weather]"),
        (
            b'{"latitude": 1, "longitude": 2, "utc_offset_seconds": 0, "hourly_units": {}}',
            "hourly: Field required",
        ),
        (
            b'{"latitude": 1, "longitude": 2, "utc_offset_seconds": -10800, "hourly_units": {},'
            b' "hourly": {"time": []}}',
            "utc_offset_seconds: Input should be 0",
        ),
        (
            b'{"latitude": 1, "longitude": 2, "utc_offset_seconds": 0, "hourly_units": {"wind_speed_10m": "kn"},'
            b' "hourly": {"time": []}}',
            "Value error, wind_speed_10m is in kn, not in km/h",
        ),
    ],
    ids=["portal", "empty", "half", "no-answers", "too-many", "number", "no-hours", "offset", "knots"],
)
async def test_answer_that_cannot_be_read_names_what_is_wrong(provider, open_meteo, body: bytes, problem: str):
    provider.reply(FORECAST_PATH, 200, body)
    with pytest.raises(SourceAnswerError) as caught:
        await open_meteo.hours(FORECAST, [JOAQUINA], FIRST, LAST)
    assert str(caught.value) == (
        f"The weather source 127.0.0.1 gave an answer that cannot be read ({problem}); nothing of it was used."
    )


async def test_timezone_of_a_point_is_asked_for(provider, open_meteo):
    provider.reply(FORECAST_PATH, 200, {"timezone": "Atlantic/Azores", "utc_offset_seconds": -3600})
    assert await open_meteo.timezone(Point(37.7, -25.7)) == "Atlantic/Azores"
    assert dict(provider.asked[0].params) == {"latitude": "37.7000", "longitude": "-25.7000", "timezone": "auto"}


def test_kept_answer_is_read_again():
    body = Body('{"latitude": 1, "longitude": 2, "utc_offset_seconds": 0, "hourly_units": {}, "hourly": {"time": []}}')
    assert body.read(Api("marine", "", Sea)) == (Sea(time=()), Point(1, 2))
