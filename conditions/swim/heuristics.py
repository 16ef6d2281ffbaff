"""Two rules of thumb, jellyfish and whales. They are guesses from the weather: nobody counted an animal.

A missing value is no sign either way. Where too little is known for the count to mean anything, the level is None, so
that it is not supplied, rather than "low", which would be a claim.
"""

from __future__ import annotations

from datetime import date
from typing import Literal

from conditions.swim.seasons import Season
from factguard.texts import mark as _

Level = Literal["low", "moderate", "high"]

ENOUGH_SIGNS = 3
"""Of the four jellyfish signs: with fewer known, "high" could not be told from "low"."""


def jellyfish_signs(
    *, sea_temp_c: float | None, wind_kmh: float | None, wave_height_m: float | None, current_kmh: float | None
) -> dict[str, bool | None]:
    """The four signs of jellyfish by name (a msgid): whether each is there, None where its value is missing."""
    return {
        _("warm sea"): None if sea_temp_c is None else sea_temp_c >= 24,
        _("light wind"): _at_most(wind_kmh, 15),
        _("low waves"): _at_most(wave_height_m, 0.6),
        _("slow current"): _at_most(current_kmh, 2),
    }


def jellyfish_risk(
    *, sea_temp_c: float | None, wind_kmh: float | None, wave_height_m: float | None, current_kmh: float | None
) -> Level | None:
    """How many of the four signs there are: warm sea, light wind, low waves, slow current."""
    signs = jellyfish_signs(
        sea_temp_c=sea_temp_c, wind_kmh=wind_kmh, wave_height_m=wave_height_m, current_kmh=current_kmh
    )
    known = [sign for sign in signs.values() if sign is not None]
    if len(known) < ENOUGH_SIGNS:
        return None
    count = sum(known)
    return "high" if count >= 3 else "moderate" if count == 2 else "low"


def whale_likelihood(
    season: Season | None, day: date, *, daylight: bool | None, wind_kmh: float | None, wave_height_m: float | None
) -> Level | None:
    """How well whales could be seen, if it is their season and not night."""
    if season is None or not season.covers(day) or daylight is False:
        return "low"
    known = [sign for sign in (_at_most(wind_kmh, 20), _at_most(wave_height_m, 1.0)) if sign is not None]
    if not known or daylight is None:
        return None
    count = sum(known)
    return "high" if count == 2 else "moderate" if count == 1 else "low"


def _at_most(value: float | None, limit: float) -> bool | None:
    return None if value is None else value <= limit
