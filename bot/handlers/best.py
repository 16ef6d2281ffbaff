"""/best PLACE: the report of the day's best hour."""

from __future__ import annotations

from dataclasses import replace

from telegram import Message, Update

from bot.chat.asked import pressed, show_report, wished
from bot.chat.buttons import BEST
from bot.chat.command import ChatCommand
from bot.chat.wish import Wish
from bot.context import Context
from factguard.texts import mark as _


async def best(update: Update, context: Context) -> None:
    """Answer with the report of the best hour that is left of a day's light."""
    message, wish = update.effective_message, await wished(update, context, BEST)
    if message and wish:
        await show_report(message, context, _at_best(wish))


async def pick(message: Message, context: Context, rest: str) -> None:
    """Answer a button with the best hour of its day."""
    await show_report(message, context, _at_best(await pressed(context, rest)), own=message.text is not None)


def _at_best(wish: Wish) -> Wish:
    return replace(wish, when=replace(wish.when, at=None, best=True))


HANDLER = ChatCommand(
    {"en": "best", "pt": "melhor"},
    _("the best hour at a beach"),
    best,
    example=_("Joaquina tomorrow"),
    actions={BEST: pick},
)
