"""A number beside a known unit that cannot be read one way.

Catches   "1.300 m", which is one metre and some or more than a thousand; "1.3.7 m".
Allows    numbers without a unit, and thousands or decimals that only one reading fits.
Because   what cannot be read is reported, never skipped.
"""

from collections.abc import Iterator, Sequence

from factguard.agreement import printed_fact
from factguard.facts import FactMap
from factguard.mentions import Claim
from factguard.rules.rule import Fault, Rule

ID = "unreadable_number"


def check(claims: Sequence[Claim], facts: FactMap) -> Iterator[Fault]:
    """Numbers with a unit that have no reading, or two."""
    for claim in claims:
        number = claim.number
        if number is None or number.unit is None or number.minutes or len(number.values) == 1:
            continue
        field = (claim.supplied or claim.fields)[0]
        yield Fault(claim, field, "soft", expected=printed_fact(field, facts))


RULE = Rule(ID, check)
