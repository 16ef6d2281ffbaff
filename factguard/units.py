"""The units that the guard reads: dimension, conversion, and their names in CLDR.

A value converts to the first unit of its dimension as `value * factor + offset`. Names come from CLDR through Babel;
what CLDR
lacks ("kmh", "ºC" without a degree sign) stands in `locales/<language>/lexicon.toml`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from babel.units import format_unit


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of measure: `symbol` is how we print it, `cldr` its key in CLDR's unit patterns (None: not there)."""

    dimension: str
    factor: float
    symbol: str
    offset: float = 0.0
    cldr: str | None = None


_LENGTHS: tuple[Literal["long", "short", "narrow"], ...] = ("long", "short", "narrow")

UNITS: dict[str, Unit] = {
    "celsius": Unit("temperature", 1.0, "°C", cldr="temperature-celsius"),
    "fahrenheit": Unit("temperature", 5 / 9, "°F", offset=-160 / 9, cldr="temperature-fahrenheit"),
    "kilometre_per_hour": Unit("speed", 1.0, "km/h", cldr="speed-kilometer-per-hour"),
    "metre_per_second": Unit("speed", 3.6, "m/s", cldr="speed-meter-per-second"),
    "mile_per_hour": Unit("speed", 1.609344, "mph", cldr="speed-mile-per-hour"),
    "knot": Unit("speed", 1.852, "kn", cldr="speed-knot"),
    "metre": Unit("length", 1.0, "m", cldr="length-meter"),
    "centimetre": Unit("length", 0.01, "cm", cldr="length-centimeter"),
    "kilometre": Unit("length", 1000.0, "km", cldr="length-kilometer"),
    "millimetre": Unit("length", 0.001, "mm", cldr="length-millimeter"),
    "inch": Unit("length", 0.0254, "in"),
    "foot": Unit("length", 0.3048, "ft", cldr="length-foot"),
    "second": Unit("duration", 1.0, "s", cldr="duration-second"),
    "percent": Unit("share", 1.0, "%"),
    "uv_index": Unit("uv_index", 1.0, ""),
    "beaufort": Unit("beaufort", 1.0, "Bft"),
}


def convert(value: float, source: str, target: str) -> float | None:
    """A value of one unit in another; None where the dimensions differ."""
    if source == target:
        return value
    have, want = UNITS[source], UNITS[target]
    if have.dimension != want.dimension:
        return None
    return (value * have.factor + have.offset - want.offset) / want.factor


@cache
def cldr_forms(unit: str, locale: str) -> frozenset[str]:
    """What CLDR writes after a number for a unit in a locale: "km/h", "quilômetros por hora"."""
    key = UNITS[unit].cldr
    if key is None:
        return frozenset()
    printed = (format_unit(count, key, length, locale=locale) for count in (1, 2) for length in _LENGTHS)
    return frozenset(form for text in printed if text[0] in "12" and (form := text[1:].strip("\u00a0\u202f ")))
