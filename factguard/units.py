"""The units that the guard reads: dimension, conversion, and their names in CLDR.

A value converts to the first unit of its dimension as `value * factor + offset`. Names come from CLDR through Babel;
what CLDR
lacks ("kmh", "ºC" without a degree sign) stands in `locales/<language>/lexicon.toml`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from babel.numbers import format_decimal
from babel.units import format_compound_unit, format_unit


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of measure: `symbol` is how we print it, `cldr` its key in CLDR's unit patterns (None: not there).

    `per` is the key of the unit that it is counted per, where CLDR has the two apart.
    """

    dimension: str
    factor: float
    symbol: str
    offset: float = 0.0
    cldr: str | None = None
    per: str | None = None


Length = Literal["long", "short", "narrow"]
LENGTHS: tuple[Length, ...] = ("long", "short", "narrow")

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
    "microgram_per_cubic_metre": Unit("concentration", 1.0, "µg/m³", cldr="mass-microgram", per="volume-cubic-meter"),
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


def with_unit(value: float, unit: str, locale: str, *, length: Length = "short", pattern: str | None = None) -> str:
    """A value with its unit as CLDR writes it, "20 km/h"; without CLDR's name the symbol follows the number."""
    known = UNITS[unit]
    if known.cldr is None:
        return format_decimal(value, format=pattern, locale=locale) + known.symbol
    if known.per is None:
        return format_unit(value, known.cldr, length, format=pattern, locale=locale)
    written = format_compound_unit(
        value, known.cldr, denominator_unit=known.per, length=length, format=pattern, locale=locale
    )
    return written or ""


@cache
def cldr_forms(unit: str, locale: str) -> frozenset[str]:
    """What CLDR writes after a number for a unit in a locale: "km/h", "quilômetros por hora"."""
    if UNITS[unit].cldr is None:
        return frozenset()
    printed = (with_unit(count, unit, locale, length=length) for count in (1, 2) for length in LENGTHS)
    return frozenset(form for text in printed if text[0] in "12" and (form := text[1:].strip("\u00a0\u202f ")))
