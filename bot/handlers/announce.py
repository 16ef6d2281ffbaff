"""/announce TEXT: a message to all chats, for admins: first as a preview, and sent when its author confirms it."""

from __future__ import annotations

import re

import structlog
from babel.numbers import format_decimal
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Message, Update
from telegram.constants import MessageLimit
from telegram.error import BadRequest

from bot.admin.announced_text import announced, packed
from bot.chat.command import ChatCommand
from bot.context import Context
from bot.errors import ButtonError, CommandError, UsageError
from bot.messaging.delivery import edited
from bot.messaging.telegram_text import TelegramText, length
from bot.store import Announcements
from bot.store.announcements import Announcement, Stage
from factguard.texts import mark as _

log = structlog.get_logger(__name__)

ACTION = "an"
PRESSED = re.compile(r"([sd])(\d{1,9})")
"""Send or discard, and the announcement's number."""
EMPTY = _("Write the text after the command: /{command} No reports tomorrow before 9 am")
TOO_LONG = _("This text is too long for one message: it has {length} characters, and {most} are possible.")
REFUSED = _("Telegram does not take this text ({reason}); change it and try again.")
NO_STORE = _("Announcements are not possible now: the database cannot be opened.")
QUESTION = _("This is how chats will see it. Send it?")
SEND_ONE = _("Send to 1 chat")
SEND = _("Send to {count} chats")
DISCARD = _("Discard")
SENDING = _("It goes out within a minute, after the daily reports that are due. I will tell you here when it is done.")
DONE = _("This announcement has gone out already.")
DISCARDED = _("Discarded: nobody gets it.")
TOO_OLD = _("This preview is too old, and nothing was sent. Write /{command} with the text once more.")


async def announce(update: Update, context: Context) -> None:
    """Show what would be sent, as chats will see it, and ask."""
    message = update.effective_message
    if message is None:  # an update without a message
        return
    shown, kept = _read(message, context), _kept(context)
    try:
        await message.reply_text(shown.text, entities=shown.entities)
    except BadRequest as error:
        raise CommandError(context.gettext(REFUSED).format(reason=error.message)) from error
    number = await kept.draft(context.sender or 0, context.language, shown.text, packed(shown))
    buttons = _buttons(number, await kept.recipients(), context)
    await message.reply_text(context.gettext(QUESTION), reply_markup=buttons)


async def press(message: Message, context: Context, rest: str) -> None:
    """Send or discard: whatever is pressed, and however often, only the first press of a fresh preview counts."""
    match, admin = PRESSED.fullmatch(rest), context.sender or 0
    if match is None:
        raise ButtonError(context.gettext(ButtonError.SENTENCE))
    word, number = match[1], int(match[2])
    if word == "s" and await _kept(context).confirm(number, admin, message.message_id):
        log.warning("announcement.confirmed", number=number, admin=admin)
    elif word == "d":
        await _kept(context).discard(number, admin)
    now = await _kept(context).get(number)
    if now is None or now.admin_id != admin:  # made up, somebody else's, or of long ago
        raise ButtonError(context.gettext(ButtonError.SENTENCE))
    await edited(message, TelegramText(_said(now, context), ()))


def _read(message: Message, context: Context) -> TelegramText:
    shown = announced(message)
    if not shown.text:
        raise UsageError(context.gettext(EMPTY).format(command=HANDLER.name(context.language)))
    if length(shown.text) > MessageLimit.MAX_TEXT_LENGTH:
        sizes = {"length": length(shown.text), "most": int(MessageLimit.MAX_TEXT_LENGTH)}
        printed = {name: format_decimal(size, locale=context.language) for name, size in sizes.items()}
        raise UsageError(context.gettext(TOO_LONG).format(**printed))
    return shown


def _kept(context: Context) -> Announcements:
    if context.services.announcements is None:
        raise CommandError(context.gettext(NO_STORE))
    return context.services.announcements


def _buttons(number: int, chats: int, context: Context) -> InlineKeyboardMarkup:
    count = format_decimal(chats, locale=context.language)
    send = context.gettext(SEND_ONE if chats == 1 else SEND).format(count=count)
    return InlineKeyboardMarkup(
        [
            [InlineKeyboardButton(send, callback_data=f"{ACTION}:s{number}")],
            [InlineKeyboardButton(context.gettext(DISCARD), callback_data=f"{ACTION}:d{number}")],
        ]
    )


def _said(now: Announcement, context: Context) -> str:
    """What has become of an announcement; a draft that could not be confirmed was too old."""
    sentences = {Stage.DRAFT: TOO_OLD, Stage.DISCARDED: DISCARDED, Stage.SENDING: SENDING, Stage.DONE: DONE}
    return context.gettext(sentences[now.stage]).format(command=HANDLER.name(context.language))


HANDLER = ChatCommand(
    {"en": "announce", "pt": "anunciar"},
    _("a message to all chats"),
    announce,
    example=_("No reports tomorrow before 9 am"),
    actions={ACTION: press},
    admin=True,
)
