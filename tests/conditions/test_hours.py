"""Reading of answers: what the source is known to send."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import ValidationError

from conditions.hours import Answer, Sea, Weather, whole_hour
from conditions.places import one

NINE = datetime(2026, 6, 16, 9, tzinfo=UTC)


def answer(units: dict[str, str], **series: list[Any]) -> dict[str, Any]:
    """An answer of two hours."""
    time = ["2026-06-16T09:00", "2026-06-16T10:00"]
    return {
        "latitude": 52.276,
        "longitude": 4.5,
        "utc_offset_seconds": 0,
        "timezone": "GMT",
        "hourly_units": {"time": "iso8601", **units},
        "hourly": {"time": time, **series},
    }


def weather(units: dict[str, str], **series: list[Any]) -> Weather:
    return Answer[Weather].model_validate(answer(units, **series)).hours()


def test_labels_are_hours_of_gmt():
    hours = weather({"wind_speed_10m": "km/h"}, wind_speed_10m=[3.6, 5])
    assert hours.time == (NINE, NINE.replace(hour=10))
    assert hours.pick(hours.wind_speed_10m, NINE) == 3.6


def test_whole_numbers_and_decimals_mix():
    hours = weather({"wind_speed_10m": "km/h"}, wind_speed_10m=[3.6, 5])
    assert hours.wind_speed_10m == (3.6, 5.0)


def test_null_is_no_data():
    hours = weather({"wind_speed_10m": "km/h"}, wind_speed_10m=[None, 5])
    assert hours.pick(hours.wind_speed_10m, NINE) is None


def test_variable_that_was_left_out_is_no_data():
    hours = weather({})
    assert hours.pick(hours.wind_speed_10m, NINE) is None


def test_undefined_unit_is_no_data_whatever_the_values():
    hours = weather({"wind_speed_10m": "undefined"}, wind_speed_10m=[3.6, 5])
    assert hours.pick(hours.wind_speed_10m, NINE) is None


def test_hour_outside_the_answer_is_no_data():
    hours = weather({"wind_speed_10m": "km/h"}, wind_speed_10m=[3.6, 5])
    assert hours.pick(hours.wind_speed_10m, NINE.replace(hour=11)) is None


@pytest.mark.parametrize("zero", [-0.0, 0.0, 0])
def test_no_zero_is_negative(zero: float):
    hours = weather({"temperature_2m": "°C"}, temperature_2m=[zero, 1])
    value = hours.pick(hours.temperature_2m, NINE)
    assert value is not None
    assert math.copysign(1, value) == 1


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"hourly_units": {"wind_speed_10m": "mp/h"}}, "wind_speed_10m is in mp/h, not in km/h"),
        ({"utc_offset_seconds": 7200}, "Input should be 0"),
        (
            {"hourly": {"time": ["2026-06-16T09:00"], "wind_speed_10m": [1, 2]}},
            "wind_speed_10m has 2 values for 1 hours",
        ),
        ({"hourly": {"time": ["2026-06-16T09:00"], "wind_speed_10m": ["3.6"]}}, "Input should be a valid number"),
        ({"hourly": {"time": ["2026-06-16T09:00"], "wind_speed_10m": [math.nan]}}, "Input should be a finite number"),
        ({"hourly": {"time": ["yesterday"]}}, "Input should be a valid datetime"),
        ({"hourly": {}}, "Field required"),
    ],
)
def test_answer_that_is_not_what_was_asked_for_is_refused(change: dict[str, Any], problem: str):
    with pytest.raises(ValidationError, match=problem):
        Answer[Weather].model_validate(answer({"wind_speed_10m": "km/h"}, wind_speed_10m=[1, 2]) | change)


def sea(**series: list[float | None]) -> Sea:
    return Sea.model_validate({"time": [NINE, NINE.replace(hour=10)], **series})


@pytest.mark.parametrize("zeros", [[0, 0], [0.0, -0.0], [None, 0], [None, None]])
def test_waves_that_are_zero_all_through_are_no_data(zeros: list[float | None]):
    hours = sea(
        wave_height=zeros, wave_direction=zeros, wave_period=zeros, sea_surface_temperature=[18, 18]
    ).plausible()
    assert (hours.wave_height, hours.wave_direction, hours.wave_period) == ((), (), ())
    assert hours.pick(hours.sea_surface_temperature, NINE) == 18


@pytest.mark.parametrize(
    "real",
    [
        {"wave_height": [0.0, 0.02], "wave_direction": [0, 0], "wave_period": [0.0, 0.0]},
        {"wave_height": [0.0, 0.0], "wave_direction": [0, 240], "wave_period": [0.0, 0.0]},
        {"wave_height": [0.0, 0.0], "wave_direction": [0, 0], "wave_period": [0.0, 1.4]},
    ],
    ids=["height", "direction", "period"],
)
def test_calm_hours_of_a_real_sea_stay(real: dict[str, list[float | None]]):
    hours = sea(**real).plausible()
    assert hours.pick(hours.wave_height, NINE) == 0


def test_whole_hour_is_one_of_the_source_s_clock():
    moment = datetime(2026, 6, 16, 9, 59, 59, 999, tzinfo=one("joaquina").zone)
    assert whole_hour(moment) == datetime(2026, 6, 16, 12, tzinfo=UTC)
