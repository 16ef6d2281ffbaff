"""Every table that the store holds; the migrations make them, and a test compares the two."""

from bot.store.alarms import ALARMS
from bot.store.announcements import ANNOUNCEMENTS
from bot.store.chats import CHATS, FAVOURITES
from bot.store.drafts import DRAFTS, VIOLATIONS
from bot.store.guard_changes import GUARD_CHANGES
from bot.store.outbox import OUTBOX
from bot.store.report_counts import REPORT_COUNTS
from bot.store.reviews import REVIEWS
from bot.store.seen_updates import SEEN_UPDATES
from bot.store.shared_pace import SHARED_PACE
from bot.store.subscription_rows import SUBSCRIPTIONS
from conditions.answers import METADATA, SOURCE_ANSWERS

TABLES = (
    SOURCE_ANSWERS,
    DRAFTS,
    VIOLATIONS,
    REVIEWS,
    REPORT_COUNTS,
    CHATS,
    FAVOURITES,
    SUBSCRIPTIONS,
    OUTBOX,
    GUARD_CHANGES,
    ANNOUNCEMENTS,
    ALARMS,
    SEEN_UPDATES,
    SHARED_PACE,
)

__all__ = ["METADATA", "TABLES"]
