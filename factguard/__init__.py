"""A deterministic guard that compares a sentence with the typed facts that it was written from."""

from factguard.engine import check
from factguard.explain import Mention, explain
from factguard.facts import FactMap
from factguard.result import GuardResult, Mode, Verdict, Violation

__all__ = ["FactMap", "GuardResult", "Mention", "Mode", "Verdict", "Violation", "check", "explain"]
