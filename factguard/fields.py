"""The fields of a fact map by what they can hold, worked out once for each class."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from factguard.facts import Category, ClockTime, FactMap, Kind, Level, Name, Quantity, Score
from factguard.units import UNITS

Names = tuple[str, ...]


class Fields:
    """The fields of one fact map's class: `kinds` by name, and names by dimension, kind and value."""

    def __init__(self, kinds: Mapping[str, Kind]) -> None:
        self.kinds = kinds
        self.clocks = self._of(ClockTime)
        self.levels = self._of(Level)
        self.names = self._of(Name)
        self.scores = self._of(Score)
        self.countable = frozenset(self._of(Quantity) + self.scores)
        self.measured: dict[str, Names] = {}
        self.by_value: dict[str, Names] = {}
        for name, kind in kinds.items():
            if isinstance(kind, Quantity):
                dimension = UNITS[kind.unit].dimension
                self.measured[dimension] = (*self.measured.get(dimension, ()), name)
            elif isinstance(kind, Category):
                for value in kind.values:
                    self.by_value[value] = (*self.by_value.get(value, ()), name)

    def _of(self, kind: type[Kind]) -> Names:
        return tuple(name for name, declared in self.kinds.items() if isinstance(declared, kind))

    def with_dimension(self, names: Names, dimension: str) -> Names:
        """Those of some fields that a unit may measure; a class that the map has no field for fits any unit."""
        measured = self.measured.get(dimension, ())
        return tuple(name for name in names if name in measured or name not in self.kinds)

    def alike(self, name: str) -> Names:
        """The fields that are measured in the same dimension as a field."""
        kind = self.kinds.get(name)
        return self.measured[UNITS[kind.unit].dimension] if isinstance(kind, Quantity) else ()

    def without_unit(self, names: Names) -> Names:
        """Those of some fields that a bare number may be said of."""
        return tuple(name for name in names if name in self.countable or name not in self.kinds)


@lru_cache(maxsize=64)
def fields_of(facts: type[FactMap]) -> Fields:
    """The fields of a fact map's class."""
    return Fields(facts.KINDS)
