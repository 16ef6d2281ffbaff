"""Another known place given as the place of the report.

Catches   "Praia do Vau at 13:00" in a report on Praia da Rocha.
Allows    the place's own name in any spelling, and another place named beside it ("calmer than Praia Mole").
Because   true numbers for the wrong beach are wrong numbers.
"""

from collections.abc import Iterator, Sequence

from factguard.facts import FactMap, Name
from factguard.mentions import Claim
from factguard.rules.rule import Fault, Rule

ID = "wrong_name"


def check(claims: Sequence[Claim], facts: FactMap) -> Iterator[Fault]:
    """Names of other places, where the place's own name does not stand."""
    names = [claim for claim in claims if claim.kind == "name"]
    if any(not claim.values for claim in names):
        return
    for field, kind in facts.KINDS.items():
        if isinstance(kind, Name):
            for claim in names:
                yield Fault(claim, field, "hard", claim.said, str(getattr(facts, field)))


RULE = Rule(ID, check)
