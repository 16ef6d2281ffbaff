"""What a text mentions: its items in order, and the numbers among them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from factguard.forms import Entry
from factguard.lexicon import NO_MEANINGS, Grammar, Meanings


class Relation(StrEnum):
    """How a number is said: as it is, as a bound, as an approximation."""

    EQUAL = "equal"
    ABOUT = "about"
    ALMOST = "almost"
    JUST_OVER = "just_over"
    UNDER = "under"
    OVER = "over"
    AT_MOST = "at_most"
    AT_LEAST = "at_least"
    UP_TO = "up_to"
    BETWEEN = "between"
    IN_THE_TENS = "in_the_tens"


DENIED_BOUND = {Relation.OVER: Relation.AT_MOST, Relation.UNDER: Relation.AT_LEAST}
"""What a bound says where it is denied: "not over 5"."""
OF_A_GIVEN = {Relation.OVER: Relation.AT_LEAST, Relation.UNDER: Relation.AT_MOST}
"""What a bound says of a value that is itself given: "the wind matters more than the 15.9 °C of the sea"."""


@dataclass(slots=True)
class Number:
    """A number as it was said.

    `values` are its readings ("1.300" has two; none: it cannot be read), `upper` the end of a range, `step` the size of
    its last printed digit, `unit` a key of `UNITS` or None. A bare number may have `inherited` the unit of the number
    before it ("vento de 24 nós, rajadas de 38"). A number out of a hundred has `out_of`, one of `points` may be of any
    score; a time of day has `minutes`, the minutes after midnight that it may mean. What looks like a bound of an
    `added` number may only tell it besides others ("além de 19 °C").
    """

    values: tuple[float, ...]
    step: float = 1.0
    upper: float | None = None
    unit: str | None = None
    relation: Relation = Relation.EQUAL
    out_of: float | None = None
    points: bool = False
    minutes: tuple[int, ...] = ()
    inherited: str | None = None
    added: bool = False

    @property
    def is_score(self) -> bool:
        """Whether the number is said as a score's: "55/100", "55 points"."""
        return self.points or self.out_of is not None


class Item:
    """A piece of the folded text, in order.

    `kind` is hit (a form of the lexicon), name, digits, number, innocent (digits that are no quantity), word, mark, or
    break (the end of a sentence or line).
    """

    __slots__ = ("end", "grammar", "kind", "kinds", "meanings", "number", "start", "text")

    def __init__(
        self,
        kind: str,
        start: int,
        end: int,
        text: str,
        grammar: Grammar,
        meanings: Meanings = NO_MEANINGS,
        number: Number | None = None,
    ) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.text = text
        self.grammar = grammar
        self.meanings = meanings
        self.kinds = meanings.kinds
        self.number = number

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every meaning of the form."""
        return self.meanings.entries

    @property
    def subject(self) -> Entry | None:
        """What the form speaks of: a subject, a place of measurement, or a word that only hints at a field."""
        return self.meanings.subject

    def has(self, kind: str, *keys: str) -> bool:
        """Whether the form has a meaning of a kind with one of some keys: `has("link", "of")`."""
        entry = self.kinds.get(kind)
        return entry is not None and entry.key[0] in keys

    def has_key(self, kind: str, key: str) -> bool:
        """Whether the form has a meaning of a kind whose heading ends in a key: `[bound.over.besides]`."""
        entry = self.kinds.get(kind)
        return entry is not None and entry.key[-1] == key

    def get(self, kind: str) -> Entry | None:
        """The first meaning of a kind that the form has, if any."""
        return self.kinds.get(kind)


END = Item("break", -1, -1, "\n", Grammar())
"""What stands behind the last item, and before the first."""


@dataclass(slots=True)
class Found:
    """A number with its items, `first` to before `last`; without a number they are no quantity (a date)."""

    number: Number | None
    first: int
    last: int


@dataclass(slots=True)
class Claim:
    """What a mention says: `kind` number, level, category, band, adjective, subject, attribute or name.

    `fields` are the fields (or attribute classes) that it may speak of; it is wrong only if it is wrong of each.
    `values` are the levels, category values, adjectives or bands that it allows; one that is `negated` denied the word.
    `at` is its place in the items, `also` are other fields for which a subject may be named. A claim that is not
    `tight` says nothing by itself. Once set against a fact map, `supplied` are the fields that have a value, and a
    number `holds` when it is true of one of them.
    """

    kind: str
    fields: tuple[str, ...]
    start: int
    end: int
    at: int
    number: Number | None = None
    values: frozenset[str] = frozenset()
    said: str = ""
    tight: bool = True
    negated: bool = False
    also: tuple[str, ...] = ()
    supplied: tuple[str, ...] = ()
    holds: bool = False
