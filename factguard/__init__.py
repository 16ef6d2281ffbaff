"""A deterministic guard that compares a sentence with the typed facts that it was written from."""

from factguard.engine import check
from factguard.facts import FactMap
from factguard.result import GuardResult, Mode, Verdict, Violation

__all__ = ["FactMap", "GuardResult", "Mode", "Verdict", "Violation", "check"]
