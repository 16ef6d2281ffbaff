"""What a text mentions: numbers, subjects, levels and the like, each with its place."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from factguard.lexicon import Entry


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


@dataclass(slots=True)
class Number:
    """A number as it was said.

    `values` are its readings ("1.300" has two; none: it cannot be read), `upper` the end of a range, `step` the size
    of its last
    printed digit, `unit` a key of `UNITS` or None, `shared_unit` the unit of the number that follows it ("20 and 28
    km/h"). A number
    out of a hundred has `out_of`; a time of day has `minutes`, the minutes after midnight that it may mean.
    """

    values: tuple[float, ...]
    step: float = 1.0
    upper: float | None = None
    unit: str | None = None
    shared_unit: str | None = None
    relation: Relation = Relation.EQUAL
    out_of: float | None = None
    minutes: tuple[int, ...] = ()
    percent: bool = False


@dataclass(slots=True)
class Item:
    """A piece of the folded text, in order: a number, a form of the lexicon, a plain word, a separator."""

    kind: str
    start: int
    end: int
    entries: tuple[Entry, ...] = ()
    number: Number | None = None
    text: str = ""
    language: tuple[str, ...] = field(default=())

    @property
    def subject(self) -> Entry | None:
        """What the form speaks of: a subject, a place of measurement, or a word that only hints at a field."""
        return self.get("subject") or self.get("locative") or self.get("hint")

    @property
    def attribute(self) -> Entry | None:
        """The attribute class that the form names, also one that has a time of day ("sunset")."""
        return self.get("attribute") or self.get("moment")

    def get(self, kind: str) -> Entry | None:
        """The first meaning of a kind that the form has, if any."""
        for entry in self.entries:
            if entry.kind == kind:
                return entry
        return None
