"""The commands beside the text field: everybody's in each language, and those of the admins in their own chats."""

from __future__ import annotations

from collections.abc import Collection

import structlog
from telegram import BotCommand, BotCommandScopeChat, Chat
from telegram.constants import ChatType
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.context import Context
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


async def show_menu(chat: Chat, context: Context, *, chosen: str | None) -> None:
    """Let a chat's menu show the language that it chose; None: that of each one's client. A failure is only logged."""
    if chat.type == ChatType.CHANNEL:  # nobody types there, and Telegram refuses it
        return
    language = language_of(chosen or context.client_language)
    admin = chat.type == ChatType.PRIVATE and context.is_admin
    if admin:
        await publish_menu_of_admin(context.bot, chat.id, language)
        return
    try:
        if chosen:
            await context.bot.set_my_commands(menu(language), scope=BotCommandScopeChat(chat.id))
        else:
            await context.bot.delete_my_commands(scope=BotCommandScopeChat(chat.id))
    except TelegramError as error:
        log.warning("telegram.menu_failed", language=language, reason=str(error))


def menu(language: str, *, admin: bool = False) -> list[BotCommand]:
    """The commands in a language."""
    _ = translations(language).gettext
    return [BotCommand(command.name(language), _(command.help)) for command in HANDLERS if admin or not command.admin]
