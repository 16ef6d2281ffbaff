"""Places, sources, and the domains of reports with their facts."""

from conditions.air import AIR, AirFacts
from conditions.domain import Domain, Sources
from conditions.outlook import Deduction, Outlook, Reading
from conditions.swim import SWIM, SwimFacts

DOMAINS: tuple[Domain, ...] = (SWIM, AIR)
"""Every domain; a test compares it with the folders beside this file."""

__all__ = [
    "AIR",
    "DOMAINS",
    "SWIM",
    "AirFacts",
    "Deduction",
    "Domain",
    "Outlook",
    "Reading",
    "Sources",
    "SwimFacts",
]
