"""/help: every command with an example, and what the numbers are not."""

from __future__ import annotations

from telegram import Update
from telegram.constants import ChatType

from bot.chat.command import ChatCommand, commands_of
from bot.chat.domain_names import NAMES
from bot.context import Context
from factguard.texts import mark as _

HERE = _("Or just write the name of a beach, or send me a location: I name the nearest beaches.")
ANYWHERE = _("In any other chat: @{bot} joaquina")
IN_A_GROUP = _("Here in a group I read commands only. The language and the units are the whole group's.")
IN_A_CHANNEL = _("In your channel: make me an administrator and post /daily Joaquina 07:00 there.")
NOTE = _(
    "The numbers come from a forecast by Open-Meteo.com. The levels of jellyfish and whales are rules of thumb, made "
    "from season, sea and wind: nobody counted them. I am no lifeguard; the flags on the beach come before anything "
    "that I say."
)


async def show_help(update: Update, context: Context) -> None:
    """Say what can be asked in this kind of chat."""
    message = update.effective_message
    if message is None:  # an update without a message
        return
    private = message.chat.type == ChatType.PRIVATE
    there = [command for command in commands_of(context) if command.is_there(message.chat, context)]
    commands = "\n".join(_line(command, context) for command in there)
    hint = context.gettext(HERE if private else IN_A_GROUP)
    anywhere = context.gettext(ANYWHERE).format(bot=context.bot.username)
    others = [context.gettext(name.hint) for name in NAMES.values() if name.hint]
    channel = [context.gettext(IN_A_CHANNEL)] if private else []
    await message.reply_text("\n\n".join((commands, *others, hint, anywhere, *channel, context.gettext(NOTE))))


def _line(command: ChatCommand, context: Context) -> str:
    example = f" {context.gettext(command.example)}" if command.example else ""
    return f"/{command.name(context.language)}{example}: {context.gettext(command.help)}"


HANDLER = ChatCommand({"en": "help", "pt": "ajuda"}, _("what you can ask me"), show_help)
