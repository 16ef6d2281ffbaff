"""The claim that a describing word makes, with its polarity."""

from __future__ import annotations

from collections.abc import Iterable

from factguard.mentions import Claim
from factguard.surroundings import LINKS, Surroundings


def claim_of(kind: str, name: str, around: Surroundings, at: int, said: set[str], values: Iterable[str]) -> Claim:
    """The claim that one of some `values` is said of a field, or where it is denied, that it is another."""
    item, negated = around.items[at], around.is_negated(at) or _noun_is_denied(around, at)
    allowed = frozenset(values) - said if negated else frozenset(said)
    return Claim(kind, (name,), item.start, item.end, at, values=allowed, said=" ".join(sorted(said)), negated=negated)


def _noun_is_denied(around: Surroundings, at: int) -> bool:
    """Whether the noun that a word describes is denied with it: "não há vento forte", "sem ondas grandes"."""
    left = around.left(at)
    if left is None:
        return False
    beside = around.past(at - 1, -1, LINKS) == left.at
    return around.is_in_neither(left.at) or (beside and around.is_negated(left.at))
