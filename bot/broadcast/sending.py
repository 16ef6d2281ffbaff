"""One report to one chat, and what became of it.

Telegram knows no request by which a message could be told from its repetition. So a message whose request went out and
was not answered is never sent again: its fate is unknown. What never went out may be sent later.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import structlog
from sqlalchemy.exc import SQLAlchemyError
from telegram import Message
from telegram.constants import MessageLimit
from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken, NetworkError, RetryAfter, TelegramError
from telegram.ext import ExtBot

from bot.broadcast.preparing import Prepared
from bot.messaging.delivery import seconds_of
from bot.messaging.pictures import FILE_NAME, NotDrawnError, Picture
from bot.messaging.request import NEVER_WENT_OUT
from bot.messaging.telegram_text import TelegramText, length
from bot.store import Chats, Outbox, Subscriptions
from bot.store.outbox import Fate, State
from bot.store.subscription_rows import Daily
from bot.updates.chats import gone

log = structlog.get_logger(__name__)

READ_TIMEOUT_S = 30.0
"""How long an answer is waited for: who gives up early does not know whether the message went out."""
PAUSE_S = 15.0
"""How long nothing is sent after Telegram could not be reached."""

TOPIC_GONE = re.compile(r"message thread not found", re.IGNORECASE)
"""Telegram's words for a topic that is gone; the chat's other topics are still there."""
ELSEWHERE = "the chat has another id, which has a row of its own"


class NotSentError(Exception):
    """Nothing went out, and all should wait for some seconds."""

    def __init__(self, seconds: float, reason: str) -> None:
        super().__init__(reason)
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Recipient:
    """A chat that gets something else than a daily report."""

    chat_id: int
    topic_id: int | None = None
    quiet: bool = False


class Sender:
    """Sends reports to chats."""

    def __init__(self, bot: ExtBot[None], subscriptions: Subscriptions, chats: Chats, outbox: Outbox) -> None:
        self._bot, self._subscriptions, self._chats, self._outbox = bot, subscriptions, chats, outbox

    async def send(self, daily: Daily | Recipient, prepared: Prepared, row: int) -> Fate:
        """Send a report, for which a row is claimed, once; NotSentError where it may be sent later."""
        try:
            return _sent(await self._to_chat(daily, prepared))
        except ChatMigrated as error:
            log.info("broadcast.chat_moved", old=daily.chat_id, new=error.new_chat_id)
            if not await self._moved(daily.chat_id, error.new_chat_id, row):
                return Fate(State.SKIPPED, ELSEWHERE)
            daily = replace(daily, chat_id=error.new_chat_id)
        except TelegramError as error:
            return await self._fate(daily, error)
        try:
            return _sent(await self._to_chat(daily, prepared))
        except TelegramError as error:
            return await self._fate(daily, error)

    async def _moved(self, old: int, new: int, row: int) -> bool:
        """Give all of a chat to its new id. Returns whether the row is still ours: the new one may have had its own."""
        if not await self._chats.move(old, new):
            raise NotSentError(PAUSE_S, "the chat has another id, which could not be written down")
        try:
            return await self._outbox.holds(row)
        except (SQLAlchemyError, OSError) as error:
            raise NotSentError(PAUSE_S, str(error)) from error

    async def _fate(self, daily: Daily | Recipient, error: TelegramError) -> Fate:
        match error:
            case RetryAfter():
                raise NotSentError(seconds_of(error), str(error)) from error
            case Forbidden():
                return await self._gone(daily, error)
            case InvalidToken():  # revoked: nothing goes out until the bot is started with another one
                raise NotSentError(PAUSE_S, str(error)) from error
            case BadRequest() if TOPIC_GONE.search(str(error)):
                return await self._stopped(daily, error, topic_id=daily.topic_id)
            case BadRequest() if gone(error):
                return await self._gone(daily, error)
            case BadRequest():
                log.error("broadcast.refused", chat=daily.chat_id, reason=str(error))
                return Fate(State.FAILED, str(error))
            case NetworkError() if isinstance(error.__cause__, NEVER_WENT_OUT):
                raise NotSentError(PAUSE_S, str(error)) from error
            case NetworkError():
                log.warning("broadcast.unknown", chat=daily.chat_id, reason=str(error))
                return Fate(State.UNKNOWN, str(error))
            case _ if type(error) is TelegramError:  # an answer that is none: whatever gave it, the request went out
                log.warning("broadcast.unknown", chat=daily.chat_id, reason=str(error))
                return Fate(State.UNKNOWN, str(error))
            case _:
                log.error("broadcast.failed", chat=daily.chat_id, kind=type(error).__name__, reason=str(error))
                return Fate(State.FAILED, str(error))

    async def _gone(self, daily: Daily | Recipient, error: TelegramError) -> Fate:
        log.info("broadcast.chat_gone", chat=daily.chat_id, reason=str(error))
        if reason := gone(error):
            await self._chats.set_gone(daily.chat_id, reason)
        return await self._stopped(daily, error)

    async def _stopped(self, daily: Daily | Recipient, error: TelegramError, *, topic_id: int | None = None) -> Fate:
        try:
            await self._subscriptions.stop(daily.chat_id, str(error), topic_id=topic_id)
        except SQLAlchemyError as failure:  # the next send to it finds the same
            log.warning("broadcast.not_stopped", reason=str(failure))
        return Fate(State.FAILED, str(error))

    async def _to_chat(self, daily: Daily | Recipient, prepared: Prepared) -> Message:
        picture = prepared.picture
        if picture is not None and length(prepared.text.text) <= MessageLimit.CAPTION_LENGTH:
            try:
                return await self._photo(daily, prepared.text, picture)
            except NotDrawnError:
                log.exception("broadcast.chart_failed")
        return await self._bot.send_message(
            daily.chat_id,
            prepared.text.text,
            entities=prepared.text.entities,
            disable_notification=daily.quiet,
            message_thread_id=daily.topic_id,
            read_timeout=READ_TIMEOUT_S,
        )

    async def _photo(self, daily: Daily | Recipient, caption: TelegramText, picture: Picture) -> Message:
        """The chart with the report under it."""
        return await picture.sent(lambda photo: self._caption(daily, caption, photo))

    async def _caption(self, daily: Daily | Recipient, caption: TelegramText, photo: bytes | str) -> Message:
        return await self._bot.send_photo(
            daily.chat_id,
            photo,
            caption=caption.text,
            filename=FILE_NAME,
            caption_entities=caption.entities,
            disable_notification=daily.quiet,
            message_thread_id=daily.topic_id,
            read_timeout=READ_TIMEOUT_S,
        )


def _sent(message: Message) -> Fate:
    return Fate(State.SENT, message_id=message.message_id)
