"""Which fields a number speaks of: by its unit, then by the subject that it stands with."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from factguard.assertion import says_nothing
from factguard.facts import Category, Quantity
from factguard.fields import Fields, Names
from factguard.mentions import DENIED_BOUND, END, OF_A_GIVEN, Claim, Item, Number, Relation
from factguard.surroundings import DESCRIBING, OPENING, SMALL, Subject, Surroundings, is_time
from factguard.unheld import is_of_the_world, is_of_the_world_itself, unheld
from factguard.units import UNITS
from factguard.word_claims import is_of_other

MISPLACEABLE = frozenset({"speed", "length", "temperature"})
"""Dimensions that nobody gives for one another; a wave may well be given in seconds, a wind in Beaufort."""
TO = frozenset({"to"})
BEFORE_VALUE = SMALL | {"band"}
CLOSING = frozenset({"and", "conjunction", "time_cue"})
SMALL_WORD = 2  # letters; a longer word behind a bare number is what it counts


def bind_number(around: Surroundings, at: int, fields: Fields, bound: Mapping[int, Claim]) -> Claim | None:
    """The claim of the number at a place; None where it speaks of nothing. `bound` are the numbers before it."""
    item = around.items[at]
    if item.number is None or says_nothing(around, at, item.number):
        return None
    _mend_bound(around, at, item)
    names, tight = _fields(around, at, item.number, fields, bound)
    return Claim("number", names, item.start, item.end, at, item.number, tight=tight) if names else None


def _mend_bound(around: Surroundings, at: int, item: Item) -> None:
    """Turn a bound round that is denied, and take one back that is a place: "wind over one-metre waves"."""
    left, right = around.left(at), around.right(at)
    if item.number is None or item.number.relation not in DENIED_BOUND:
        return
    if item.number.added and _is_added(around, at, left, right):
        item.number.relation = Relation.EQUAL
        return
    back = around.past(at - 1, -1, SMALL)
    if around.item(back).subject is not None:
        back = around.past(back - 1, -1, SMALL)
    if "negation" in around.item(back).kinds:  # "nem as ondas além dos 90 cm"
        item.number.relation = DENIED_BOUND[item.number.relation]
    elif right and right.linked and _is_given(around.item(right.at - 1)):  # "acima dos 24,1 °C do mar"
        item.number.relation = OF_A_GIVEN[item.number.relation]
    elif right and not right.linked and around.item(at - 1).text == "," and around.item(at - 2).number is not None:
        item.number.relation = OF_A_GIVEN[item.number.relation]  # "a breeze, 6 km/h, over 21.7 °C water"
    elif left and right and not right.linked and not left.apart and set(left.fields).isdisjoint(right.fields):
        item.number.relation = Relation.EQUAL


def _is_added(around: Surroundings, at: int, left: Subject | None, right: Subject | None) -> bool:
    """Whether a number is only told besides others: "vento fraco, além de 19 °C no mar", not "ondas além de 2 m"."""
    opens = around.item(at - 1).kind in ("break", "mark")
    elsewhere = right is not None and (left is None or set(left.fields).isdisjoint(right.fields))
    return elsewhere or (opens and left is None) or around.item(at - 1).kind == "break"


def _is_given(item: Item) -> bool:
    """Whether the noun behind an item is a definite one, whose value is given: "do ar", "of the air"."""
    before = item.get("link") or item.get("determiner")
    return before is not None and before.key[-1] == "definite"


def _fields(
    around: Surroundings, at: int, number: Number, fields: Fields, bound: Mapping[int, Claim]
) -> tuple[Names, bool]:
    """The fields that a number may speak of, and whether a subject says so."""
    if number.minutes:
        return _time_fields(around, at, number, fields), True
    if number.is_score:
        return _misplaced_score(around, at, fields) or fields.scores, True
    if paired := _paired(around, at, number, fields):
        return paired, True
    if number.unit is None:
        return _unitless_fields(around, at, fields), True
    if twin := _said_again(around, at, number, bound):
        return twin.fields, twin.tight
    dimension = UNITS[number.unit].dimension
    if dimension == "share" and _is_of_other(around, at, fields):  # "even chances of a whale"
        return (), True
    if is_of_the_world_itself(around, at):
        return (), False
    if _is_compared(around, at):  # "27 °C against 25"
        return fields.measured.get(dimension, ()), False
    near = _subjects(around, at, lambda names: fields.with_dimension(names, dimension))
    if near and number.relation is Relation.UP_TO:  # "20 km/h of wind, up to 30": the gusts
        near = tuple(dict.fromkeys(near + fields.measured.get(dimension, ())))
    if number.unit in ("kilometre", "millimetre"):
        return near or _hourly(around, at, number, fields), True
    if near := near or _share_of_score(around, at, dimension, fields) or _misplaced(around, at, dimension, fields):
        return near, True
    if near := _of_category(around, at, dimension, fields):
        return near, True
    if is_of_the_world(around, at):
        return (), False
    if dimension not in fields.measured:
        return unheld(around, at, dimension), True
    return (fields.measured.get(dimension, ()) if _stands_free(around, at, dimension) else ()), False


def _paired(around: Surroundings, at: int, number: Number, fields: Fields) -> Names:
    """The subject in the number's own turn: "water and air are at 19 and 24 °C", "máxima e mínima de 24 e 19 °C"."""
    before, behind = around.numbers_joined(at)
    if before + behind == 0:
        return ()
    first = at - 2 * before
    left = around.left(first)
    joined = [*reversed(around.joined(left, -1))] if left is not None and not left.apart else []
    own = around.right(at + 2 * behind)
    if own is not None and own.linked:  # "poor conditions and UV 9 and 11 °C in the sea"
        return ()
    if len(joined) != before + behind + 1 or len(joined) < 2:
        return _of_several(around, at, number, fields) if joined else ()
    if number.unit is None:
        return fields.without_unit(joined[before])
    return fields.with_dimension(joined[before], UNITS[number.unit].dimension)


def _of_several(around: Surroundings, at: int, number: Number, fields: Fields) -> Names:
    """The fields that numbers joined by "and" may speak of, where there are more of them than subjects."""
    others = [around.item(at + 2 * step) for step in (-1, 1) if "and" in around.item(at + step).kinds]
    alike = [other.number for other in others if other.number is not None and other.number.unit == number.unit]
    if not alike or number.unit is None:
        return ()
    return fields.measured.get(UNITS[number.unit].dimension, ())


def _is_of_other(around: Surroundings, at: int, fields: Fields) -> bool:
    """Whether a share is said of what has none: "75% of whales", "even odds of a whale"."""
    right = around.right(at)
    return (
        right is not None
        and right.linked
        and not (set(fields.with_dimension(right.fields, "share")) | set(fields.scores) & set(right.fields))
    )


def _is_compared(around: Surroundings, at: int) -> bool:
    """Whether a number is set against another: "27 °C against 25.6", "45 against 23 km/h"."""
    if "than" not in around.present:
        return False
    return any(around.item(at + step).has("than", "against") for step in (-1, 1))


def _share_of_score(around: Surroundings, at: int, dimension: str, fields: Fields) -> Names:
    """A score given as a share of its maximum: "58% da nota máxima"."""
    number = around.items[at].number
    if dimension != "share" or number is None:
        return ()
    scores = _subjects(around, at, lambda names: tuple(name for name in names if name in fields.scores))
    if scores:
        number.out_of, number.unit = 100.0, None
    return scores


def _of_category(around: Surroundings, at: int, dimension: str, fields: Fields) -> Names:
    """The field of closed values that a length is given for, which it never has: "a 0.8 m tide", "maré de 0,8 m"."""
    if dimension != "length":
        return ()
    after = around.item(at + 1)
    ends = after.kind in ("break", "mark", "name") or is_time(after) or bool(CLOSING & after.kinds.keys())
    left = around.item(around.past(at - 1, -1, SMALL)) if ends else END  # "at low tide 200 m of sand"
    for noun in (_next_noun(around, at), left):
        entry = noun.get("subject") or noun.get("statement")
        names = entry.fields if entry is not None else ()
        if names and all(isinstance(fields.kinds.get(name), Category) for name in names):
            return names
    return ()


def _stands_free(around: Surroundings, at: int, dimension: str) -> bool:
    """Whether a number that no subject claims is still one of the report's: any but a length in running text.

    Metres may measure the sand, a distance, a child; "19 °C, 20 km/h, 1.3 m" in a row are wind and sea.
    """
    if dimension != "length":
        return True
    return all(item.kind in ("break", "mark") for item in (around.item(at - 1), around.item(at + 1)))


def _hourly(around: Surroundings, at: int, number: Number, fields: Fields) -> Names:
    """A speed whose unit was cut short: "a 2 km wind". Kilometres by themselves are a distance."""
    near = _subjects(
        around, at, lambda names: tuple(name for name in names if name in fields.measured.get("speed", ()))
    )
    number.unit = "kilometre_per_hour" if near else number.unit
    return near


def _time_fields(around: Surroundings, at: int, number: Number, fields: Fields) -> Names:
    if number.values:  # "at 9" may also be a value that the sentence's subject has
        own = _paired(around, at, number, fields) or _subjects(around, at, fields.without_unit)
        others = own + _beside_band(around, at, fields)
        return fields.clocks + tuple(dict.fromkeys(others))
    left = around.left(at)
    moment = around.items[left.at].get("moment") if left else None
    return moment.fields if moment else fields.clocks


def _unitless_fields(around: Surroundings, at: int, fields: Fields) -> Names:
    after = around.item(at + 1)
    counted = (after.kind == "word" and len(after.text) > SMALL_WORD) or "attribute" in after.kinds
    if counted and not _stands_with_index(around, at, fields):
        return ()
    beside = _beside_band(around, at, fields)
    if _is_compared(around, at) and not beside:
        return ()
    left, right = around.left(at), around.right(at)
    if right is not None and right.linked and not beside:
        return fields.without_unit(right.fields)
    own = fields.without_unit(left.fields) if left is not None else ()
    if beside:
        return _beside_or_own(around, at, beside, own)
    if left is not None and _is_loose(around, at, left):
        own = tuple(dict.fromkeys(own + fields.scores))
    number = around.items[at].number
    if number is not None and number.relation is Relation.UP_TO:
        own = tuple(dict.fromkeys(name for one in own for name in (one, *fields.alike(one))))
    return own + tuple(name for name in _shared(around, at, fields) if name not in own)


def _beside_or_own(around: Surroundings, at: int, beside: Names, own: Names) -> Names:
    """The score that a band word speaks of, or what the number's own subject has: "UV 4, fair 40"."""
    left = around.left(at)
    if left is None or left.apart:
        return beside
    nearest = around.past(at - 1, -1, BEFORE_VALUE) == left.at
    return tuple(dict.fromkeys(own + beside if nearest else beside + own))


def _is_loose(around: Surroundings, at: int, left: Subject) -> bool:
    """Whether a bare number may be the report's rather than its subject's: "small waves, 86", "with UV 8 it's 82"."""
    if left.apart or any(around.items[between].kind in ("word", "name") for between in range(left.at + 1, at)):
        return True
    described = any(not DESCRIBING.isdisjoint(around.item(beside).kinds) for beside in (left.at - 1, at - 2))
    return around.item(at - 1).text == ":" and described


def _stands_with_index(around: Surroundings, at: int, fields: Fields) -> bool:
    """Whether a number stands right behind what is counted without a unit: "o UV 6 pede chapéu"."""
    subject = around.item(at - 1).subject
    kinds = [fields.kinds.get(name) for name in subject.fields] if subject is not None else []
    return bool(kinds) and all(isinstance(kind, Quantity) and not UNITS[kind.unit].symbol for kind in kinds)


def _shared(around: Surroundings, at: int, fields: Fields) -> Names:
    """The fields that the unit behind the next number may measure: "20 and 28 km/h"."""
    link, partner = around.item(at + 1), around.item(at + 2)
    number = partner.number if "and" in link.kinds else None
    return fields.measured.get(UNITS[number.unit].dimension, ()) if number is not None and number.unit else ()


def _beside_band(around: Surroundings, at: int, fields: Fields) -> Names:
    """The score, for a bare number next to a band word: "a good 76", "excellent (82)"."""
    for step in (-1, 1):
        other = around.past(at + step, step, SMALL, OPENING)
        if is_time(around.item(other)):  # "merely good at 10 am (81)"
            other = around.past(other + step, step, SMALL, OPENING)
        item = around.item(other)
        if "band" in item.kinds and not is_of_other(around, other, fields.scores):
            right = around.right(other)
            if right is None or any(name in fields.scores for name in right.fields):
                return fields.scores
    return ()


def _said_again(around: Surroundings, at: int, number: Number, bound: Mapping[int, Claim]) -> Claim | None:
    """The claim of the number that this one says again: "36 km/h (10 m/s)", "15.6 °C, or 60 °F"."""
    twin = bound.get(around.past(at - 1, -1, TO, "(/=,[:"))
    if twin is None or twin.number is None or twin.number.unit is None or number.unit is None or twin.at == at - 1:
        return None
    same = UNITS[twin.number.unit].dimension == UNITS[number.unit].dimension
    bracket = around.items[at - 1].text in ("(", "[")
    return twin if same and (bracket or twin.number.unit != number.unit) else None


def _subjects(around: Surroundings, at: int, pick: Callable[[Names], Names]) -> Names:
    """The fields of the subject before and of the one right behind a number; both where either could own it."""
    left, right = around.left(at), around.right(at)
    before = pick(left.fields) if left else ()
    behind = pick(right.fields) if right else ()
    if before and behind and left and right and not left.apart and not right.linked:
        return before + tuple(name for name in behind if name not in before)
    return behind or before


def _misplaced(around: Surroundings, at: int, dimension: str, fields: Fields) -> Names:
    """The fields of the very next noun when the unit cannot measure it: "waves of 34 km/h", "1.2 m water"."""
    if dimension not in MISPLACEABLE:
        return ()
    subject = _next_noun(around, at).get("subject")
    names = subject.fields if subject else ()
    if all(_is_misplaceable(name, fields) for name in names):
        return names
    return tuple(name for name in names if name in fields.scores)


def _misplaced_score(around: Surroundings, at: int, fields: Fields) -> Names:
    """The fields of the very next noun when it has no score: "a 77/100 wind"."""
    subject = _next_noun(around, at).get("subject")
    names = subject.fields if subject else ()
    return names if all(isinstance(fields.kinds.get(name), Quantity) for name in names) else ()


def _next_noun(around: Surroundings, at: int) -> Item:
    before, after = around.item(at - 1), around.item(at + 1)
    if before.has("link", "of"):
        return around.item(at - 2)
    if after.grammar.compounds and not around.has_own_number(at + 1):
        return after
    return END


def _is_misplaceable(name: str, fields: Fields) -> bool:
    kind = fields.kinds.get(name)
    return isinstance(kind, Quantity) and UNITS[kind.unit].dimension in MISPLACEABLE
