"""Open-Meteo's answers as typed hours.

A field of a kind of `Hours` is a variable of the source, and its unit the one that we ask for: the request is made
from these fields and the answer compared with them: nothing is declared twice. What the source lacks reads None.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Generic, Literal, Self, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

UNDEFINED = "undefined"
"""The unit that the source gives to a variable that its model lacks."""
WAVES = ("wave_height", "wave_direction", "wave_period")


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit that a variable must come in, spelt as the source spells it."""

    symbol: str


def _utc(moment: datetime) -> datetime:
    """An aware time: the answer's labels are in GMT without saying so."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _without_negative_zero(value: float | None) -> float | None:
    """The same value, but 0.0 for the −0.0 that the source sends and that would print as "-0.0"."""
    return None if value is None else value + 0.0


Hour = Annotated[datetime, AfterValidator(_utc)]
Value = Annotated[float | None, Field(strict=True), AfterValidator(_without_negative_zero)]
Series = tuple[Value, ...]


def whole_hour(moment: datetime) -> datetime:
    """The hour of the source's clock in which an aware moment lies."""
    return moment.astimezone(UTC).replace(minute=0, second=0, microsecond=0)


class Hours(BaseModel):
    """Series of values by hour, in UTC; an empty series is one that the source lacks."""

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)

    time: tuple[Hour, ...]

    @classmethod
    def units(cls) -> dict[str, str]:
        """The variables with their units."""
        return {
            name: unit.symbol
            for name, field in cls.model_fields.items()
            for unit in field.metadata
            if isinstance(unit, Unit)
        }

    @model_validator(mode="after")
    def _as_many_values_as_hours(self) -> Self:
        for name in self.units():
            count = len(getattr(self, name))
            if count not in (0, len(self.time)):
                raise ValueError(f"{name} has {count} values for {len(self.time)} hours")
        return self

    def plausible(self) -> Self:
        """The same hours without series that the source makes up where it has no data."""
        return self

    def pick(self, series: Sequence[float | None], hour: datetime) -> float | None:
        """The value of a series at an hour, None where the source has none."""
        return series[self.time.index(hour)] if series and hour in self.time else None

    @property
    def empty(self) -> bool:
        """Whether no variable has a value in any hour."""
        return all(value is None for name in self.units() for value in getattr(self, name))

    def without(self, names: Sequence[str]) -> Self:
        """The same hours with some series emptied."""
        return self.model_copy(update=dict.fromkeys(names, ()))


class Weather(Hours):
    """Hours of the forecast API. Gusts and the chance of rain are of the hour *before* their label."""

    temperature_2m: Annotated[Series, Unit("°C")] = ()
    wind_speed_10m: Annotated[Series, Unit("km/h")] = ()
    wind_direction_10m: Annotated[Series, Unit("°")] = ()
    wind_gusts_10m: Annotated[Series, Unit("km/h")] = ()
    precipitation_probability: Annotated[Series, Unit("%")] = ()
    uv_index: Annotated[Series, Unit("")] = ()
    is_day: Annotated[Series, Unit("")] = ()


class Sea(Hours):
    """Hours of the marine API. `wave_direction` is where waves come from."""

    wave_height: Annotated[Series, Unit("m")] = ()
    wave_direction: Annotated[Series, Unit("°")] = ()
    wave_period: Annotated[Series, Unit("s")] = ()
    sea_surface_temperature: Annotated[Series, Unit("°C")] = ()
    ocean_current_velocity: Annotated[Series, Unit("km/h")] = ()
    sea_level_height_msl: Annotated[Series, Unit("m")] = ()

    def plausible(self) -> Self:
        """The sea without wave series that are zero all through.

        A wave model whose cell lies on land answers height, direction and period 0 for every hour, not null (open-meteo
        issue 1524); a sea that flat, from due north, for days does not exist.
        """
        values = [*self.wave_height, *self.wave_direction, *self.wave_period]
        return self if any(values) else self.without(WAVES)


H = TypeVar("H", bound=Hours)


class Answer(BaseModel, Generic[H]):
    """The source's answer for one point. An offset from GMT or another unit than asked for makes it worthless.

    `latitude` and `longitude` are those of the model's cell, not of the point that was asked for.
    """

    latitude: float
    longitude: float
    utc_offset_seconds: Literal[0]
    hourly_units: Mapping[str, str]
    hourly: H

    @model_validator(mode="after")
    def _units_as_asked(self) -> Self:
        for name, unit in self.hourly.units().items():
            given = self.hourly_units.get(name, UNDEFINED)
            if given not in (unit, UNDEFINED):
                raise ValueError(f"{name} is in {given}, not in {unit}")
        return self

    def hours(self) -> H:
        """The hours, without the variables whose unit the source does not say or whose values it makes up."""
        units = self.hourly_units
        unknown = [name for name in self.hourly.units() if units.get(name, UNDEFINED) == UNDEFINED]
        return self.hourly.without(unknown).plausible()
