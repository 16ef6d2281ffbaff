"""The score of a swim: 100 less what speaks against it, each deduction with its reason.

It is worked out from the facts as they are printed, so that a reader who adds up the reasons comes to the same number.
"""

from __future__ import annotations

from collections.abc import Iterator

from conditions.outlook import Deduction
from conditions.swim.facts import SwimFacts

BEST = 100


def rate(facts: SwimFacts, *, night: bool) -> tuple[int | None, tuple[Deduction, ...]]:
    """The score with its deductions; None where waves, wind and sea temperature are all unknown: nothing was judged."""
    if facts.wave_height_m is facts.wind_kmh is facts.sea_temp_c is None:
        return None, ()
    deductions = tuple(_deductions(facts, night=night))
    return max(0, BEST - sum(deduction.points for deduction in deductions)), deductions


def _deductions(facts: SwimFacts, *, night: bool) -> Iterator[Deduction]:
    yield from _waves(facts.wave_height_m)
    yield from _wind(facts.wind_kmh)
    yield from _sea(facts.sea_temp_c)
    if facts.rain_chance_pct is not None and facts.rain_chance_pct >= 60:
        yield Deduction(10, "rain likely")
    yield from _jellyfish(facts.jellyfish_risk)
    if night:
        yield Deduction(60, "night")
    yield from _water(facts.water_quality)


def _waves(height: float | None) -> Iterator[Deduction]:
    if height is None:
        yield Deduction(5, "wave height unknown")
    elif height >= 1.5:
        yield Deduction(40, "high waves")
    elif height >= 0.6:
        yield Deduction(15, "choppy")


def _wind(speed: float | None) -> Iterator[Deduction]:
    if speed is None:
        yield Deduction(5, "wind unknown")
    elif speed >= 30:
        yield Deduction(25, "strong wind")
    elif speed >= 15:
        yield Deduction(10, "breezy")


def _sea(temperature: float | None) -> Iterator[Deduction]:
    if temperature is None:
        yield Deduction(5, "sea temperature unknown")
    elif temperature < 20:
        yield Deduction(20, "cold water")
    elif temperature > 27:
        yield Deduction(5, "very warm water")


def _jellyfish(risk: str | None) -> Iterator[Deduction]:
    if risk == "high":
        yield Deduction(25, "high jellyfish risk")
    elif risk == "moderate":
        yield Deduction(10, "moderate jellyfish risk")


def _water(quality: str | None) -> Iterator[Deduction]:
    if quality == "improper":
        yield Deduction(BEST, "water improper for bathing")
    elif quality == "mixed":
        yield Deduction(25, "water improper at some points")
