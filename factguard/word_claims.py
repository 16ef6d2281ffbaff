"""The claim that a describing word makes, with its polarity."""

from __future__ import annotations

from collections.abc import Iterable

from factguard.facts import Category
from factguard.fields import Names
from factguard.mentions import Claim
from factguard.surroundings import LINKS, OPENING, REACH, SMALL, Surroundings


def claim_of(kind: str, name: str, around: Surroundings, at: int, said: set[str], values: Iterable[str]) -> Claim:
    """The claim that one of some `values` is said of a field, or where it is denied, that it is another."""
    item, negated = around.items[at], around.is_negated(at) or _noun_is_denied(around, at)
    allowed = frozenset(values) - said if negated else frozenset(said)
    return Claim(kind, (name,), item.start, item.end, at, values=allowed, said=" ".join(sorted(said)), negated=negated)


def category_of(name: str, value: str, kind: Category, around: Surroundings, at: int) -> Claim:
    """The claim that a category has a value, or where that is said of a part only, the value which this comes to."""
    said = kind.partly if kind.partly and _is_partial(around, at) else value
    return claim_of("category", name, around, at, {said}, kind.values)


def is_of_other(around: Surroundings, at: int, names: Names) -> bool:
    """Whether a band word that is a level too stands with a noun of another field than some: "UV moderado, 5"."""
    left = around.left(at)
    if "level" not in around.item(at).kinds or left is None or left.apart or around.right(at) is not None:
        return False
    return set(left.fields).isdisjoint(names)


def _is_partial(around: Surroundings, at: int) -> bool:
    """Whether what is said holds of a part: "improper (at some points)", "some spots in the water are improper"."""
    if "partly" not in around.present:
        return False
    if "partly" in around.item(around.past(at + 1, 1, SMALL, OPENING)).kinds:
        return True
    for back in range(at - 1, max(-1, at - REACH), -1):
        item = around.items[back]
        if "partly" in item.kinds:
            return True
        if item.kind in ("break", "mark", "number") or {"category", "statement"} & item.kinds.keys():
            return False
    return False


def _noun_is_denied(around: Surroundings, at: int) -> bool:
    """Whether the noun that a word describes is denied with it: "não há vento forte", "sem ondas grandes"."""
    left = around.left(at)
    if left is None:
        return False
    beside = around.past(at - 1, -1, LINKS) == left.at
    return around.is_in_neither(left.at) or (beside and around.is_negated(left.at))
