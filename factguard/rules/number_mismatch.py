"""A number that agrees with no fact.

Catches   "1.9 m" where the waves are 1.3 m; a wrong conversion; a bound or range that does not hold; another time of
          day.
Allows    the fact as people round it, a right conversion, a bound, range or approximation that holds, in any number
          form.
Because   a wrong number is the one error that a reader cannot see and may act on.
"""

from collections.abc import Iterator, Sequence

from factguard.agreement import elsewhere, printed_fact
from factguard.facts import FactMap
from factguard.mentions import Claim
from factguard.rules.rule import Fault, Rule

ID = "number_mismatch"


def check(claims: Sequence[Claim], facts: FactMap) -> Iterator[Fault]:
    """Numbers of supplied fields that agree with none of them, nor with any other fact."""
    for claim in claims:
        if claim.number is None or not (claim.number.minutes or len(claim.number.values) == 1):
            continue  # no number, or one for unreadable_number
        if claim.supplied and not claim.holds and elsewhere(claim, facts) is None:
            yield Fault(claim, claim.supplied[0], "hard", expected=printed_fact(claim.supplied[0], facts))


RULE = Rule(ID, check)
