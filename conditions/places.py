"""The beaches that the bot knows, and a forgiving way to find one by name.

The catalogue itself is `places.toml`. A lookup goes by steps, and the first step that finds something ends it:

    exact    "praia da joaquina", "Joaquina", "JOAQUINA beach"
    prefix   "joaq", "barra" (Barra da Lagoa, Barra da Tijuca)
    words    "galinhas", "praia mole florianópolis", "recife": each word stands in the name, the town or the region
    close    "joaquima": one slip in a longer name
"""

from __future__ import annotations

import difflib
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any
from zoneinfo import ZoneInfo

from conditions.errors import AmbiguousPlaceError, UnknownPlaceError
from conditions.positions import Point, distance_km

CLOSE = 0.85
"""How alike a name and a misspelling of it are: lower, and Caravelas (Bahia) would be taken for Carcavelos."""
NEAR = 0.5
"""How alike a name must be to be offered as a suggestion."""
SUGGESTIONS = 3

_GENERIC = re.compile(r"^(?:praia|playa)(?: (?:da|do|de|das|dos|d))?\s+|\s+beach$")


@dataclass(frozen=True, slots=True)
class Place:
    """A beach. `whale_season` is a heading of `swim/seasons.toml`, None where there is no season."""

    name: str
    other_names: tuple[str, ...]
    town: str
    region: str
    country: str
    latitude: float
    longitude: float
    timezone: str
    whale_season: str | None
    listed: bool = True
    """Whether the place is in a catalogue of ours; what the geocoder or a position gives is not."""

    @property
    def point(self) -> Point:
        """Where it is."""
        return Point(self.latitude, self.longitude)

    @property
    def full_name(self) -> str:
        """The name with the region or, without one, the country: tells namesakes apart."""
        return f"{self.name} ({self.region or self.country})" if self.region or self.country else self.name

    @property
    def zone(self) -> ZoneInfo:
        """The place's clock."""
        return ZoneInfo(self.timezone)

    @property
    def names(self) -> tuple[str, ...]:
        """The name and the other names."""
        return (self.name, *self.other_names)


@cache
def catalogue() -> tuple[Place, ...]:
    """Every beach, in the order of the file."""
    return read_catalogue("places.toml")


def read_catalogue(file: str) -> tuple[Place, ...]:
    """The places of a file of this package that is written as `places.toml` is."""
    document = tomllib.loads(resources.files("conditions").joinpath(file).read_text(encoding="utf-8"))
    return tuple(_place(region, entry) for region in document["regions"] for entry in region["places"])


def _place(region: dict[str, Any], entry: dict[str, Any]) -> Place:
    latitude, longitude = entry["at"]
    return Place(
        name=entry["name"],
        other_names=tuple(entry.get("other_names", ())),
        town=entry["town"],
        region=region["name"],
        country=region["country"],
        latitude=latitude,
        longitude=longitude,
        timezone=region["timezone"],
        whale_season=region.get("whale_season"),
    )


def names() -> Iterable[str]:
    """Every name and other name."""
    return tuple(name for place in catalogue() for name in place.names)


def find(query: str, among: Sequence[Place] | None = None) -> tuple[Place, ...]:
    """The places that a name may stand for: one is certain, several are a choice, none raises UnknownPlaceError.

    They are looked for `among` some places, all beaches of the catalogue if none are given.
    """
    places = catalogue() if among is None else among
    key = key_of(query)
    for step in (_exact, _prefix, _words, _close) if key else ():
        if found := tuple(place for place in places if step(key, place)):
            return found
    raise UnknownPlaceError(query, _suggestions(key, places))


def one(query: str, among: Sequence[Place] | None = None) -> Place:
    """The one place of this name; several raise AmbiguousPlaceError."""
    found = find(query, among)
    if len(found) > 1:
        raise AmbiguousPlaceError(query, found)
    return found[0]


def nearest(point: Point, among: Sequence[Place] | None = None) -> list[tuple[Place, float]]:
    """The places by their distance from a point in kilometres, nearest first."""
    places = catalogue() if among is None else among
    return sorted(((place, distance_km(point, place.point)) for place in places), key=lambda pair: pair[1])


def _exact(key: str, place: Place) -> bool:
    return key in _keys(place)


def _prefix(key: str, place: Place) -> bool:
    return any(known.startswith(key) for known in _keys(place))


def _words(key: str, place: Place) -> bool:
    known = set(folded(" ".join((*place.names, place.town, place.region))).split())
    return known.issuperset(key.split())


def _close(key: str, place: Place) -> bool:
    return any(difflib.SequenceMatcher(None, key, known).ratio() >= CLOSE for known in _keys(place))


def _suggestions(key: str, places: Sequence[Place]) -> tuple[str, ...]:
    """The nearest places' names, nearest first."""
    name_of = {known: place.name for place in places for known in _keys(place)}
    alike = difflib.get_close_matches(key, name_of, n=2 * SUGGESTIONS, cutoff=NEAR)
    return tuple(dict.fromkeys(name_of[known] for known in alike))[:SUGGESTIONS]


@cache
def _keys(place: Place) -> frozenset[str]:
    return frozenset(key_of(name) for name in place.names)


def folded(text: str) -> str:
    """A name without accents, case, hyphens and apostrophes."""
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    return " ".join(re.findall(r"\w+", plain.casefold()))


def key_of(name: str) -> str:
    """What a name is compared by: folded, and without the word for beach."""
    return _GENERIC.sub("", folded(name))
