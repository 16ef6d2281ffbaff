"""Whether a number, as it was said, is true of a fact.

A plain number agrees with a fact that rounds to it, to no fewer decimals than the field's `coarsest`; a conversion
must be right to the digit that it shows. How far an approximation may lie off is declared here, in one table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import time
from typing import Any

from factguard.facts import ClockTime, FactMap, Kind, Quantity, Score
from factguard.mentions import Claim, Number, Relation
from factguard.units import UNITS, convert

EPSILON = 1e-6
SHARE = {Relation.ABOUT: 0.1, Relation.ALMOST: 0.2, Relation.JUST_OVER: 0.2}
"""How much of the number said an approximation may lie off …"""
LEAST = {
    "length": 0.3,
    "speed": 2.0,
    "temperature": 2.0,
    "duration": 1.0,
    "share": 5.0,
    "concentration": 1.0,
    "uv_index": 1.0,
}
"""… or, where that is less, by how many of the dimension's first unit (metres, km/h, °C, s, %, µg/m³)."""
UP_TO_FROM = 0.75
"""From which share of the number said "up to" is true: gusts "up to 40" are no gusts of 12."""
SCORE_SLACK = 3.0
"""The same for a score."""
NO_ZERO = frozenset({"temperature"})
"""Dimensions whose zero is a convention: a share of 20 °C means nothing."""
ROUNDED_SHARE = 0.3
"""How much of it a number said to be "about" may be rounded by, to its last printed digit: "about 1 m" for 1.3."""


def agrees(number: Number, kind: Kind, value: Any) -> bool:
    """Whether a number is true of a fact's value, in one of its readings."""
    if isinstance(kind, ClockTime):
        return isinstance(value, time) and value.hour * 60 + value.minute in {at % (24 * 60) for at in number.minutes}
    if isinstance(kind, Score):
        fits = number.unit is None and number.out_of in (None, kind.maximum)
        return fits and any(_holds(number, said, float(value), 0.5, SCORE_SLACK) for said in number.values)
    if not isinstance(kind, Quantity) or number.is_score:
        return False
    if number.unit is None and number.inherited is not None:
        said_so = replace(number, unit=number.inherited, inherited=None)
        return agrees(said_so, kind, value) or agrees(replace(number, inherited=None), kind, value)
    unit = number.unit or kind.unit
    fact = convert(float(value), kind.unit, unit)
    if fact is None:
        return False
    half = number.step / 2
    if unit == kind.unit:
        half = min(half, 0.5 * 10.0**-kind.coarsest)
    least = LEAST.get(UNITS[unit].dimension, 0.0) / UNITS[unit].factor
    share = UNITS[unit].dimension not in NO_ZERO
    return any(_holds(number, said, fact, half, least, share=share) for said in number.values)


def _holds(number: Number, said: float, fact: float, half: float, least: float, *, share: bool = True) -> bool:
    """Whether a number said is true of a fact in the same unit: `half` its rounding, `least` the least slack."""
    half += EPSILON
    slack = max(SHARE.get(number.relation, 0.0) * abs(said) if share else 0.0, least)
    match number.relation:
        case Relation.EQUAL:
            return abs(said - fact) <= half
        case Relation.ABOUT:
            rounding = min(number.step / 2, ROUNDED_SHARE * abs(said))
            return abs(said - fact) <= max(
                half, rounding + EPSILON, SHARE[Relation.ABOUT] * abs(said) if share else least / 2
            )
        case Relation.ALMOST:
            return said - slack <= fact <= said + half
        case Relation.JUST_OVER:
            return said - half <= fact <= said + slack
        case Relation.UNDER:
            return fact < said
        case Relation.OVER:
            return fact > said
        case Relation.AT_MOST:
            return fact <= said + EPSILON
        case Relation.AT_LEAST:
            return fact >= said - EPSILON
        case Relation.UP_TO:
            return said * UP_TO_FROM <= fact <= said + half
        case Relation.IN_THE_TENS:
            return said <= fact < said + 10
        case Relation.BETWEEN:
            return said - half <= fact <= (number.upper or said) + half


def adjective_holds(claim: Claim, kind: Quantity | Score, value: float) -> bool:
    """Whether an adjective may be said of a value; a denied one, whether the value is not plainly what it says."""
    adjectives = kind.bands if isinstance(kind, Quantity) else kind.levels
    bands = [adjectives[word] for word in claim.said.split()]
    if claim.negated:
        return not any(band.plainly is not None and band.plainly.holds(value) for band in bands)
    return any(band.holds(value) for band in bands)


def judge(claims: Iterable[Claim], facts: FactMap) -> None:
    """Set claims against a fact map: which of their fields it has, and whether a number is true of one."""
    supplied, kinds = facts.supplied(), facts.KINDS
    for claim in claims:
        claim.supplied = tuple([name for name in claim.fields if name in supplied])
        if claim.number is not None:
            claim.holds = any(agrees(claim.number, kinds[name], supplied[name]) for name in claim.supplied)


def elsewhere(claim: Claim, facts: FactMap) -> str | None:
    """The field outside of a claim's own that holds the very number which it says, whatever the unit."""
    number = claim.number
    if number is None or number.relation is not Relation.EQUAL:
        return None
    for name, kind in facts.KINDS.items():
        value = getattr(facts, name)
        if name in claim.fields or value is None or not isinstance(kind, Quantity | Score):
            continue
        if any(abs(said - float(value)) < EPSILON for said in number.values):
            return name
    return None


def printed_fact(field: str, facts: FactMap) -> str | None:
    """A fact as it is printed without a locale: "1.3 m", "09:00", "moderate"; None where the map has none."""
    value, kind = getattr(facts, field, None), facts.KINDS.get(field)
    if value is None:
        return None
    if isinstance(kind, Quantity):
        return f"{value:.{kind.decimals}f} {UNITS[kind.unit].symbol}".strip()
    return value.strftime("%H:%M") if isinstance(value, time) else str(value)
