"""/stats [7d]: what the bot did in a time, for admins: figures, and a picture of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import structlog
from sqlalchemy.exc import SQLAlchemyError
from telegram import Message, Update
from telegram.constants import ChatAction

from bot.admin.period import period
from bot.admin.stats_chart import drawn_stats
from bot.admin.stats_text import nothing_text, stats_text
from bot.chat.command import ChatCommand
from bot.context import Context
from bot.errors import CommandError
from bot.messaging.delivery import typing
from bot.store import Statistics
from bot.store.statistics import Figures
from factguard.texts import mark as _

log = structlog.get_logger(__name__)

DEFAULT = timedelta(days=7)
NO_PERIOD = _("“{text}” is no time that I have figures of: from an hour to 90 days, such as /{command} 24h, 7d or 2w.")
NO_DATABASE = _("The database does not answer, so there is nothing to count. Please try again later.")


async def stats(update: Update, context: Context) -> None:
    """Answer with the figures, and a picture where there are drafts to show."""
    message = update.effective_message
    if message is None:  # an update without a message
        return
    async with typing(message):
        figures = await _figures(_wanted(context), context)
        if figures.nothing:
            await message.reply_text(nothing_text(figures, context.language))
            return
        shown = stats_text(figures, context.language)
        await message.reply_text(shown.text, entities=shown.entities)
    if figures.drafts:
        await _show_picture(message, figures, context)


async def _show_picture(message: Message, figures: Figures, context: Context) -> None:
    async with typing(message, ChatAction.UPLOAD_PHOTO):
        await message.reply_photo(await drawn_stats(figures, context.language))


def _wanted(context: Context) -> timedelta:
    text = " ".join(context.args or ())
    if not text:
        return DEFAULT
    if wanted := period(text):
        return wanted
    raise CommandError(context.gettext(NO_PERIOD).format(text=text[:40], command=HANDLER.name(context.language)))


async def _figures(wanted: timedelta, context: Context) -> Figures:
    engine, now = context.services.engine, datetime.now(UTC)
    if engine is None:
        raise CommandError(context.gettext(NO_DATABASE))
    await context.services.tally.write()  # what this process has given a moment ago counts too
    try:
        return await Statistics(engine).of(now - wanted, now)
    except (SQLAlchemyError, OSError) as error:
        log.warning("stats.not_read", reason=str(error).splitlines()[0])
        raise CommandError(context.gettext(NO_DATABASE)) from error


HANDLER = ChatCommand(
    {"en": "stats", "pt": "estatisticas"}, _("what I did, in figures"), stats, example=_("7d"), admin=True
)
