"""Band words: whether one is said of the score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from factguard.facts import Score
from factguard.fields import Fields
from factguard.forms import Entry
from factguard.mentions import Claim
from factguard.surroundings import OPENING, PURPOSE, REACH, SMALL, Surroundings, is_time
from factguard.word_claims import claim_of, is_of_other


def band(around: Surroundings, at: int, entry: Entry, fields: Fields, bound: Mapping[int, Claim]) -> Iterator[Claim]:
    """The claim of a band word; `tight` where it is said of the score."""
    for name in fields.scores:
        kind = fields.kinds[name]
        if isinstance(kind, Score):
            claim = claim_of("band", name, around, at, set(entry.key[0].split()), (word for _, word in kind.bands))
            claim.tight = _is_of_score(around, at, name, bound) and not _is_compared_with(around, at)
            yield claim


def _is_of_score(around: Surroundings, at: int, name: str, bound: Mapping[int, Claim]) -> bool:
    """Whether a band word is said of a score: "good conditions", "excellent (82)", "the score is poor"."""
    right, left = around.right(at), around.left(at)
    if right is not None:
        return name in right.fields
    if is_of_other(around, at, (name,)):
        return False
    if any(_is_score(around, _past_time(around, at, step), name, bound) for step in (-1, 1)):
        return True
    if _leads_to_score(around, at, name, bound):
        return True
    if left is None:
        return _is_of_place(around, at)
    return name in left.fields and not left.apart


def _leads_to_score(around: Surroundings, at: int, name: str, bound: Mapping[int, Claim]) -> bool:
    """Whether nothing but small words stands between a band word and a score: "abysmal, with a score of 35"."""
    for ahead in range(at + 1, at + REACH):
        item = around.item(ahead)
        if item.subject is not None:
            return name in item.subject.fields
        if item.number is not None and not is_time(item):
            return _is_score(around, ahead, name, bound)
        small = not SMALL.isdisjoint(item.kinds) or "time_cue" in item.kinds or is_time(item)
        if not (small or item.text == "," or "conjunction" in item.kinds):
            return False
    return False


def _is_compared_with(around: Surroundings, at: int) -> bool:
    """Whether a band is what a score falls short of, passes or is kept from: "two points below fair"."""
    back = around.past(at - 1, -1, SMALL)
    before, between = around.item(back), [around.item(place) for place in range(back + 1, at)]
    if "bound" in before.kinds or around.is_hypothetical(at):
        return True
    if any(item.has("link", "from") for item in between):  # "keeps it from an excellent score"
        return True
    if before.number is None:
        return False
    needed = any(item.has("link", *PURPOSE) for item in between)  # "it needs 80 for excellent"
    short = any("short_of" in item.kinds for item in between)
    return needed or (short and before.number.is_score)  # "a um ponto de ser boa"


def _is_of_place(around: Surroundings, at: int) -> bool:
    """Whether a band word is said of the place itself: "Joaquina is excellent", "O Campeche está ruim às 16h"."""
    back, after = at - 1, around.item(at + 1)
    while is_time(item := around.item(back)) or "link" in item.kinds or "time_cue" in item.kinds:
        back -= 1
    place = around.item(back)
    ends = after.kind in ("break", "mark", "number") or "time_cue" in after.kinds
    return ends and place.kind == "name" and around.items[at - 1] is not place


def _past_time(around: Surroundings, at: int, step: int) -> int:
    """The next place that may hold the number of a band word: past small words, opening marks, a time of day."""
    other = around.past(at + step, step, SMALL, OPENING)
    return around.past(other + step, step, SMALL, OPENING) if is_time(around.item(other)) else other


def _is_score(around: Surroundings, at: int, name: str, bound: Mapping[int, Claim]) -> bool:
    item, claim = around.item(at), bound.get(at)
    number = item.number
    return (
        number is not None and number.unit is None and not number.minutes and (claim is None or name == claim.fields[0])
    )
