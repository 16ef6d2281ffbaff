"""A subject named at all while its policy forbids it.

Catches   "whale sightings are unlikely" where whales may be named only when their level is above low.
Allows    the same subject once its level is high enough; idioms ("a whale of a time").
Because   a hazard that is always mentioned is no longer read.
"""

from collections.abc import Iterator, Sequence

from factguard.facts import FactMap, Level
from factguard.mentions import Claim
from factguard.rules.rule import Fault, Rule

ID = "mention_policy"


def check(claims: Sequence[Claim], facts: FactMap) -> Iterator[Fault]:
    """The first mention of each subject that the policy keeps out."""
    seen = set()
    for claim in claims:
        for field in claim.fields if claim.kind == "subject" else ():
            kind, value = facts.KINDS.get(field), getattr(facts, field, None)
            if isinstance(kind, Level) and value is not None and not kind.may_mention(value) and field not in seen:
                seen.add(field)
                yield Fault(claim, field, "soft")


RULE = Rule(ID, check)
