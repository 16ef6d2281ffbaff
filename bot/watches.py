"""What tells trouble from a mishap, before admins are alarmed: by what became of reports."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from bot.alarm import Alarm, Trouble
from bot.writer import Failure, Outcome, WriterError
from conditions import Outlook
from conditions.errors import NoSampleError, SourceError

SURE = 3
"""Reports in a row without a working model that make trouble: one that was slow once makes none."""
AT_ONCE = (Failure.MODEL_MISSING,)
"""What does not pass by itself."""


class ModelWatch:
    """Looks at what the writer made of each report."""

    def __init__(self, alarm: Alarm) -> None:
        self._alarm = alarm
        self._failed, self._since = 0, alarm.now()

    def not_there(self, error: WriterError) -> None:
        """The model could not be loaded, or is not there."""
        self._alarm.ring(Trouble.MODEL, str(error))

    def saw(self, outcome: Outcome) -> None:
        """A text that is none says nothing here: the model works, badly."""
        if outcome.failure is Failure.NO_DRAFT:
            return
        if outcome.failure is None:
            self._failed = 0
            self._alarm.works(Trouble.MODEL)
            return
        if not self._failed:
            self._since = self._alarm.now()
        self._failed += 1
        if self._failed >= SURE or outcome.failure in AT_ONCE:
            self._alarm.ring(Trouble.MODEL, outcome.detail or outcome.failure, since=self._since)


class SourceWatch:
    """Looks at what the sources gave for each report: the first that gets an excuse or an old forecast is trouble."""

    def __init__(self, alarm: Alarm) -> None:
        self._alarm = alarm
        self._failed_at = alarm.now()

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Rings where a source fails."""
        try:
            yield
        except NoSampleError:
            raise
        except SourceError as error:
            self._ring(str(error), self._alarm.now())
            raise

    def saw(self, outlook: Outlook) -> None:
        """An answer that is older than the last failure, and was kept, does not say that the source is back."""
        if outlook.stale:
            detail = f"{outlook.place.name}: no newer forecast than that of {outlook.fetched_at:%Y-%m-%d %H:%M} UTC."
            self._ring(detail, outlook.now)
        elif outlook.fetched_at > self._failed_at:
            self._alarm.works(Trouble.PROVIDER)

    def _ring(self, detail: str, at: datetime) -> None:
        self._failed_at = at
        self._alarm.ring(Trouble.PROVIDER, detail)
