"""What stands beside the swim facts for a reader: the next tides, why jellyfish, when whales, which water points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from conditions.outlook import Detail, Remark
from conditions.places import Place
from conditions.swim.facts import SwimFacts
from conditions.swim.heuristics import jellyfish_signs
from conditions.swim.seasons import Season, seasons
from conditions.swim.tide import Turn
from conditions.water import SamplingPoint, WaterQuality
from factguard.texts import mark as _

TURNS = {"high": _("high about {time}"), "low": _("low about {time}")}


def details(
    facts: SwimFacts, place: Place, current_kmh: float | None, turns: Sequence[Turn], water: WaterQuality | None
) -> tuple[Detail, ...]:
    """The details that there is something to say of."""
    found = (
        Detail(_("Next tides"), tuple(_turn(turn, place) for turn in turns)),
        Detail(_("Signs of jellyfish"), tuple(_signs(facts, current_kmh))),
        Detail(_("Whale season"), tuple(_season(place))),
        Detail(_("Water samples"), tuple(_samples(water))),
    )
    return tuple(detail for detail in found if detail.remarks)


def _turn(turn: Turn, place: Place) -> Remark:
    return Remark(TURNS[turn.state], {"time": turn.at.astimezone(place.zone).time()})


def _signs(facts: SwimFacts, current_kmh: float | None) -> Iterator[Remark]:
    """The signs behind a level that may be named; under a low one they would only alarm."""
    if facts.jellyfish_risk in (None, "low"):
        return
    signs = jellyfish_signs(
        sea_temp_c=facts.sea_temp_c,
        wind_kmh=facts.wind_kmh,
        wave_height_m=facts.wave_height_m,
        current_kmh=current_kmh,
    )
    yield from (Remark(sign) for sign, is_there in signs.items() if is_there)


def _season(place: Place) -> Iterator[Remark]:
    if place.whale_season is None:
        return
    season: Season = seasons()[place.whale_season]
    yield Remark(
        _("{first} to {last}"),
        {"first": date(2024, *season.first), "last": date(2024, *season.last)},  # any year: only the day is printed
    )


def _samples(water: WaterQuality | None) -> Iterator[Remark]:
    """Which points are improper where they differ, and the day of the newest sample."""
    if water is None:
        return
    if water.state == "mixed":
        yield Remark(_("improper at {points}"), {"points": tuple(map(_spot, water.improper))})
        yield Remark(_("proper at {points}"), {"points": tuple(point.name for point in water.proper)})
    if water.newest is None:
        yield Remark(_("the agency gives no dates"))
    else:
        yield Remark(_("newest of {day}"), {"day": water.newest})


def _spot(point: SamplingPoint) -> str:
    return f"{point.name} ({point.locality})" if point.locality else point.name
