"""Random fact maps of air quality to teach from: the index over its whole range, and particles that could give it.

Some values never occur here (`HELD_OUT_AIR`), so that a benchmark can ask for what the model has not seen.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable
from datetime import time

from bot.writer.teach.names import draw_town
from conditions.air import AirFacts

HELD_OUT_AIR: dict[str, Callable[[float], bool]] = {
    "european_aqi": lambda value: 44 <= value <= 46 or value > 300,
    "pm2_5_ug_m3": lambda value: 17 <= value < 18,
    "pm10_ug_m3": lambda value: 33 <= value < 35,
}

_EDGES = (0, 20, 40, 60, 80, 100, 300)
_WEIGHTS = (24, 28, 20, 13, 9, 6)  # of the index's bands: every one is taught, the common ones most
_FINE = (0, 10, 20, 25, 50, 75, 500)  # μg/m³ of PM2.5 at the index's edges, as the European Environment Agency has them
_COARSE = (0, 20, 40, 50, 100, 150, 600)  # of PM10; the last ones are the ends of what is drawn
_MISSING = 0.12  # of each value
_NIGHT = 0.2
_NIGHT_HOURS = (20, 21, 22, 23, 0, 1, 2, 3, 4)
_DAY_HOURS = tuple(range(5, 20))


def draw_air(chance: random.Random) -> AirFacts:
    """A fact map as the source might give it."""
    night = chance.random() < _NIGHT
    while True:
        values = {**_particles(chance), "uv_index": 0 if night else chance.randint(0, 13)}
        if not any(held_out(values[field]) for field, held_out in HELD_OUT_AIR.items()):
            break
    supplied = {field: value for field, value in values.items() if chance.random() >= _MISSING}
    hour = time(chance.choice(_NIGHT_HOURS if night else _DAY_HOURS))
    return AirFacts.model_validate({"place_name": draw_town(chance), "hour_local": hour, **supplied})


def _particles(chance: random.Random) -> dict[str, float]:
    """The index with the particles that made it, or not: a gas may have. The fine ones are among the coarse ones."""
    band = chance.choices(range(len(_WEIGHTS)), _WEIGHTS)[0]
    index = chance.randint(_EDGES[band] + (band > 0), _EDGES[band + 1])
    shares = [1.0, chance.uniform(0.3, 1)]
    chance.shuffle(shares)
    if chance.random() < 0.3:  # a gas made the index
        shares = [share * chance.uniform(0.4, 0.9) for share in shares]
    fine, coarse = (_amount(index * share, amounts) for share, amounts in zip(shares, (_FINE, _COARSE), strict=True))
    return {
        "european_aqi": index,
        "pm2_5_ug_m3": fine,
        "pm10_ug_m3": max(coarse, round(fine * chance.uniform(1.1, 1.6), 1)),
    }


def _amount(index: float, amounts: tuple[int, ...]) -> float:
    """What gives a partial index: a straight line between the edges of its band."""
    band = min(bisect_right(_EDGES, index), len(_EDGES) - 1) - 1
    share = (index - _EDGES[band]) / (_EDGES[band + 1] - _EDGES[band])
    return round(amounts[band] + share * (amounts[band + 1] - amounts[band]), 1)
