"""The commands beside the text field: everybody's in each language, and those of the admins in their own chats."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import structlog
from telegram import BotCommand, BotCommandScopeChat, Chat
from telegram.constants import ChatType
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.chat.command import ChatCommand, commands_of
from bot.context import Context
from bot.store import Chats
from bot.texts import DEFAULT_LANGUAGE, language_of, languages
from factguard.texts import translations

log = structlog.get_logger(__name__)


async def publish_menus(
    bot: ExtBot[None], commands: Sequence[ChatCommand], chats: Chats, admins: Collection[int]
) -> None:
    """Give Telegram all menus; the commands work without them."""
    for language in (language for language in languages() if "_" not in language):  # Telegram knows no varieties
        shown_to = None if language == DEFAULT_LANGUAGE else language  # None: to everybody else
        try:
            await bot.set_my_commands(menu(commands, language), language_code=shown_to)
        except TelegramError as error:
            log.warning("telegram.menu_failed", language=language, reason=str(error))
    for admin in admins:
        await _publish_to_admin(bot, commands, admin, language_of((await chats.preferences(admin)).language))


async def _publish_to_admin(bot: ExtBot[None], commands: Sequence[ChatCommand], admin: int, language: str) -> None:
    """Give Telegram the menu of an admin's chat, which has the commands of admins as well."""
    try:
        await bot.set_my_commands(menu(commands, language, admin=True), scope=BotCommandScopeChat(admin))
    except TelegramError as error:  # one who has never written to the bot has no chat yet
        log.info("telegram.menu_failed", admin=admin, reason=str(error))


async def show_menu(chat: Chat, context: Context, *, chosen: str | None) -> None:
    """Let a chat's menu show the language that it chose; None: that of each one's client. A failure is only logged."""
    if chat.type == ChatType.CHANNEL:  # nobody types there, and Telegram refuses it
        return
    language = language_of(chosen or context.client_language)
    admin = chat.type == ChatType.PRIVATE and context.is_admin
    if admin:
        await _publish_to_admin(context.bot, commands_of(context), chat.id, language)
        return
    try:
        if chosen:
            await context.bot.set_my_commands(menu(commands_of(context), language), scope=BotCommandScopeChat(chat.id))
        else:
            await context.bot.delete_my_commands(scope=BotCommandScopeChat(chat.id))
    except TelegramError as error:
        log.warning("telegram.menu_failed", language=language, reason=str(error))


def menu(commands: Sequence[ChatCommand], language: str, *, admin: bool = False) -> list[BotCommand]:
    """The commands in a language."""
    _ = translations(language).gettext
    return [BotCommand(command.name(language), _(command.help)) for command in commands if admin or not command.admin]
