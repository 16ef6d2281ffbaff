"""Places, sources, and the domains of reports with their facts."""

from conditions.domain import Deduction, Domain, Reading
from conditions.swim import SWIM

DOMAINS: tuple[Domain, ...] = (SWIM,)
"""Every domain; a test compares it with the folders beside this file."""

__all__ = ["DOMAINS", "SWIM", "Deduction", "Domain", "Reading"]
