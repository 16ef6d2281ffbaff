"""Which fields the words speak of: levels, categories, bands, adjectives, subjects, attributes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from factguard.facts import Category, Level, Quantity, Score
from factguard.fields import Fields, Names
from factguard.forms import Entry
from factguard.mentions import Claim, Item
from factguard.surroundings import NEAR_NOUN, OPENING, PURPOSE, REACH, SMALL, Subject, Surroundings, is_time
from factguard.units import UNITS

DESCRIBING = frozenset({"level", "stance", "category", "statement", "adjective"})
BEFORE_COMPASS = frozenset({"link", "determiner"})
LINKS = frozenset({"link"})
NEAR_WIND = 4  # how many items a compass point may stand from the wind that it is said of

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
            yield _claim("level", name, around, at, _compared(around, at, level, kind.order), kind.order)
        elif isinstance(kind, Category) and level in kind.values:
            yield _claim("category", name, around, at, {level}, kind.values)
        elif isinstance(kind, Quantity) and level in kind.bands:
            yield _claim("adjective", name, around, at, {level}, kind.bands)


def _compared(around: Surroundings, at: int, level: str, order: tuple[str, ...]) -> set[str]:
    """The levels that a level allows, alone or compared: "more than moderate", "abaixo de alta"."""
    item = around.item(around.past(at - 1, -1, SMALL))
    bound, place = item.get("bound"), order.index(level) if level in order else 0
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
        yield _claim("level", name, around, at, said, kind.order)


def _is_of_pair(around: Surroundings, at: int) -> bool:
    """Whether a stance is denied together with another: "neither likely nor unlikely"."""
    return any(_is_either(around.item(at + step)) for step in (-1, 1))


def _is_either(item: Item) -> bool:
    negation = item.get("negation")
    return negation is not None and negation.key[0] == "either"


def _category(
    around: Surroundings, at: int, entry: Entry, fields: Fields, bound: Mapping[int, Claim]
) -> Iterator[Claim]:
    kind, link = fields.kinds.get(entry.key[0]), around.item(at + 1).get("link")
    purpose = link is not None and link.key[0] in PURPOSE  # "próprio para principiantes"
    if isinstance(kind, Category) and not purpose and entry.key[0] in _described(around, at, fields):
        yield _claim("category", entry.key[0], around, at, {entry.key[1]}, kind.values)


def _statement(
    around: Surroundings, at: int, entry: Entry, fields: Fields, bound: Mapping[int, Claim]
) -> Iterator[Claim]:
    kind, before = fields.kinds.get(entry.key[0]), around.item(at - 1)
    link = before.get("link")
    elsewhen = (link is not None and link.key[0] in ("to", "from")) or "time_cue" in before.kinds
    elsewhen = elsewhen or any("elsewhen" in around.item(ahead).kinds for ahead in (at + 1, at + 2))
    if isinstance(kind, Category) and not elsewhen:  # "enchendo rumo à preamar", "until high tide"
        yield _claim("category", entry.key[0], around, at, {entry.key[1]}, kind.values)


def _compass(
    around: Surroundings, at: int, entry: Entry, fields: Fields, bound: Mapping[int, Claim]
) -> Iterator[Claim]:
    for name in fields.by_value.get(entry.key[0], ()):
        kind = fields.kinds[name]
        if isinstance(kind, Category) and _is_of_wind(around, at, fields):
            claim = _claim("category", name, around, at, {entry.key[0]}, kind.values)
            claim.start = _opening(around, at)
            yield claim


def _opening(around: Surroundings, at: int) -> int:
    """Where "from the northwest", "de noroeste" begins."""
    first = at
    while not BEFORE_COMPASS.isdisjoint(around.item(first - 1).kinds):
        first -= 1
    while first < at and around.items[first].kinds.get("link", _NO_LINK).key[0] not in ("from", "of"):
        first += 1
    return around.items[first].start


_NO_LINK = Entry("link", ("",), "")


def _is_of_wind(around: Surroundings, at: int, fields: Fields) -> bool:
    """Whether a compass point is said of the wind: beside a wind word or a speed, not in a place's name."""
    item, before, after = around.items[at], around.item(at - 1), around.item(at + 1)
    link = before.get("link")
    if link is not None and link.key[0] == "to":  # "the wind blows to the north"
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


def _band(around: Surroundings, at: int, entry: Entry, fields: Fields, bound: Mapping[int, Claim]) -> Iterator[Claim]:
    for name in fields.scores:
        kind = fields.kinds[name]
        if isinstance(kind, Score):
            claim = _claim("band", name, around, at, set(entry.key[0].split()), (band for _, band in kind.bands))
            claim.tight = _is_of_score(around, at, name, bound) and not _is_compared_with(around, at)
            yield claim


def _is_of_score(around: Surroundings, at: int, name: str, bound: Mapping[int, Claim]) -> bool:
    """Whether a band word is said of a score: "good conditions", "excellent (82)", "the score is poor"."""
    right, left = around.right(at), around.left(at)
    if right is not None:
        return name in right.fields
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
    """Whether a band is what a score falls short of or passes: "two points below fair"."""
    back = around.past(at - 1, -1, SMALL)
    before = around.item(back)
    short = any("short_of" in around.item(between).kinds for between in range(back + 1, at))
    points = before.number is not None and before.number.out_of is not None  # "a um ponto de ser boa"
    needed = before.number is not None and any(_is_purpose(around.item(at_)) for at_ in range(back + 1, at))
    kept = any(
        _leads_from(around.item(between)) for between in range(back + 1, at)
    )  # "keeps it from an excellent score"
    return needed or kept or "bound" in before.kinds or (short and points) or around.is_hypothetical(at)


def _leads_from(item: Item) -> bool:
    link = item.get("link")
    return link is not None and link.key[0] == "from"


def _is_purpose(item: Item) -> bool:
    link = item.get("link")
    return link is not None and link.key[0] in PURPOSE


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
            yield _claim("adjective", name, around, at, {entry.key[1]}, kind.bands)


def _is_of_number(around: Surroundings, at: int, dimension: str) -> bool:
    """Whether an adjective goes with a number of another dimension: "a flat 15 °C"."""
    number = around.item(at + 1).number
    return number is not None and number.unit is not None and UNITS[number.unit].dimension != dimension


def _subject(
    around: Surroundings, at: int, entry: Entry, fields: Fields, bound: Mapping[int, Claim]
) -> Iterator[Claim]:
    item = around.items[at]
    if not around.has_no_data(at):
        yield Claim("subject", entry.fields, item.start, item.end, at, said=item.text)
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
    "compass": _compass,
    "band": _band,
    "adjective": _adjective,
    "subject": _subject,
    "attribute": _attribute,
    "moment": _attribute,
    "measurable": _attribute,
}
"""What reads each kind of `CLAIMING`."""


def _claim(kind: str, name: str, around: Surroundings, at: int, said: set[str], values: Iterable[str]) -> Claim:
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
