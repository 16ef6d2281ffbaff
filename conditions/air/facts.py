"""The fact map of air quality: one place, one hour."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Annotated, ClassVar

from pydantic import Field

from conditions.places import Place, catalogue, read_catalogue
from conditions.quantities import UvIndex
from factguard.facts import Band, FactMap, LocalTime, Name, Quantity, Score

BANDS = ((0, "good"), (20, "fair"), (40, "moderate"), (60, "poor"), (80, "very_poor"), (101, "extremely_poor"))
"""The European index as Open-Meteo computes it: 0 is the best, above 100 is extremely poor, and there is no end."""


@cache
def towns() -> tuple[Place, ...]:
    """The towns of `towns.toml`."""
    return read_catalogue("air/towns.toml")


def places() -> tuple[Place, ...]:
    """Every town, then every beach."""
    return (*towns(), *catalogue())


def known_names() -> Iterable[tuple[str, ...]]:
    """Every town and beach, each with its other names."""
    return (place.names for place in places())


def surrounding_towns() -> Iterable[tuple[str, ...]]:
    """Every beach with the town that it lies in."""
    return ((place.name, place.town) for place in catalogue())


FineParticles = Annotated[
    int | float,
    Quantity(
        "microgram_per_cubic_metre",
        decimals=1,
        bands={
            "low": Band(at_most=20, plainly=Band(at_most=5)),
            "moderate": Band(at_least=5, at_most=50),
            "high": Band(at_least=12, plainly=Band(at_least=75)),
            "extreme": Band(at_least=60),
        },
    ),
    Field(ge=0, le=10_000),
]
CoarseParticles = Annotated[
    int | float,
    Quantity(
        "microgram_per_cubic_metre",
        decimals=1,
        bands={
            "low": Band(at_most=40, plainly=Band(at_most=10)),
            "moderate": Band(at_least=12, at_most=100),
            "high": Band(at_least=25, plainly=Band(at_least=150)),
            "extreme": Band(at_least=100),
        },
    ),
    Field(ge=0, le=20_000),
]
EuropeanAqi = Annotated[
    int,
    Score(
        BANDS,
        maximum=None,
        levels={
            "low": Band(at_most=45, plainly=Band(at_most=15)),
            "high": Band(at_least=40, plainly=Band(at_least=80)),
        },
    ),
    Field(ge=0, le=10_000),
]


class AirFacts(FactMap):
    """Air quality at one place and hour. Units stand in the names; None is *not supplied*."""

    domain: ClassVar[str] = "air"

    place_name: Annotated[str, Name(known=known_names, within=surrounding_towns), Field(min_length=1, max_length=120)]
    hour_local: LocalTime
    european_aqi: EuropeanAqi | None = None
    pm2_5_ug_m3: FineParticles | None = None
    pm10_ug_m3: CoarseParticles | None = None
    uv_index: UvIndex | None = None
