"""A level, category, band or adjective other than the fact's.

Catches   "moderate jellyfish risk" for low, "falling tide" for rising, "excellent" for a score of 40, "calm sea" at
          2.5 m.
Allows    "not high" for low, level words of another subject, a band word beside the right one, one band off only as a
          soft fault.
Because   swimmers read the word before the number.
"""

from collections.abc import Iterator, Sequence

from factguard.agreement import adjective_holds, printed_fact
from factguard.facts import FactMap, Quantity, Score
from factguard.mentions import Claim
from factguard.rules.rule import Fault, Rule

ID = "category_contradicted"


def check(claims: Sequence[Claim], facts: FactMap) -> Iterator[Fault]:
    """Words that name another level, value or band than the fact."""
    band_agrees = any(claim.kind == "band" and _band(claim, facts) in claim.values for claim in claims)
    for claim in claims:
        if claim.kind not in ("level", "category", "band", "adjective") or not claim.tight:
            continue
        field = claim.fields[0]
        value = getattr(facts, field)
        if value is None:
            continue
        if claim.kind == "adjective":
            yield from _adjective(claim, field, float(value), facts)
        elif claim.kind == "band":
            yield from _band_fault(claim, field, facts, beside_right=band_agrees)
        elif value not in claim.values:
            yield Fault(claim, field, "hard", claim.said, str(value))


def _adjective(claim: Claim, field: str, value: float, facts: FactMap) -> Iterator[Fault]:
    kind = facts.KINDS[field]
    if isinstance(kind, Quantity | Score) and not adjective_holds(claim, kind, value):
        yield Fault(claim, field, "hard", claim.said, printed_fact(field, facts))


def _band(claim: Claim, facts: FactMap) -> str | None:
    kind, value = facts.KINDS[claim.fields[0]], getattr(facts, claim.fields[0])
    return kind.band(value) if isinstance(kind, Score) and value is not None else None


def _band_fault(claim: Claim, field: str, facts: FactMap, *, beside_right: bool) -> Iterator[Fault]:
    kind, band = facts.KINDS[field], _band(claim, facts)
    if not isinstance(kind, Score) or band is None or band in claim.values:
        return
    order = [name for _, name in kind.bands]
    off = min(abs(order.index(band) - order.index(said)) for said in claim.values)
    if off > 1 or not beside_right:
        yield Fault(claim, field, "hard" if off > 1 else "soft", claim.said, band)


RULE = Rule(ID, check)
