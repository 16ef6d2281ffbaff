"""What admins must hear of at once: the model, the source of forecasts, or the daily reports do not work.

Whoever meets trouble rings, and goes on; `bot/admin/alarm_teller.py` tells the admins.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

import structlog

from bot.logs import without_secrets

log = structlog.get_logger(__name__)

MOST_NEWS = 100
HEARD_EVERY = timedelta(minutes=1)
"""How often one process makes news of a trouble that goes on."""
LONGEST_DETAIL = 500


class Trouble(StrEnum):
    """What does not work."""

    MODEL = "model"
    PROVIDER = "provider"
    BROADCAST = "broadcast"


@dataclass(frozen=True, slots=True)
class News:
    """A trouble that was met, or (without a detail) one that is over."""

    trouble: Trouble
    since: datetime
    detail: str | None = None


class Alarm:
    """Where trouble is rung in from whatever meets it; ringing never waits and never fails.

    `secrets` are left out of what is told. `now` gives the moment, aware.
    """

    def __init__(self, *, secrets: Sequence[str] = (), now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._secrets, self.now = secrets, now
        self.news: asyncio.Queue[News] = asyncio.Queue(MOST_NEWS)
        self._lasting: dict[Trouble, datetime] = {}
        self._heard_at: dict[Trouble, datetime] = {}

    def ring(self, trouble: Trouble, detail: str, *, since: datetime | None = None) -> None:
        """Say that something does not work; `detail` says what, in English and for an operator."""
        now = self.now()
        begun = self._lasting.setdefault(trouble, since or now)
        heard_at = self._heard_at.get(trouble)
        if heard_at is None or now - heard_at >= HEARD_EVERY:
            self._heard_at[trouble] = now
            shown = " ".join(without_secrets(detail, self._secrets).split())
            log.warning("alarm.rung", trouble=trouble, detail=shown)
            self._add(News(trouble, begun, shown[:LONGEST_DETAIL]))

    def works(self, trouble: Trouble) -> None:
        """Say that something works; nobody hears of it unless it did not."""
        if (since := self._lasting.pop(trouble, None)) is not None:
            self._heard_at.pop(trouble, None)
            self._add(News(trouble, since))

    def remember(self, lasting: Mapping[str, datetime]) -> None:
        """Take over the troubles that admins were told of before this process began, so that their end is told."""
        for trouble in [each for each in Trouble if each in lasting]:
            self._lasting.setdefault(trouble, lasting[trouble])

    def _add(self, news: News) -> None:
        try:
            self.news.put_nowait(news)
        except asyncio.QueueFull:  # nobody tells here: a command at a terminal, or Telegram is out of reach
            log.debug("alarm.not_heard", trouble=news.trouble)
