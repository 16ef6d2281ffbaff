"""The score, by the design's table."""

from __future__ import annotations

from datetime import time

import pytest

from conditions.outlook import Deduction
from conditions.swim.facts import SwimFacts
from conditions.swim.score import rate

PERFECT = {
    "beach_name": "Campeche",
    "hour_local": time(9),
    "sea_temp_c": 24.0,
    "wind_kmh": 10,
    "wave_height_m": 0.4,
    "rain_chance_pct": 0,
    "jellyfish_risk": "low",
}


def rated(*, night: bool = False, **changes: object) -> tuple[int | None, tuple[Deduction, ...]]:
    return rate(SwimFacts.model_validate(PERFECT | changes), night=night)


def test_perfect_hour_scores_100():
    assert rated() == (100, ())


@pytest.mark.parametrize(
    ("change", "points", "reason"),
    [
        ({"wave_height_m": 0.6}, 15, "choppy"),
        ({"wave_height_m": 1.4}, 15, "choppy"),
        ({"wave_height_m": 1.5}, 40, "high waves"),
        ({"wind_kmh": 15}, 10, "breezy"),
        ({"wind_kmh": 29}, 10, "breezy"),
        ({"wind_kmh": 30}, 25, "strong wind"),
        ({"sea_temp_c": 19.9}, 20, "cold water"),
        ({"sea_temp_c": 27.1}, 5, "very warm water"),
        ({"rain_chance_pct": 60}, 10, "rain likely"),
        ({"jellyfish_risk": "high"}, 25, "high jellyfish risk"),
        ({"jellyfish_risk": "moderate"}, 10, "moderate jellyfish risk"),
        ({"night": True}, 60, "night"),
        ({"wave_height_m": None}, 5, "wave height unknown"),
        ({"wind_kmh": None}, 5, "wind unknown"),
        ({"sea_temp_c": None}, 5, "sea temperature unknown"),
        ({"water_quality": "mixed"}, 25, "water improper at some points"),
        ({"water_quality": "improper"}, 100, "water improper for bathing"),
    ],
)
def test_each_fault_takes_its_points_with_a_reason(change: dict[str, object], points: int, reason: str):
    assert rated(**change) == (100 - points, (Deduction(points, reason),))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        {"wave_height_m": 0.5},
        {"wind_kmh": 14},
        {"sea_temp_c": 20.0},
        {"sea_temp_c": 27.0},
        {"rain_chance_pct": 59},
        {"rain_chance_pct": None},
        {"jellyfish_risk": None},
        {"water_quality": "proper"},
    ],
)
def test_value_just_short_of_a_fault_takes_nothing(change: dict[str, object]):
    assert rated(**change) == (100, ())  # type: ignore[arg-type]


def test_deductions_add_up():
    score, deductions = rated(sea_temp_c=19.0, wind_kmh=20, wave_height_m=1.3)
    assert score == 55
    assert [deduction.points for deduction in deductions] == [15, 10, 20]


def test_score_stops_at_0():
    score, deductions = rated(night=True, wave_height_m=2.5, wind_kmh=45)
    assert score == 0
    assert sum(deduction.points for deduction in deductions) == 125


def test_hour_of_which_nothing_is_known_gets_no_score():
    assert rated(wave_height_m=None, wind_kmh=None, sea_temp_c=None, night=True) == (None, ())
