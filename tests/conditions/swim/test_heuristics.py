"""The two rules of thumb."""

from __future__ import annotations

from datetime import date

import pytest

from conditions.swim.heuristics import jellyfish_risk, whale_likelihood
from conditions.swim.seasons import seasons

SOUTH = seasons()["southern-brazil"]
AUGUST = date(2026, 8, 20)
JUNE = date(2026, 6, 16)


@pytest.mark.parametrize(
    ("sea", "wind", "waves", "current", "risk"),
    [
        (24.0, 15, 0.6, 2.0, "high"),
        (23.9, 15, 0.6, 2.0, "high"),
        (24.0, 16, 0.7, 2.0, "moderate"),
        (23.9, 15, 0.7, 2.0, "moderate"),
        (23.9, 16, 0.7, 2.0, "low"),
        (23.9, 16, 0.7, 2.1, "low"),
        (26.0, 10, 0.4, None, "high"),
        (26.0, 10, 1.2, None, "moderate"),
        (19.0, 20, None, 1.0, "low"),
        (None, 10, 0.3, 1.0, "high"),
        (26.0, 10, None, None, None),
        (None, None, None, None, None),
    ],
)
def test_jellyfish_risk_counts_the_known_signs(
    sea: float | None, wind: float | None, waves: float | None, current: float | None, risk: str | None
):
    assert jellyfish_risk(sea_temp_c=sea, wind_kmh=wind, wave_height_m=waves, current_kmh=current) == risk


@pytest.mark.parametrize(
    ("wind", "waves", "likelihood"),
    [
        (20, 1.0, "high"),
        (21, 1.0, "moderate"),
        (20, 1.1, "moderate"),
        (21, 1.1, "low"),
        (20, None, "moderate"),
        (None, 1.1, "low"),
        (None, None, None),
    ],
)
def test_whales_in_season_by_day_go_by_wind_and_waves(wind: float | None, waves: float | None, likelihood: str | None):
    assert whale_likelihood(SOUTH, AUGUST, daylight=True, wind_kmh=wind, wave_height_m=waves) == likelihood


def test_whales_are_unlikely_at_night():
    assert whale_likelihood(SOUTH, AUGUST, daylight=False, wind_kmh=5, wave_height_m=0.3) == "low"


def test_whales_are_unlikely_out_of_season():
    assert whale_likelihood(SOUTH, JUNE, daylight=True, wind_kmh=5, wave_height_m=0.3) == "low"


def test_whales_are_unlikely_where_there_is_no_season():
    assert whale_likelihood(None, AUGUST, daylight=True, wind_kmh=5, wave_height_m=0.3) == "low"


def test_whales_in_season_are_not_guessed_without_knowing_whether_it_is_day():
    assert whale_likelihood(SOUTH, AUGUST, daylight=None, wind_kmh=5, wave_height_m=0.3) is None
