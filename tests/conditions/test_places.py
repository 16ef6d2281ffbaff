"""The catalogue and the lookup."""

from __future__ import annotations

from collections import Counter
from zoneinfo import ZoneInfo

import pytest

from conditions.errors import AmbiguousPlaceError, UnknownPlaceError
from conditions.places import Place, catalogue, find, names, one

REGIONS = ["Santa Catarina", "Rio de Janeiro", "Bahia", "Pernambuco", "Algarve", "Açores", "Madeira", "New South Wales"]

# Boxes of (south, north, west, east) about each region's shore: a swapped sign or a typo in a degree falls out of them.
BOXES = {
    "Santa Catarina": (-29.4, -25.9, -48.9, -48.3),
    "Rio de Janeiro": (-23.4, -21.2, -44.8, -40.9),
    "Bahia": (-18.4, -11.4, -39.4, -37.3),
    "Pernambuco": (-9.0, -7.4, -35.3, -34.7),
    "Fernando de Noronha": (-3.9, -3.8, -32.5, -32.3),
    "Lisboa e Setúbal": (38.3, 39.2, -9.55, -8.7),
    "Centro": (39.2, 40.9, -9.5, -8.6),
    "Norte": (40.9, 41.9, -8.95, -8.55),
    "Alentejo": (37.4, 38.5, -8.9, -8.6),
    "Algarve": (36.9, 37.45, -9.0, -7.3),
    "Açores": (36.9, 39.8, -31.3, -25.0),
    "Madeira": (32.6, 33.2, -17.3, -16.2),
    "New South Wales": (-37.6, -28.1, 149.9, 153.7),
    "England": (49.9, 55.9, -5.8, 1.8),
    "Hawaii": (18.9, 22.3, -160.3, -154.8),
    "California": (32.5, 42.1, -124.5, -117.1),
    "Euskadi": (43.2, 43.5, -3.2, -1.7),
    "Catalunya": (40.5, 42.5, 0.5, 3.4),
    "Western Cape": (-34.9, -31.5, 17.8, 24.0),
}


def test_catalogue_holds_at_least_45_beaches():
    assert len(catalogue()) >= 45


@pytest.mark.parametrize("region", REGIONS)
def test_catalogue_holds_each_region_of_the_design(region: str):
    assert [place for place in catalogue() if place.region == region]


@pytest.mark.parametrize("place", catalogue(), ids=lambda place: place.name)
def test_place_lies_on_its_region_s_shore(place: Place):
    south, north, west, east = BOXES[place.region]
    assert south <= place.latitude <= north
    assert west <= place.longitude <= east


@pytest.mark.parametrize("place", catalogue(), ids=lambda place: place.name)
def test_place_has_a_clock_and_a_country(place: Place):
    assert place.zone == ZoneInfo(place.timezone)
    assert len(place.country) == 2
    assert place.country.isupper()


def test_no_two_places_share_a_name():
    repeated = [name for name, count in Counter(map(str.casefold, names())).items() if count > 1]
    assert repeated == []


def test_no_two_places_share_a_point():
    assert len({(place.latitude, place.longitude) for place in catalogue()}) == len(catalogue())


def test_names_include_other_names():
    assert {"Praia da Joaquina", "Joaquina", "Praia do Moçambique", "Moçambique"} <= set(names())


@pytest.mark.parametrize("name", sorted(names()))
def test_every_name_finds_its_own_place_for_certain(name: str):
    assert name in one(name).names


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("Praia da Joaquina", "Praia da Joaquina"),
        ("joaquina", "Praia da Joaquina"),
        ("JOAQUINA", "Praia da Joaquina"),
        ("  praia   da joaquina ", "Praia da Joaquina"),
        ("praia joaquina", "Praia da Joaquina"),
        ("Joaquina Beach", "Praia da Joaquina"),
        ("joaq", "Praia da Joaquina"),
        ("joaquima", "Praia da Joaquina"),
        ("mole", "Praia Mole"),
        ("praia da mole", "Praia Mole"),
        ("praia mole florianopolis", "Praia Mole"),
        ("jurere", "Jurerê"),
        ("Jurerê".replace("ê", "e\u0302"), "Jurerê"),
        ("JURERÊ INTERNACIONAL", "Jurerê"),
        ("praia do campeche", "Campeche"),
        ("praia de ipanema", "Ipanema"),
        ("mocambique", "Praia do Moçambique"),
        ("nazare", "Nazaré"),
        ("balneario-camboriu", "Balneário Camboriú"),
        ("porto-da-barra", "Porto da Barra"),
        ("ribeira d’ilhas", "Ribeira d'Ilhas"),
        ("galinhas", "Porto de Galinhas"),
        ("bondi", "Bondi Beach"),
        ("praia de bondi", "Bondi Beach"),
        ("brighton", "Brighton Beach"),
        ("waikiki beach", "Waikiki"),
        ("playa de la concha", "La Concha"),
        ("playa barceloneta", "Barceloneta"),
        ("caparica", "Costa da Caparica"),
        ("forte", "Praia do Forte"),
        ("rosa", "Praia do Rosa"),
        ("rocha", "Praia da Rocha"),
        ("vau", "Praia do Vau"),
    ],
)
def test_lookup_forgives(query: str, name: str):
    assert one(query).name == name


def test_exact_name_beats_a_longer_one_that_begins_so():
    """Armação de Pêra begins so too."""
    assert [place.name for place in find("armação")] == ["Praia da Armação"]
    assert [place.name for place in find("armação de")] == ["Armação de Pêra"]


def test_beginning_of_several_names_is_a_choice():
    assert [place.name for place in find("barra")] == ["Barra da Lagoa", "Barra da Tijuca"]


def test_town_is_a_choice_of_its_beaches():
    assert [place.name for place in find("Ipojuca")] == ["Porto de Galinhas", "Maracaípe"]


def test_word_for_beach_alone_is_a_choice():
    assert len(find("praia")) > 10


def test_one_names_the_choices():
    with pytest.raises(AmbiguousPlaceError) as caught:
        one("barra")
    assert str(caught.value) == "“barra” can be Barra da Lagoa or Barra da Tijuca; say which."
    assert [place.name for place in caught.value.choices] == ["Barra da Lagoa", "Barra da Tijuca"]


def test_unknown_name_gets_the_nearest_ones():
    with pytest.raises(UnknownPlaceError) as caught:
        find("Caravelas")
    assert caught.value.query == "Caravelas"
    assert caught.value.suggestions[0] == "Carcavelos"
    assert str(caught.value).startswith("There is no place called “Caravelas” here; did you mean Carcavelos")


@pytest.mark.parametrize("query", ["", "   ", "…", "Qxzv"])
def test_name_that_is_like_no_other_gets_none(query: str):
    with pytest.raises(UnknownPlaceError) as caught:
        find(query)
    assert caught.value.suggestions == ()
    assert str(caught.value) == f"There is no place called “{query}” here."
