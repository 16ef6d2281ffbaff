"""The bot's commands on Telegram, in the order in which its menu shows them."""

from bot.chat.command import ChatCommand
from bot.handlers import (
    announce,
    best,
    chart,
    conditions,
    daily,
    favourites,
    forget,
    guard,
    help,  # noqa: A004 (the file is named for its command)
    hours,
    language,
    privacy,
    review,
    start,
    stats,
    units,
    why,
)

HANDLERS: tuple[ChatCommand, ...] = (
    conditions.HANDLER,
    *conditions.OTHERS,
    hours.HANDLER,
    chart.HANDLER,
    best.HANDLER,
    why.HANDLER,
    daily.HANDLER,
    favourites.HANDLER,
    language.HANDLER,
    units.HANDLER,
    privacy.HANDLER,
    forget.HANDLER,
    help.HANDLER,
    start.HANDLER,
    guard.HANDLER,
    stats.HANDLER,
    review.HANDLER,
    announce.HANDLER,
)
