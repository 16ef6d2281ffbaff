"""Requests to a provider, against a real HTTP server."""

from __future__ import annotations

import asyncio
import gzip
import socket
import threading
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from tenacity import wait_none

from conditions import source as source_module
from conditions.errors import (
    SourceAnswerError,
    SourceError,
    SourceLimitError,
    SourceRefusedError,
    SourceUnreachableError,
)
from conditions.source import AT_ONCE, REST, TRIES, Source

PATH = "/v1/forecast"
OK = (200, b"{}")


class Clock:
    """A time that moves when told to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 6, 16, 9, 20, 5, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def move(self, span: timedelta) -> None:
        self.now += span


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def source(http: httpx.AsyncClient, clock: Clock) -> Source:
    return Source(http, wait=wait_none(), now=clock)


def in_turn(*replies: Any) -> Any:
    """Each reply once, the last one again and again."""
    left = list(replies)
    return lambda url: left.pop(0) if len(left) > 1 else left[0]


def refusal(status: int, reason: str) -> tuple[int, bytes]:
    return status, f'{{"error": true, "reason": "{reason}"}}'.encode()


async def test_requests_wait_five_seconds_to_connect_and_ten_to_read():
    timeouts: list[Any] = []

    def answer(request: httpx.Request) -> httpx.Response:
        timeouts.append(request.extensions["timeout"])
        return httpx.Response(200, json={})

    async with httpx.AsyncClient(transport=httpx.MockTransport(answer), timeout=None) as http:
        await Source(http).get("http://127.0.0.1/", {})
    assert (timeouts[0]["connect"], timeouts[0]["read"]) == (5, 10)


@pytest.mark.parametrize(
    "failure",
    [None, refusal(503, "The service is overloaded"), refusal(429, "Too many concurrent requests"), (502, b"<html>")],
    ids=["hangs-up", "overloaded", "concurrent", "gateway"],
)
async def test_failure_that_may_pass_is_tried_again(provider, source, failure):
    provider.replies[PATH] = in_turn(failure, failure, OK)
    assert (await source.get(provider.url + PATH, {})).content == b"{}"
    assert provider.count(PATH) == TRIES


@pytest.mark.parametrize("failure", [refusal(400, "Invalid timezone"), (404, b""), (302, b"")])
async def test_plain_no_is_not_tried_again(provider, source, failure):
    provider.replies[PATH] = lambda url: failure
    with pytest.raises(SourceRefusedError):
        await source.get(provider.url + PATH, {})
    assert provider.count(PATH) == 1


async def test_pauses_between_tries_grow_and_differ(provider, http):
    provider.replies[PATH] = in_turn(None, None, OK)
    slept: list[float] = []
    source = Source(http)
    waits = source_module.BACK_OFF
    original = asyncio.sleep

    async def sleep(seconds: float, *rest: Any) -> None:
        slept.append(seconds)
        await original(0)

    asyncio.sleep = sleep  # type: ignore[assignment]
    try:
        await source.get(provider.url + PATH, {})
    finally:
        asyncio.sleep = original
    assert waits.max == 4
    first, second = (seconds for seconds in slept if seconds)
    assert 0.5 <= first <= 1.0
    assert 1.0 <= second <= 1.5


async def test_closed_port_is_unreachable(source):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        with pytest.raises(SourceUnreachableError) as caught:
            await source.get(f"http://127.0.0.1:{unused.getsockname()[1]}/", {})
    assert str(caught.value) == (
        "The weather source 127.0.0.1 cannot be reached (All connection attempts failed); try again in a few minutes."
    )


async def test_slow_answer_is_given_up_at_the_deadline(provider, http):
    given_up = threading.Event()
    provider.replies[PATH] = lambda url: given_up.wait(10) and OK
    began = time.monotonic()
    try:
        with pytest.raises(SourceUnreachableError) as caught:
            await Source(http, deadline_s=0.2).get(provider.url + PATH, {})
    finally:
        given_up.set()
    assert time.monotonic() - began < 5
    assert caught.value.reason == "no answer in 0.2 s"


async def test_slow_answer_is_not_asked_for_twice(provider, source, monkeypatch):
    monkeypatch.setattr(source_module, "TIMEOUT", httpx.Timeout(5.0, read=0.05))
    given_up = threading.Event()
    provider.replies[PATH] = lambda url: given_up.wait(10) and OK
    try:
        with pytest.raises(SourceUnreachableError) as caught:
            await source.get(provider.url + PATH, {})
    finally:
        given_up.set()
    assert (caught.value.reason, provider.count(PATH)) == ("ReadTimeout", 1)


@pytest.mark.parametrize(
    ("status", "reason", "sentence"),
    [
        (
            400,
            "Invalid timezone",
            "The weather source 127.0.0.1 refused the request (HTTP 400: Invalid timezone).",
        ),
        (
            503,
            "The service is overloaded",
            "The weather source 127.0.0.1 is too busy to answer (HTTP 503: The service is overloaded); "
            "try again later.",
        ),
        (
            429,
            "Minutely API request limit exceeded. Please try again in one minute.",
            "The weather source 127.0.0.1 has had too many requests from here; try again in a minute.",
        ),
        (
            429,
            "Hourly API request limit exceeded. Please try again in the next hour.",
            "The weather source 127.0.0.1 has had too many requests from here; try again in the next hour.",
        ),
        (
            429,
            "Daily API request limit exceeded. Please try again tomorrow.",
            "The weather source 127.0.0.1 has had too many requests from here today; try again tomorrow.",
        ),
    ],
)
async def test_refusal_says_what_to_do(provider, source, status: int, reason: str, sentence: str):
    provider.replies[PATH] = lambda url: refusal(status, reason)
    with pytest.raises(SourceRefusedError) as caught:
        await source.get(provider.url + PATH, {})
    assert str(caught.value) == sentence


@pytest.mark.parametrize("body", [b"<html>Bad gateway</html>", b"[]", b"{}", b"\xff", b""])
async def test_refusal_without_a_reason_carries_http_s(provider, source, body: bytes):
    provider.reply(PATH, 502, body)
    with pytest.raises(SourceRefusedError) as caught:
        await source.get(provider.url + PATH, {})
    assert caught.value.reason == "Bad Gateway"


@pytest.mark.parametrize(
    ("span", "wait"),
    [
        ("Minutely", timedelta(minutes=1)),
        ("Hourly", timedelta(minutes=39, seconds=55)),
        ("Daily", timedelta(hours=14, minutes=39, seconds=55)),
    ],
)
async def test_limit_is_respected_until_it_is_over(provider, source, clock, span: str, wait: timedelta):
    provider.replies[PATH] = lambda url: refusal(429, f"{span} API request limit exceeded. Please try again")
    for _ in range(3):
        with pytest.raises(SourceLimitError):
            await source.get(provider.url + PATH, {})
    assert provider.count(PATH) == 1
    provider.replies[PATH] = lambda url: OK
    clock.move(wait - timedelta(seconds=1))
    with pytest.raises(SourceLimitError):
        await source.get(provider.url + PATH, {})
    clock.move(timedelta(seconds=1))
    assert (await source.get(provider.url + PATH, {})).content == b"{}"


async def test_dead_provider_is_left_alone_for_a_moment(provider, source, clock):
    provider.replies[PATH] = lambda url: None
    for _ in range(5):
        with pytest.raises(SourceError):
            await source.get(provider.url + PATH, {})
    assert provider.count(PATH) == TRIES
    clock.move(REST)
    with pytest.raises(SourceError):
        await source.get(provider.url + PATH, {})
    assert provider.count(PATH) == 2 * TRIES


async def test_few_requests_are_in_flight_at_once(provider, source):
    here, most, lock = [0], [0], threading.Lock()

    def slow(url: httpx.URL) -> tuple[int, bytes]:
        with lock:
            here[0] += 1
            most[0] = max(most[0], here[0])
        time.sleep(0.02)
        with lock:
            here[0] -= 1
        return OK

    provider.replies[PATH] = slow
    await asyncio.gather(*(source.get(provider.url + PATH, {}) for _ in range(25)))
    assert (provider.count(PATH), most[0]) == (25, AT_ONCE)


async def test_answer_with_broken_compression_cannot_be_read():
    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(
            200, headers={"Content-Encoding": "gzip"}, stream=httpx.ByteStream(gzip.compress(b"{}")[4:])
        )

    async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as http:
        with pytest.raises(SourceAnswerError, match="cannot be read"):
            await Source(http).get("http://127.0.0.1/", {})
