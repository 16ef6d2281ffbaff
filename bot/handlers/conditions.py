"""/conditions PLACE, and a command like it for each other domain (/air PLACE): the numbers, and the checked sentence.

The numbers come at once; the sentence is written into the same message.
"""

from __future__ import annotations

from collections.abc import Mapping

from telegram import Message, Update

from bot.chat.asked import pressed, show_report, wished
from bot.chat.buttons import OPEN, REFRESH
from bot.chat.command import Action, ChatCommand
from bot.chat.domain_names import NAMES, USUAL
from bot.context import Context
from conditions import DOMAINS, Domain


def command(domain: Domain, actions: Mapping[str, Action] | None = None) -> ChatCommand:
    """The command that asks for a domain's report."""

    async def answer(update: Update, context: Context) -> None:
        """Answer with the place's numbers, then with its sentence too."""
        message, wish = update.effective_message, await wished(update, context, REFRESH, domain)
        if message and wish:
            await show_report(message, context, wish)

    name = NAMES[domain]
    return ChatCommand(name.names, name.help, answer, also=name.also, example=name.example, actions=actions or {})


async def refresh(message: Message, context: Context, rest: str) -> None:
    """Put the report into the message under which the button stands."""
    await show_report(message, context, await pressed(context, rest), own=message.text is not None)


async def open_report(message: Message, context: Context, rest: str) -> None:
    """Answer with the report in a message of its own."""
    await show_report(message, context, await pressed(context, rest))


HANDLER = command(USUAL, {REFRESH: refresh, OPEN: open_report})
OTHERS = tuple(command(domain) for domain in DOMAINS if domain is not USUAL)
"""The commands of the other domains; their buttons are the same."""
