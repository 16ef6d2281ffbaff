"""Which sampling points belong to which beach.

By name first: the agency's name of the beach is one of the place's, no farther off than 10 km. Several places of that
name: the town decides, then the distance. Points of that name in another town belong to the place only where they lie
close to it or where its own town has none. A point that bears the name of no known beach belongs to the nearest one
within 2.5 km; one that bears a known beach's name without being that beach's belongs to none.

Lakes and rivers are not the sea: their points are left out, save for a place that is itself called so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from types import MappingProxyType

from conditions.places import Place, folded, key_of
from conditions.positions import Point, distance_km
from conditions.water.quality import SamplingPoint

SAME_NAME_KM = 10.0
"""How far from a place a point of its name may lie: a long beach reaches 7 km, its namesakes are farther."""
NEAR_KM = 2.5
"""How far from a place a point of another name may lie."""
USABLE = timedelta(days=45)
"""How old a sample may be: off season the coast is sampled monthly, and a round may be late."""

INLAND = frozenset(
    {
        "acude",
        "arroio",
        "barragem",
        "canal",
        "corrego",
        "lago",
        "lagoa",
        "represa",
        "riacho",
        "ribeirao",
        "rio",
        "riozinho",
    }
)
"""First words, folded, of waters that are not the sea."""


@lru_cache(maxsize=8)  # one answer of each provider, and the one that follows it
def assigned(points: tuple[SamplingPoint, ...], places: tuple[Place, ...]) -> Mapping[Place, tuple[SamplingPoint, ...]]:
    """The points of each place that has any, in the agency's order; a point is in at most one."""
    named = {point: place for point in points if (place := _by_name(point, places))}
    own_town = {(place, _name(point)) for point, place in named.items() if _same_town(point, place)}
    found: dict[Place, list[SamplingPoint]] = {}
    for point in dict.fromkeys(points):
        place = named.get(point)
        if place and not _is_anothers(point, place, own_town):
            found.setdefault(place, []).append(point)
        elif nearest := _by_distance(point, places):
            found.setdefault(nearest, []).append(point)
    return MappingProxyType({place: tuple(its) for place, its in found.items()})


def usable(points: Iterable[SamplingPoint], place: Place, at: datetime) -> tuple[SamplingPoint, ...]:
    """The points whose sample is not too old on the place's day of a moment, nor dated after it.

    A point without a date is usable: its condition is the one that the agency holds in force.
    """
    day = at.astimezone(place.zone).date()
    return tuple(
        point for point in points if point.sampled_on is None or timedelta() <= day - point.sampled_on <= USABLE
    )


def _by_name(point: SamplingPoint, places: Sequence[Place]) -> Place | None:
    """The place that a point's beach is called after, None where none of that name is near enough."""
    called = [place for place in places if _name(point) in _names(place) and _suits(point, place)]
    near = [place for place in called if _km(point, place) <= SAME_NAME_KM]
    return min(near, key=lambda place: (not _same_town(point, place), _km(point, place)), default=None)


def _by_distance(point: SamplingPoint, places: Sequence[Place]) -> Place | None:
    """The nearest place, None where none is near or the point bears a known beach's name."""
    if any(_name(point) in _names(place) for place in places):
        return None
    near = [place for place in places if _suits(point, place) and _km(point, place) <= NEAR_KM]
    return min(near, key=lambda place: _km(point, place), default=None)


def _is_anothers(point: SamplingPoint, place: Place, own_town: set[tuple[Place, str]]) -> bool:
    """Whether a point of a place's name is of another town's beach: the place's own town has points of that name."""
    return not _same_town(point, place) and _km(point, place) > NEAR_KM and (place, _name(point)) in own_town


def _suits(point: SamplingPoint, place: Place) -> bool:
    """Whether both are of the sea, or the place is an inland water by its name."""
    return not _inland(point.beach, point.locality) or _inland(*place.names)


def _inland(*names: str) -> bool:
    return any(folded(name).partition(" ")[0] in INLAND for name in names)


def _same_town(point: SamplingPoint, place: Place) -> bool:
    return folded(point.town) == folded(place.town)


def _name(point: SamplingPoint) -> str:
    return key_of(point.beach)


def _names(place: Place) -> frozenset[str]:
    return frozenset(key_of(name) for name in place.names)


def _km(point: SamplingPoint, place: Place) -> float:
    return distance_km(Point(point.latitude, point.longitude), place.point)
