"""The catalogue of towns."""

from __future__ import annotations

from collections import Counter
from zoneinfo import ZoneInfo

import pytest

from conditions.air.facts import towns
from conditions.places import Place, catalogue

FROM_GREENWICH = {"PT": (-32, -6), "BR": (-74, -34), "GB": (-9, 2), "IE": (-11, -5), "ES": (-10, 5), "FR": (-5, 9),
                  "DE": (5, 16), "IT": (6, 19), "NL": (3, 8), "US": (-125, -66), "MX": (-118, -86), "AU": (112, 154),
                  "IN": (68, 98), "CN": (73, 135)}  # fmt: skip
"""From which degree of longitude to which each country lies: a swapped sign falls out of it."""


def test_catalogue_holds_about_forty_towns():
    assert len(towns()) >= 40


@pytest.mark.parametrize("town", towns(), ids=lambda town: town.name)
def test_town_lies_in_its_country_and_has_a_clock(town: Place):
    west, east = FROM_GREENWICH[town.country]
    assert west <= town.longitude <= east
    assert -90 < town.latitude < 90
    assert (town.latitude > 0) == (town.country not in ("BR", "AU"))
    assert town.zone == ZoneInfo(town.timezone)


def test_no_town_or_beach_shares_a_name_with_another():
    names = Counter(name.casefold() for place in (*towns(), *catalogue()) for name in place.names)
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize(("name", "other"), [("Lisboa", "Lisbon"), ("London", "Londres"), ("New York", "Nova York")])
def test_town_has_its_name_in_the_other_language(name: str, other: str):
    [town] = [town for town in towns() if town.name == name]
    assert other in town.names
