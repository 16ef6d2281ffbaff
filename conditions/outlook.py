"""What is known of a place for its today and tomorrow, hour by hour."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta

from conditions.errors import NoHourError
from conditions.hours import whole_hour
from conditions.places import Place
from factguard.facts import FactMap

HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Deduction:
    """Points taken off a score; `reason` is an English msgid."""

    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Remark:
    """A part of a detail: an English msgid, and the values that stand in it (texts, dates, times of day)."""

    msgid: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Detail:
    """What a reader may want to know beside the facts, and the writer must not: `label` is an English msgid."""

    label: str
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class Credit:
    """Whose data a report is made of: an English msgid and an address."""

    text: str
    link: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The facts of a place at an hour (aware, on the place's clock), with what explains them.

    `daylight` is None where the source does not say. `level_m` is the sea's height over its mean, for a curve of the
    tide; it is no fact, as the model that it comes from knows no harbour.
    """

    place: Place
    hour: datetime
    facts: FactMap
    deductions: tuple[Deduction, ...] = ()
    details: tuple[Detail, ...] = ()
    daylight: bool | None = None
    level_m: float | None = None


@dataclass(frozen=True)
class Outlook:
    """Two days of readings, each made when it is asked for.

    `read` makes the reading of an hour (aware, in UTC) or raises NoHourError; `merit` says how good its facts are, None
    where that is unknown. `fetched_at` is the moment of the oldest answer behind them; `stale` says that the source
    did not give a newer one when it should have.
    """

    place: Place
    now: datetime
    read: Callable[[datetime], Reading]
    merit: Callable[[FactMap], float | None]
    fetched_at: datetime
    stale: bool
    credits: tuple[Credit, ...]
    _made: dict[datetime, Reading] = field(default_factory=dict, repr=False, compare=False)

    @property
    def today(self) -> date:
        """The day on the place's clock."""
        return self.now.astimezone(self.place.zone).date()

    @property
    def tomorrow(self) -> date:
        """The day after it."""
        return self.today + timedelta(days=1)

    def at(self, moment: datetime) -> Reading:
        """The reading of the hour in which an aware moment lies."""
        hour = whole_hour(moment)
        if hour not in self._made:
            self._made[hour] = self.read(hour)
        return self._made[hour]

    def day(self, day: date) -> tuple[Reading, ...]:
        """The readings of a local day: 24, or 23 and 25 when clocks change; fewer where the source ends."""
        readings = tuple(self._known(hours_of(day, self.place)))
        if not readings:
            raise NoHourError(self.place.name, day.isoformat())
        return readings

    def best(self, day: date) -> Reading | None:
        """The best reading of a day's daylight that is not over, the earliest of equals; None without any."""
        open_hours = (hour for hour in hours_of(day, self.place) if hour >= whole_hour(self.now))
        judged = [
            (merit, reading)
            for reading in self._known(open_hours)
            if reading.daylight and (merit := self.merit(reading.facts)) is not None
        ]
        return max(judged, key=lambda pair: pair[0])[1] if judged else None

    def _known(self, hours: Iterator[datetime]) -> Iterator[Reading]:
        for hour in hours:
            try:
                yield self.at(hour)
            except NoHourError:
                continue


def hours_of(day: date, place: Place) -> Iterator[datetime]:
    """The full hours of UTC that begin in a local day; a zone half an hour off has them at half past."""
    midnight = datetime.combine(day, time(), place.zone).astimezone(UTC)
    hour = whole_hour(midnight + HOUR - timedelta(microseconds=1))
    end = datetime.combine(day + timedelta(days=1), time(), place.zone).astimezone(UTC)
    while hour < end:
        yield hour
        hour += HOUR
