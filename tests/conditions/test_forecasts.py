"""How seldom the source is asked, and what is given when it does not answer."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from tenacity import wait_none

from bot.store.address import address
from conditions import SWIM, Sources
from conditions.answers import METADATA, Answers
from conditions.errors import SourceAnswerError, SourceLimitError, SourceUnreachableError
from conditions.forecasts import OLDEST, Forecasts
from conditions.hours import Sea
from conditions.open_meteo import FORECAST, MARINE, OpenMeteo
from conditions.places import catalogue, one
from conditions.sample import sample_response
from conditions.source import REST, Source

FORECAST_PATH = "/v1/forecast"
MARINE_PATH = "/v1/marine"
JOAQUINA = one("joaquina")
NOW = datetime(2026, 6, 16, 12, 25, tzinfo=UTC)
HOUR = timedelta(hours=1)
TWENTY = catalogue()[:20]
EMPTY = {"latitude": 1, "longitude": 2, "utc_offset_seconds": 0, "hourly_units": {}, "hourly": {"time": []}}


class Clock:
    """A time that moves when told to."""

    now = NOW

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
async def engine(database_url: str) -> AsyncIterator[AsyncEngine]:
    """A real database."""
    engine = create_async_engine(address(database_url))
    async with engine.begin() as connection:
        await connection.run_sync(METADATA.create_all)
    yield engine
    await engine.dispose()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def open_meteo(http, provider, clock) -> OpenMeteo:
    return OpenMeteo(Source(http, wait=wait_none(), now=clock), urls=provider.urls)


@pytest.fixture
def forecasts(open_meteo: OpenMeteo, engine: AsyncEngine) -> Forecasts:
    return Forecasts(open_meteo, Answers(engine))


def everywhere(url: httpx.URL) -> tuple[int, bytes]:
    """Joaquina's sample for any points."""
    count = len(url.params["latitude"].split(","))
    there = {"latitude": f"{JOAQUINA.latitude:.4f}", "longitude": f"{JOAQUINA.longitude:.4f}"}
    answer = sample_response(url.copy_merge_params(there)).json()
    return 200, json.dumps([answer] * count if count > 1 else answer).encode()


async def test_500_reports_for_20_places_cost_a_request_an_api(provider, forecasts):
    provider.replies |= {FORECAST_PATH: everywhere, MARINE_PATH: everywhere}
    sources = Sources(forecasts)
    asking = [SWIM.gather(sources, place, NOW) for place in TWENTY for _ in range(25)]
    outlooks = await asyncio.gather(*asking)
    assert {outlook.at(NOW).facts.wind_kmh for outlook in outlooks} == {20}
    assert [outlook.place for outlook in outlooks[::25]] == list(TWENTY)
    assert (provider.count(FORECAST_PATH), provider.count(MARINE_PATH)) == (1, 1)

    later = NOW + timedelta(minutes=30)
    await asyncio.gather(*(SWIM.gather(sources, place, later) for place in TWENTY for _ in range(25)))
    assert len(provider.asked) == 2


async def test_answers_survive_a_restart(provider, open_meteo, engine):
    first = await Forecasts(open_meteo, Answers(engine)).of(FORECAST, JOAQUINA, NOW)
    again = await Forecasts(open_meteo, Answers(engine)).of(FORECAST, JOAQUINA, NOW + timedelta(minutes=10))
    assert again == first
    assert len(provider.asked) == 1


async def test_next_hour_asks_again(provider, forecasts):
    for minutes in (0, 34, 35, 50):
        await forecasts.of(FORECAST, JOAQUINA, NOW + timedelta(minutes=minutes))
    assert len(provider.asked) == 2


async def test_places_on_their_way_are_not_asked_for_again(provider, forecasts):
    on_its_way, may_answer = threading.Event(), threading.Event()

    def slow(url: httpx.URL) -> tuple[int, bytes]:
        on_its_way.set()
        may_answer.wait(5)
        return everywhere(url)

    provider.replies[FORECAST_PATH] = slow
    first = asyncio.create_task(forecasts.of(FORECAST, JOAQUINA, NOW))
    await asyncio.to_thread(on_its_way.wait)
    second = asyncio.create_task(forecasts.of(FORECAST, JOAQUINA, NOW))
    await asyncio.sleep(0.05)
    may_answer.set()
    assert await first == await second
    assert len(provider.asked) == 1


async def test_one_who_leaves_does_not_stop_the_others(provider, forecasts):
    provider.replies[FORECAST_PATH] = everywhere
    leaving, staying = (asyncio.create_task(forecasts.of(FORECAST, JOAQUINA, NOW)) for _ in range(2))
    await asyncio.sleep(0)
    leaving.cancel()
    assert (await staying).hours.time
    assert leaving.cancelled() or leaving.cancelling()


async def test_closing_calls_back_what_is_on_its_way(provider, forecasts):
    may_answer = threading.Event()
    provider.replies[FORECAST_PATH] = lambda url: may_answer.wait(5) and everywhere(url)
    asking = asyncio.create_task(forecasts.of(FORECAST, JOAQUINA, NOW))
    await asyncio.sleep(0.05)
    await forecasts.close()
    may_answer.set()
    with pytest.raises(asyncio.CancelledError):
        await asking


async def test_many_places_are_asked_for_in_requests_of_fifty(provider, forecasts):
    provider.replies[FORECAST_PATH] = everywhere
    await asyncio.gather(*(forecasts.of(FORECAST, place, NOW) for place in catalogue()))
    counts = [len(url.params["latitude"].split(",")) for url in provider.asked]
    assert counts == [50, len(catalogue()) - 50]


async def test_days_before_and_after_are_asked_for_too(provider, forecasts):
    await forecasts.of(FORECAST, JOAQUINA, NOW)
    params = provider.asked[0].params
    assert (params["start_hour"], params["end_hour"]) == ("2026-06-15T00:00", "2026-06-18T23:00")


async def test_last_answer_stands_in_for_a_dead_source_up_to_its_age(provider, forecasts, clock):
    await forecasts.of(FORECAST, JOAQUINA, NOW)
    provider.replies[FORECAST_PATH] = lambda url: None
    for age in (HOUR, OLDEST):
        clock.now = NOW + age
        dated = await forecasts.of(FORECAST, JOAQUINA, clock.now)
        assert (dated.stale, dated.fetched_at) == (True, NOW)
    clock.now = NOW + OLDEST + timedelta(minutes=1)
    with pytest.raises(SourceUnreachableError):
        await forecasts.of(FORECAST, JOAQUINA, clock.now)


async def test_last_answer_stands_in_after_a_restart(provider, open_meteo, engine, clock):
    await Forecasts(open_meteo, Answers(engine)).of(FORECAST, JOAQUINA, NOW)
    provider.replies[FORECAST_PATH] = lambda url: None
    dated = await Forecasts(open_meteo, Answers(engine)).of(FORECAST, JOAQUINA, NOW + 2 * HOUR)
    assert (dated.stale, dated.fetched_at) == (True, NOW.replace(microsecond=0))


async def test_source_that_recovers_gives_new_answers(provider, forecasts, clock):
    await forecasts.of(FORECAST, JOAQUINA, NOW)
    provider.replies[FORECAST_PATH] = lambda url: None
    clock.now = NOW + HOUR
    assert (await forecasts.of(FORECAST, JOAQUINA, clock.now)).stale
    provider.recover()
    clock.now += REST
    dated = await forecasts.of(FORECAST, JOAQUINA, clock.now)
    assert (dated.stale, dated.fetched_at) == (False, clock.now)


@pytest.mark.parametrize(
    ("status", "body", "error"),
    [
        (200, b"<html>", SourceAnswerError),
        (200, b'{"latitude": 1.0, "hourly": {"ti', SourceAnswerError),
        (
            429,
            b'{"error": true, "reason": "Daily API request limit exceeded. Please try again tomorrow."}',
            SourceLimitError,
        ),
    ],
    ids=["garbage", "half", "daily-limit"],
)
async def test_what_is_no_answer_is_told_to_all_who_wait(provider, forecasts, status, body, error):
    provider.replies[FORECAST_PATH] = lambda url: (status, body)
    asking = (forecasts.of(FORECAST, place, NOW) for place in TWENTY)
    results = await asyncio.gather(*asking, return_exceptions=True)
    assert {type(result) for result in results} == {error}
    assert len(provider.asked) == 1


async def test_place_without_a_sea_is_not_asked_for_again_that_day(provider, forecasts):
    provider.reply(MARINE_PATH, 400, {"error": True, "reason": "No data is available for this location"})
    for hours in (0, 1, 23):
        dated = await forecasts.of(MARINE, JOAQUINA, NOW + hours * HOUR)
        assert (dated.hours, dated.cell, dated.stale) == (Sea(time=()), None, False)
    assert len(provider.asked) == 1
    await forecasts.of(MARINE, JOAQUINA, NOW + 24 * HOUR)
    assert len(provider.asked) == 2


@pytest.mark.parametrize("statement", ["SELECT", "INSERT"])
async def test_failing_database_costs_requests_but_no_report(provider, open_meteo, engine, statement: str):
    @event.listens_for(engine.sync_engine, "before_cursor_execute")
    def fail(connection: Any, cursor: Any, text: str, *rest: Any) -> None:
        if text.startswith(statement):
            raise OSError("the disk is full")

    for _ in range(2):
        dated = await Forecasts(open_meteo, Answers(engine)).of(FORECAST, JOAQUINA, NOW)
        assert dated.hours.time
    assert len(provider.asked) == 2


async def test_old_answers_are_forgotten(provider, open_meteo, engine):
    provider.reply(FORECAST_PATH, 200, EMPTY)
    for hours in (0, 1, 30):
        await Forecasts(open_meteo, Answers(engine)).of(FORECAST, JOAQUINA, NOW + hours * HOUR)
    kept = await Answers(engine).newest("forecast", ["-27.63,-48.45"], since=NOW - 100 * HOUR)
    assert [each.fetched_at for each in kept.values()] == [NOW + 30 * HOUR]
    async with engine.connect() as connection:
        rows = await connection.exec_driver_sql("SELECT count(*) FROM source_answers")
        assert rows.scalar_one() == 1


async def test_memory_holds_a_limited_number_of_answers(provider, forecasts, monkeypatch):
    monkeypatch.setattr("conditions.forecasts.KEPT_AT_MOST", 5)
    provider.replies[FORECAST_PATH] = everywhere
    for place in TWENTY:
        await forecasts.of(FORECAST, place, NOW)
    assert len(forecasts._kept) == 5
