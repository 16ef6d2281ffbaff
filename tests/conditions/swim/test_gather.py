"""From answers to facts, over HTTP."""

from __future__ import annotations

import asyncio
import math
import sys
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import httpx
import pytest
from tenacity import wait_none

from conditions import SWIM, Reading, Sources
from conditions.errors import NoHourError, SourceAnswerError
from conditions.forecasts import Forecasts
from conditions.hours import Sea, Weather
from conditions.open_meteo import OpenMeteo
from conditions.places import Place, one
from conditions.sample import SAMPLE_DAY
from conditions.source import Source
from conditions.swim.facts import SwimFacts
from conditions.swim.gather import Evidence, gather, read
from conditions.water import SamplingPoint, WaterQuality, WaterSource

FORECAST = "/v1/forecast"
MARINE = "/v1/marine"
JOAQUINA = one("joaquina")
EMPTY = {"latitude": 0, "longitude": 0, "utc_offset_seconds": 0, "hourly_units": {}, "hourly": {"time": []}}
NINE = datetime.combine(SAMPLE_DAY, time(9), JOAQUINA.zone)


def put(name: str, value: float | None, *, hour: str = "2026-06-16T12:00"):
    """A change of an answer: one value of a series at an hour of GMT (12:00 is Joaquina's 9:00)."""

    def change(answer: dict[str, Any]) -> None:
        answer["hourly"][name][answer["hourly"]["time"].index(hour)] = value

    return change


async def facts_with(provider, path: str, *changes) -> SwimFacts:
    def change_all(answer: dict[str, Any]) -> None:
        for change in changes:
            change(answer)

    provider.alter(path, change_all)
    return (await reading_at(provider, JOAQUINA, NINE)).facts


async def reading_at(provider, place: Place, moment: datetime, water: WaterSource | None = None) -> Reading:
    """The reading from new sources, which have kept no answer yet."""
    async with httpx.AsyncClient(trust_env=False) as http:
        sources = Sources(Forecasts(OpenMeteo(Source(http, wait=wait_none()), urls=provider.urls)), water)
        return (await gather(sources, place, moment)).at(moment)


async def test_reading_carries_place_local_hour_and_deductions(sources):
    moment = NINE.astimezone(UTC) + timedelta(minutes=42)
    reading = (await SWIM.gather(sources, JOAQUINA, moment)).at(moment)
    assert reading.place is JOAQUINA
    assert reading.hour == NINE
    assert str(reading.hour.tzinfo) == "America/Sao_Paulo"
    assert reading.facts.hour_local == time(9)
    assert [(deduction.points, deduction.reason) for deduction in reading.deductions] == [
        (15, "choppy"),
        (10, "breezy"),
        (20, "cold water"),
    ]


async def test_every_fact_comes_from_its_variable(provider):
    facts = (await reading_at(provider, JOAQUINA, NINE)).facts
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


async def test_gusts_are_those_of_the_hour_that_begins(provider):
    next_hour = put("wind_gusts_10m", 61.4, hour="2026-06-16T13:00")
    facts = await facts_with(provider, FORECAST, put("wind_gusts_10m", 99), next_hour)
    assert facts.wind_gust_kmh == 61


async def test_rain_is_that_of_the_hour_that_begins(provider):
    next_hour = put("precipitation_probability", 75, hour="2026-06-16T13:00")
    facts = await facts_with(provider, FORECAST, put("precipitation_probability", 3), next_hour)
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
async def test_fact_is_rounded_as_it_is_printed(provider, path, variable, field, value, fact):
    printed = getattr(await facts_with(provider, path, put(variable, value)), field)
    assert printed == fact
    assert type(printed) is type(fact)
    assert math.copysign(1, printed) == 1


@pytest.mark.parametrize("height", [0.56, 0.64])
async def test_score_and_heuristics_go_by_the_printed_values(provider, height):
    """Both are printed as 0.6 m, which is choppy and a sign of jellyfish; unrounded, each would be one of the two."""
    facts = await facts_with(provider, MARINE, put("wave_height", height))
    assert (facts.wave_height_m, facts.jellyfish_risk, facts.score) == (0.6, "moderate", 45)


@pytest.mark.parametrize(
    ("degrees", "point"),
    [
        *((0, "N"), (22, "N"), (22.5, "NE"), (45, "NE"), (90, "E"), (135, "SE"), (180, "S"), (225, "SW")),
        *((270, "W"), (315, "NW"), (337.4, "NW"), (337.5, "N"), (360, "N"), (None, None)),
    ],
)
async def test_wind_comes_from_the_nearest_of_eight_points(provider, degrees, point):
    facts = await facts_with(provider, FORECAST, put("wind_direction_10m", degrees))
    assert facts.wind_direction == point


@pytest.mark.parametrize("speed", [0, 0.4, None])
async def test_calm_comes_from_nowhere(provider, speed):
    facts = await facts_with(provider, FORECAST, put("wind_speed_10m", speed))
    assert facts.wind_direction is None


async def test_slow_or_fast_current_counts_for_jellyfish(provider):
    calm = [put("wave_height", 0.4), put("sea_surface_temperature", 22)]  # one sign; the sample's current is the second
    assert (await facts_with(provider, MARINE, *calm)).jellyfish_risk == "moderate"
    fast = put("ocean_current_velocity", 2.3)
    assert (await facts_with(provider, MARINE, *calm, fast)).jellyfish_risk == "low"


async def test_night_costs_points_and_hides_the_whales(provider):
    bondi = one("bondi")
    noon = datetime.combine(SAMPLE_DAY, time(12), bondi.zone)
    assert (await reading_at(provider, bondi, noon)).facts.whale_sighting_likelihood == "high"
    provider.alter(FORECAST, put("is_day", 0, hour="2026-06-16T02:00"))
    reading = await reading_at(provider, bondi, noon)
    assert reading.facts.whale_sighting_likelihood == "low"
    assert "night" in [deduction.reason for deduction in reading.deductions]


async def test_bay_without_a_sea_in_the_models_still_gets_its_weather(provider):
    provider.reply(MARINE, 400, {"error": True, "reason": "No data is available for this location"})
    reading = await reading_at(provider, JOAQUINA, NINE)
    assert set(reading.facts.supplied()) == {
        *("beach_name", "hour_local", "wind_kmh", "whale_sighting_likelihood", "score"),
        *("air_temp_c", "wind_gust_kmh", "wind_direction", "uv_index", "rain_chance_pct"),
    }
    assert reading.facts.score == 80


async def test_all_null_sea_near_the_coast_is_no_data(provider):
    def nothing(answer: dict[str, Any]) -> None:
        for name in answer["hourly"].keys() - {"time"}:
            answer["hourly"][name] = [None] * len(answer["hourly"]["time"])

    facts = await facts_with(provider, MARINE, nothing)
    assert (facts.sea_temp_c, facts.wave_height_m, facts.wave_period_s, facts.tide_state) == (None, None, None, None)


async def test_hour_without_weather_and_sea_gets_no_score(provider):
    def nothing(answer: dict[str, Any]) -> None:
        for name in answer["hourly"].keys() - {"time"}:
            answer["hourly"][name] = [None] * len(answer["hourly"]["time"])

    provider.alter(FORECAST, nothing)
    provider.alter(MARINE, nothing)
    reading = await reading_at(provider, JOAQUINA, NINE)
    assert set(reading.facts.supplied()) == {"beach_name", "hour_local", "whale_sighting_likelihood"}
    assert reading.deductions == ()


async def test_hour_that_the_answer_lacks_is_told_as_such(provider):
    provider.reply(
        FORECAST,
        200,
        EMPTY,
    )
    with pytest.raises(NoHourError) as caught:
        await reading_at(provider, JOAQUINA, NINE)
    assert str(caught.value) == "There is no forecast for Praia da Joaquina on 2026-06-16 09:00; ask for a nearer hour."


async def test_value_that_cannot_be_makes_the_answer_suspect(provider):
    with pytest.raises(SourceAnswerError) as caught:
        await facts_with(provider, MARINE, put("wave_height", -999))
    assert str(caught.value) == (
        "The weather source Open-Meteo gave an answer that cannot be read (wave_height_m = -999.0); "
        "nothing of it was used."
    )


async def test_moment_without_a_timezone_is_refused(sources):
    with pytest.raises(ValueError, match=r"now=2026-06-16 09:00:00 has no timezone\. Give it the place's"):
        await gather(sources, JOAQUINA, NINE.replace(tzinfo=None))


def test_hours_are_counted_in_gmt_across_a_change_of_clocks():
    """On 2026-10-25 Carcavelos has two hours called 01:00; the gusts of the first stand at the label of the second."""
    place = one("carcavelos")
    first = datetime(2026, 10, 25, 0, tzinfo=UTC)
    second = first + timedelta(hours=1)
    weather = Weather.model_validate({"time": [first, second], "wind_speed_10m": [10, 20], "wind_gusts_10m": [11, 22]})
    moments = [hour.astimezone(place.zone) for hour in (first, second)]
    readings = [read(place, moment, Evidence(weather, Sea(time=()))) for moment in moments]
    assert [reading.facts.hour_local for reading in readings] == [time(1), time(1)]
    assert [reading.facts.wind_kmh for reading in readings] == [10, 20]
    assert [reading.facts.wind_gust_kmh for reading in readings] == [22, None]


class Water:
    """A water source that says what a test wants, or says it late."""

    def __init__(self, quality: WaterQuality | None = None, *, late: bool = False) -> None:
        self.quality, self.late = quality, late

    async def water_quality(self, place: Place, at: datetime) -> WaterQuality | None:
        if self.late:
            await asyncio.sleep(60)
        return self.quality


def point(name: str, *, proper: bool) -> SamplingPoint:
    return SamplingPoint(name, "the rocks", 0.0, 0.0, "Joaquina", "Florianópolis", proper, date(2026, 6, 9))


async def test_water_is_a_fact_with_its_points_and_its_credit(provider, sources):
    points = (point("Ponto 1", proper=True), point("Ponto 2", proper=False))
    quality = WaterQuality("mixed", points, "IMA", "https://ima.example")
    outlook = await gather(Sources(sources.forecasts, Water(quality)), JOAQUINA, NINE)  # type: ignore[arg-type]
    reading = outlook.at(NINE)
    assert (reading.facts.water_quality, reading.facts.score) == ("mixed", 30)
    assert [credit.link for credit in outlook.credits] == ["https://open-meteo.com/", "https://ima.example"]
    (samples,) = (detail for detail in reading.details if detail.label == "Water samples")
    assert [remark.values for remark in samples.remarks] == [
        {"points": ("Ponto 2 (the rocks)",)},
        {"points": ("Ponto 1",)},
        {"day": date(2026, 6, 9)},
    ]


async def test_report_does_not_wait_for_late_water(provider, sources, monkeypatch):
    monkeypatch.setattr(sys.modules[read.__module__], "LONGEST_WAIT_FOR_WATER_S", 0.05)
    outlook = await gather(Sources(sources.forecasts, Water(late=True)), JOAQUINA, NINE)  # type: ignore[arg-type]
    assert outlook.at(NINE).facts.water_quality is None


async def test_signs_stand_beside_a_jellyfish_level_that_may_be_named(provider):
    calm = [put("wave_height", 0.4), put("sea_surface_temperature", 25)]
    provider.alter(MARINE, lambda answer: [change(answer) for change in calm])
    reading = await reading_at(provider, JOAQUINA, NINE)
    signs = {detail.label: [remark.msgid for remark in detail.remarks] for detail in reading.details}
    assert (reading.facts.jellyfish_risk, signs["Signs of jellyfish"]) == (
        "high",
        ["warm sea", "low waves", "slow current"],
    )


async def test_details_tell_the_next_tides_and_the_season_but_no_signs_of_a_low_level(sources):
    reading = (await gather(sources, JOAQUINA, NINE)).at(NINE)
    said = {detail.label: [remark.values for remark in detail.remarks] for detail in reading.details}
    assert said == {
        "Next tides": [{"time": time(12, 30)}, {"time": time(18, 30)}],
        "Whale season": [{"first": date(2024, 7, 1), "last": date(2024, 11, 30)}],
    }


async def test_place_without_a_season_tells_none(sources):
    carcavelos = one("carcavelos")
    reading = (await gather(sources, carcavelos, NINE)).at(NINE)
    assert "Whale season" not in [detail.label for detail in reading.details]


async def test_outlook_says_that_its_answers_are_old(provider, sources):
    await gather(sources, JOAQUINA, NINE)
    provider.replies[MARINE] = lambda url: None
    later = await gather(sources, JOAQUINA, NINE + timedelta(hours=2))
    assert (later.stale, later.fetched_at) == (True, NINE)
    assert later.at(later.now).facts.wave_height_m == 1.3
