"""From Open-Meteo's hours to swim facts."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal

from pydantic import ValidationError

from conditions.domain import Reading
from conditions.errors import NoHourError, SourceAnswerError
from conditions.hours import Sea, Weather, whole_hour
from conditions.open_meteo import OpenMeteo
from conditions.places import Place
from conditions.swim.facts import COMPASS, SwimFacts
from conditions.swim.heuristics import jellyfish_risk, whale_likelihood
from conditions.swim.score import rate
from conditions.swim.seasons import seasons
from conditions.swim.tide import tide_state
from factguard.facts import Quantity

SOURCE = "Open-Meteo"


async def gather(source: OpenMeteo, place: Place, at: datetime | None) -> Reading:
    """The reading of the hour in which an aware moment lies; None is now."""
    if at is not None and at.tzinfo is None:
        raise ValueError(f"at={at} has no timezone. Give it the place's: at.replace(tzinfo=place.zone).")
    hour = whole_hour(at or datetime.now(UTC))
    day = hour.astimezone(place.zone).date()
    weather, sea = await asyncio.gather(source.weather(place, day), source.sea(place, day))
    return read(place, hour, weather, sea)


def read(place: Place, hour: datetime, weather: Weather, sea: Sea) -> Reading:
    """The reading of the hour in which an aware moment lies, from these answers."""
    hour = whole_hour(hour)  # in UTC: a local clock cannot be added to on the day when it changes
    local = hour.astimezone(place.zone)
    if hour not in weather.time:
        raise NoHourError(place.name, f"{local:%Y-%m-%d %H:%M}")
    facts = _facts({"beach_name": place.name, "hour_local": local.time(), **_quantities(weather, sea, hour)})
    daylight = _daylight(weather, hour)
    facts = _with(facts, wind_direction=_wind_direction(weather, hour), tide_state=tide_state(sea, hour))
    facts = _with(facts, **_guesses(facts, place, local, daylight, sea.pick(sea.ocean_current_velocity, hour)))
    score, deductions = rate(facts, night=daylight is False)
    return Reading(place=place, hour=local, facts=_with(facts, score=score), deductions=deductions)


def _quantities(weather: Weather, sea: Sea, hour: datetime) -> dict[str, float | None]:
    """The measured facts, rounded to the decimals that their kinds print."""
    # The source's gusts and rain are of the hour before their label; a swimmer at 9:00 meets those of the hour after.
    next_hour = hour + timedelta(hours=1)
    measured = {
        "sea_temp_c": sea.pick(sea.sea_surface_temperature, hour),
        "wind_kmh": weather.pick(weather.wind_speed_10m, hour),
        "wave_height_m": sea.pick(sea.wave_height, hour),
        "air_temp_c": weather.pick(weather.temperature_2m, hour),
        "wind_gust_kmh": weather.pick(weather.wind_gusts_10m, next_hour),
        "wave_period_s": sea.pick(sea.wave_period, hour),
        "uv_index": weather.pick(weather.uv_index, hour),
        "rain_chance_pct": weather.pick(weather.precipitation_probability, next_hour),
    }
    return {name: _rounded(name, value) for name, value in measured.items()}


def _rounded(name: str, value: float | None) -> float | None:
    """A value as its fact is printed, half away from zero as people round; never −0.0."""
    kind = SwimFacts.KINDS[name]
    if value is None or not isinstance(kind, Quantity):
        return value
    printed = Decimal(str(value)).quantize(Decimal(1).scaleb(-kind.decimals), rounding=ROUND_HALF_UP)
    return float(printed) + 0.0 if kind.decimals else int(printed)


def _wind_direction(weather: Weather, hour: datetime) -> str | None:
    """The compass point that the wind comes from; a calm comes from nowhere."""
    speed = _rounded("wind_kmh", weather.pick(weather.wind_speed_10m, hour))
    degrees = weather.pick(weather.wind_direction_10m, hour)
    if not speed or degrees is None:
        return None
    return COMPASS[int(degrees / 45 + 0.5) % len(COMPASS)]


def _daylight(weather: Weather, hour: datetime) -> bool | None:
    is_day = weather.pick(weather.is_day, hour)
    return None if is_day is None else is_day == 1


def _guesses(
    facts: SwimFacts, place: Place, local: datetime, daylight: bool | None, current: float | None
) -> dict[str, str | None]:
    """What the heuristics make of the facts."""
    wind, waves = facts.wind_kmh, facts.wave_height_m
    season = seasons()[place.whale_season] if place.whale_season else None
    return {
        "jellyfish_risk": jellyfish_risk(
            sea_temp_c=facts.sea_temp_c, wind_kmh=wind, wave_height_m=waves, current_kmh=current
        ),
        "whale_sighting_likelihood": whale_likelihood(
            season, local.date(), daylight=daylight, wind_kmh=wind, wave_height_m=waves
        ),
    }


def _with(facts: SwimFacts, **values: object) -> SwimFacts:
    return _facts({**dict(facts), **values})


def _facts(values: Mapping[str, object]) -> SwimFacts:
    """A valid fact map; a value that cannot be (waves of −1 m) makes the whole answer suspect."""
    try:
        return SwimFacts.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        raise SourceAnswerError(SOURCE, f"{first['loc'][0]} = {first['input']}") from error
