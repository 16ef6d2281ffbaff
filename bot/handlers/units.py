"""/units: metric or imperial numbers, and another unit for wind."""

from __future__ import annotations

from dataclasses import replace

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Message, Update

from bot.chat.command import ChatCommand
from bot.chat.permission import may_change
from bot.context import Context
from bot.errors import ButtonError
from bot.handlers.favourites import NOT_KEPT
from bot.messaging.delivery import edited
from bot.messaging.telegram_text import TelegramText
from bot.store import Preferences
from bot.units import System, WindUnit
from conditions.places import folded
from factguard.texts import mark as _

SYSTEMS = {System.METRIC: _("metric: °C, m, km/h"), System.IMPERIAL: _("imperial: °F, ft, mph")}
WIND = {WindUnit.KMH: "km/h", WindUnit.MPH: "mph", WindUnit.KNOTS: _("knots"), WindUnit.MS: "m/s"}
WORDS: dict[str, System | WindUnit] = {
    **{unit: unit for unit in (*System, *WindUnit)},
    "metricas": System.METRIC,
    "metrico": System.METRIC,
    "imperiais": System.IMPERIAL,
    "nos": WindUnit.KNOTS,
    "kn": WindUnit.KNOTS,
    "km h": WindUnit.KMH,
    "m s": WindUnit.MS,
}
"""What may stand behind the command, folded."""
QUESTION = _("In which units shall numbers be? The lower row is for wind alone.")
PICK = "u"


async def units(update: Update, context: Context) -> None:
    """Ask for the units, or take those that stand behind the command."""
    message = update.effective_message
    if message is None or not await may_change(message, context):
        return
    chosen = [WORDS[word] for word in map(folded, context.args or ()) if word in WORDS]
    for unit in chosen:
        if not await _choose(context, message.chat_id, unit):
            await message.reply_text(context.gettext(NOT_KEPT))
            return
    await message.reply_text(context.gettext(QUESTION), reply_markup=_buttons(context))


async def pick(message: Message, context: Context, rest: str) -> None:
    """Take the units of a button, and mark it."""
    unit = WORDS.get(rest)
    if unit is None:
        raise ButtonError(context.gettext(ButtonError.SENTENCE))
    if not await may_change(message, context):
        return
    if await _choose(context, message.chat_id, unit):
        await edited(message, TelegramText(context.gettext(QUESTION), ()), _buttons(context))
    else:
        await message.reply_text(context.gettext(NOT_KEPT))


async def _choose(context: Context, chat_id: int, unit: System | WindUnit) -> bool:
    """Keep a system, with its own unit for wind, or a unit for wind alone."""
    now = context.preferences
    new = replace(now, wind=unit) if isinstance(unit, WindUnit) else Preferences(now.language, unit)
    context.preferences = new
    if not await context.chats.set_units(chat_id, new.system, new.wind):
        return False
    if context.subscriptions is not None:
        await context.subscriptions.say(chat_id, context.language, new.system, new.wind)
    return True


def _buttons(context: Context) -> InlineKeyboardMarkup:
    chosen = (context.preferences.system, context.preferences.wind)
    return InlineKeyboardMarkup(
        [
            *([_button(context, unit, text, marked=unit in chosen)] for unit, text in SYSTEMS.items()),
            [_button(context, unit, text, marked=unit in chosen) for unit, text in WIND.items()],
        ]
    )


def _button(context: Context, unit: System | WindUnit, text: str, *, marked: bool) -> InlineKeyboardButton:
    return InlineKeyboardButton(f"{'✓ ' * marked}{context.gettext(text)}", callback_data=f"{PICK}:{unit}")


HANDLER = ChatCommand(
    {"en": "units", "pt": "unidades"}, _("the units of numbers"), units, actions={PICK: pick}, in_channels=True
)
