"""What a rule is: a name and a pure function from claims and facts to faults."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from factguard.facts import FactMap
from factguard.mentions import Claim
from factguard.result import Severity


@dataclass(frozen=True, slots=True)
class Fault:
    """A claim that a rule objects to; `said` None stands for the words themselves."""

    claim: Claim
    field: str
    severity: Severity
    said: str | None = None
    expected: str | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """`id` stands in logs, results and catalogues and never changes."""

    id: str
    check: Callable[[Sequence[Claim], FactMap], Iterator[Fault]]
