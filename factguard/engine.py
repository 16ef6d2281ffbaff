"""The check: read once, bind, run the rules, decide.

Pure and thread-safe: no I/O after the lexicon is loaded, no network, no state but caches. Never raises for any text.
Linear in the length of the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from factguard.agreement import judge
from factguard.binding import bind
from factguard.facts import FactMap, Name
from factguard.fields import fields_of
from factguard.lexicon import Node, is_name, lexicon, names
from factguard.mentions import Claim
from factguard.reader import Reading, read
from factguard.result import GuardResult, Mode, Verdict, Violation
from factguard.rules import RULES
from factguard.rules.rule import Fault
from factguard.text import words

SHORTEST_NAME = 6  # letters: a shorter one alone may be a word of any language
GENERIC_NAME_WORDS = frozenset({"praia", "beach", "de", "da", "do", "das", "dos", "d"})


def check(text: str, facts: FactMap, *, mode: Mode = Mode.WARN, languages: Sequence[str] | None = None) -> GuardResult:
    """Compare a text with the facts that it was written from.

    `languages` are folders of `locales/` ("en", "pt"); None reads all. The text is never rewritten.
    """
    mode = Mode(mode)
    if mode is Mode.OFF:
        return GuardResult(verdict=Verdict.UNCHECKED, shown=text)
    violations = tuple(_violations(text, facts, languages))
    verdict = _verdict(violations, mode)
    return GuardResult(verdict=verdict, violations=violations, shown=None if verdict is Verdict.WITHHELD else text)


def claims_of(text: str, facts: FactMap, languages: Sequence[str] | None = None) -> tuple[Reading, list[Claim]]:
    """How a text is read and set against a fact map, before any rule."""
    fields = fields_of(type(facts))
    own = {name: str(getattr(facts, name)) for name in fields.names}
    tries = [_own_names(tuple(own.values())), *(_known_names(type(facts), name) for name in fields.names)]
    reading = read(text, lexicon(type(facts).domain, type(facts).words), tries, languages)
    known = [name for trie in tries[1:] for name in own.values() if is_name(trie, name)]
    claims = bind(reading.items, fields, own, known)
    judge(claims, facts)
    return reading, claims


def _violations(text: str, facts: FactMap, languages: Sequence[str] | None) -> list[Violation]:
    reading, claims = claims_of(text, facts, languages)
    open_to_doubt = [claim for claim in claims if not _is_settled(claim)]
    faults = [(rule.id, fault) for rule in RULES for fault in rule.check(open_to_doubt, facts)]
    hard = {fault.field for _, fault in faults if fault.severity == "hard"}
    taken: set[int] = set()
    kept = []
    for rule, fault in sorted(faults, key=lambda pair: (pair[1].severity, pair[1].claim.start)):
        if fault.claim.at in taken or (fault.severity == "soft" and fault.field in hard):
            continue
        taken.add(fault.claim.at)
        kept.append(_violation(rule, fault, reading))
    return sorted(kept, key=lambda violation: violation.start)


def _is_settled(claim: Claim) -> bool:
    """Whether a claim is a number of one reading that is true: most are, and no rule objects to one."""
    return claim.holds and claim.number is not None and len(claim.number.values) == 1


def _violation(rule: str, fault: Fault, reading: Reading) -> Violation:
    start, end = reading.folded.span(fault.claim.start, fault.claim.end)
    quote = reading.folded.original[start:end]
    return Violation(
        rule=rule, severity=fault.severity, field=fault.field, quote=quote, start=start, end=end,
        said=fault.said if fault.said is not None else quote, expected=fault.expected,
    )  # fmt: skip


def _verdict(violations: Sequence[Violation], mode: Mode) -> Verdict:
    if not violations:
        return Verdict.CLEAN
    hard = any(violation.severity == "hard" for violation in violations)
    return Verdict.WITHHELD if hard and mode is Mode.BLOCK else Verdict.FLAGGED


@lru_cache(maxsize=1024)
def _own_names(own: tuple[str, ...]) -> Node:
    """The report's own names, also without the words that every beach bears ("Joaquina" for "Praia da Joaquina")."""
    return names(tuple(_spellings(name)) for name in own)


def _spellings(name: str) -> Iterator[str]:
    yield name
    rest = [word for word in words(name) if word not in GENERIC_NAME_WORDS]
    if rest:
        yield " ".join(rest)
        yield from (f"{prefix} {' '.join(rest)}" for prefix in ("praia", "praia de", "praia da", "praia do"))
        yield f"{' '.join(rest)} beach"


@lru_cache(maxsize=64)
def _known_names(facts: type[FactMap], field: str) -> Node:
    kind = facts.KINDS[field]
    if not isinstance(kind, Name) or kind.known is None:
        return {}
    ordinary = lexicon(facts.domain, facts.words).root
    groups = ((group[0], *_known_spellings(group, ordinary)) for group in kind.known())
    return names(groups, kind.within() if kind.within else ())


def _known_spellings(group: tuple[str, ...], ordinary: Node) -> Iterator[str]:
    """A place's names, also without the words that every beach bears, unless what is left is an ordinary word."""
    for name in group:
        yield name
        rest = [word for word in words(name) if word not in GENERIC_NAME_WORDS]
        shortest = SHORTEST_NAME - (words(name)[-1] in GENERIC_NAME_WORDS)  # "Manly Beach" is "Manly"
        if len(rest) == 1 and len(rest[0]) >= shortest and rest[0] not in ordinary:
            yield rest[0]
