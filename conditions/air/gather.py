"""From the source's hours to facts of air quality."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from conditions.air.facts import AirFacts
from conditions.domain import Sources
from conditions.errors import NoHourError
from conditions.hours import Hours, Series, Unit, whole_hour
from conditions.measured import fact_map, rounded
from conditions.open_meteo import CREDIT, SOURCE, Api
from conditions.outlook import Outlook, Reading
from conditions.places import Place
from factguard.facts import FactMap


class Air(Hours):
    """Hours of the air-quality API. `uv_index` is here too, so that one request is enough."""

    pm2_5: Annotated[Series, Unit("μg/m³")] = ()
    pm10: Annotated[Series, Unit("μg/m³")] = ()
    european_aqi: Annotated[Series, Unit("EAQI")] = ()
    uv_index: Annotated[Series, Unit("")] = ()


AIR_QUALITY = Api("air-quality", "https://air-quality-api.open-meteo.com/v1/air-quality", Air)


async def gather(sources: Sources, place: Place, now: datetime) -> Outlook:
    """The outlook of a place; `now` (aware) says which days are today and tomorrow."""
    air = await sources.forecasts.of(AIR_QUALITY, place, now)
    return Outlook(
        place=place,
        now=now,
        read=lambda hour: read(place, hour, air.hours),
        merit=merit,
        fetched_at=air.fetched_at,
        stale=air.stale,
        credits=(CREDIT,),
    )


def merit(facts: FactMap) -> float | None:
    """How good an hour is to be outside: the lower the index, the better."""
    index = facts.european_aqi if isinstance(facts, AirFacts) else None
    return None if index is None else -float(index)


def read(place: Place, hour: datetime, air: Air) -> Reading:
    """The reading of the hour in which an aware moment lies."""
    hour = whole_hour(hour)
    local = hour.astimezone(place.zone)
    if hour not in air.time:
        raise NoHourError(place.name, f"{local:%Y-%m-%d %H:%M}")
    measured = {
        "european_aqi": air.pick(air.european_aqi, hour),
        "pm2_5_ug_m3": air.pick(air.pm2_5, hour),
        "pm10_ug_m3": air.pick(air.pm10, hour),
        "uv_index": air.pick(air.uv_index, hour),
    }
    values = {name: rounded(AirFacts, name, value) for name, value in measured.items()}
    facts = fact_map(AirFacts, {"place_name": place.name, "hour_local": local.time(), **values}, SOURCE)
    return Reading(place=place, hour=local, facts=facts, daylight=_daylight(measured["uv_index"]))


def _daylight(uv_index: float | None) -> bool | None:
    """Whether the sun is up: this API does not say, but its ultraviolet does."""
    return None if uv_index is None else uv_index > 0
