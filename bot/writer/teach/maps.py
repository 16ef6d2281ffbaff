"""Random fact maps to teach from: every field, extremes, missing values, night; levels and scores by the real rules.

Some values never occur here (`HELD_OUT`), so that the benchmark can ask for what the model has not seen.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date, time
from typing import Any

from bot.writer.teach.names import draw_name
from conditions.swim import SwimFacts
from conditions.swim.facts import COMPASS
from conditions.swim.heuristics import jellyfish_risk, whale_likelihood
from conditions.swim.score import rate
from conditions.swim.seasons import seasons

HELD_OUT: dict[str, Callable[[float], bool]] = {
    "sea_temp_c": lambda value: 22 <= value < 23,
    "wind_kmh": lambda value: 26 <= value <= 29 or value > 70,
    "wave_height_m": lambda value: 1.7 <= value < 2 or value > 6,
    "air_temp_c": lambda value: 27 <= value < 28,
    "wind_gust_kmh": lambda value: 41 <= value <= 44 or value > 110,
    "uv_index": lambda value: value > 13,
}

_MISSING = 0.12  # of each core value
_SUPPLIED = 0.6  # of each further value
_FREE_LEVELS = 0.25  # of the maps have levels that no rule gave: other sources have other rules
_NIGHT_HOURS = (20, 21, 22, 23, 0, 1, 2, 3, 4)
_DAY_HOURS = tuple(range(5, 20))
_MINUTES = (0, 0, 0, 0, 0, 0, 0, 15, 30, 45)


def draw_facts(chance: random.Random) -> SwimFacts:
    """A fact map as the source might give it."""
    core = _core(chance)
    night = chance.random() < 0.15
    hour = chance.choice(_NIGHT_HOURS if night else _DAY_HOURS)
    place = {"beach_name": draw_name(chance), "hour_local": time(hour, chance.choice(_MINUTES))}
    facts = SwimFacts.model_validate(place | core | _further(core, chance) | _levels(core, chance, night=night))
    score, _ = rate(facts, night=night)
    return facts.model_copy(update={"score": None if chance.random() < 0.05 else score})


def _draw(field: str, value: Callable[[], float], decimals: int) -> float:
    """A value that is not held out."""
    while True:
        drawn = round(value(), decimals) if decimals else int(value())
        if field not in HELD_OUT or not HELD_OUT[field](drawn):
            return drawn


def _core(chance: random.Random) -> dict[str, float | None]:
    extreme = chance.random() < 0.1
    waves = (
        (lambda: chance.choice((chance.uniform(0, 0.2), chance.uniform(3, 6))))
        if extreme
        else (lambda: min(6.0, max(0.1, chance.lognormvariate(-0.1, 0.65))))
    )
    wind = (
        (lambda: chance.choice((chance.uniform(0, 4), chance.uniform(45, 70))))
        if extreme
        else (lambda: max(1.0, chance.gauss(19, 11)))
    )
    values = {
        "sea_temp_c": _draw("sea_temp_c", lambda: chance.triangular(5, 32, 21), 1),
        "wind_kmh": _draw("wind_kmh", wind, 0),
        "wave_height_m": _draw("wave_height_m", waves, 1),
    }
    return {field: None if chance.random() < _MISSING else value for field, value in values.items()}


def _further(core: dict[str, float | None], chance: random.Random) -> dict[str, Any]:
    sea = core["sea_temp_c"] if core["sea_temp_c"] is not None else 20.0
    wind = core["wind_kmh"] if core["wind_kmh"] is not None else 15
    values = {
        "air_temp_c": _draw("air_temp_c", lambda: sea + chance.gauss(2, 5), 1),
        "wind_gust_kmh": _draw("wind_gust_kmh", lambda: wind + chance.uniform(2, 8 + wind * 0.8), 0),
        "wind_direction": chance.choice(COMPASS),
        "wave_period_s": chance.randint(3, 18),
        "uv_index": chance.randint(0, 13),
        "rain_chance_pct": chance.randint(0, 100),
        "tide_state": chance.choice(("rising", "falling", "high", "low")),
        "water_quality": chance.choices(("proper", "improper", "mixed"), (6, 2, 1.5))[0],
    }
    if core["wind_kmh"] is None:
        del values["wind_direction"]  # as the source: a direction is that of a known wind
    return {field: value for field, value in values.items() if chance.random() < _SUPPLIED}


def _levels(core: dict[str, float | None], chance: random.Random, *, night: bool) -> dict[str, str | None]:
    if chance.random() < _FREE_LEVELS:
        levels = (None, "low", "moderate", "high")
        return {
            "jellyfish_risk": chance.choice(levels),
            "whale_sighting_likelihood": chance.choice(("low", "moderate") if night else levels),
        }
    wind, waves = core["wind_kmh"], core["wave_height_m"]
    season = seasons()["southern-brazil"] if chance.random() < 0.5 else None
    day = date(2025, chance.randint(1, 12), 15)
    return {
        "jellyfish_risk": jellyfish_risk(
            sea_temp_c=core["sea_temp_c"], wind_kmh=wind, wave_height_m=waves, current_kmh=chance.uniform(0, 4)
        ),
        "whale_sighting_likelihood": whale_likelihood(
            season, day, daylight=not night, wind_kmh=wind, wave_height_m=waves
        ),
    }
