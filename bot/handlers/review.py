"""/review [RULE or LANGUAGE]: the drafts that the guard objected to, for admins, who say whether it was right.

A button's data name a draft by its number, and what the admin wants to see; nothing in them is trusted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import structlog
from babel.lists import format_list
from sqlalchemy.exc import SQLAlchemyError
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Message, Update

from bot.admin.review_text import JUDGEMENTS, none_left, review_text
from bot.chat.command import ChatCommand
from bot.context import Context
from bot.errors import ButtonError, CommandError
from bot.messaging.delivery import edited
from bot.messaging.telegram_text import TelegramText
from bot.store import Reviews
from bot.store.reviewing import Objection, Which
from bot.store.reviews import Judgement
from bot.texts import languages
from factguard.rules import RULES
from factguard.texts import mark as _

log = structlog.get_logger(__name__)

WORD = "review"
NEXT, AGAIN = "n", "s"
VERBS = {"r": Judgement.RIGHT, "f": Judgement.FALSE_ALARM}
DATA = re.compile(r"([rfns])(\d{1,10})(?::([\w,]{1,40}))?", re.ASCII)
BUTTONS = {Judgement.RIGHT: _("Right"), Judgement.FALSE_ALARM: _("False alarm")}
NO_DATABASE = _("The database does not answer, so there are no drafts to judge. Please try again later.")
UNKNOWN = _(
    "“{text}” is neither a rule nor a language. Write /{command} alone, or after it one of the rules {rules} or one "
    "of the languages {languages}."
)
GONE = _("That draft is no longer kept; here is another one.")
SAID = _("Noted for {place}, {hour}: {judgement}.")
CHANGED = _("Noted for {place}, {hour}: {judgement}. Before, {admin} had said: {before}.")


@dataclass(frozen=True, slots=True)
class Wish:
    """What an admin wants to judge, in words that its buttons carry on."""

    rule: str = ""
    language: str = ""

    @property
    def which(self) -> Which:
        """The drafts that are meant; a language with all its varieties."""
        varieties = (each for each in languages() if each.partition("_")[0] == self.language)
        return Which(self.rule, tuple(varieties) if "_" not in self.language else (self.language,))

    @property
    def words(self) -> str:
        """As they are written behind the command, and in data."""
        return ",".join(word for word in (self.rule, self.language) if word)


async def review(update: Update, context: Context) -> None:
    """Show the newest draft that nobody has judged."""
    message = update.effective_message
    if message is None:  # an update without a message
        return
    wish = _read(context.args or [])
    if wish is None:
        raise CommandError(_refusal(context))
    reviews = _reviews(context)
    with _answering(context):
        shown, keyboard = await _view(await reviews.next(wish.which), wish, context)
    await message.reply_text(shown.text, entities=shown.entities, reply_markup=keyboard)


async def press(message: Message, context: Context, rest: str) -> None:
    """Judge the draft of a button and show the next one in its place."""
    match = DATA.fullmatch(rest)
    wish = _read((match[3] or "").split(",")) if match else None
    if match is None or wish is None:
        raise ButtonError(context.gettext(ButtonError.SENTENCE))
    verb, number = match[1], int(match[2])
    with _answering(context):
        if verb == AGAIN:
            view = await _again(number, wish, context)
        else:
            note = await _judge(number, VERBS[verb], context) if verb in VERBS else None
            following = await _reviews(context).next(wish.which, number)
            before = number if note and note != context.gettext(GONE) else None
            view = await _view(following, wish, context, note=note, before=before)
    await edited(message, *view)


async def _judge(number: int, judgement: Judgement, context: Context) -> str:
    """Keep a judgement. Returns what to say of it: also whose other one it replaces."""
    reviews, _ = _reviews(context), context.gettext
    before = await reviews.find(number)
    if before is None or not await reviews.judge(number, judgement, context.sender or 0):
        return _(GONE)
    log.info("review.judged", draft=number, judgement=judgement, admin=context.sender)
    words = {
        "place": before.place,
        "hour": f"{before.hour:%H:%M}",
        "judgement": _(JUDGEMENTS[judgement]),
    }
    if before.review and before.review.judgement is not judgement:
        return _(CHANGED).format(**words, admin=before.review.admin_id, before=_(JUDGEMENTS[before.review.judgement]))
    return _(SAID).format(**words)


async def _again(number: int, wish: Wish, context: Context) -> tuple[TelegramText, InlineKeyboardMarkup | None]:
    """A draft that was judged before, to be judged anew."""
    reviews = _reviews(context)
    if found := await reviews.find(number):
        return await _view(found, wish, context)
    return await _view(await reviews.next(wish.which, number), wish, context, note=context.gettext(GONE))


async def _view(
    objection: Objection | None, wish: Wish, context: Context, *, note: str | None = None, before: int | None = None
) -> tuple[TelegramText, InlineKeyboardMarkup | None]:
    """A draft with its buttons; `before` is the one that was judged last."""
    if objection is None:
        shown = none_left(wish.words.replace(",", " · "), context.language)
        return TelegramText(f"{note}\n\n{shown}" if note else shown, ()), _keyboard(None, wish, context, before)
    left = await _reviews(context).left(wish.which)
    return (
        review_text(objection, left, context.language, note=note),
        _keyboard(objection, wish, context, before),
    )


def _keyboard(
    objection: Objection | None, wish: Wish, context: Context, before: int | None
) -> InlineKeyboardMarkup | None:
    def button(text: str, verb: str, number: int) -> InlineKeyboardButton:
        words = f":{wish.words}" if wish.words else ""
        return InlineKeyboardButton(text, callback_data=f"{WORD}:{verb}{number}{words}")

    rows: list[list[InlineKeyboardButton]] = []
    if objection:
        said = objection.review.judgement if objection.review else None
        rows.append(
            [
                button(f"{'✓ ' * (said is judgement)}{context.gettext(BUTTONS[judgement])}", verb, objection.id)
                for verb, judgement in VERBS.items()
            ]
        )
        rows.append([button(context.gettext(_("Next")), NEXT, objection.id)])
    if before is not None:
        rows.append([button(context.gettext(_("Change the last one")), AGAIN, before)])
    return InlineKeyboardMarkup(rows) if rows else None


def _read(words: list[str]) -> Wish | None:
    """What the words behind the command mean; None where one of them means nothing."""
    rules, wish = {rule.id for rule in RULES}, Wish()
    for word in (word for word in words if word):
        language = next((each for each in languages() if each.casefold() == word.replace("-", "_").casefold()), None)
        if word.casefold() in rules and not wish.rule:
            wish = Wish(word.casefold(), wish.language)
        elif language and not wish.language:
            wish = Wish(wish.rule, language)
        else:
            return None
    return wish


def _refusal(context: Context) -> str:
    def listed(names: list[str]) -> str:
        return format_list(names, style="or", locale=context.language)

    return context.gettext(UNKNOWN).format(
        text=" ".join(context.args or ())[:60],
        command=HANDLER.name(context.language),
        rules=listed([rule.id for rule in RULES]),
        languages=listed(list(languages())),
    )


def _reviews(context: Context) -> Reviews:
    if context.services.engine is None:
        raise CommandError(context.gettext(NO_DATABASE))
    return Reviews(context.services.engine)


@contextmanager
def _answering(context: Context) -> Iterator[None]:
    """Says in one sentence that the database fails."""
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        log.warning("review.failed", reason=str(error).splitlines()[0])
        raise CommandError(context.gettext(NO_DATABASE)) from error


HANDLER = ChatCommand(
    {"en": "review", "pt": "revisar"},
    _("judge what the guard objected to"),
    review,
    also=("rever",),
    actions={WORD: press},
    admin=True,
)
