"""/favourites: the places that a chat keeps at hand; /favourites PLACE keeps one more."""

from __future__ import annotations

from telegram import Message, Update

from bot.chat.asked import found, pressed
from bot.chat.buttons import ADD, OPEN, STAR, asked_as, choice_of, kept_as, place_buttons, report_buttons
from bot.chat.command import ChatCommand
from bot.chat.domain_names import by_word
from bot.chat.question import question
from bot.chat.wish import Wish
from bot.context import Context
from bot.messaging.delivery import remarked
from bot.store.chats import MOST_FAVOURITES
from factguard.texts import mark as _

NONE_YET = _("You keep no place yet. Press ☆ under a report, or write /favourites Joaquina")
YOURS = _("Your places:")
FULL = _("You keep {count} places already; take one away first, with ★ under its report.")
KEPT = _("{place} is among your places now.")
NOT_KEPT = _("That could not be kept; please try again later.")


async def favourites(update: Update, context: Context) -> None:
    """Show the favourites as buttons, or keep one more."""
    message = update.effective_message
    if message is None:  # an update without a message
        return
    domain, text = by_word(" ".join(context.args or ()))
    asked = question(text)
    if asked.place:
        if wish := await found(message, context, asked, ADD, domain):
            await message.reply_text(await _add(context, message.chat_id, wish))
        return
    kept = await context.chats.favourites(message.chat_id)
    buttons = place_buttons(OPEN, [choice_of(each, context) for each in kept])
    await message.reply_text(context.gettext(YOURS if kept else NONE_YET), reply_markup=buttons)


async def add(message: Message, context: Context, rest: str) -> None:
    """Keep the place of a choice."""
    await message.reply_text(await _add(context, message.chat_id, await pressed(context, rest)))


async def star(message: Message, context: Context, rest: str) -> None:
    """Keep the place of a report, or let it go, and turn its star."""
    wish = await pressed(context, rest)
    name = kept_as(asked_as(wish.place), wish.domain)
    kept = await context.chats.favourites(message.chat_id)
    if name in kept:
        done = await context.chats.drop_favourite(message.chat_id, name)
    else:
        done = len(kept) < MOST_FAVOURITES and await context.chats.add_favourite(message.chat_id, name)
    if not done:
        sentence = FULL if len(kept) >= MOST_FAVOURITES else NOT_KEPT
        await message.reply_text(context.gettext(sentence).format(count=len(kept)))
        return
    await remarked(message, report_buttons(context, wish, favourite=name not in kept))


async def _add(context: Context, chat_id: int, wish: Wish) -> str:
    """Keep a place, and say how that went."""
    name = kept_as(asked_as(wish.place), wish.domain)
    kept = await context.chats.favourites(chat_id)
    if name not in kept and len(kept) >= MOST_FAVOURITES:
        return context.gettext(FULL).format(count=len(kept))
    done = await context.chats.add_favourite(chat_id, name)
    return context.gettext(KEPT).format(place=asked_as(wish.place)) if done else context.gettext(NOT_KEPT)


HANDLER = ChatCommand(
    {"en": "favourites", "pt": "favoritas"},
    _("the places that you keep"),
    favourites,
    also=("favoritos",),
    actions={STAR: star, ADD: add},
)
