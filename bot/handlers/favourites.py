"""/favourites: the beaches that a chat keeps at hand; /favourites PLACE keeps one more."""

from __future__ import annotations

from telegram import Message, Update

from bot.asked_in_chat import found, pressed
from bot.buttons import ADD, OPEN, STAR, asked_as, place_buttons, read_data, report_buttons
from bot.chat_command import ChatCommand
from bot.context import Context
from bot.delivery import remarked
from bot.question import question
from bot.store.chats import MOST_FAVOURITES
from factguard.texts import mark as _

NONE_YET = _("You keep no beach yet. Press ☆ under a report, or write /favourites Joaquina")
YOURS = _("Your beaches:")
FULL = _("You keep {count} beaches already; take one away first, with ★ under its report.")
KEPT = _("{place} is among your beaches now.")
NOT_KEPT = _("That could not be kept; please try again later.")


async def favourites(update: Update, context: Context) -> None:
    """Show the favourites as buttons, or keep one more."""
    message = update.effective_message
    if message is None:  # an update without a message
        return
    asked = question(" ".join(context.args or ()))
    if asked.place:
        if wish := await found(message, context, asked, ADD):
            await message.reply_text(await _add(context, message.chat_id, asked_as(wish[0])))
        return
    kept = await context.chats.favourites(message.chat_id)
    buttons = place_buttons(OPEN, [(name, name) for name in kept])
    await message.reply_text(context.gettext(YOURS if kept else NONE_YET), reply_markup=buttons)


async def add(message: Message, context: Context, rest: str) -> None:
    """Keep the place of a choice."""
    place, _when = await pressed(context, rest)
    await message.reply_text(await _add(context, message.chat_id, asked_as(place)))


async def star(message: Message, context: Context, rest: str) -> None:
    """Keep the place of a report, or let it go, and turn its star."""
    name, _when = read_data(rest, context)
    place, when = await pressed(context, rest)
    kept = await context.chats.favourites(message.chat_id)
    if name in kept:
        done = await context.chats.drop_favourite(message.chat_id, name)
    else:
        done = len(kept) < MOST_FAVOURITES and await context.chats.add_favourite(message.chat_id, asked_as(place))
    if not done:
        sentence = FULL if len(kept) >= MOST_FAVOURITES else NOT_KEPT
        await message.reply_text(context.gettext(sentence).format(count=len(kept)))
        return
    await remarked(message, report_buttons(context, place, when, favourite=name not in kept))


async def _add(context: Context, chat_id: int, name: str) -> str:
    """Keep a place, and say how that went."""
    kept = await context.chats.favourites(chat_id)
    if name not in kept and len(kept) >= MOST_FAVOURITES:
        return context.gettext(FULL).format(count=len(kept))
    done = await context.chats.add_favourite(chat_id, name)
    return context.gettext(KEPT).format(place=name) if done else context.gettext(NOT_KEPT)


HANDLER = ChatCommand(
    {"en": "favourites", "pt": "favoritas"},
    _("the beaches that you keep"),
    favourites,
    actions={STAR: star, ADD: add},
)
