"""Which field each mention speaks of: by unit, subject and clause, in either order.

The outcome is a list of claims. A claim that could belong to several fields names them all: it is wrong only when it
is wrong of
each, so an uncertain binding makes the guard miss, never accuse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from factguard.facts import Category, ClockTime, Kind, Level, Quantity, Score
from factguard.lexicon import Entry
from factguard.mentions import Item, Number
from factguard.units import UNITS

REACH = 9  # how many items a subject may stand from what is said of it
PLAIN_WORDS = 5  # how many words that the lexicon does not know may stand between
TRANSPARENT = frozenset(
    {
        "link",
        "determiner",
        "article",
        "noun",
        "level",
        "adjective",
        "band",
        "compass",
        "stance",
        "daypart",
        "category",
        "negation",
        "bound",
    }
)
BESIDE_NOUNS = ("noun", "link", "determiner", "article")
MISPLACEABLE = frozenset({"speed", "length", "temperature"})
"""Dimensions that nobody gives for one another; a wave may well be given in seconds, a wind in Beaufort."""


@dataclass(slots=True)
class Claim:
    """What a mention says: `kind` number, level, category, band, adjective, subject, attribute or name.

    `fields` are the fields (or attribute classes) that it may speak of. `values` are the levels, category values or
    bands that it
    allows. `first` to `last` are places in the items.
    """

    kind: str
    fields: tuple[str, ...]
    start: int
    end: int
    first: int
    last: int
    number: Number | None = None
    values: frozenset[str] = frozenset()
    said: str = ""
    tight: bool = True


@dataclass(slots=True)
class _Subject:
    at: int
    fields: tuple[str, ...]
    apart: bool = False
    """A comma or a bracket stands between."""
    linked: bool = False
    """A preposition ties the number to it: "20 km/h of wind", "19 °C in the water"."""


def bind(items: Sequence[Item], kinds: Mapping[str, Kind]) -> list[Claim]:
    """The claims of a text over the fields of a fact map."""
    return _Binder(items, kinds).claims()


class _Binder:
    """One text's items over one fact map's kinds."""

    def __init__(self, items: Sequence[Item], kinds: Mapping[str, Kind]) -> None:
        self.items = items
        self.kinds = kinds
        self.numbers: dict[int, Claim] = {}

    def claims(self) -> list[Claim]:
        found: list[Claim] = []
        for at, item in enumerate(self.items):
            if item.kind == "number":
                found += self._number(at, item)
            elif item.entries:
                for entry in item.entries:
                    if read := _READERS.get(entry.kind):
                        found += read(self, at, item, entry)
        return found

    # --- numbers

    def _number(self, at: int, item: Item) -> Iterator[Claim]:
        number = item.number
        if number is None or self._is_difference(at):
            return
        fields, tight = self._number_fields(at, number)
        if fields:
            claim = Claim("number", fields, item.start, item.end, at, at + 1, number, tight=tight)
            self.numbers[at] = claim
            yield claim

    def _is_difference(self, at: int) -> bool:
        after = self._item(at + 1)
        return after is not None and after.get("difference") is not None

    def _number_fields(self, at: int, number: Number) -> tuple[tuple[str, ...], bool]:
        if number.minutes:
            return self._time_fields(at, number)
        if number.out_of is not None:
            return self._of_kind(Score), True
        if number.unit is None:
            return self._unitless_fields(at, number)
        dimension = UNITS[number.unit].dimension
        measured = (
            () if number.unit == "kilometre" else self._measured(dimension)
        )  # a distance, until a subject says otherwise
        if twin := self._paraphrased(at, number):
            return twin.fields, twin.tight
        near = self._subjects_of_number(at, lambda fields: self._with_dimension(fields, dimension))
        if not near and number.unit == "kilometre":  # "a 2 km wind"
            near = self._subjects_of_number(at, lambda fields: self._with_dimension(fields, "speed"))
            number.unit = "kilometre_per_hour" if near else number.unit
        if near:
            return near, True
        if misplaced := self._misplaced(at, dimension):
            return misplaced, True
        return measured, False

    def _misplaced(self, at: int, dimension: str) -> tuple[str, ...]:
        """The fields of the very next noun when the unit cannot measure it: "waves of 34 km/h", "1.2 m water"."""
        if dimension not in MISPLACEABLE:
            return ()
        before, noun, after = self._item(at - 1), self._item(at - 2), self._item(at + 1)
        owner = None
        if before is not None and before.get("link") and before.text in ("of", "de") and noun is not None:
            owner = noun.get("subject")
        elif after is not None and "en" in after.language and not self._has_own_number(at + 1, number=True):
            owner = after.get("subject")
        fields = owner.fields if owner else ()
        kinds = [self.kinds.get(name) for name in fields]
        if not all(isinstance(kind, Quantity) and UNITS[kind.unit].dimension in MISPLACEABLE for kind in kinds):
            fields = tuple(name for name in fields if isinstance(self.kinds.get(name), Score))
        return fields

    def _time_fields(self, at: int, number: Number) -> tuple[tuple[str, ...], bool]:
        clocks = self._of_kind(ClockTime)
        if number.values:  # "at 9" may also be a value that the sentence's subject has
            return clocks + self._subjects_of_number(at, self._countable), True
        left = self._left(at)
        moment = self.items[left.at].get("moment") if left else None
        return (moment.fields if moment else clocks), True

    def _unitless_fields(self, at: int, number: Number) -> tuple[tuple[str, ...], bool]:
        after = self._item(at + 1)
        if after is not None and after.kind == "word" and not _is_small_word(after):
            return (), False
        if fields := self._beside_band(at):
            return fields, True
        if twin := self._paraphrased(at, number):
            return twin.fields, twin.tight
        left, right = self._left(at), self._right(at)
        if right is not None and right.linked and (fields := self._countable(right.fields)):
            return fields, True
        if left is not None and (fields := self._countable(left.fields)):
            return fields, True
        return (), False

    def _beside_band(self, at: int) -> tuple[str, ...]:
        """The score, for a bare number next to a band word: "a good 76", "excellent (82)"."""
        for step in (-1, 1):
            other = at + step
            while (item := self._item(other)) is not None and (
                item.text in "(,:=" or any(map(item.get, BESIDE_NOUNS[1:]))
            ):
                other += step
            if item is not None and item.get("band") and not self._adjective_of_other(other):
                return self._of_kind(Score)
        return ()

    def _adjective_of_other(self, at: int) -> bool:
        right = self._right(at)
        return right is not None and not any(isinstance(self.kinds.get(name), Score) for name in right.fields)

    def _paraphrased(self, at: int, number: Number) -> Claim | None:
        """The claim of the number that this one says again: "36 km/h (10 m/s)", "15.6 °C, or 60 °F"."""
        back = at - 1
        while (item := self._item(back)) is not None and (
            item.text in ("(", "/", "=", ",", "[", ":") or item.get("to")
        ):
            back -= 1
        twin = self.numbers.get(back)
        if twin is None or twin.number is None or back == at - 1 or number.unit is None or twin.number.unit is None:
            return None
        same = UNITS[twin.number.unit].dimension == UNITS[number.unit].dimension
        bracket = self.items[at - 1].text in ("(", "[")
        return twin if same and (bracket or twin.number.unit != number.unit) else None

    def _subjects_of_number(self, at: int, pick: Callable[[tuple[str, ...]], tuple[str, ...]]) -> tuple[str, ...]:
        """The fields of the subject before and of the one right behind a number; both where either could own it."""
        left, right = self._left(at), self._right(at)
        before = pick(left.fields) if left else ()
        behind = pick(right.fields) if right else ()
        if before and behind and left and right and not left.apart and not right.linked:
            return before + tuple(name for name in behind if name not in before)
        return behind or before

    # --- levels and the like

    def _level(self, at: int, item: Item, entry: Entry) -> Iterator[Claim]:
        level = entry.key[0]
        if self._is_listed(at, level):
            return
        for name in self._described(at):
            kind = self.kinds.get(name)
            if isinstance(kind, Level):
                yield self._valued("level", name, at, item, {level}, kind.order)
            elif isinstance(kind, Category) and level in kind.values:
                yield self._valued("category", name, at, item, {level}, kind.values)

    def _is_listed(self, at: int, level: str) -> bool:
        """Whether a level stands in a list of other levels, which says nothing: "low, high and moderate"."""
        for step in (-1, 1):
            between, beyond = self._item(at + step), self._item(at + 2 * step)
            other = beyond.get("level") if beyond else None
            listed = between is not None and (between.text == "," or between.get("and") is not None)
            if listed and other is not None and other.key[0] != level:
                return True
        return False

    def _stance(self, at: int, item: Item, entry: Entry) -> Iterator[Claim]:
        kind = self.kinds.get(entry.key[0])
        if isinstance(kind, Level) and entry.key[0] in self._described(at) and not self._is_of_denied(at):
            yield self._valued("level", entry.key[0], at, item, set(entry.key[1].split()), kind.order)

    def _is_of_denied(self, at: int) -> bool:
        """As "no whales expected": the denial of the subject says it already."""
        left = self._left(at)
        return left is not None and self._is_denied(left.at)

    def _category(self, at: int, item: Item, entry: Entry) -> Iterator[Claim]:
        kind = self.kinds.get(entry.key[0])
        if isinstance(kind, Category) and entry.key[0] in self._described(at):
            yield self._valued("category", entry.key[0], at, item, {entry.key[1]}, kind.values)

    def _statement(self, at: int, item: Item, entry: Entry) -> Iterator[Claim]:
        kind = self.kinds.get(entry.key[0])
        if isinstance(kind, Category):
            yield self._valued("category", entry.key[0], at, item, {entry.key[1]}, kind.values)

    def _compass(self, at: int, item: Item, entry: Entry) -> Iterator[Claim]:
        for name, kind in self.kinds.items():
            if isinstance(kind, Category) and entry.key[0] in kind.values and self._beside_wind(at, item):
                claim = self._valued("category", name, at, item, {entry.key[0]}, kind.values)
                claim.start = self._from(at)
                yield claim

    def _from(self, at: int) -> int:
        """Where "from the northwest" begins."""
        while (before := self._item(at - 1)) is not None and before.text in ("from", "the", "de", "do", "out of"):
            at -= 1
        return self.items[at].start

    def _beside_wind(self, at: int, item: Item) -> bool:
        """Whether a compass point is said of the wind: beside a wind word or a speed, not in a place's name."""
        before, after = self._item(at - 1), self._item(at + 1)
        if item.subject:  # "a northerly"
            return True
        if len(item.text) == 1 and after is not None and after.subject:  # "O vento", "E as ondas"
            return False
        for step in (-1, 1):
            other, near = at + step, 0
            while (item_there := self._item(other)) is not None and near < 4:
                if self._blows(item_there):
                    return True
                if not (
                    self._is_transparent(item_there)
                    or item_there.text in ("(", ",", ":", ")")
                    or item_there.kind == "word"
                ):
                    break
                near += 1
                other += step
        return before is not None and before.get("link") is not None and before.text == "from"

    def _blows(self, item: Item) -> bool:
        if item.number and item.number.unit and UNITS[item.number.unit].dimension == "speed":
            return True
        subject = item.subject
        return subject is not None and bool(self._with_dimension(subject.fields, "speed"))

    def _band(self, at: int, item: Item, entry: Entry) -> Iterator[Claim]:
        for name, kind in self.kinds.items():
            if isinstance(kind, Score):
                claim = self._valued("band", name, at, item, {entry.key[0]}, tuple(band for _, band in kind.bands))
                claim.tight = self._speaks_of_score(at, name)
                yield claim

    def _speaks_of_score(self, at: int, name: str) -> bool:
        right, left = self._right(at), self._left(at)
        if right is not None:
            return name in right.fields
        for step in (-1, 1):
            other = at + step
            while (item := self._item(other)) is not None and (
                item.text in "(,:=" or any(map(item.get, BESIDE_NOUNS[1:]))
            ):
                other += step
            claim = self.numbers.get(other)
            if (
                item is not None
                and item.kind == "number"
                and (claim is None or name in claim.fields)
                and self._scored(item)
            ):
                return True
        return left is not None and name in left.fields and not left.apart

    def _scored(self, item: Item) -> bool:
        return item.number is not None and item.number.unit is None and not item.number.minutes

    def _adjective(self, at: int, item: Item, entry: Entry) -> Iterator[Claim]:
        described = self._described(at)
        for name in entry.fields:
            kind = self.kinds.get(name)
            if isinstance(kind, Quantity) and entry.key[1] in kind.bands and name in described:
                yield self._valued("adjective", name, at, item, {entry.key[1]}, tuple(kind.bands))

    def _valued(self, kind: str, name: str, at: int, item: Item, said: set[str], values: Iterable[str]) -> Claim:
        allowed = frozenset(values) - said if self._is_negated(at) else frozenset(said)
        return Claim(kind, (name,), item.start, item.end, at, at + 1, values=allowed, said=" ".join(sorted(said)))

    def _is_negated(self, at: int) -> bool:
        words = 0
        for back in range(at - 1, max(-1, at - 5), -1):
            item = self.items[back]
            if item.get("negation"):
                return True
            words += item.kind == "word"
            if words > 1 or not (self._is_transparent(item) or item.kind == "word"):
                return False
        return False

    def _described(self, at: int) -> tuple[str, ...]:
        """The fields that a describing word may speak of: the noun that it stands with, and those joined to it."""
        if own := self.items[at].subject:  # a noun that describes itself: "uma aragem"
            return own.fields
        right, left = self._right(at), self._left(at)
        if right is not None and not (left is not None and self._stands_after(at, left)):
            return self._joined(right, 1)
        if right is not None and left is not None:
            return () if set(right.fields) != set(left.fields) else right.fields
        return self._joined(left, -1) if left is not None else self._meant(at)

    def _meant(self, at: int) -> tuple[str, ...]:
        """What a bare "the chance is high" speaks of: the last subject with a level in the same sentence."""
        back, noun = at - 1, False
        while (
            back > at - REACH
            and (item := self._item(back)) is not None
            and (self._is_transparent(item) or item.text == ":")
        ):
            noun = noun or item.get("noun") is not None
            back -= 1
        for earlier in range(back, max(-1, back - REACH), -1) if noun else ():
            item = self.items[earlier]
            if item.kind in ("break", "number"):
                break
            if found := item.get("subject"):
                return found.fields if any(isinstance(self.kinds.get(name), Level) for name in found.fields) else ()
        return ()

    def _stands_after(self, at: int, left: _Subject) -> bool:
        """Whether the word follows its noun, as in Portuguese ("maré alta"), right behind it."""
        return left.at == at - 1 and "pt" in self.items[at].language and not self._is_linked(at)

    def _is_linked(self, at: int) -> bool:
        after = self._item(at + 1)
        return after is not None and after.get("link") is not None

    def _joined(self, subject: _Subject, step: int) -> tuple[str, ...]:
        """A subject's fields with those of the subjects joined to it by "and"."""
        fields, at = subject.fields, subject.at
        while True:
            at = self._next_content(at, step)
            item = self._item(at)
            if item is None or not item.get("and"):
                return fields
            at = self._next_content(at, step)
            item = self._item(at)
            other = item.subject if item else None
            if other is None or self._has_own(at, step):
                return fields
            fields += tuple(name for name in other.fields if name not in fields)

    def _next_content(self, at: int, step: int) -> int:
        at += step
        while (item := self._item(at)) is not None and any(map(item.get, BESIDE_NOUNS)):
            if item.subject or item.get("and"):
                break
            at += step
        return at

    def _has_own(self, at: int, step: int) -> bool:
        """Whether the subject at a place has a level of its own behind it."""
        item = self._item(self._next_content(at, 1)) if step > 0 else None
        return item is not None and (item.get("level") is not None or item.get("stance") is not None)

    # --- subjects and attributes

    def _subject(self, at: int, item: Item, entry: Entry) -> Iterator[Claim]:
        if not self._has_no_data(at):
            yield Claim("subject", entry.fields, item.start, item.end, at, at + 1, said=item.text)
        for name in entry.fields:
            kind = self.kinds.get(name)
            if isinstance(kind, Level) and kind.mention_above and self._is_denied(at):
                yield Claim(
                    "level",
                    (name,),
                    item.start,
                    item.end,
                    at,
                    at + 1,
                    values=frozenset({kind.order[0]}),
                    said=kind.order[0],
                )

    def _is_denied(self, at: int) -> bool:
        """Whether a subject is denied, and nothing before it: "no jellyfish", "sem risco de águas-vivas"."""
        for back in range(at - 1, max(-1, at - 5), -1):
            item = self.items[back]
            if item.get("negation"):
                return True
            if item.get("level") or item.get("stance") or not any(map(item.get, BESIDE_NOUNS)):
                return False
        return False

    def _attribute(self, at: int, item: Item, entry: Entry) -> Iterator[Claim]:
        if not self._has_no_data(at):
            yield Claim("attribute", entry.fields, item.start, item.end, at, at + 1, said=item.text)

    def _has_no_data(self, at: int) -> bool:
        for step in (-1, 1):
            other = at + step
            for _ in range(REACH):
                item = self._item(other)
                if item is None or item.kind in ("break", "number") or item.get("conjunction") or item.subject:
                    break
                if item.get("no_data"):
                    return True
                other += step
        return False

    # --- looking around

    def _item(self, at: int) -> Item | None:
        return self.items[at] if 0 <= at < len(self.items) else None

    def _is_transparent(self, item: Item) -> bool:
        return (
            bool(item.entries)
            and any(entry.kind in TRANSPARENT for entry in item.entries)
            and not item.get("conjunction")
        )

    def _right(self, at: int) -> _Subject | None:
        """The subject right behind: "20 km/h of wind", "a moderate jellyfish risk", "27 °C no mar"."""
        linked, number, describing = False, self.items[at].kind == "number", self.items[at].kind != "number"
        for ahead in range(at + 1, min(len(self.items), at + REACH)):
            item = self.items[ahead]
            if found := item.subject or item.attribute:
                linked = linked or item.get("locative") is not None
                if not (linked or describing or "en" in item.language) or self._has_own_number(ahead, number=number):
                    return None
                return _Subject(ahead, found.fields, linked=linked)
            linked = linked or item.get("link") is not None
            if not self._is_transparent(item) and not (describing and self._is_measure(item)):
                return None
        return None

    def _is_measure(self, item: Item) -> bool:
        """A number with its unit, which may stand between an adjective and its noun: "a light 12 km/h wind"."""
        return item.number is not None and item.number.unit is not None and item.language == ("en",)

    def _has_own_number(self, at: int, *, number: bool) -> bool:
        """Whether the subject behind a number has one of its own: "36 km/h gusting to 43"."""
        ahead = at + 1
        while (item := self._item(ahead)) is not None and item.get("link") and not item.subject:
            ahead += 1
        return number and item is not None and item.number is not None and not item.number.minutes

    def _left(self, at: int) -> _Subject | None:
        """The subject before: "wind: 20", "the water is at 19 °C", "the sea, 22.1 °C"."""
        words, apart = 0, False
        compared: tuple[str, ...] = ()
        for back in range(at - 1, max(-1, at - 1 - 2 * REACH), -1):
            item = self.items[back]
            if found := item.subject or item.attribute:
                if self._is_taken(back, apart):
                    return None
                if not self._is_compared(back):
                    return _Subject(back, found.fields + compared, apart)
                compared += found.fields
            elif item.kind == "word":
                words += 1
                if words > PLAIN_WORDS or apart:
                    return None
            elif item.kind == "mark" and item.text in ",(-|)":
                if words:
                    return None
                apart = True
            elif not (item.kind == "name" or item.text in ":=*_\"'" or item.get("than") or self._is_transparent(item)):
                return None
        return None

    def _is_taken(self, at: int, apart: bool) -> bool:
        """Whether a subject belongs to the number before it: "0.9 m waves, 48", "12 °C no ar, 14 °C"."""
        before = self._item(at - 1)
        owned = before is not None and before.number is not None and not before.number.minutes
        return owned and (apart or self.items[at].get("locative") is not None)

    def _is_compared(self, at: int) -> bool:
        """Whether a subject is what another is compared with: "warmer than the air: 27 °C"."""
        back = at - 1
        while (item := self._item(back)) is not None and (any(map(item.get, BESIDE_NOUNS[1:]))):
            back -= 1
        return item is not None and item.get("than") is not None

    # --- fields by kind

    def _of_kind(self, kind: type[Kind]) -> tuple[str, ...]:
        return tuple(name for name, declared in self.kinds.items() if isinstance(declared, kind))

    def _measured(self, dimension: str) -> tuple[str, ...]:
        return tuple(
            name
            for name, kind in self.kinds.items()
            if isinstance(kind, Quantity) and UNITS[kind.unit].dimension == dimension
        )

    def _with_dimension(self, fields: tuple[str, ...], dimension: str) -> tuple[str, ...]:
        """Those of some fields that a unit may measure; a class that the map has no field for fits any unit."""
        return tuple(name for name in fields if name not in self.kinds or name in self._measured(dimension))

    def _countable(self, fields: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(
            name for name in fields if isinstance(self.kinds.get(name), Quantity | Score) or name not in self.kinds
        )


def _is_small_word(item: Item) -> bool:
    return len(item.text) <= 2


_READERS = {
    "level": _Binder._level,
    "stance": _Binder._stance,
    "category": _Binder._category,
    "statement": _Binder._statement,
    "compass": _Binder._compass,
    "band": _Binder._band,
    "adjective": _Binder._adjective,
    "subject": _Binder._subject,
    "attribute": _Binder._attribute,
    "moment": _Binder._attribute,
}
