"""Two days of a place."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest

from conditions import Outlook, Reading
from conditions.errors import NoHourError
from conditions.outlook import hours_of
from conditions.places import Place, one
from conditions.swim import SwimFacts

JOAQUINA = one("joaquina")
TODAY = date(2026, 6, 16)


def place(timezone: str) -> Place:
    return Place("Spot", (), "", "", "", 0.0, 0.0, timezone, None)


def outlook(scores: dict[int, int | None], *, at: int = 9, nights: frozenset[int] = frozenset()) -> Outlook:
    """A day at Joaquina with these scores by local hour, seen from an hour."""

    def read(hour: datetime) -> Reading:
        local = hour.astimezone(JOAQUINA.zone)
        if local.date() != TODAY or local.hour not in scores:
            raise NoHourError(JOAQUINA.name, f"{local}")
        facts = SwimFacts(beach_name="Joaquina", hour_local=local.time(), score=scores[local.hour])
        return Reading(JOAQUINA, local, facts, daylight=local.hour not in nights)

    return Outlook(
        place=JOAQUINA,
        now=datetime.combine(TODAY, time(at, 40), JOAQUINA.zone),
        read=read,
        merit=lambda facts: facts.score,
        fetched_at=datetime(2026, 6, 16, tzinfo=UTC),
        stale=False,
        credits=(),
    )


@pytest.mark.parametrize(
    ("timezone", "day", "nine_in_utc", "hours"),
    [
        ("Europe/Lisbon", date(2026, 3, 28), "2026-03-28T09:00", 24),
        ("Europe/Lisbon", date(2026, 3, 29), "2026-03-29T08:00", 23),  # clocks go forward
        ("Europe/Lisbon", date(2026, 10, 24), "2026-10-24T08:00", 24),
        ("Europe/Lisbon", date(2026, 10, 25), "2026-10-25T09:00", 25),  # and back
        ("America/Sao_Paulo", date(2026, 10, 25), "2026-10-25T12:00", 24),
        ("Atlantic/Azores", date(2026, 3, 29), "2026-03-29T09:00", 23),
        ("Atlantic/Azores", date(2026, 10, 25), "2026-10-25T10:00", 25),
        ("Australia/Sydney", date(2026, 10, 4), "2026-10-03T22:00", 23),
        ("Australia/Sydney", date(2026, 4, 5), "2026-04-04T23:00", 25),
    ],
)
def test_nine_o_clock_is_the_right_hour_of_utc(timezone: str, day: date, nine_in_utc: str, hours: int):
    there = place(timezone)
    nine = datetime.combine(day, time(9), there.zone).astimezone(UTC)
    assert f"{nine:%Y-%m-%dT%H:%M}" == nine_in_utc
    listed = list(hours_of(day, there))
    assert len(listed) == hours
    assert nine in listed
    assert {hour.astimezone(there.zone).date() for hour in listed} == {day}


def test_zone_half_an_hour_off_has_its_hours_at_half_past():
    listed = [hour.astimezone(place("Asia/Kolkata").zone) for hour in hours_of(TODAY, place("Asia/Kolkata"))]
    assert (len(listed), listed[0].time(), listed[-1].time()) == (24, time(0, 30), time(23, 30))


def test_day_holds_what_the_source_has():
    assert [reading.hour.hour for reading in outlook({7: 50, 8: 60, 22: 5}).day(TODAY)] == [7, 8, 22]


def test_day_without_a_reading_is_told_as_such():
    with pytest.raises(NoHourError, match="2026-06-17"):
        outlook({7: 50}).day(TODAY + timedelta(days=1))


def test_best_hour_is_the_earliest_of_the_highest_scores():
    best = outlook({9: 40, 10: 70, 11: 70, 12: 60}).best(TODAY)
    assert best is not None
    assert best.hour.hour == 10


def test_hour_that_is_running_can_be_the_best_but_none_that_is_over():
    known = outlook({8: 90, 9: 70, 10: 60})
    assert [best.hour.hour for best in [known.best(TODAY)] if best] == [9]


def test_best_hour_lies_in_daylight():
    best = outlook({10: 50, 20: 90}, nights=frozenset({20})).best(TODAY)
    assert best is not None
    assert best.hour.hour == 10


@pytest.mark.parametrize(
    ("scores", "nights"), [({10: None}, frozenset()), ({20: 90}, frozenset({20})), ({8: 90}, frozenset()), ({}, [])]
)
def test_day_without_a_judged_hour_of_daylight_has_no_best(scores, nights):
    assert outlook(scores, nights=frozenset(nights)).best(TODAY) is None


def test_reading_is_made_once():
    known = outlook({10: 50})
    moment = datetime.combine(TODAY, time(10, 59), JOAQUINA.zone)
    assert known.at(moment) is known.at(moment - timedelta(minutes=30))
