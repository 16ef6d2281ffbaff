"""/guard: the mode of the fact guard, for admins: what holds, who changed it, and buttons to change it."""

from __future__ import annotations

import structlog
from babel.dates import format_skeleton, format_time
from sqlalchemy.exc import SQLAlchemyError
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Message, Update

from bot.admin.false_alarms import false_alarms
from bot.chat.command import ChatCommand
from bot.context import Context
from bot.errors import ButtonError, CommandError
from bot.handlers.review import HANDLER as REVIEW
from bot.messaging.delivery import edited
from bot.messaging.telegram_text import TelegramText
from bot.store import GuardChange, Reviews
from factguard import Mode
from factguard.texts import mark as _

log = structlog.get_logger(__name__)

PICK = "m"
SURE = "!"
"""Stands behind a mode that was asked for twice."""
SHOWN = 5
"""Changes that are shown."""
MODES = {
    Mode.BLOCK: _("block: a sentence that contradicts the facts is withheld, one with a small fault is flagged"),
    Mode.WARN: _("warn: every sentence is shown, those with a fault are flagged"),
    Mode.OFF: _("off: every sentence is shown, none is checked"),
}
NOW = _("The guard's mode is {mode}.")
CHANGED = _("Last changes (UTC):")
OFF = _(
    "Off means that nobody checks what the model writes: a wrong wind or a hidden jellyfish risk would be shown like "
    "any other sentence. Switch the guard off?"
)
NONE_JUDGED = _(
    "No draft has been judged yet, so nobody knows how often the guard is wrong: /{review} shows them one by one."
)
NOT_KEPT = _("The mode could not be changed: the database does not answer. {mode} still holds.")


async def guard(update: Update, context: Context) -> None:
    """Show the mode and its buttons."""
    if message := update.effective_message:
        mode = await context.services.guard.mode()
        await message.reply_text(await _text(mode, context), reply_markup=_buttons(mode))


async def pick(message: Message, context: Context, rest: str) -> None:
    """Set the mode of a button; off is asked for once more."""
    word, sure = rest.removesuffix(SURE), rest.endswith(SURE)
    if word not in list(Mode):
        raise ButtonError(context.gettext(ButtonError.SENTENCE))
    wanted, mode = Mode(word), await context.services.guard.mode()
    if wanted is Mode.OFF and mode is not Mode.OFF and not sure:
        await edited(message, TelegramText(context.gettext(OFF), ()), _question(mode, context))
        return
    if wanted is not mode:
        await _set(wanted, context)
    await edited(message, TelegramText(await _text(wanted, context), ()), _buttons(wanted))


async def _set(mode: Mode, context: Context) -> None:
    guard = context.services.guard
    if await guard.set(mode, context.sender or 0) is None:
        raise CommandError(context.gettext(NOT_KEPT).format(mode=await guard.mode()))


async def _text(mode: Mode, context: Context) -> str:
    parts = [context.gettext(NOW).format(mode=mode), "\n".join(context.gettext(text) for text in MODES.values())]
    if alarms := await _false_alarms(context):
        parts.append(alarms)
    if history := await context.services.guard.history(SHOWN):
        parts.append("\n".join((context.gettext(CHANGED), *(_line(change, context) for change in history))))
    return "\n\n".join(parts)


async def _false_alarms(context: Context) -> str | None:
    """How often the guard was wrong as far as that was judged; None where the database does not tell."""
    if context.services.engine is None:
        return None
    try:
        counts = await Reviews(context.services.engine).counts()
    except (SQLAlchemyError, OSError) as error:
        log.warning("guard.reviews_not_read", reason=str(error).splitlines()[0])
        return None
    unknown = context.gettext(NONE_JUDGED).format(review=REVIEW.name(context.language))
    return false_alarms(counts, context.language) or unknown


def _line(change: GuardChange, context: Context) -> str:
    """One change: when, what, who."""
    day = format_skeleton("yMMMd", change.made_at, locale=context.language)
    hour = format_time(change.made_at, "HH:mm", locale=context.language)
    return f"{day}, {hour} · {change.from_mode} → {change.to_mode} · {change.admin_id}"


def _buttons(mode: Mode) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup(
        [[InlineKeyboardButton(f"{'✓ ' * (each is mode)}{each}", callback_data=f"{PICK}:{each}") for each in Mode]]
    )


def _question(mode: Mode, context: Context) -> InlineKeyboardMarkup:
    off = InlineKeyboardButton(context.gettext(_("Switch off")), callback_data=f"{PICK}:{Mode.OFF}{SURE}")
    keep = InlineKeyboardButton(context.gettext(_("Keep {mode}")).format(mode=mode), callback_data=f"{PICK}:{mode}")
    return InlineKeyboardMarkup([[keep, off]])


HANDLER = ChatCommand(
    {"en": "guard", "pt": "guarda"}, _("the mode of the fact guard"), guard, actions={PICK: pick}, admin=True
)
