"""Announcements on their way: rows are made chunk by chunk, and sent like daily reports where none of those is due."""

from __future__ import annotations

from datetime import datetime

import structlog
from babel.numbers import format_decimal
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine
from telegram import ReplyParameters
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.admin.announced_text import unpacked
from bot.broadcast.preparing import Prepared
from bot.broadcast.sending import PAUSE_S, NotSentError, Recipient, Sender
from bot.store import Announcements
from bot.store.announcement_rows import AnnouncementRows, Parcel
from bot.store.announcements import Announcement
from bot.store.outbox import Fate, State
from factguard.texts import mark as _
from factguard.texts import translations

log = structlog.get_logger(__name__)

FORGOTTEN = "the announcement is not kept any more"
OUT = _("The announcement has gone out.")
COUNTS = {
    State.SENT: _("Sent: {count}"),
    State.FAILED: _("Failed, for example because the bot was blocked: {count}"),
    State.UNKNOWN: _("Unknown, because Telegram did not answer; not sent again: {count}"),
    State.SKIPPED: _("Skipped, because it was too late for them: {count}"),
}


class Announcer:
    """Sends what admins have confirmed. `owner` names this process in its claims."""

    def __init__(self, bot: ExtBot[None], engine: AsyncEngine, sender: Sender, owner: str) -> None:
        self._bot, self._sender = bot, sender
        self._rows, self._announcements = AnnouncementRows(engine, owner), Announcements(engine)
        self._texts: dict[int, Prepared] = {}

    async def claim(self, now: datetime, limit: int) -> list[Parcel]:
        """The next rows to send; where there are none, the next ones are made first."""
        while not (parcels := await self._rows.claim(now, limit)):
            if not await self._rows.plan(now):
                break
        return parcels

    async def send(self, parcel: Parcel) -> Fate:
        """Send one; NotSentError where it may be sent later."""
        try:
            prepared = await self._text(parcel.announcement_id)
        except (SQLAlchemyError, OSError) as error:
            raise NotSentError(PAUSE_S, str(error).splitlines()[0]) from error
        if prepared is None:
            return Fate(State.SKIPPED, FORGOTTEN)
        return await self._sender.send(Recipient(parcel.chat_id), prepared, parcel.id)

    async def tend(self, now: datetime) -> None:
        """Give up what is too late, tell admins of what is done, and forget what is old."""
        if skipped := await self._rows.skip(now):
            log.warning("announcement.skipped", rows=skipped)
        await self._announcements.forget(now)
        await self.tell(now)
        await self._forget_texts()

    async def tell(self, now: datetime) -> None:
        """Tell the admin of an announcement that all of it is done."""
        try:
            finished = await self._rows.finish(now)
        except (SQLAlchemyError, OSError) as error:  # the next tick finds it
            log.warning("announcement.not_finished", reason=str(error).splitlines()[0])
            return
        for each, counts in finished:
            log.info("announcement.done", number=each.id, **{state.value: count for state, count in counts.items()})
            await self._close(each, counts)

    async def _close(self, each: Announcement, counts: dict[State, int]) -> None:
        question = ReplyParameters(each.message_id, allow_sending_without_reply=True) if each.message_id else None
        try:
            await self._bot.send_message(each.admin_id, closing(counts, each.language), reply_parameters=question)
        except TelegramError as error:
            log.warning("announcement.not_told", number=each.id, reason=str(error))

    async def _forget_texts(self) -> None:
        """Drop the texts of what is done, be it that another process found that."""
        if self._texts:
            going = await self._announcements.going_out()
            self._texts = {number: text for number, text in self._texts.items() if number in going}

    async def _text(self, number: int) -> Prepared | None:
        if number not in self._texts:
            kept = await self._announcements.get(number)
            if kept is None:
                return None
            self._texts[number] = Prepared(unpacked(kept.text, kept.entities))
        return self._texts[number]


def closing(counts: dict[State, int], language: str) -> str:
    """What the admin is told in the end: how many chats got it, and how many did not."""
    gettext = translations(language).gettext
    lines = (
        gettext(text).format(count=format_decimal(counts.get(state, 0), locale=language))
        for state, text in COUNTS.items()
        if counts.get(state) or state is State.SENT
    )
    return "\n".join((gettext(OUT), "", *lines))
