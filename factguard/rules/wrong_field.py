"""A number of the map attached to another field.

Catches   "water at 20 °C" where 20 is the wind; gusts given as the wind; the sea's temperature given as the air's.
Allows    the same number for two fields that share it, and a number that could belong to its own field.
Because   it looks right to whoever glances at the facts: the number is there.
"""

from collections.abc import Iterator, Sequence

from factguard.agreement import elsewhere, printed_fact
from factguard.facts import FactMap
from factguard.mentions import Claim
from factguard.rules.rule import Fault, Rule

ID = "wrong_field"


def check(claims: Sequence[Claim], facts: FactMap) -> Iterator[Fault]:
    """Numbers that disagree with their own field and agree with another."""
    for claim in claims:
        if claim.number is None or not claim.fields:
            continue
        if not claim.holds and elsewhere(claim, facts) is not None:
            field = (claim.supplied or claim.fields)[0]
            yield Fault(claim, field, "hard", expected=printed_fact(field, facts))


RULE = Rule(ID, check)
