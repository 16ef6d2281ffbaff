"""Daily reports: planned from the subscriptions, prepared once however many chats want them, sent at most once."""

from bot.broadcast.broadcaster import Broadcaster

__all__ = ["Broadcaster"]
