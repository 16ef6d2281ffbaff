"""Which field each mention speaks of: by unit, subject and clause, in either order.

A claim that could belong to several fields names them all: it is wrong only when it is wrong of each, so an uncertain
binding makes the guard miss, never accuse.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from factguard.fields import Fields
from factguard.mentions import Claim, Item
from factguard.number_binding import bind_number
from factguard.surroundings import Surroundings
from factguard.word_binding import bind_words


def bind(items: Sequence[Item], fields: Fields, own: Mapping[str, str], known: Collection[str] = ()) -> list[Claim]:
    """The claims of a text over the fields of a fact map.

    `own` are the map's own names, by field; `known` those of them of which it is known what they lie in.
    """
    around = Surroundings(items)
    numbers: dict[int, Claim] = {}
    unit: str | None = None
    for at, item in enumerate(items):
        if item.number is None:
            continue
        if item.number.unit is None:
            item.number.inherited = unit
        unit = item.number.unit or unit
        if claim := bind_number(around, at, fields, numbers):
            numbers[at] = claim
    claims = list(numbers.values())
    for at, item in enumerate(items):
        if item.kind == "hit" and item.meanings.claiming:
            claims += bind_words(around, at, fields, numbers)
        elif item.kind == "name":
            claims += _names(item, at, own, known)
    return claims


def _names(item: Item, at: int, own: Mapping[str, str], known: Collection[str]) -> Iterator[Claim]:
    """A name; a claim without values is the report's own. The town around a known place goes without saying."""
    mine = any(entry.key[0] in own.values() for entry in item.entries)
    town = "name" not in item.kinds
    if town and (mine or not known):
        return
    name = item.text.title() if town else item.entries[0].key[0]
    others = frozenset() if mine else frozenset({name})
    yield Claim("name", tuple(own), item.start, item.end, at, values=others, said=name)
