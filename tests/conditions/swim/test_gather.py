"""From answers to facts, over HTTP."""

from __future__ import annotations

import json
import math
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest

from conditions import SWIM
from conditions.errors import NoHourError, SourceAnswerError
from conditions.hours import Sea, Weather
from conditions.places import one
from conditions.sample import SAMPLE_DAY
from conditions.swim.facts import SwimFacts
from conditions.swim.gather import gather, read

FORECAST = "/v1/forecast"
MARINE = "/v1/marine"
JOAQUINA = one("joaquina")
NINE = datetime.combine(SAMPLE_DAY, time(9), JOAQUINA.zone)


def put(name: str, value: float | None, *, hour: str = "2026-06-16T12:00"):
    """A change of an answer: one value of a series at an hour of GMT (12:00 is Joaquina's 9:00)."""

    def change(answer: dict[str, Any]) -> None:
        answer["hourly"][name][answer["hourly"]["time"].index(hour)] = value

    return change


async def facts_with(provider, source, path: str, *changes) -> SwimFacts:
    def change_all(answer: dict[str, Any]) -> None:
        for change in changes:
            change(answer)

    provider.alter(path, change_all)
    return (await gather(source, JOAQUINA, NINE)).facts


async def test_reading_carries_place_local_hour_and_deductions(source):
    reading = await SWIM.gather(source, JOAQUINA, NINE.astimezone(UTC) + timedelta(minutes=42))
    assert reading.place is JOAQUINA
    assert reading.hour == NINE
    assert str(reading.hour.tzinfo) == "America/Sao_Paulo"
    assert reading.facts.hour_local == time(9)
    assert [(deduction.points, deduction.reason) for deduction in reading.deductions] == [
        (15, "choppy"),
        (10, "breezy"),
        (20, "cold water"),
    ]


async def test_every_fact_comes_from_its_variable(provider, source):
    await facts_with(provider, source, FORECAST)
    provider.alter(MARINE, lambda answer: None)
    facts = (await gather(source, JOAQUINA, NINE)).facts
    assert facts.model_dump(mode="json") == {
        "beach_name": "Praia da Joaquina",
        "hour_local": "09:00",
        "sea_temp_c": 19.0,
        "wind_kmh": 20,
        "wave_height_m": 1.3,
        "jellyfish_risk": "low",
        "whale_sighting_likelihood": "low",
        "score": 55,
        "air_temp_c": 19.0,
        "wind_gust_kmh": 38,
        "wind_direction": "S",
        "wave_period_s": 9,
        "uv_index": 1,
        "rain_chance_pct": 21,
        "tide_state": "rising",
        "water_quality": None,
    }


async def test_gusts_are_those_of_the_hour_that_begins(provider, source):
    next_hour = put("wind_gusts_10m", 61.4, hour="2026-06-16T13:00")
    facts = await facts_with(provider, source, FORECAST, put("wind_gusts_10m", 99), next_hour)
    assert facts.wind_gust_kmh == 61


async def test_rain_is_that_of_the_hour_that_begins(provider, source):
    next_hour = put("precipitation_probability", 75, hour="2026-06-16T13:00")
    facts = await facts_with(provider, source, FORECAST, put("precipitation_probability", 3), next_hour)
    assert facts.rain_chance_pct == 75
    assert facts.score == 45


@pytest.mark.parametrize(
    ("path", "variable", "field", "value", "fact"),
    [
        (MARINE, "sea_surface_temperature", "sea_temp_c", 19.25, 19.3),
        (MARINE, "sea_surface_temperature", "sea_temp_c", -0.04, 0.0),
        (MARINE, "wave_height", "wave_height_m", 1.25, 1.3),
        (MARINE, "wave_height", "wave_height_m", 1, 1.0),
        (MARINE, "wave_height", "wave_height_m", 0.0, 0.0),
        (MARINE, "wave_period", "wave_period_s", 8.5, 9),
        (FORECAST, "wind_speed_10m", "wind_kmh", 12.5, 13),
        (FORECAST, "wind_speed_10m", "wind_kmh", 12.49, 12),
        (FORECAST, "temperature_2m", "air_temp_c", -0.0, 0.0),
        (FORECAST, "uv_index", "uv_index", 2.5, 3),
    ],
)
async def test_fact_is_rounded_as_it_is_printed(provider, source, path, variable, field, value, fact):
    printed = getattr(await facts_with(provider, source, path, put(variable, value)), field)
    assert printed == fact
    assert type(printed) is type(fact)
    assert math.copysign(1, printed) == 1


@pytest.mark.parametrize("height", [0.56, 0.64])
async def test_score_and_heuristics_go_by_the_printed_values(provider, source, height):
    """Both are printed as 0.6 m, which is choppy and a sign of jellyfish; unrounded, each would be one of the two."""
    facts = await facts_with(provider, source, MARINE, put("wave_height", height))
    assert (facts.wave_height_m, facts.jellyfish_risk, facts.score) == (0.6, "moderate", 45)


@pytest.mark.parametrize(
    ("degrees", "point"),
    [
        *((0, "N"), (22, "N"), (22.5, "NE"), (45, "NE"), (90, "E"), (135, "SE"), (180, "S"), (225, "SW")),
        *((270, "W"), (315, "NW"), (337.4, "NW"), (337.5, "N"), (360, "N"), (None, None)),
    ],
)
async def test_wind_comes_from_the_nearest_of_eight_points(provider, source, degrees, point):
    facts = await facts_with(provider, source, FORECAST, put("wind_direction_10m", degrees))
    assert facts.wind_direction == point


@pytest.mark.parametrize("speed", [0, 0.4, None])
async def test_calm_comes_from_nowhere(provider, source, speed):
    facts = await facts_with(provider, source, FORECAST, put("wind_speed_10m", speed))
    assert facts.wind_direction is None


async def test_slow_or_fast_current_counts_for_jellyfish(provider, source):
    calm = [put("wave_height", 0.4), put("sea_surface_temperature", 22)]  # one sign; the sample's current is the second
    assert (await facts_with(provider, source, MARINE, *calm)).jellyfish_risk == "moderate"
    fast = put("ocean_current_velocity", 2.3)
    assert (await facts_with(provider, source, MARINE, *calm, fast)).jellyfish_risk == "low"


async def test_night_costs_points_and_hides_the_whales(provider, source):
    bondi = one("bondi")
    noon = datetime.combine(SAMPLE_DAY, time(12), bondi.zone)
    assert (await gather(source, bondi, noon)).facts.whale_sighting_likelihood == "high"
    provider.alter(FORECAST, put("is_day", 0, hour="2026-06-16T02:00"))
    reading = await gather(source, bondi, noon)
    assert reading.facts.whale_sighting_likelihood == "low"
    assert "night" in [deduction.reason for deduction in reading.deductions]


async def test_bay_without_a_sea_in_the_models_still_gets_its_weather(provider, source):
    provider.reply(MARINE, 400, {"error": True, "reason": "No data is available for this location"})
    reading = await gather(source, JOAQUINA, NINE)
    assert set(reading.facts.supplied()) == {
        *("beach_name", "hour_local", "wind_kmh", "whale_sighting_likelihood", "score"),
        *("air_temp_c", "wind_gust_kmh", "wind_direction", "uv_index", "rain_chance_pct"),
    }
    assert reading.facts.score == 80


async def test_all_null_sea_near_the_coast_is_no_data(provider, source):
    def nothing(answer: dict[str, Any]) -> None:
        for name in answer["hourly"].keys() - {"time"}:
            answer["hourly"][name] = [None] * len(answer["hourly"]["time"])

    facts = await facts_with(provider, source, MARINE, nothing)
    assert (facts.sea_temp_c, facts.wave_height_m, facts.wave_period_s, facts.tide_state) == (None, None, None, None)


async def test_hour_without_weather_and_sea_gets_no_score(provider, source):
    def nothing(answer: dict[str, Any]) -> None:
        for name in answer["hourly"].keys() - {"time"}:
            answer["hourly"][name] = [None] * len(answer["hourly"]["time"])

    provider.alter(FORECAST, nothing)
    provider.alter(MARINE, nothing)
    reading = await gather(source, JOAQUINA, NINE)
    assert set(reading.facts.supplied()) == {"beach_name", "hour_local", "whale_sighting_likelihood"}
    assert reading.deductions == ()


async def test_hour_that_the_answer_lacks_is_told_as_such(provider, source):
    provider.reply(FORECAST, 200, {"utc_offset_seconds": 0, "hourly_units": {}, "hourly": {"time": []}})
    with pytest.raises(NoHourError) as caught:
        await gather(source, JOAQUINA, NINE)
    assert str(caught.value) == "There is no forecast for Praia da Joaquina on 2026-06-16 09:00; ask for a nearer hour."


async def test_value_that_cannot_be_makes_the_answer_suspect(provider, source):
    with pytest.raises(SourceAnswerError) as caught:
        await facts_with(provider, source, MARINE, put("wave_height", -999))
    assert str(caught.value) == (
        "The weather source Open-Meteo gave an answer that cannot be read (wave_height_m = -999.0); "
        "nothing of it was used."
    )


async def test_moment_without_a_timezone_is_refused(source):
    with pytest.raises(ValueError, match=r"at=2026-06-16 09:00:00 has no timezone\. Give it the place's"):
        await gather(source, JOAQUINA, NINE.replace(tzinfo=None))


async def test_no_moment_is_the_current_hour(provider, source):
    def hours_asked_for(url) -> tuple[int, bytes]:
        start, end = (datetime.fromisoformat(url.params[name]) for name in ("start_hour", "end_hour"))
        time_ = [start + timedelta(hours=hour) for hour in range(int((end - start) / timedelta(hours=1)) + 1)]
        hourly = {"time": [hour.strftime("%Y-%m-%dT%H:%M") for hour in time_]}
        return 200, json.dumps({"utc_offset_seconds": 0, "hourly_units": {}, "hourly": hourly}).encode()

    provider.replies |= {FORECAST: hours_asked_for, MARINE: hours_asked_for}
    before = datetime.now(UTC)
    reading = await gather(source, JOAQUINA, None)
    assert reading.hour <= datetime.now(UTC)
    assert reading.hour + timedelta(hours=1) > before
    assert reading.hour.minute == 0


def test_hours_are_counted_in_gmt_across_a_change_of_clocks():
    """On 2026-10-25 Carcavelos has two hours called 01:00; the gusts of the first stand at the label of the second."""
    place = one("carcavelos")
    first = datetime(2026, 10, 25, 0, tzinfo=UTC)
    second = first + timedelta(hours=1)
    weather = Weather.model_validate({"time": [first, second], "wind_speed_10m": [10, 20], "wind_gusts_10m": [11, 22]})
    moments = [hour.astimezone(place.zone) for hour in (first, second)]
    readings = [read(place, moment, weather, Sea(time=())) for moment in moments]
    assert [reading.facts.hour_local for reading in readings] == [time(1), time(1)]
    assert [reading.facts.wind_kmh for reading in readings] == [10, 20]
    assert [reading.facts.wind_gust_kmh for reading in readings] == [22, None]
