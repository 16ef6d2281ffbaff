"""The client against a real HTTP server."""

from __future__ import annotations

import gzip
import socket
import threading
from datetime import date
from itertools import pairwise
from typing import Any

import httpx
import pytest

from conditions import open_meteo
from conditions.errors import NoHourError, SourceAnswerError, SourceRefusedError, SourceUnreachableError
from conditions.hours import Sea
from conditions.open_meteo import OpenMeteo
from conditions.places import one
from conditions.sample import SAMPLE_DAY

FORECAST = "/v1/forecast"
MARINE = "/v1/marine"
JOAQUINA = one("joaquina")


async def test_request_asks_for_the_place_and_its_day_in_gmt(provider, source):
    await source.weather(JOAQUINA, SAMPLE_DAY)
    (url,) = provider.asked
    assert url.path == FORECAST
    assert dict(url.params) == {
        "latitude": "-27.6293",
        "longitude": "-48.4490",
        "timezone": "GMT",
        "start_hour": "2026-06-16T02:00",
        "end_hour": "2026-06-17T03:00",
        "hourly": "temperature_2m,wind_speed_10m,wind_direction_10m,wind_gusts_10m,precipitation_probability,"
        "uv_index,is_day",
    }


async def test_request_asks_the_sea_of_the_marine_api(provider, source):
    await source.sea(JOAQUINA, SAMPLE_DAY)
    (url,) = provider.asked
    assert url.path == MARINE
    assert url.params["hourly"] == (
        "wave_height,wave_direction,wave_period,sea_surface_temperature,ocean_current_velocity,sea_level_height_msl"
    )


@pytest.mark.parametrize(
    ("name", "day", "start", "end"),
    [
        ("Carcavelos", date(2026, 10, 25), "2026-10-24T22:00", "2026-10-26T00:00"),  # 25 hours
        ("Carcavelos", date(2026, 3, 29), "2026-03-28T23:00", "2026-03-29T23:00"),  # 23 hours
        ("Bondi Beach", date(2026, 6, 16), "2026-06-15T13:00", "2026-06-16T14:00"),
        ("Waikiki", date(2026, 6, 16), "2026-06-16T09:00", "2026-06-17T10:00"),
    ],
    ids=["clocks-go-back", "clocks-go-forward", "east", "west"],
)
async def test_day_is_the_place_s_own(provider, source, name: str, day: date, start: str, end: str):
    provider.reply(FORECAST, 200, {"utc_offset_seconds": 0, "hourly_units": {}, "hourly": {"time": []}})
    await source.weather(one(name), day)
    assert (provider.asked[0].params["start_hour"], provider.asked[0].params["end_hour"]) == (start, end)


async def test_answer_covers_the_day_without_a_gap(source):
    hours = await source.weather(JOAQUINA, SAMPLE_DAY)
    assert len(hours.time) == 26
    assert {(later - earlier).total_seconds() for earlier, later in pairwise(hours.time)} == {3600}


async def test_requests_wait_five_seconds_to_connect_and_ten_to_read():
    timeouts: list[Any] = []

    def answer(request: httpx.Request) -> httpx.Response:
        timeouts.append(request.extensions["timeout"])
        return httpx.Response(200, json={"utc_offset_seconds": 0, "hourly_units": {}, "hourly": {"time": []}})

    async with httpx.AsyncClient(transport=httpx.MockTransport(answer), timeout=None) as client:
        await OpenMeteo(client).weather(JOAQUINA, SAMPLE_DAY)
    assert timeouts[0]["connect"] == 5
    assert timeouts[0]["read"] == 10


async def test_public_servers_are_asked_by_default():
    hosts: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        hosts.append(str(request.url.copy_with(query=None)))
        return httpx.Response(200, json={"utc_offset_seconds": 0, "hourly_units": {}, "hourly": {"time": []}})

    async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as client:
        await OpenMeteo(client).weather(JOAQUINA, SAMPLE_DAY)
        await OpenMeteo(client).sea(JOAQUINA, SAMPLE_DAY)
    assert hosts == ["https://api.open-meteo.com/v1/forecast", "https://marine-api.open-meteo.com/v1/marine"]


async def test_closed_port_is_unreachable(provider):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        async with httpx.AsyncClient(trust_env=False) as client:
            source = OpenMeteo(client, forecast_url=f"http://127.0.0.1:{unused.getsockname()[1]}{FORECAST}")
            with pytest.raises(SourceUnreachableError) as caught:
                await source.weather(JOAQUINA, SAMPLE_DAY)
    assert str(caught.value) == (
        "The weather source 127.0.0.1 cannot be reached (All connection attempts failed); try again in a few minutes."
    )


async def test_server_that_hangs_up_is_unreachable(provider, source):
    provider.replies[FORECAST] = lambda url: None
    with pytest.raises(SourceUnreachableError) as caught:
        await source.weather(JOAQUINA, SAMPLE_DAY)
    assert caught.value.reason == "Server disconnected without sending a response."


async def test_server_that_keeps_silent_is_unreachable(provider, source, monkeypatch):
    monkeypatch.setattr(open_meteo, "TIMEOUT", httpx.Timeout(5.0, read=0.05))
    given_up = threading.Event()

    def silent(url: httpx.URL) -> None:
        given_up.wait()

    provider.replies[FORECAST] = silent
    try:
        with pytest.raises(SourceUnreachableError) as caught:
            await source.weather(JOAQUINA, SAMPLE_DAY)
    finally:
        given_up.set()
    assert caught.value.reason == "ReadTimeout"


@pytest.mark.parametrize(
    ("status", "reason", "sentence"),
    [
        (
            400,
            "Invalid timezone",
            "The weather source 127.0.0.1 refused the request (HTTP 400: Invalid timezone).",
        ),
        (
            429,
            "Minutely API request limit exceeded. Please try again in one minute.",
            "The weather source 127.0.0.1 is too busy to answer (HTTP 429: Minutely API request limit exceeded. "
            "Please try again in one minute); try again later.",
        ),
        (
            503,
            "The service is overloaded",
            "The weather source 127.0.0.1 is too busy to answer (HTTP 503: The service is overloaded); "
            "try again later.",
        ),
    ],
)
async def test_refusal_carries_the_provider_s_reason(provider, source, status: int, reason: str, sentence: str):
    provider.reply(FORECAST, status, {"error": True, "reason": reason})
    with pytest.raises(SourceRefusedError) as caught:
        await source.weather(JOAQUINA, SAMPLE_DAY)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("body", [b"<html>Bad gateway</html>", b"[]", b"{}", b"\xff", b""])
async def test_refusal_without_a_reason_carries_http_s(provider, source, body: bytes):
    provider.reply(FORECAST, 502, body)
    with pytest.raises(SourceRefusedError) as caught:
        await source.weather(JOAQUINA, SAMPLE_DAY)
    assert caught.value.reason == "Bad Gateway"


async def test_day_out_of_the_source_s_range_is_told_as_such(source):
    with pytest.raises(NoHourError) as caught:
        await source.weather(JOAQUINA, date(2026, 7, 1))
    assert str(caught.value) == "There is no forecast for Praia da Joaquina on 2026-07-01; ask for a nearer hour."


async def test_place_without_a_sea_in_the_models_has_no_sea_hours(provider, source):
    provider.reply(MARINE, 400, {"error": True, "reason": "No data is available for this location"})
    assert await source.sea(JOAQUINA, SAMPLE_DAY) == Sea(time=())


async def test_other_refusals_of_the_marine_api_are_raised(provider, source):
    provider.reply(MARINE, 429, {"error": True, "reason": "Too many concurrent requests"})
    with pytest.raises(SourceRefusedError, match="Too many concurrent requests"):
        await source.sea(JOAQUINA, SAMPLE_DAY)


async def test_zeros_of_a_wave_model_on_land_are_dropped(provider, source):
    def flatten(answer: dict[str, Any]) -> None:
        for name in ("wave_height", "wave_direction", "wave_period"):
            answer["hourly"][name] = [0] * len(answer["hourly"]["time"])

    provider.alter(MARINE, flatten)
    assert (await source.sea(JOAQUINA, SAMPLE_DAY)).wave_height == ()


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"<html>Welcome to the hotel's wifi</html>", "Invalid JSON: expected value at line 1 column 1"),
        (b"", "Invalid JSON: EOF while parsing a value at line 1 column 0"),
        (b"[]", "Input should be an object"),
        (b'{"utc_offset_seconds": 0, "hourly_units": {}}', "hourly: Field required"),
        (
            b'{"utc_offset_seconds": -10800, "hourly_units": {}, "hourly": {"time": []}}',
            "utc_offset_seconds: Input should be 0",
        ),
        (
            b'{"utc_offset_seconds": 0, "hourly_units": {"wind_speed_10m": "kn"}, "hourly": {"time": []}}',
            "Value error, wind_speed_10m is in kn, not in km/h",
        ),
    ],
    ids=["portal", "empty", "list", "no-hours", "offset", "knots"],
)
async def test_answer_that_cannot_be_read_names_what_is_wrong(provider, source, body: bytes, problem: str):
    provider.reply(FORECAST, 200, body)
    with pytest.raises(SourceAnswerError) as caught:
        await source.weather(JOAQUINA, SAMPLE_DAY)
    assert str(caught.value) == (
        f"The weather source 127.0.0.1 gave an answer that cannot be read ({problem}); nothing of it was used."
    )


async def test_answer_with_broken_compression_cannot_be_read():
    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(
            200, headers={"Content-Encoding": "gzip"}, stream=httpx.ByteStream(gzip.compress(b"{}")[4:])
        )

    async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as client:
        with pytest.raises(SourceAnswerError, match="cannot be read"):
            await OpenMeteo(client).weather(JOAQUINA, SAMPLE_DAY)
