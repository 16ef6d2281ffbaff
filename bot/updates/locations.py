"""A location that is shared in a private chat: the nearest beaches as buttons, with how far they are."""

from __future__ import annotations

from babel.units import format_unit
from telegram import Update

from bot.chat.buttons import REFRESH, Choice, asked_as, place_buttons
from bot.context import Context
from bot.units import System
from conditions import SWIM
from conditions.places import nearest
from conditions.positions import Point
from factguard.texts import mark as _

SHOWN = 5
KM_PER_MILE = 1.609344
NEAREST = _("The beaches nearest to you:")


async def location(update: Update, context: Context) -> None:
    """Answer with the nearest beaches."""
    message = update.effective_message
    if message is None or message.location is None:
        return
    here = Point(message.location.latitude, message.location.longitude)
    choices = [
        Choice(f"{place.name} · {distance(kilometres, context)}", asked_as(place))
        for place, kilometres in nearest(here, SWIM.places())[:SHOWN]
    ]
    await message.reply_text(context.gettext(NEAREST), reply_markup=place_buttons(REFRESH, choices))


def distance(kilometres: float, context: Context) -> str:
    """A distance in the chat's units: "3.4 km", "120 mi"."""
    imperial = context.preferences.system is System.IMPERIAL
    value = kilometres / KM_PER_MILE if imperial else kilometres
    unit = "length-mile" if imperial else "length-kilometer"
    return format_unit(round(value, 1) if value < 10 else round(value), unit, length="short", locale=context.language)
