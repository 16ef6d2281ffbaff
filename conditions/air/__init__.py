"""Air quality in a town or at a beach."""

from conditions.air.facts import AirFacts

__all__ = ["AirFacts"]
