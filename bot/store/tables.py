"""Every table that the store holds; the migrations make them, and a test compares the two."""

from conditions.answers import METADATA

__all__ = ["METADATA"]
