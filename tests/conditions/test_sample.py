"""The sample forecast, read through the client."""

from __future__ import annotations

from datetime import date, time, timedelta
from importlib import resources

import httpx
import pytest

from conditions import SWIM, Outlook, Sources
from conditions.errors import NoHourError, NoSampleError
from conditions.forecasts import Forecasts
from conditions.hours import Answer, Sea, Weather
from conditions.open_meteo import OpenMeteo
from conditions.places import Place, catalogue, one
from conditions.sample import FILES, SAMPLE_DAY, sample_now, sample_response, sample_transport
from conditions.source import Source

BEACHES = [place for place in catalogue() if place.name in FILES]
TWO_DAYS = [SAMPLE_DAY, SAMPLE_DAY + timedelta(days=1)]


async def outlook(place: Place, day: date = SAMPLE_DAY) -> Outlook:
    async with httpx.AsyncClient(transport=sample_transport(day=day)) as http:
        sources = Sources(Forecasts(OpenMeteo(Source(http))))
        return await SWIM.gather(sources, place, sample_now(place, day))


async def test_joaquina_at_nine_is_the_design_s_example():
    reading = (await outlook(one("joaquina"))).at(sample_now(one("joaquina")))
    core = ["sea_temp_c", "wind_kmh", "wave_height_m", "jellyfish_risk", "whale_sighting_likelihood", "score"]
    assert {name: getattr(reading.facts, name) for name in core} == {
        "sea_temp_c": 19.0,
        "wind_kmh": 20,
        "wave_height_m": 1.3,
        "jellyfish_risk": "low",
        "whale_sighting_likelihood": "low",
        "score": 55,
    }


@pytest.mark.parametrize("place", BEACHES, ids=lambda place: place.name)
async def test_sample_holds_every_fact_of_each_hour_of_two_days(place: Place):
    known = await outlook(place)
    for day in TWO_DAYS:
        readings = known.day(day)
        assert [reading.hour.time() for reading in readings] == [time(hour) for hour in range(24)]
        lacking = {name for reading in readings for name, value in reading.facts if value is None}
        assert lacking == {"water_quality"}


async def test_sample_differs_between_places_and_hours():
    outlooks = [await outlook(place) for place in BEACHES]
    facts = [known.day(SAMPLE_DAY)[hour].facts for known in outlooks for hour in (9, 12, 19)]
    assert {each.jellyfish_risk for each in facts} == {"low", "moderate", "high"}
    assert {each.whale_sighting_likelihood for each in facts} == {"low", "high"}
    assert {each.tide_state for each in facts} == {"rising", "falling", "high", "low"}
    assert len({each.wind_kmh for each in facts}) > 8


async def test_place_without_a_sample_names_those_that_have_one():
    with pytest.raises(NoSampleError) as caught:
        await outlook(one("campeche"))
    assert str(caught.value) == (
        "There is no sample forecast for Campeche; ask for Praia da Joaquina, Ipanema, Porto da Barra, Carcavelos, "
        "Nazaré, or Bondi Beach."
    )


async def test_day_that_the_sample_does_not_hold_is_told_as_such():
    known = await outlook(one("ipanema"))
    with pytest.raises(NoHourError, match="There is no forecast for Ipanema on 2026-06-20"):
        known.day(date(2026, 6, 20))


async def test_sample_can_be_dated_to_another_day():
    day = date(2027, 1, 9)
    reading = (await outlook(one("joaquina"), day)).at(sample_now(one("joaquina"), day))
    assert reading.hour.date() == day
    assert reading.facts.wind_kmh == 20


@pytest.mark.parametrize("stem", [stem for name, stem in FILES.items() if name in {place.name for place in BEACHES}])
@pytest.mark.parametrize(("api", "kind"), [("forecast", Weather), ("marine", Sea)])
def test_sample_file_is_an_answer_of_five_days(stem: str, api: str, kind: type[Weather] | type[Sea]):
    content = resources.files("conditions").joinpath("samples", f"{stem}.{api}.json").read_bytes()
    hours = Answer[kind].model_validate_json(content).hours()  # type: ignore[valid-type]
    assert len(hours.time) == 120
    assert [name for name in kind.units() if len(getattr(hours, name)) != 120] == []


def test_every_sample_file_belongs_to_a_place():
    files = {entry.name.split(".")[0] for entry in resources.files("conditions").joinpath("samples").iterdir()}
    assert files == {*FILES.values(), "water"}


def test_sample_without_a_range_gives_all_hours():
    response = sample_response(httpx.URL("http://127.0.0.1/v1/marine?latitude=-27.6293&longitude=-48.4490"))
    assert len(response.json()["hourly"]["time"]) == 120


def test_sample_answers_several_points_with_a_list():
    where = "latitude=-27.6293,-22.9870&longitude=-48.4490,-43.2050"
    answers = sample_response(httpx.URL(f"http://127.0.0.1/v1/marine?{where}")).json()
    assert [round(answer["latitude"]) for answer in answers] == [-28, -23]


def test_sample_refuses_hours_beyond_it_as_the_source_does():
    where = "latitude=-27.6293&longitude=-48.4490&start_hour=2026-06-30T00:00&end_hour=2026-06-30T01:00"
    response = sample_response(httpx.URL(f"http://127.0.0.1/v1/marine?{where}"))
    assert (response.status_code, response.json()["reason"]) == (
        400,
        "Parameter 'start_hour' is out of allowed range from 2026-06-14T00:00 to 2026-06-18T23:00",
    )


def test_sample_knows_no_other_api():
    response = sample_response(httpx.URL("http://127.0.0.1/v1/flood?latitude=-27.6293&longitude=-48.4490"))
    assert (response.status_code, response.json()) == (404, {"error": True, "reason": "Not Found"})


def test_sample_s_geocoder_finds_nothing():
    response = sample_response(httpx.URL("http://127.0.0.1/v1/search?name=atlantis"))
    assert "results" not in response.json()


def test_sample_names_coordinates_that_are_no_place_s():
    with pytest.raises(NoSampleError, match=r"There is no sample forecast for 1\.0, 2\.0; ask for Praia da Joaquina"):
        sample_response(httpx.URL("http://127.0.0.1/v1/marine?latitude=1.0&longitude=2.0"))
