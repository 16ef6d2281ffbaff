"""Requests to Telegram that wait when it says so, and the sign that an answer is on its way."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import timedelta
from typing import Any

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine
from telegram import CallbackQuery, InlineKeyboardMarkup, Message
from telegram.constants import ChatAction
from telegram.error import BadRequest, NetworkError, RetryAfter, TelegramError, TimedOut
from telegram.ext import BaseRateLimiter

from bot import metrics
from bot.messaging.pace import CATCH_UP_S, HeldError, Pace
from bot.messaging.request import NEVER_WENT_OUT
from bot.messaging.telegram_text import TelegramText
from bot.store import SharedPace

os.environ.setdefault("PTB_TIMEDELTA", "1")  # the form of `retry_after` that is to stay; the older one warns

log = structlog.get_logger(__name__)

TRIES = 3
LONGEST_WAIT_S = 60.0
PAUSE_S = 1.0
TYPING_LASTS_S = 4.5  # Telegram shows the sign for five seconds

# Sent twice, these do no harm; a message sent twice would be there twice.
REPEATABLE = frozenset(
    {
        "editMessageText",
        "editMessageReplyMarkup",
        "answerCallbackQuery",
        "sendChatAction",
        "setMyCommands",
        "deleteMyCommands",
        "getMe",
    }
)


class Patience(BaseRateLimiter[None]):
    """Keeps to Telegram's pace, waits as long as it asks for, and repeats what got lost where repeating does no harm.

    When Telegram says to wait, nothing else goes to a chat meanwhile either; then the one that was refused goes first.
    """

    def __init__(self, per_second: float | None = None) -> None:
        self._pace = Pace(per_second)

    def share(self, engine: AsyncEngine) -> None:
        """Keep to one pace with all processes over a PostgreSQL. Without a limit there is nothing to share."""
        if self._pace.gap:
            self._pace.share(SharedPace(engine, self._pace.gap, CATCH_UP_S))

    def hurry(self) -> None:
        """The process is about to stop: nobody waits until Telegram takes messages again."""
        self._pace.hurry()

    async def initialize(self) -> None:
        """Nothing to open."""

    async def shutdown(self) -> None:
        """End what is being told to other processes."""
        await self._pace.close()

    async def process_request(
        self,
        callback: Callable[..., Coroutine[Any, Any, Any]],
        args: Any,
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],
        rate_limit_args: None,
    ) -> Any:
        """Make the request, a few times if need be."""
        pace = self._pace if "chat_id" in data else None
        ticket = self._pace.ticket()
        for attempt in range(1, TRIES + 1):
            if pace:
                _refuse_long_waits(pace)
                await _turn(pace, ticket)
            try:
                return await callback(*args, **kwargs)
            except (RetryAfter, NetworkError) as error:
                pause = _pause(error, endpoint)
                if pace and isinstance(error, RetryAfter):
                    pace.hold(seconds_of(error))
                    metrics.telegram_waits(seconds_of(error))
                if pause is None or attempt == TRIES:
                    raise
                log.warning("telegram.waiting", endpoint=endpoint, seconds=pause, reason=str(error))
                if not (pace and isinstance(error, RetryAfter)):  # else the pace waits, and keeps the order
                    await asyncio.sleep(pause)
        raise AssertionError("the last try returns or raises")


def seconds_of(error: RetryAfter) -> float:
    """How long Telegram asks to wait."""
    asked = error.retry_after
    return float(asked) if isinstance(asked, int) else asked.total_seconds()


async def _turn(pace: Pace, ticket: int) -> None:
    try:
        await pace.turn(ticket)
    except HeldError as error:
        raise RetryAfter(timedelta(seconds=error.seconds)) from None


def _refuse_long_waits(pace: Pace) -> None:
    """Say no at once to a request that would have to wait for longer than anybody does."""
    if pace.held_s > LONGEST_WAIT_S:
        raise RetryAfter(timedelta(seconds=pace.held_s))


def _pause(error: RetryAfter | NetworkError, endpoint: str) -> float | None:
    """Seconds to wait before another try; None where there should be none."""
    if isinstance(error, RetryAfter):
        seconds = seconds_of(error)
        return seconds if seconds <= LONGEST_WAIT_S else None
    again = endpoint in REPEATABLE or isinstance(error.__cause__, NEVER_WENT_OUT)
    return PAUSE_S if again and is_lost(error) else None


def is_lost(error: TelegramError) -> bool:
    """Whether an error leaves open if Telegram did what it was asked. (BadRequest is a kind of NetworkError.)"""
    return type(error) is NetworkError or isinstance(error, TimedOut)


async def told(message: Message, sentence: str) -> None:
    """Answer with a sentence that does no harm if it stands there twice; where it cannot be said, the log has it."""
    for attempt in range(1, TRIES + 1):
        try:
            await message.reply_text(sentence)
        except TelegramError as error:
            log.warning("telegram.failed", kind=type(error).__name__, reason=str(error))
            if attempt == TRIES or not is_lost(error):
                return
            await asyncio.sleep(PAUSE_S)
        else:
            return


async def edited(message: Message, shown: TelegramText, keyboard: InlineKeyboardMarkup | None = None) -> None:
    """Put another text into a message of ours; one that says so already stays as it is."""
    with unchanged():
        await message.edit_text(shown.text, entities=shown.entities, reply_markup=keyboard)


async def remarked(message: Message, keyboard: InlineKeyboardMarkup) -> None:
    """Put other buttons under a message of ours."""
    with unchanged():
        await message.edit_reply_markup(keyboard)


@contextmanager
def unchanged() -> Iterator[None]:
    """Lets an edit pass that changes nothing, which Telegram refuses."""
    try:
        yield
    except BadRequest as error:
        if "not modified" not in error.message.casefold():
            raise


async def answered(query: CallbackQuery) -> None:
    """End the waiting that a button shows. Telegram refuses that after some seconds, and the work goes on."""
    try:
        await query.answer()
    except TelegramError as error:
        log.debug("telegram.query_not_answered", reason=str(error))


@asynccontextmanager
async def typing(message: Message, action: ChatAction = ChatAction.TYPING) -> AsyncIterator[None]:
    """Show in the message's chat that an answer is being written, or a picture drawn."""
    sign = asyncio.create_task(_show_typing(message, action))
    try:
        yield
    finally:
        sign.cancel()
        await asyncio.wait({sign})


async def _show_typing(message: Message, action: ChatAction) -> None:
    while True:
        try:
            await message.reply_chat_action(action)
        except TelegramError as error:  # only a sign: the answer matters more
            log.debug("telegram.typing_failed", reason=str(error))
            return
        await asyncio.sleep(TYPING_LASTS_S)
