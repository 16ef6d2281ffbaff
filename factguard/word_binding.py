"""Which fields the words speak of: levels, categories, bands, adjectives, subjects, attributes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from factguard.facts import Category, Level, Quantity, Score
from factguard.fields import Fields, Names
from factguard.forms import Entry
from factguard.mentions import Claim, Item
from factguard.surroundings import OPENING, REACH, SMALL, Subject, Surroundings
from factguard.units import UNITS

NEAR_WIND = 4  # how many items a compass point may stand from the wind that it is said of

Reader = Callable[[Surroundings, int, Entry, Fields, Mapping[int, Claim]], Iterator[Claim]]


def bind_words(around: Surroundings, at: int, fields: Fields, bound: Mapping[int, Claim]) -> Iterator[Claim]:
    """The claims of the form at a place. `bound` are the claims of the text's numbers, by place."""
    for entry in around.items[at].meanings.claiming:
        yield from READERS[entry.kind](around, at, entry, fields, bound)


def _level(around: Surroundings, at: int, entry: Entry, fields: Fields, bound: Mapping[int, Claim]) -> Iterator[Claim]:
    level = entry.key[0]
    if _is_listed(around, at, level):
        return
    for name in _described(around, at, fields):
        kind = fields.kinds.get(name)
        if isinstance(kind, Level):
            yield _claim("level", name, around, at, {level}, kind.order)
        elif isinstance(kind, Category) and level in kind.values:
            yield _claim("category", name, around, at, {level}, kind.values)


def _is_listed(around: Surroundings, at: int, level: str) -> bool:
    """Whether a level stands in a list of other levels, which says nothing: "low, high and moderate"."""
    for step in (-1, 1):
        between, beyond = around.item(at + step), around.item(at + 2 * step)
        other = beyond.get("level") if beyond else None
        listed = between is not None and (between.text == "," or "and" in between.kinds)
        if listed and other is not None and other.key[0] != level:
            return True
    return False


def _stance(around: Surroundings, at: int, entry: Entry, fields: Fields, bound: Mapping[int, Claim]) -> Iterator[Claim]:
    name = entry.key[0]
    kind, left = fields.kinds.get(name), around.left(at)
    denied = left is not None and around.is_denied(left.at)  # "no whales expected": the denial says it already
    if isinstance(kind, Level) and not denied and name in _described(around, at, fields):
        yield _claim("level", name, around, at, set(entry.key[1].split()), kind.order)


def _category(
    around: Surroundings, at: int, entry: Entry, fields: Fields, bound: Mapping[int, Claim]
) -> Iterator[Claim]:
    kind = fields.kinds.get(entry.key[0])
    if isinstance(kind, Category) and entry.key[0] in _described(around, at, fields):
        yield _claim("category", entry.key[0], around, at, {entry.key[1]}, kind.values)


def _statement(
    around: Surroundings, at: int, entry: Entry, fields: Fields, bound: Mapping[int, Claim]
) -> Iterator[Claim]:
    kind = fields.kinds.get(entry.key[0])
    if isinstance(kind, Category):
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
    while (before := around.item(first - 1)) is not None and ("link" in before.kinds or "determiner" in before.kinds):
        first -= 1
    while first < at and around.items[first].kinds.get("link", _NO_LINK).key[0] not in ("from", "of"):
        first += 1
    return around.items[first].start


_NO_LINK = Entry("link", ("",), "")


def _is_of_wind(around: Surroundings, at: int, fields: Fields) -> bool:
    """Whether a compass point is said of the wind: beside a wind word or a speed, not in a place's name."""
    item, after = around.items[at], around.item(at + 1)
    if item.subject:  # "a northerly"
        return True
    if len(item.text) == 1 and after is not None and after.subject:  # "O vento", "E as ondas"
        return False
    return any(_blows_near(around, at, step, fields) for step in (-1, 1))


def _blows_near(around: Surroundings, at: int, step: int, fields: Fields) -> bool:
    for other in range(at + step, at + step * (NEAR_WIND + 1), step):
        item = around.item(other)
        if item is None or _blows(item, fields):
            return item is not None
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
            claim = _claim("band", name, around, at, {entry.key[0]}, (band for _, band in kind.bands))
            claim.tight = _is_of_score(around, at, name, bound)
            yield claim


def _is_of_score(around: Surroundings, at: int, name: str, bound: Mapping[int, Claim]) -> bool:
    """Whether a band word is said of a score: "good conditions", "excellent (82)", "the score is poor"."""
    right, left = around.right(at), around.left(at)
    if right is not None:
        return name in right.fields
    if any(_is_score(around, around.past(at + step, step, SMALL, OPENING), name, bound) for step in (-1, 1)):
        return True
    return left is not None and name in left.fields and not left.apart


def _is_score(around: Surroundings, at: int, name: str, bound: Mapping[int, Claim]) -> bool:
    item, claim = around.item(at), bound.get(at)
    number = item.number if item else None
    return number is not None and number.unit is None and not number.minutes and (claim is None or name in claim.fields)


def _adjective(
    around: Surroundings, at: int, entry: Entry, fields: Fields, bound: Mapping[int, Claim]
) -> Iterator[Claim]:
    described = _described(around, at, fields)
    for name in entry.fields:
        kind = fields.kinds.get(name)
        if isinstance(kind, Quantity) and entry.key[1] in kind.bands and name in described:
            yield _claim("adjective", name, around, at, {entry.key[1]}, kind.bands)


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
}
"""What reads each kind of `CLAIMING`."""


def _claim(kind: str, name: str, around: Surroundings, at: int, said: set[str], values: Iterable[str]) -> Claim:
    item = around.items[at]
    allowed = frozenset(values) - said if around.is_negated(at) else frozenset(said)
    return Claim(kind, (name,), item.start, item.end, at, values=allowed, said=" ".join(sorted(said)))


def _described(around: Surroundings, at: int, fields: Fields) -> Names:
    """The fields that a describing word may speak of: the noun that it stands with, and those joined to it."""
    if own := around.items[at].subject:  # a noun that describes itself: "uma aragem"
        return own.fields
    right, left = around.right(at), around.left(at)
    if right is not None and left is not None and _follows(around, at, left):
        return right.fields if set(right.fields) == set(left.fields) else ()
    if right is not None:
        return _all(around.joined(right, 1))
    return _all(around.joined(left, -1)) if left is not None else _meant(around, at, fields)


def _all(joined: Iterable[Names]) -> Names:
    return tuple(dict.fromkeys(name for names in joined for name in names))


def _follows(around: Surroundings, at: int, left: Subject) -> bool:
    """Whether the word stands right behind its noun, where the language puts it ("maré alta")."""
    after = around.item(at + 1)
    linked = after is not None and "link" in after.kinds
    return left.at == at - 1 and around.items[at].grammar.adjective_last and not linked


def _meant(around: Surroundings, at: int, fields: Fields) -> Names:
    """What a bare "the chance is high" speaks of: the last subject with a level in the same sentence."""
    back, noun = at - 1, False
    while back > at - REACH and (item := around.item(back)) is not None:
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
