"""The fact map of swim conditions: one beach, one hour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from conditions.quantities import UvIndex
from factguard.facts import Band, Category, FactMap, Level, LocalTime, Name, Quantity, Score

LEVELS = ("low", "moderate", "high")
COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
BANDS = ((80, "excellent"), (60, "good"), (40, "fair"), (0, "poor"))


def known_names() -> Iterable[tuple[str, ...]]:
    """The beaches of the catalogue, each with its other names."""
    from conditions.places import catalogue  # the catalogue loads when a name is first needed

    return ((place.name, *place.other_names) for place in catalogue())


def towns() -> Iterable[tuple[str, ...]]:
    """The beaches of the catalogue, each with the town that it lies in."""
    from conditions.places import catalogue

    return ((place.name, place.town) for place in catalogue())


Celsius = Annotated[
    int | float,
    Quantity(
        "celsius",
        decimals=1,
        bands={
            "cold": Band(at_most=22, plainly=Band(at_most=15)),
            "warm": Band(at_least=20, plainly=Band(at_least=26)),
        },
    ),
    Field(ge=-90, le=60),
]
Wind = Annotated[
    int | float,
    Quantity(
        "kilometre_per_hour",
        denied="none",
        bands={
            "light": Band(at_most=29, plainly=Band(at_most=8)),
            "strong": Band(at_least=16, plainly=Band(at_least=45)),
            "none": Band(at_most=12),
        },
    ),
    Field(ge=0, le=400),
]
Gust = Annotated[int | float, Quantity("kilometre_per_hour"), Field(ge=0, le=500)]
WaveHeight = Annotated[
    int | float,
    Quantity(
        "metre",
        denied="none",
        decimals=1,
        coarsest=1,
        bands={
            "calm": Band(at_most=1.2, plainly=Band(at_most=0.3)),
            "rough": Band(at_least=0.8, plainly=Band(at_least=2.5)),
            "huge": Band(at_least=1.8, plainly=Band(at_least=5)),
            "none": Band(at_most=0.4),
        },
    ),
    Field(ge=0, le=40),
]
Period = Annotated[int | float, Quantity("second"), Field(ge=0, le=60)]
Chance = Annotated[
    int | float,
    Quantity(
        "percent",
        denied="unlikely",
        bands={
            "low": Band(at_most=50),
            "moderate": Band(at_least=20, at_most=80),
            "high": Band(at_least=45),
            "unlikely": Band(at_most=55),
            "likely": Band(at_least=40),
            "certain": Band(at_least=75),
        },
    ),
    Field(ge=0, le=100),
]
Risk = Annotated[Literal["low", "moderate", "high"], Level(LEVELS, mention_above="low")]


class SwimFacts(FactMap):
    """Swim conditions at one beach and hour. Units stand in the names; None is *not supplied*."""

    domain: ClassVar[str] = "swim"
    harmless: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "jellyfish_risk": ("low", "moderate"),
        "water_quality": ("proper",),
    }

    beach_name: Annotated[str, Name(known=known_names, within=towns), Field(min_length=1, max_length=120)]
    hour_local: LocalTime
    sea_temp_c: Celsius | None = None
    wind_kmh: Wind | None = None
    wave_height_m: WaveHeight | None = None
    jellyfish_risk: Risk | None = None
    whale_sighting_likelihood: Risk | None = None
    score: Annotated[int, Score(BANDS), Field(ge=0, le=100)] | None = None
    air_temp_c: Celsius | None = None
    wind_gust_kmh: Gust | None = None
    wind_direction: Annotated[Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"], Category(COMPASS)] | None = None
    wave_period_s: Period | None = None
    uv_index: UvIndex | None = None
    rain_chance_pct: Chance | None = None
    tide_state: (
        Annotated[Literal["rising", "falling", "high", "low"], Category(("rising", "falling", "high", "low"))] | None
    ) = None
    water_quality: (
        Annotated[
            Literal["proper", "improper", "mixed"],
            Category(("proper", "improper", "mixed"), partly="mixed"),  # mixed: the sampling points differ
        ]
        | None
    ) = None
