"""Every table that the store holds; the migrations make them, and a test compares the two."""

from bot.store.drafts import DRAFTS
from conditions.answers import METADATA, SOURCE_ANSWERS

TABLES = (SOURCE_ANSWERS, DRAFTS)

__all__ = ["METADATA", "TABLES"]
