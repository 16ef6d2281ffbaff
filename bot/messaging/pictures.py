"""Charts that Telegram has already: each is drawn and uploaded once, and from then on sent by its file id.

Two charts are the same if they show the same: the content says the place, the day, the language, the units, the
forecast and the best hour that is left, so that a chart of an older forecast is another one.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import date

import structlog
from telegram import Message
from telegram.error import BadRequest

from bot.layout.chart import drawn_day
from bot.layout.chart_data import Day, chart_day
from bot.reports import Ask
from conditions import Outlook

log = structlog.get_logger(__name__)

MOST = 500
"""Charts that are remembered: those of some hundred places for two days and two languages."""
FILE_NAME = "day.png"
NOT_KNOWN = re.compile(r"file.?identifier|file.?id\b|file.?reference", re.IGNORECASE)
"""Telegram's words for a file id that it does not take (any more)."""


class NotDrawnError(Exception):
    """There is no picture to send."""


Send = Callable[[bytes | str], Awaitable[Message | bool]]
"""Sends a photo, which is uploaded (as FILE_NAME) or named by its file id."""


@dataclass(slots=True, eq=False)
class Picture:
    """A day's chart: drawn when the first chat gets it, and known to Telegram by its file id from then on."""

    content: Day
    language: str
    file_id: str | None = None
    uploading: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def sent(self, send: Send) -> Message:
        """Send it; whoever comes while the first one uploads it waits for its file id."""
        while True:
            known = self.file_id
            if known is None:
                if uploaded := await self._uploaded(send):
                    return uploaded
                continue
            try:
                return _message(await send(known))
            except BadRequest as error:
                if not NOT_KNOWN.search(error.message):
                    raise
                log.warning("picture.file_id_refused", reason=error.message)
            if self.file_id == known:  # else another has uploaded it again meanwhile
                self.file_id = None

    async def _uploaded(self, send: Send) -> Message | None:
        """The message with the upload; None where another was quicker."""
        async with self.uploading:
            if self.file_id is not None:
                return None
            try:
                drawn = await drawn_day(self.content, self.language)
            except Exception as error:
                raise NotDrawnError from error
            message = _message(await send(drawn))
            self.file_id = message.photo[-1].file_id
            return message


class Pictures:
    """The charts of one process, of which the ones that nobody asked for in a while are forgotten."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._known: OrderedDict[tuple[Day, str], Picture] = OrderedDict()

    def of(self, outlook: Outlook, day: date, ask: Ask, *, sample: bool = False) -> Picture:
        """The chart of a local day."""
        content = chart_day(outlook, day, ask, sample=sample)
        picture = self._known.setdefault((content, ask.language), Picture(content, ask.language))
        self._known.move_to_end((content, ask.language))
        while len(self._known) > self._most:
            self._known.popitem(last=False)
        return picture


def _message(sent: Message | bool) -> Message:
    if not isinstance(sent, Message):  # only an inline message, which we never send, is edited without an answer
        raise TypeError(f"expected a message, not {sent!r}")
    return sent
