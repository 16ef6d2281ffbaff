"""An attribute that the map does not hold.

Catches   "from the northwest" without a wind direction in the map, "safe to swim", "sunny"; hard when it carries a
          number that
          traces to nothing.
Allows    the same words once the map holds the field, or another that the noun is named for ("wind from the east");
          "no data", "not given".
Because   what a model adds by itself is made up, however plausible.
"""

from collections.abc import Iterator, Sequence

from factguard.agreement import elsewhere
from factguard.facts import FactMap
from factguard.mentions import Claim
from factguard.rules.rule import Fault, Rule

ID = "unsupported_attribute"


def check(claims: Sequence[Claim], facts: FactMap) -> Iterator[Fault]:
    """The first mention of each attribute without a fact, and every number said of one."""
    seen = set()
    for claim in claims:
        if claim.supplied or claim.kind == "name" or any(getattr(facts, name, None) is not None for name in claim.also):
            continue
        if claim.number is not None:
            if (claim.number.values or claim.number.minutes) and elsewhere(claim, facts) is None:
                yield Fault(claim, claim.fields[0], "hard")
        elif claim.tight and len(claim.fields) == 1 and claim.fields[0] not in seen:
            seen.add(claim.fields[0])
            yield Fault(claim, claim.fields[0], "soft")


RULE = Rule(ID, check)
