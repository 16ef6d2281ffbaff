"""When a daily report is due, clock changes included."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest

from bot.schedule import Schedule


def _utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("at", "timezone", "after", "day", "moment"),
    [
        ("07:00", "America/Sao_Paulo", "2026-06-16 09:00", "2026-06-16", "2026-06-16 10:00"),
        ("07:00", "America/Sao_Paulo", "2026-06-16 10:00", "2026-06-17", "2026-06-17 10:00"),
        ("23:30", "America/Sao_Paulo", "2026-06-17 01:00", "2026-06-16", "2026-06-17 02:30"),
        ("07:00", "Pacific/Auckland", "2026-06-16 18:59", "2026-06-17", "2026-06-16 19:00"),
        ("01:30", "Europe/Lisbon", "2026-03-28 12:00", "2026-03-29", "2026-03-29 01:30"),
        ("02:30", "America/New_York", "2026-03-07 12:00", "2026-03-08", "2026-03-08 07:30"),
        ("01:30", "Europe/Lisbon", "2026-10-24 12:00", "2026-10-25", "2026-10-25 00:30"),
        ("01:30", "America/New_York", "2026-10-31 12:00", "2026-11-01", "2026-11-01 05:30"),
        ("00:30", "America/Santiago", "2026-09-05 12:00", "2026-09-06", "2026-09-06 04:30"),
    ],
    ids=[
        "today", "tomorrow", "night", "ahead-of-utc", "lisbon-gap", "new-york-gap", "lisbon-twice", "new-york-twice",
        "gap-at-midnight",
    ],
)  # fmt: skip
def test_next_run_is_the_first_one_later_than_a_moment(
    at: str, timezone: str, after: str, day: str, moment: str
) -> None:
    run = Schedule(time.fromisoformat(at), timezone).next(_utc(after))
    assert (run.day, run.moment) == (date.fromisoformat(day), _utc(moment))


@pytest.mark.parametrize("timezone", ["Europe/Lisbon", "America/New_York", "America/Santiago", "Australia/Lord_Howe"])
@pytest.mark.parametrize("at", ["00:30", "01:30", "02:10", "02:30", "07:00"])
def test_each_day_of_a_year_has_one_run(timezone: str, at: str) -> None:
    schedule = Schedule(time.fromisoformat(at), timezone)
    run, days = schedule.next(_utc("2025-12-31 12:00")), list[date]()
    while run.day < date(2027, 1, 1):
        days.append(run.day)
        run = schedule.next(run.moment)
    days = [day for day in days if day.year == 2026]
    assert days == [date(2026, 1, 1) + timedelta(days=number) for number in range(365)]


def test_a_time_that_clocks_show_twice_is_over_after_the_first() -> None:
    schedule = Schedule(time(1, 30), "America/New_York")
    between = _utc("2026-11-01 06:00")
    assert schedule.next(between).day == date(2026, 11, 2)


def test_only_the_weekdays_count() -> None:
    weekend = Schedule(time(7), "America/Sao_Paulo", frozenset((5, 6)))
    assert weekend.next(_utc("2026-06-16 12:00")).day == date(2026, 6, 20)
    assert weekend.next(_utc("2026-06-20 12:00")).day == date(2026, 6, 21)
    assert weekend.next(_utc("2026-06-21 12:00")).day == date(2026, 6, 27)
