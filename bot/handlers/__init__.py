"""The bot's commands on Telegram, in the order in which its menu shows them."""

from bot.chat_command import ChatCommand
from bot.handlers import conditions, help, start  # noqa: A004 (the file is named for its command)

HANDLERS: tuple[ChatCommand, ...] = (conditions.HANDLER, help.HANDLER, start.HANDLER)
