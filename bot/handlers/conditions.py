"""/conditions PLACE: the numbers at once, and the checked sentence written into the same message."""

from __future__ import annotations

from telegram import Message, Update

from bot.asked_in_chat import pressed, show_report, wished
from bot.buttons import OPEN, REFRESH
from bot.chat_command import ChatCommand
from bot.context import Context
from factguard.texts import mark as _


async def conditions(update: Update, context: Context) -> None:
    """Answer with the place's numbers, then with its sentence too."""
    message, wish = update.effective_message, await wished(update, context, REFRESH)
    if message and wish:
        await show_report(message, context, wish)


async def refresh(message: Message, context: Context, rest: str) -> None:
    """Put the report into the message under which the button stands."""
    await show_report(message, context, await pressed(context, rest), own=message.text is not None)


async def open_report(message: Message, context: Context, rest: str) -> None:
    """Answer with the report in a message of its own."""
    await show_report(message, context, await pressed(context, rest))


HANDLER = ChatCommand(
    {"en": "conditions", "pt": "praia"},
    _("how the sea is at a beach"),
    conditions,
    also=("condicoes",),
    example=_("Joaquina tomorrow 9am"),
    actions={REFRESH: refresh, OPEN: open_report},
)
