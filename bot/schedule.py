"""When a daily report is due: a time of day on some weekdays, by the clock of a zone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)
EVERY_DAY = frozenset(range(7))
MONDAY_TO_FRIDAY = frozenset(range(5))
WEEKEND = frozenset((5, 6))


@dataclass(frozen=True, slots=True)
class Run:
    """One day of a schedule, and the moment (in UTC) that it falls on."""

    day: date
    moment: datetime


@dataclass(frozen=True, slots=True)
class Schedule:
    """A time of day on weekdays (Monday is 0) by a zone's clock."""

    at: time
    timezone: str
    weekdays: frozenset[int] = EVERY_DAY

    @property
    def zone(self) -> ZoneInfo:
        """The clock that it goes by."""
        return ZoneInfo(self.timezone)

    def on(self, day: date) -> Run:
        """The run of a day.

        A time that clocks skip is as much later as they skip; of a time that they show twice, the first counts.
        """
        return Run(day, datetime.combine(day, self.at, self.zone).astimezone(UTC))

    def next(self, after: datetime) -> Run:
        """The first run that is later than a moment."""
        day = after.astimezone(self.zone).date() - DAY  # yesterday's may still be due where clocks skipped midnight
        while True:
            run = self.on(day)
            if day.weekday() in self.weekdays and run.moment > after:
                return run
            day += DAY
