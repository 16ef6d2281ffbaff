"""Places, sources, and the domains of reports with their facts."""

from conditions.air import AirFacts
from conditions.domain import Deduction, Domain, Reading
from conditions.swim import SWIM, SwimFacts
from factguard.facts import FactMap

DOMAINS: tuple[Domain, ...] = (SWIM,)
"""Every domain that can be gathered."""
FACT_MAPS: tuple[type[FactMap], ...] = (SwimFacts, AirFacts)
"""Every fact map that the guard has words for; a test compares it with the folders beside this file."""

__all__ = ["DOMAINS", "FACT_MAPS", "SWIM", "Deduction", "Domain", "Reading"]
