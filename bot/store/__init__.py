"""The database: a file beside the user's other data unless a setting names another, brought up to date when opened."""

from bot.store.alarms import Alarms
from bot.store.announcements import Announcements
from bot.store.chats import Chats, Gone, Preferences
from bot.store.drafts import Drafts
from bot.store.guard_changes import GuardChange, GuardChanges
from bot.store.opening import open_store
from bot.store.outbox import Outbox
from bot.store.report_counts import ReportCounts
from bot.store.reviewing import Reviews
from bot.store.seen_updates import SeenUpdates
from bot.store.shared_pace import SharedPace
from bot.store.statistics import Statistics
from bot.store.subscriptions import Subscriptions
from bot.store.tables import METADATA

__all__ = [
    "METADATA",
    "Alarms",
    "Announcements",
    "Chats",
    "Drafts",
    "Gone",
    "GuardChange",
    "GuardChanges",
    "Outbox",
    "Preferences",
    "ReportCounts",
    "Reviews",
    "SeenUpdates",
    "SharedPace",
    "Statistics",
    "Subscriptions",
    "open_store",
]
