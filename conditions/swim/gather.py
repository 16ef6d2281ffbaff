"""From the sources' hours to swim facts."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from conditions.domain import Sources
from conditions.errors import InlandError, NoHourError
from conditions.forecasts import Dated
from conditions.hours import Sea, Weather, whole_hour
from conditions.measured import fact_map, rounded
from conditions.open_meteo import CREDIT, FORECAST, MARINE, SOURCE
from conditions.outlook import Credit, Outlook, Reading
from conditions.places import Place, nearest
from conditions.positions import distance_km
from conditions.swim.details import details
from conditions.swim.facts import COMPASS, SwimFacts
from conditions.swim.heuristics import jellyfish_risk, whale_likelihood
from conditions.swim.score import rate
from conditions.swim.seasons import seasons
from conditions.swim.tide import Turn, next_turns, tide_state, turns
from conditions.water import WaterQuality
from factguard.facts import FactMap

FARTHEST_SEA_KM = 20.0
"""How far the sea's cell may lie from a place that is no beach of ours: the wave models' cells are 5 to 25 km wide."""
LONGEST_WAIT_FOR_WATER_S = 5.0

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What swim facts are made from, for one place and two days."""

    weather: Weather
    sea: Sea
    water: WaterQuality | None = None
    turns: tuple[Turn, ...] = ()


async def gather(sources: Sources, place: Place, now: datetime) -> Outlook:
    """The outlook of a place; `now` (aware) says which days are today and tomorrow."""
    if now.tzinfo is None:
        raise ValueError(f"now={now} has no timezone. Give it the place's: now.replace(tzinfo=place.zone).")
    weather, sea, water = await asyncio.gather(
        sources.forecasts.of(FORECAST, place, now),
        sources.forecasts.of(MARINE, place, now),
        _water(sources, place, now),
    )
    _refuse_inland(place, sea)
    evidence = Evidence(weather.hours, sea.hours, water, turns(sea.hours))
    return Outlook(
        place=place,
        now=now,
        read=lambda hour: read(place, hour, evidence),
        merit=merit,
        fetched_at=min(weather.fetched_at, sea.fetched_at),
        stale=weather.stale or sea.stale,
        credits=(CREDIT, *([Credit(water.source, water.link)] if water else ())),
    )


def merit(facts: FactMap) -> float | None:
    """How good an hour is for a swim: its score."""
    return facts.score if isinstance(facts, SwimFacts) else None


def read(place: Place, hour: datetime, evidence: Evidence) -> Reading:
    """The reading of the hour in which an aware moment lies."""
    hour = whole_hour(hour)  # in UTC: a local clock cannot be added to on the day when it changes
    local = hour.astimezone(place.zone)
    weather, sea, water = evidence.weather, evidence.sea, evidence.water
    if hour not in weather.time:
        raise NoHourError(place.name, f"{local:%Y-%m-%d %H:%M}")
    daylight = _daylight(weather, hour)
    current = sea.pick(sea.ocean_current_velocity, hour)
    measured = _quantities(weather, sea, hour)
    facts = _facts(
        {"beach_name": place.name, "hour_local": local.time(), **measured}
        | _guesses(measured, place, local, daylight, current)
        | {"wind_direction": _wind_direction(weather, hour), "tide_state": tide_state(sea, hour)}
        | {"water_quality": water and water.state}
    )
    score, deductions = rate(facts, night=daylight is False)
    return Reading(
        place=place,
        hour=local,
        facts=facts.model_copy(update={"score": score}),
        deductions=deductions,
        details=details(facts, place, current, next_turns(evidence.turns, hour), water),
        daylight=daylight,
        level_m=sea.pick(sea.sea_level_height_msl, hour),
    )


async def _water(sources: Sources, place: Place, now: datetime) -> WaterQuality | None:
    """The water's quality if it is known soon: a report does not wait long for it, and the next one has it."""
    if sources.water is None:
        return None
    try:
        async with asyncio.timeout(LONGEST_WAIT_FOR_WATER_S):
            return await sources.water.water_quality(place, now)
    except TimeoutError:
        log.warning("water.late", place=place.name)
        return None


def _refuse_inland(place: Place, sea: Dated[Sea]) -> None:
    """A place that is no beach of ours must lie by the sea; what we call a beach does, whatever the models say."""
    if place.listed:
        return
    away = None if sea.cell is None else distance_km(place.point, sea.cell)
    if away is None or away > FARTHEST_SEA_KM or sea.hours.empty:
        beach, distance = nearest(place.point)[0]
        raise InlandError(place.name, beach.name, distance)


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
    return {name: rounded(SwimFacts, name, value) for name, value in measured.items()}


def _wind_direction(weather: Weather, hour: datetime) -> str | None:
    """The compass point that the wind comes from; a calm comes from nowhere."""
    speed = rounded(SwimFacts, "wind_kmh", weather.pick(weather.wind_speed_10m, hour))
    degrees = weather.pick(weather.wind_direction_10m, hour)
    if not speed or degrees is None:
        return None
    return COMPASS[int(degrees / 45 + 0.5) % len(COMPASS)]


def _daylight(weather: Weather, hour: datetime) -> bool | None:
    is_day = weather.pick(weather.is_day, hour)
    return None if is_day is None else is_day == 1


def _guesses(
    measured: Mapping[str, float | None],
    place: Place,
    local: datetime,
    daylight: bool | None,
    current: float | None,
) -> dict[str, object]:
    """What the heuristics make of the measured facts."""
    wind, waves = measured["wind_kmh"], measured["wave_height_m"]
    season = seasons()[place.whale_season] if place.whale_season else None
    return {
        "jellyfish_risk": jellyfish_risk(
            sea_temp_c=measured["sea_temp_c"], wind_kmh=wind, wave_height_m=waves, current_kmh=current
        ),
        "whale_sighting_likelihood": whale_likelihood(
            season, local.date(), daylight=daylight, wind_kmh=wind, wave_height_m=waves
        ),
    }


def _facts(values: Mapping[str, object]) -> SwimFacts:
    return fact_map(SwimFacts, values, SOURCE)
