"""Which fields the words speak of: levels, categories, bands, adjectives, subjects, attributes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from factguard.compass_words import compass
from factguard.facts import Category, Level, Quantity, Score
from factguard.fields import Fields, Names
from factguard.forms import Entry
from factguard.mentions import Claim
from factguard.score_words import band
from factguard.surroundings import DESCRIBING, LINKS, NEAR_NOUN, PURPOSE, REACH, SMALL, Subject, Surroundings, is_time
from factguard.units import UNITS
from factguard.word_claims import category_of, claim_of

Reader = Callable[[Surroundings, int, Entry, Fields, Mapping[int, Claim]], Iterator[Claim]]


def bind_words(around: Surroundings, at: int, fields: Fields, bound: Mapping[int, Claim]) -> Iterator[Claim]:
    """The claims of the form at a place. `bound` are the claims of the text's numbers, by place."""
    asked = around.is_asked(at)
    for entry in around.items[at].meanings.claiming:
        if entry.kind in DESCRIBING and (around.is_set_against(at) or around.is_hypothetical(at, "wish")):
            continue
        if not asked or entry.kind == "subject":  # a question asserts nothing, but it names
            yield from READERS[entry.kind](around, at, entry, fields, bound)


def _level(around: Surroundings, at: int, entry: Entry, fields: Fields, bound: Mapping[int, Claim]) -> Iterator[Claim]:
    level = entry.key[0]
    if _is_listed(around, at, level):
        return
    for name in _described(around, at, fields):
        kind = fields.kinds.get(name)
        if isinstance(kind, Level):
            yield claim_of("level", name, around, at, _compared(around, at, level, kind.order), kind.order)
        elif isinstance(kind, Category) and level in kind.values:
            yield category_of(name, level, kind, around, at)
        elif isinstance(kind, Quantity) and level in kind.bands:
            yield claim_of("adjective", name, around, at, {level}, kind.bands)
        elif isinstance(kind, Score) and level in kind.levels and not _is_of_quality(around, at):
            yield claim_of("adjective", name, around, at, {level}, kind.levels)


def _is_of_quality(around: Surroundings, at: int) -> bool:
    """Whether a level is said of a noun that names how good something is: a high quality is no high index."""
    noun = around.right(at) or around.left(at)
    subject = around.item(noun.at).subject if noun is not None else None
    return subject is not None and subject.key[-1] == "quality"


def _compared(around: Surroundings, at: int, level: str, order: tuple[str, ...]) -> set[str]:
    """The levels that a level allows, alone or compared: "more than moderate", "abaixo de alta"."""
    item = around.item(around.past(at - 1, -1, SMALL))
    bound, place = item.get("bound"), order.index(level) if level in order else 0
    if bound is not None and bound.key[-1] == "besides":  # "além de alto risco de águas-vivas"
        return set(order[place:])
    match bound.key[0] if bound else None:
        case "under":
            return set(order[:place])
        case "over":
            return set(order[place + 1 :])
        case "at_most":
            return set(order[: place + 1])
        case "at_least":
            return set(order[place:])
        case _:
            return {level}


def _is_listed(around: Surroundings, at: int, level: str) -> bool:
    """Whether a level stands in a list of other levels, which says nothing: "low, high and moderate"."""
    for step in (-1, 1):
        between, beyond = around.item(at + step), around.item(at + 2 * step)
        other = beyond.get("level")
        listed = between.text == "," or "and" in between.kinds
        if listed and other is not None and other.key[0] != level:
            return True
    return False


def _stance(around: Surroundings, at: int, entry: Entry, fields: Fields, bound: Mapping[int, Claim]) -> Iterator[Claim]:
    name = entry.key[0]
    kind, left = fields.kinds.get(name), around.left(at)
    denied = left is not None and around.is_denied(left.at)  # "no whales expected": the denial says it already
    if (
        isinstance(kind, Level)
        and not denied
        and not _is_of_pair(around, at)
        and name in _described(around, at, fields)
    ):
        said = set(entry.key[1].split())
        if len(said) > 1 and around.is_negated(at):  # "not rare" may well be moderate
            said &= {kind.order[0], kind.order[-1]}
        yield claim_of("level", name, around, at, said, kind.order)


def _is_of_pair(around: Surroundings, at: int) -> bool:
    """Whether a stance is denied together with another: "neither likely nor unlikely"."""
    return any(around.item(at + step).has("negation", "either") for step in (-1, 1))


def _category(
    around: Surroundings, at: int, entry: Entry, fields: Fields, bound: Mapping[int, Claim]
) -> Iterator[Claim]:
    kind = fields.kinds.get(entry.key[0])
    purpose = around.item(at + 1).has("link", *PURPOSE)  # "próprio para principiantes"
    if isinstance(kind, Category) and not purpose and entry.key[0] in _described(around, at, fields):
        yield category_of(entry.key[0], entry.key[1], kind, around, at)


def _statement(
    around: Surroundings, at: int, entry: Entry, fields: Fields, bound: Mapping[int, Claim]
) -> Iterator[Claim]:
    kind, before = fields.kinds.get(entry.key[0]), around.item(at - 1)
    elsewhen = before.has("link", "to", "from") or "time_cue" in before.kinds
    elsewhen = elsewhen or any("elsewhen" in around.item(ahead).kinds for ahead in (at + 1, at + 2))
    if isinstance(kind, Category) and not elsewhen:  # "enchendo rumo à preamar", "until high tide"
        yield category_of(entry.key[0], entry.key[1], kind, around, at)


def _adjective(
    around: Surroundings, at: int, entry: Entry, fields: Fields, bound: Mapping[int, Claim]
) -> Iterator[Claim]:
    described = _described(around, at, fields)
    denied = around.items[at].subject is not None and around.is_negated(at)  # "no breeze at all" is no strong wind
    denied = denied or around.is_hypothetical(at)
    for name in entry.fields:
        kind = fields.kinds.get(name)
        if not isinstance(kind, Quantity) or entry.key[1] not in kind.bands or name not in described or denied:
            continue
        if not _is_of_number(around, at, UNITS[kind.unit].dimension):
            yield claim_of("adjective", name, around, at, {entry.key[1]}, kind.bands)


def _is_of_number(around: Surroundings, at: int, dimension: str) -> bool:
    """Whether an adjective goes with a number of another dimension: "a flat 15 °C"."""
    number = around.item(at + 1).number
    return number is not None and number.unit is not None and UNITS[number.unit].dimension != dimension


def _subject(
    around: Surroundings, at: int, entry: Entry, fields: Fields, bound: Mapping[int, Claim]
) -> Iterator[Claim]:
    item = around.items[at]
    if not around.has_no_data(at):
        also = tuple(entry.key[1].split()) if len(entry.key) > 1 else ()  # the wind may be named for its direction
        yield Claim("subject", entry.fields, item.start, item.end, at, said=item.text, also=also)
    for name in entry.fields:
        kind = fields.kinds.get(name)
        if isinstance(kind, Level) and kind.mention_above and around.is_denied(at):
            lowest = kind.order[0]
            yield Claim("level", (name,), item.start, item.end, at, values=frozenset({lowest}), said=lowest)
        elif isinstance(kind, Quantity) and kind.denied and _is_absent(around, at):
            values = frozenset({kind.denied})
            yield Claim("adjective", (name,), item.start, item.end, at, values=values, said=kind.denied)


def _is_absent(around: Surroundings, at: int) -> bool:
    """Whether there is none of a noun at all: "no wind today"; "not a westerly", "no gale" deny one kind of it."""
    item = around.items[at]
    narrow = "compass" in item.kinds or "adjective" in item.kinds
    if narrow or around.is_hypothetical(at) or not around.is_denied(at, wholly=True):
        return False
    return _ends_phrase(around, at) and not _is_other_case(around, at)


def _is_other_case(around: Surroundings, at: int) -> bool:
    """Whether a denied noun is the other of two cases: "likelier than no rain", "35% de chance de não chover"."""
    negation = around.past(at - 1, -1, NEAR_NOUN)
    before = around.item(around.past(negation - 1, -1, NEAR_NOUN))
    share = before.number is not None and before.number.unit == "percent"
    return share or "than" in before.kinds or "bound" in before.kinds


def _ends_phrase(around: Surroundings, at: int) -> bool:
    """Whether nothing behind a noun narrows what is denied: "no wind", not "sem vento forte"."""
    after = around.item(around.past(at + 1, 1, LINKS))
    return after.kind in ("break", "mark", "name") or is_time(after) or "conjunction" in after.kinds


def _attribute(
    around: Surroundings, at: int, entry: Entry, fields: Fields, bound: Mapping[int, Claim]
) -> Iterator[Claim]:
    item = around.items[at]
    if not around.has_no_data(at):
        yield Claim("attribute", entry.fields, item.start, item.end, at, said=item.text)


READERS: dict[str, Reader] = {
    "level": _level,
    "stance": _stance,
    "category": _category,
    "statement": _statement,
    "compass": compass,
    "band": band,
    "adjective": _adjective,
    "subject": _subject,
    "attribute": _attribute,
    "moment": _attribute,
    "measurable": _attribute,
}
"""What reads each kind of `CLAIMING`."""


def _described(around: Surroundings, at: int, fields: Fields) -> Names:
    """The fields that a describing word may speak of: the noun that it stands with, and those joined to it."""
    if own := around.items[at].subject:  # a noun that describes itself: "uma aragem"
        return own.fields
    right, left = around.right(at), around.left(at)
    if right is not None and left is not None and _follows(around, at, left):
        return right.fields if set(right.fields) == set(left.fields) else ()
    noun, step = (right, 1) if right is not None else (left, -1)
    if noun is None:
        return _meant(around, at, fields)
    bearer = around.item(noun.at).get("bearer")  # "calm water" tells of the waves
    return _all(around.joined(noun, step)) + (bearer.fields if bearer else ())


def _all(joined: Iterable[Names]) -> Names:
    return tuple(dict.fromkeys(name for names in joined for name in names))


def _follows(around: Surroundings, at: int, left: Subject) -> bool:
    """Whether the word stands right behind its noun, where the language puts it ("maré alta")."""
    after = around.item(at + 1)
    linked = "link" in after.kinds
    return left.at == at - 1 and around.items[at].grammar.adjective_last and not linked


def _meant(around: Surroundings, at: int, fields: Fields) -> Names:
    """What a bare "the chance is high" speaks of: the last subject with a level in the same sentence."""
    back, noun = at - 1, False
    while back > at - REACH:
        item = around.item(back)
        if not (item.meanings.transparent or item.text == ":"):
            break
        noun = noun or "noun" in item.kinds
        back -= 1
    for earlier in range(back, max(-1, back - REACH), -1) if noun else ():
        item = around.items[earlier]
        if item.kind in ("break", "number"):
            break
        if found := item.get("subject"):
            return found.fields if any(name in fields.levels for name in found.fields) else ()
    return ()
