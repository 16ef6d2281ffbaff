"""Compass points: whether one is said of the wind, and of which field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from factguard.facts import Category
from factguard.fields import Fields
from factguard.forms import Entry
from factguard.mentions import Claim, Item
from factguard.surroundings import Surroundings
from factguard.units import UNITS
from factguard.word_claims import claim_of

BEFORE_COMPASS = frozenset({"link", "determiner"})
NEAR_WIND = 4  # how many items a compass point may stand from the wind that it is said of


def compass(around: Surroundings, at: int, entry: Entry, fields: Fields, bound: Mapping[int, Claim]) -> Iterator[Claim]:
    """The claim of a compass point, where it is said of the wind."""
    for name in fields.by_value.get(entry.key[0], ()):
        kind = fields.kinds[name]
        if isinstance(kind, Category) and _is_of_wind(around, at, fields):
            claim = claim_of("category", name, around, at, {entry.key[0]}, kind.values)
            claim.start = _opening(around, at)
            yield claim


def _opening(around: Surroundings, at: int) -> int:
    """Where "from the northwest", "de noroeste" begins."""
    first = at
    while not BEFORE_COMPASS.isdisjoint(around.item(first - 1).kinds):
        first -= 1
    while first < at and not around.items[first].has("link", "from", "of"):
        first += 1
    return around.items[first].start


def _is_of_wind(around: Surroundings, at: int, fields: Fields) -> bool:
    """Whether a compass point is said of the wind: beside a wind word or a speed, not in a place's name."""
    item, before, after = around.items[at], around.item(at - 1), around.item(at + 1)
    if before.has("link", "to"):  # "the wind blows to the north"
        return False
    if item.subject:  # "a northerly"
        return True
    if len(item.text) == 1 and not _may_follow_letter(after):  # "O vento", "E as ondas"
        return False
    return any(_blows_near(around, at, step, fields) for step in (-1, 1))


def _may_follow_letter(item: Item) -> bool:
    """Whether a letter before an item can be a compass point: "N 20 km/h", "S, 20 km/h", "W at 20 km/h"."""
    return item.kind in ("number", "mark", "break") or "to" in item.kinds or "time_cue" in item.kinds


def _blows_near(around: Surroundings, at: int, step: int, fields: Fields) -> bool:
    for other in range(at + step, at + step * (NEAR_WIND + 1), step):
        item = around.item(other)
        if _blows(item, fields):
            return True
        if not (item.meanings.transparent or item.text in "(),:" or item.kind == "word"):
            return False
    return False


def _blows(item: Item, fields: Fields) -> bool:
    speeds = fields.measured.get("speed", ())
    if item.number is not None:
        return item.number.unit is not None and UNITS[item.number.unit].dimension == "speed"
    return item.subject is not None and any(name in speeds for name in item.subject.fields)
