"""/language: in which language a chat is answered."""

from __future__ import annotations

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Message, Update

from bot.chat.command import ChatCommand
from bot.chat.permission import may_change
from bot.context import Context
from bot.errors import ButtonError
from bot.handlers.favourites import NOT_KEPT
from bot.menu import show_menu
from bot.messaging.delivery import edited
from bot.messaging.telegram_text import TelegramText
from bot.texts import language_of
from factguard.texts import mark as _

LOCALES = {"en": "English", "pt_BR": "Português (Brasil)", "pt_PT": "Português (Portugal)"}
CLIENT = "client"
QUESTION = _("In which language shall I answer in this chat?")
DONE = _("I answer in English from now on.")
FOLLOWS = _("I answer in the language of your Telegram from now on.")
PICK = "l"


async def language(update: Update, context: Context) -> None:
    """Ask for the language, or take the one that stands behind the command."""
    message = update.effective_message
    if message is None or not await may_change(message, context):
        return
    code = _locale((context.args or [""])[0])
    if code:
        await message.reply_text(await _choose(context, message.chat_id, code))
        await _show_menu(context, message, code)
    else:
        await message.reply_text(context.gettext(QUESTION), reply_markup=_buttons(context))


async def pick(message: Message, context: Context, rest: str) -> None:
    """Take the language of a button."""
    if rest != CLIENT and rest not in LOCALES:
        raise ButtonError(context.gettext(ButtonError.SENTENCE))
    if not await may_change(message, context):
        return
    await edited(message, TelegramText(await _choose(context, message.chat_id, rest), ()))
    await _show_menu(context, message, rest)


async def _choose(context: Context, chat_id: int, code: str) -> str:
    """Keep the language, and say so in it."""
    chosen = None if code == CLIENT else code
    if not await context.chats.set_language(chat_id, chosen):
        return context.gettext(NOT_KEPT)
    context.language = language_of(chosen or context.client_language)
    if context.subscriptions is not None:
        wanted = context.preferences
        await context.subscriptions.say(chat_id, context.language, wanted.system, wanted.wind)
    return context.gettext(DONE if chosen else FOLLOWS)


async def _show_menu(context: Context, message: Message, code: str) -> None:
    """Let the chat's menu follow. The answer has been given, and does not depend on that."""
    await show_menu(message.chat, context, chosen=None if code == CLIENT else code)


def _locale(word: str) -> str | None:
    """The language that a word behind the command stands for: "pt", "pt-PT", "en"."""
    names = {locale.casefold(): locale for locale in LOCALES} | {"pt": "pt_BR"}
    return names.get(word.replace("-", "_").casefold())


def _buttons(context: Context) -> InlineKeyboardMarkup:
    choices = {**LOCALES, CLIENT: context.gettext(_("As in my Telegram"))}
    chosen = context.preferences.language or CLIENT
    return InlineKeyboardMarkup(
        [
            [InlineKeyboardButton(f"{'✓ ' * (code == chosen)}{name}", callback_data=f"{PICK}:{code}")]
            for code, name in choices.items()
        ]
    )


HANDLER = ChatCommand(
    {"en": "language", "pt": "idioma"},
    _("the language of my answers"),
    language,
    actions={PICK: pick},
    in_channels=True,
)
