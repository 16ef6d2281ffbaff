"""Whether a number is asserted of the report at all, or asked, denied, wished for, a difference, another time."""

from __future__ import annotations

from factguard.mentions import DENIED_BOUND, Number, Relation
from factguard.surroundings import PURPOSE, REACH, SMALL, Surroundings


def says_nothing(around: Surroundings, at: int, number: Number) -> bool:
    """Whether a number is no value of the report's: asked, denied, a change or difference, or another time."""
    before, after = around.item(at - 1), around.item(at + 1)
    if number.minutes and number.values and "difference_before" in before.kinds:  # "it misses good by two"
        return True
    if number.minutes and not number.values:
        other = before.has("time_cue", "other") or number.relation not in (Relation.EQUAL, Relation.ABOUT)
        named = before.has("link", "of")  # "o sino do meio-dia"
        return other or named or around.is_asked(at)  # "until noon", "past one"
    if _is_wished(around, at) or (number.relation in DENIED_BOUND and around.is_doubted(at)):
        return True
    if number.unit == "percent" and _is_of_denied(around, at):
        return True
    if "difference" in after.kinds:  # "five degrees warmer"
        return True
    if number.unit is None and (_is_needed(around, at) or _is_repeated(around, at, number)):
        return True
    # As "38, not 83", "nada de ondas de 2 m", "nearer 3 than 2".
    denied = "negation" in before.kinds or _is_of_none(around, at) or before.has("than", "")
    return denied or around.is_asked(at) or around.is_negated_behind(at) or _is_change(around, at)


def _is_wished(around: Surroundings, at: int) -> bool:
    """Whether a number is only wished for: "quem espera 2 m de onda". A verb in between tells what there is instead."""
    if not around.is_hypothetical(at, "wish"):
        return False
    for back in range(at - 1, max(-1, at - REACH), -1):
        if "hypothetical" in around.item(back).kinds:
            return True
        if around.item(back).kind == "word" and "hypothetical" not in around.item(back - 1).kinds:
            return False
    return False


def _is_of_none(around: Surroundings, at: int) -> bool:
    """Whether the noun that a number is tied to is denied: "nada de ondas de 2 m", "far from waves of 2 m"."""
    link, noun = around.item(at - 1), around.item(at - 2)
    return link.has("link", "of") and noun.subject is not None and around.is_denied(at - 2)


def _is_of_denied(around: Surroundings, at: int) -> bool:
    """Whether a share is the chance that something does not happen: "a chance de não chover é de 35%"."""
    left = around.left(at)
    if left is None or not around.is_denied(left.at):
        return False
    negation = around.past(left.at - 1, -1, SMALL)
    return "noun" in around.item(around.past(negation - 1, -1, SMALL)).kinds


def _is_needed(around: Surroundings, at: int) -> bool:
    """Whether a number is what a band takes: "it needs 80 for excellent"."""
    return around.item(at + 1).has("link", *PURPOSE) and "band" in around.item(around.past(at + 2, 1, SMALL)).kinds


def _is_repeated(around: Surroundings, at: int, number: Number) -> bool:
    """Whether a number is the first half of how often something comes: "de 9 em 9 segundos"."""
    other = around.item(at + 2).number
    tied = around.item(at + 1).has("link", "amount") and other is not None
    return tied and other is not None and other.unit is not None and other.values == number.values


def _is_change(around: Surroundings, at: int) -> bool:
    """Whether a number tells how much something changes or differs: "the difference is 2 °C", "dois pontos abaixo"."""
    before, number, after = around.item(at - 1), around.items[at].number, around.item(at + 1)
    measured = number is not None and (number.unit is not None or number.is_score)
    if measured and "bound" in after.kinds and _is_set_against(around, at):
        return True
    if number is not None and number.is_score and "short_of" in after.kinds and _leads_to_band(around, at + 2):
        return True
    if measured and "change" in after.kinds:  # "a five-degree gap"
        return True
    if measured and ("difference_before" in before.kinds or _is_amount(around, at)):  # "by seven degrees"
        return True
    passed = False
    for back in range(at - 1, max(-1, at - REACH), -1) if "change" in around.present else ():
        item = around.items[back]
        if change := item.get("change"):
            return not passed or change.key[0] == "until"
        if item.kind in ("break", "mark"):
            return False
        passed = passed or item.kind == "number"  # "faltam 20 cm para os 2 m"
    return False


def _is_amount(around: Surroundings, at: int) -> bool:
    """Whether a number is by how much one thing passes another: "as rajadas superam o vento em 13 km/h"."""
    if not around.item(at - 1).has("link", "amount"):
        return False
    for back in range(at - 2, max(-1, at - REACH), -1):
        item = around.items[back]
        if "bound" in item.kinds:
            return True
        if item.kind in ("break", "mark", "number"):
            return False
    return False


def _leads_to_band(around: Surroundings, at: int) -> bool:
    """Whether a band word, or nothing at all, follows: "two points off excellent", "a dois pontos de boa"."""
    item = around.item(around.past(at, 1, SMALL))
    return "band" in item.kinds or item.kind in ("break", "mark")


def _is_set_against(around: Surroundings, at: int) -> bool:
    """Whether a bound behind a number leads to what it is measured from: "one degree above the air"."""
    bound = around.items[at + 1].kinds["bound"]
    other = around.item(around.past(at + 2, 1, SMALL))
    apart = bound.key[0] in ("under", "over") and bound.key[-1] != "besides"
    return apart and (other.subject is not None or "band" in other.kinds)
