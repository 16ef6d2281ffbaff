"""The sample forecast, read through the client."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import date, datetime, time, timedelta
from importlib import resources

import httpx
import pytest

from conditions import SWIM
from conditions.errors import NoHourError, NoSampleError
from conditions.hours import Answer, Sea, Weather
from conditions.open_meteo import OpenMeteo
from conditions.places import Place, one
from conditions.sample import APIS, SAMPLE_DAY, SAMPLE_FILES, sample_places, sample_response, sample_transport


@pytest.fixture
async def sample() -> AsyncIterator[OpenMeteo]:
    async with httpx.AsyncClient(transport=sample_transport()) as client:
        yield OpenMeteo(client)


def at(place: Place, hour: int, day: date = SAMPLE_DAY) -> datetime:
    return datetime.combine(day, time(hour), place.zone)


async def test_joaquina_at_nine_is_the_design_s_example(sample):
    reading = await SWIM.gather(sample, one("joaquina"), at(one("joaquina"), 9))
    core = ["sea_temp_c", "wind_kmh", "wave_height_m", "jellyfish_risk", "whale_sighting_likelihood", "score"]
    assert {name: getattr(reading.facts, name) for name in core} == {
        "sea_temp_c": 19.0,
        "wind_kmh": 20,
        "wave_height_m": 1.3,
        "jellyfish_risk": "low",
        "whale_sighting_likelihood": "low",
        "score": 55,
    }


@pytest.mark.parametrize("place", sample_places(), ids=lambda place: place.name)
async def test_sample_holds_every_fact_of_each_hour_of_the_day(sample, place: Place):
    for hour in range(24):
        reading = await SWIM.gather(sample, place, at(place, hour))
        assert set(SWIM.facts.KINDS) - set(reading.facts.supplied()) == {"water_quality"}
        assert reading.hour == at(place, hour)


async def test_sample_differs_between_places_and_hours(sample):
    readings = [
        (await SWIM.gather(sample, place, at(place, hour))).facts for place in sample_places() for hour in (9, 12, 19)
    ]
    assert {facts.jellyfish_risk for facts in readings} == {"low", "moderate", "high"}
    assert {facts.whale_sighting_likelihood for facts in readings} == {"low", "high"}
    assert {facts.tide_state for facts in readings} == {"rising", "falling", "high", "low"}
    assert len({facts.wind_kmh for facts in readings}) > 8


async def test_place_without_a_sample_names_those_that_have_one(sample):
    with pytest.raises(NoSampleError) as caught:
        await SWIM.gather(sample, one("campeche"), at(one("campeche"), 9))
    assert str(caught.value) == (
        "There is no sample forecast for Campeche; ask for Praia da Joaquina, Ipanema, Porto da Barra, Carcavelos, "
        "Nazaré, or Bondi Beach."
    )


async def test_other_day_than_the_sample_s_is_out_of_range(sample):
    with pytest.raises(NoHourError, match="There is no forecast for Ipanema on 2026-06-17; ask for a nearer hour"):
        await SWIM.gather(sample, one("ipanema"), at(one("ipanema"), 9, SAMPLE_DAY + timedelta(days=1)))


async def test_sample_can_be_dated_to_another_day():
    day = date(2027, 1, 9)
    async with httpx.AsyncClient(transport=sample_transport(day=day)) as client:
        reading = await SWIM.gather(OpenMeteo(client), one("joaquina"), at(one("joaquina"), 9, day))
    assert reading.hour.date() == day
    assert reading.facts.wind_kmh == 20


@pytest.mark.parametrize("stem", SAMPLE_FILES.values())
@pytest.mark.parametrize(("api", "kind"), [("forecast", Weather), ("marine", Sea)])
def test_sample_file_is_an_answer_of_two_days(stem: str, api: str, kind: type[Weather] | type[Sea]):
    content = resources.files("conditions").joinpath("samples", f"{stem}.{api}.json").read_bytes()
    hours = Answer[kind].model_validate_json(content).hours()  # type: ignore[valid-type]
    assert len(hours.time) == 48
    assert [name for name in kind.units() if len(getattr(hours, name)) != 48] == []


def test_every_sample_file_belongs_to_a_place():
    files = {entry.name for entry in resources.files("conditions").joinpath("samples").iterdir()}
    assert files - {"water.ima.json"} == {f"{stem}.{api}.json" for stem in SAMPLE_FILES.values() for api in APIS}


def test_sample_without_a_range_gives_all_hours():
    response = sample_response(httpx.URL("http://127.0.0.1/v1/marine?latitude=-27.6293&longitude=-48.4490"))
    assert len(response.json()["hourly"]["time"]) == 48


def test_sample_knows_no_other_api():
    response = sample_response(httpx.URL("http://127.0.0.1/v1/air-quality?latitude=-27.6293&longitude=-48.4490"))
    assert (response.status_code, response.json()) == (404, {"error": True, "reason": "Not Found"})


def test_sample_names_coordinates_that_are_no_place_s():
    with pytest.raises(NoSampleError, match=r"There is no sample forecast for 1\.0, 2\.0; ask for Praia da Joaquina"):
        sample_response(httpx.URL("http://127.0.0.1/v1/marine?latitude=1.0&longitude=2.0"))
