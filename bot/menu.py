"""The commands beside the text field: everybody's in each language, and those of the admins in their own chats."""

from __future__ import annotations

from collections.abc import Collection

import structlog
from telegram import BotCommand, BotCommandScopeChat
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.handlers import HANDLERS
from bot.store import Chats
from bot.texts import DEFAULT_LANGUAGE, language_of, languages
from factguard.texts import translations

log = structlog.get_logger(__name__)


async def publish_menus(bot: ExtBot[None], chats: Chats, admins: Collection[int]) -> None:
    """Give Telegram all menus; the commands work without them."""
    for language in (language for language in languages() if "_" not in language):  # Telegram knows no varieties
        shown_to = None if language == DEFAULT_LANGUAGE else language  # None: to everybody else
        try:
            await bot.set_my_commands(menu(language), language_code=shown_to)
        except TelegramError as error:
            log.warning("telegram.menu_failed", language=language, reason=str(error))
    for admin in admins:
        await publish_menu_of_admin(bot, admin, language_of((await chats.preferences(admin)).language))


async def publish_menu_of_admin(bot: ExtBot[None], admin: int, language: str) -> None:
    """Give Telegram the menu of an admin's chat, which has the commands of admins as well."""
    try:
        await bot.set_my_commands(menu(language, admin=True), scope=BotCommandScopeChat(admin))
    except TelegramError as error:  # one who has never written to the bot has no chat yet
        log.info("telegram.menu_failed", admin=admin, reason=str(error))


def menu(language: str, *, admin: bool = False) -> list[BotCommand]:
    """The commands in a language."""
    _ = translations(language).gettext
    return [BotCommand(command.name(language), _(command.help)) for command in HANDLERS if admin or not command.admin]
