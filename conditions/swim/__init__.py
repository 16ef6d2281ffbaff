"""Swim conditions at a beach: the first domain."""

from conditions.domain import Domain
from conditions.swim.facts import SwimFacts
from conditions.swim.gather import gather

SWIM = Domain(name=SwimFacts.domain, facts=SwimFacts, gather=gather)

__all__ = ["SWIM", "SwimFacts"]
