"""The units that a reader wants numbers in; the facts themselves are metric."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from factguard.facts import Quantity
from factguard.units import convert


class System(StrEnum):
    """A set of units: kilometres per hour, metres and °C, or miles per hour, feet and °F."""

    METRIC = "metric"
    IMPERIAL = "imperial"


class WindUnit(StrEnum):
    """A unit for wind that somebody asks for by itself."""

    KMH = "kmh"
    MPH = "mph"
    KNOTS = "knots"
    MS = "ms"


@dataclass(frozen=True, slots=True)
class Units:
    """What stands in place of a fact's unit; a unit that is not here stays as it is."""

    instead: Mapping[str, str] = field(default_factory=dict)

    def of(self, kind: Quantity) -> str:
        """The unit that a quantity is shown in."""
        return self.instead.get(kind.unit, kind.unit)

    def shown(self, kind: Quantity, value: float) -> tuple[float, int]:
        """A fact's value in that unit, with the decimals that it is printed with."""
        unit = self.of(kind)
        if unit == kind.unit:
            return value, kind.decimals
        converted = convert(value, kind.unit, unit)
        if converted is None:
            raise ValueError(f"{kind.unit} cannot be shown in {unit}")
        return converted, DECIMALS[unit]


DECIMALS = {"fahrenheit": 0, "mile_per_hour": 0, "knot": 0, "metre_per_second": 1, "foot": 1}
"""What a forecast's precision bears in the units that facts are not kept in."""

SYSTEMS: Mapping[System, Mapping[str, str]] = {
    System.METRIC: {},
    System.IMPERIAL: {"celsius": "fahrenheit", "kilometre_per_hour": "mile_per_hour", "metre": "foot"},
}
WIND: Mapping[WindUnit, str] = {
    WindUnit.KMH: "kilometre_per_hour",
    WindUnit.MPH: "mile_per_hour",
    WindUnit.KNOTS: "knot",
    WindUnit.MS: "metre_per_second",
}
METRIC = Units()


def units(system: System = System.METRIC, wind: WindUnit | None = None) -> Units:
    """A system's units, with another one for wind if asked."""
    return Units({**SYSTEMS[system], **({"kilometre_per_hour": WIND[wind]} if wind else {})})
