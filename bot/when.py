"""The hour that a report is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time

from conditions import Outlook, Reading
from conditions.errors import NoBestHourError

MORNING = time(9)
"""The hour of another day that is meant when none is said."""


@dataclass(frozen=True, slots=True)
class When:
    """An hour on a place's clock: today's or tomorrow's, at a time of day or at the day's best; without any, now."""

    tomorrow: bool = False
    at: time | None = None
    best: bool = False

    def reading(self, outlook: Outlook) -> Reading:
        """The reading of that hour."""
        day = outlook.tomorrow if self.tomorrow else outlook.today
        if self.best:
            found = outlook.best(day)
            if found is None:
                raise NoBestHourError(outlook.place.name, day.isoformat())
            return found
        if self.at is None and not self.tomorrow:
            return outlook.at(outlook.now)
        return outlook.at(datetime.combine(day, self.at or MORNING, outlook.place.zone))


NOW = When()
