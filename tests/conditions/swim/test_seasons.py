"""The table of whale seasons."""

from __future__ import annotations

from datetime import date

import pytest

from conditions.places import catalogue, one
from conditions.swim.seasons import Season, seasons


def test_every_season_of_a_place_is_in_the_table_and_none_is_idle():
    assert {place.whale_season for place in catalogue()} - {None} == set(seasons())


@pytest.mark.parametrize(("region", "season"), seasons().items(), ids=list(seasons()))
def test_season_says_where_it_comes_from(region: str, season: Season):
    assert season.species
    assert len(season.source) > 40
    assert season.reviewed >= date(2026, 1, 1)


@pytest.mark.parametrize(
    ("region", "day", "covered"),
    [
        ("southern-brazil", date(2026, 6, 30), False),
        ("southern-brazil", date(2026, 7, 1), True),
        ("southern-brazil", date(2026, 11, 30), True),
        ("southern-brazil", date(2026, 12, 1), False),
        ("hawaii", date(2026, 11, 30), False),
        ("hawaii", date(2026, 12, 1), True),
        ("hawaii", date(2028, 2, 29), True),
        ("hawaii", date(2026, 4, 30), True),
        ("hawaii", date(2026, 5, 1), False),
    ],
)
def test_season_covers_its_first_and_its_last_day(region: str, day: date, covered: bool):
    assert seasons()[region].covers(day) is covered


@pytest.mark.parametrize(
    ("name", "season"),
    [("joaquina", "southern-brazil"), ("porto da barra", "bahia"), ("bondi", "new-south-wales"), ("ipanema", None)],
)
def test_place_has_the_season_of_its_coast(name: str, season: str | None):
    assert one(name).whale_season == season
