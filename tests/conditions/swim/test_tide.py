"""The state of the tide from three levels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from conditions.hours import Sea
from conditions.swim.tide import Turn, next_turns, tide_state, turns

START = datetime(2026, 6, 16, tzinfo=UTC)


def sea(levels: Sequence[float | None]) -> Sea:
    times = [START + timedelta(hours=hour) for hour in range(len(levels))]
    return Sea.model_validate({"time": times, "sea_level_height_msl": levels})


def states(levels: Sequence[float | None]) -> list[str | None]:
    return [tide_state(sea(levels), START + timedelta(hours=hour)) for hour in range(len(levels))]


def test_state_follows_the_neighbours():
    assert states([0.0, 0.4, 0.9, 0.7, 0.1, -0.2, 0.1]) == [
        None,  # nothing before it
        "rising",
        "high",
        "falling",
        "falling",
        "low",
        None,  # nothing after it
    ]


def test_turn_between_two_hours_makes_both_of_them_high():
    assert states([0.0, 0.5, 0.5, 0.0])[1:3] == ["high", "high"]


@pytest.mark.parametrize("gap", [0, 1, 2])
def test_state_is_unknown_without_one_of_the_three_levels(gap: int):
    levels: list[float | None] = [0.1, 0.5, 0.9]
    levels[gap] = None
    assert states(levels)[1] is None


def test_sea_without_levels_has_no_tide():
    assert tide_state(Sea(time=(START,)), START) is None


@pytest.mark.parametrize("levels", [[0.3] * 5, [0.30, 0.32, 0.35, 0.33, 0.30]], ids=["flat", "mediterranean"])
def test_sea_that_hardly_moves_has_no_tide(levels: list[float]):
    assert states(levels) == [None] * 5


def test_levels_that_stand_still_for_two_hours_say_nothing():
    assert states([0.9, 0.5, 0.5, 0.5, 0.1])[2] is None


@pytest.mark.parametrize("minutes", range(0, 745, 15))
def test_turning_hour_of_a_real_tide_is_within_half_an_hour_of_the_turn(minutes: int):
    """A semidiurnal tide (12.42 h) of 1 m whose high water is `minutes` after the start."""

    def level(hour: float) -> float:
        return math.cos((hour - minutes / 60) / 12.42 * 2 * math.pi)

    high_waters = [minutes / 60 + 12.42 * turn for turn in range(-1, 3)]
    low_waters = [water + 6.21 for water in high_waters]
    found = states([level(hour) for hour in range(25)])
    for hour in range(1, 24):
        near_high = min(abs(hour - water) for water in high_waters)
        near_low = min(abs(hour - water) for water in low_waters)
        rising = level(hour + 0.01) > level(hour - 0.01)
        expected = "high" if near_high <= 0.5 else "low" if near_low <= 0.5 else "rising" if rising else "falling"
        assert (hour, found[hour]) == (hour, expected)


def test_next_turns_are_the_next_high_and_the_next_low_the_sooner_first():
    found = turns(sea([0.0, 0.5, 0.9, 0.5, 0.0, -0.5, -0.9, -0.5, 0.0, 0.5, 0.9, 0.5]))
    assert next_turns(found, START) == (
        Turn("high", START + timedelta(hours=2)),
        Turn("low", START + timedelta(hours=6)),
    )
    assert next_turns(found, START + timedelta(hours=3)) == (
        Turn("low", START + timedelta(hours=6)),
        Turn("high", START + timedelta(hours=10)),
    )
    assert next_turns(found, START + timedelta(hours=10, minutes=1)) == ()


@pytest.mark.parametrize("levels", [[0.3] * 12, [None] * 12, []], ids=["flat", "unknown", "none"])
def test_sea_without_a_tide_has_no_turns(levels: list[float | None]):
    assert turns(sea(levels)) == ()


@pytest.mark.parametrize("minutes", range(0, 745, 20))
def test_time_of_a_turn_is_good_to_half_an_hour(minutes: int):
    """A semidiurnal tide (12.42 h) of 1 m in centimetres, whose high water is `minutes` after the start."""
    levels = [round(math.cos((hour - minutes / 60) / 12.42 * 2 * math.pi), 2) for hour in range(48)]
    highs = [minutes / 60 + 12.42 * turn for turn in range(-1, 5)]
    found = turns(sea(levels))
    assert {turn.state for turn in found} == {"high", "low"}
    assert {turn.at.minute for turn in found} <= {0, 30}
    for turn in found:
        real = highs if turn.state == "high" else [high + 6.21 for high in highs]
        hours = (turn.at - START) / timedelta(hours=1)
        assert min(abs(hours - each) for each in real) <= 0.5
