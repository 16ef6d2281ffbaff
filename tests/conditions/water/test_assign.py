"""Which points belong to which beach."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conditions.places import Place, catalogue, one
from conditions.water import SamplingPoint
from conditions.water.assign import assigned, usable

BEACHES = tuple(place for place in catalogue() if place.region == "Santa Catarina")
ARMACAO, MATADEIRO = one("Armação do Pântano do Sul"), one("Matadeiro")
KM = 1 / 111.195  # degrees of latitude
POINT = SamplingPoint("Ponto 1", "Em frente à rua central", -27.0, -48.5, "", "FLORIANÓPOLIS", True, date(2026, 6, 9))


def near(
    place: Place, beach: str, *, north_km: float = 0.0, town: str | None = None, locality: str = ""
) -> SamplingPoint:
    """A point some way north of a place."""
    return replace(
        POINT,
        beach=beach,
        locality=locality or POINT.locality,
        latitude=place.latitude + north_km * KM,
        longitude=place.longitude,
        town=(town or place.town).upper(),
    )


def beach_of(point: SamplingPoint, *others: SamplingPoint, beaches: tuple[Place, ...] = BEACHES) -> str | None:
    """The name of the beach that a point is given to, among others."""
    found = assigned((point, *others), beaches)
    return next((place.name for place, points in found.items() if point in points), None)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("PRAIA DO CAMPECHE", "Campeche"),
        ("Campeche", "Campeche"),
        ("Praia de Moçambique", "Praia do Moçambique"),
        ("PRAIA DA ARMACAO DO PANTANO DO SUL", "Praia da Armação"),
        ("Praia de Jurerê Internacional", "Jurerê"),
        ("Praia dos Ingleses", "Praia dos Ingleses"),
        ("PRAIA DA BARRA DA LAGOA", "Barra da Lagoa"),
        ("BARRA DA LAGOA", "Barra da Lagoa"),
        ("Lagoinha do Leste", "Lagoinha do Leste"),
    ],
)
def test_beach_is_found_by_any_of_its_names(written: str, name: str):
    assert beach_of(near(one(name), written, north_km=3)) == name


def test_name_comes_before_the_distance():
    assert beach_of(near(ARMACAO, "PRAIA DO MATADEIRO")) == "Praia do Matadeiro"


@pytest.mark.parametrize(("north_km", "name"), [(9.9, "Campeche"), (10.1, None)])
def test_name_matches_no_farther_than_ten_kilometres(north_km: float, name: str | None):
    alone = (one("Campeche"),)
    assert beach_of(near(one("Campeche"), "PRAIA DO CAMPECHE", north_km=north_km), beaches=alone) == name


@pytest.mark.parametrize(("north_km", "name"), [(2.4, "Garopaba"), (2.6, None)])
def test_unknown_name_belongs_to_the_nearest_beach_within_two_and_a_half_kilometres(north_km: float, name: str | None):
    assert beach_of(near(one("Garopaba"), "PRAIA CENTRAL", north_km=north_km)) == name


def test_unknown_name_between_two_beaches_belongs_to_the_nearer():
    between = near(ARMACAO, "PRAIA DO PORTO", north_km=-0.2)
    assert beach_of(between) == "Praia da Armação"
    assert beach_of(replace(between, latitude=between.latitude - 0.3 * KM)) == "Praia do Matadeiro"


def test_known_name_elsewhere_is_not_the_nearest_beach_s():
    assert beach_of(near(one("Garopaba"), "PRAIA DA ARMAÇÃO")) is None


@pytest.mark.parametrize(("town", "name"), [("Florianópolis", "Brava"), ("Itajaí", "Praia Brava")])
def test_town_decides_between_two_beaches_of_a_name(town: str, name: str):
    here = replace(one("Campeche"), name="Brava", other_names=())
    there = replace(here, name="Praia Brava", town="Itajaí", latitude=here.latitude + 4 * KM)
    assert beach_of(near(here, "PRAIA BRAVA", north_km=2, town=town), beaches=(here, there)) == name


def test_distance_decides_where_the_town_is_neither_s():
    here = replace(one("Campeche"), name="Brava", other_names=())
    there = replace(here, name="Praia Brava", town="Itajaí", latitude=here.latitude + 4 * KM)
    assert beach_of(near(here, "PRAIA BRAVA", north_km=3, town="Penha"), beaches=(here, there)) == "Praia Brava"


def test_points_of_a_namesake_in_the_next_town_are_left_out():
    own = near(MATADEIRO, "PRAIA DO MATADEIRO")
    namesake = near(MATADEIRO, "PRAIA DO MATADEIRO", north_km=5, town="Palhoça")
    assert beach_of(namesake, own) is None
    assert beach_of(own, namesake) == "Praia do Matadeiro"


def test_points_across_the_town_s_border_are_the_beach_s_where_they_are_close():
    rosa = one("Praia do Rosa")
    across = near(rosa, "PRAIA DO ROSA", north_km=1, town="Garopaba")
    assert beach_of(across, near(rosa, "PRAIA DO ROSA")) == "Praia do Rosa"


def test_points_of_another_town_are_the_beach_s_where_its_own_has_none():
    rosa = one("Praia do Rosa")
    assert beach_of(near(rosa, "PRAIA DO ROSA", north_km=4, town="Garopaba")) == "Praia do Rosa"


@pytest.mark.parametrize(
    "water", ["LAGOA DO PERI", "Lago Central", "Rio Sangradouro", "CANAL DA BARRA", "Represa Nova"]
)
def test_inland_waters_are_left_out(water: str):
    assert beach_of(near(ARMACAO, water)) is None
    assert beach_of(near(ARMACAO, "PRAIA DA ARMAÇÃO", locality=f"{water}, sob a ponte")) is None


def test_rivulet_that_a_locality_only_mentions_is_not_inland():
    point = near(one("Campeche"), "PRAIA DO CAMPECHE", locality="Avenida Campeche, no Riozinho do Campeche")
    assert beach_of(point) == "Campeche"


def test_place_that_is_called_after_an_inland_water_has_its_points():
    lake = replace(one("Campeche"), name="Lagoa da Conceição", other_names=())
    assert beach_of(near(lake, "LAGOA DA CONCEIÇÃO"), beaches=(lake,)) == "Lagoa da Conceição"


@pytest.mark.parametrize(("days", "used"), [(0, True), (45, True), (46, False), (-1, False)])
def test_sample_is_used_for_forty_five_days(days: int, used: bool):
    point = replace(POINT, sampled_on=date(2026, 6, 16) - timedelta(days=days))
    assert (usable([point], ARMACAO, datetime(2026, 6, 16, 12, tzinfo=UTC)) == (point,)) is used


def test_day_of_a_report_is_the_place_s_own():
    point = replace(POINT, sampled_on=date(2026, 5, 1))  # 45 days before 15 June
    assert usable([point], ARMACAO, datetime(2026, 6, 16, 2, 59, tzinfo=UTC)) == (point,)
    assert usable([point], ARMACAO, datetime(2026, 6, 16, 3, tzinfo=UTC)) == ()


def test_point_without_a_date_is_used():
    point = replace(POINT, sampled_on=None)
    assert usable([point], ARMACAO, datetime(2026, 6, 16, 12, tzinfo=UTC)) == (point,)


def sampling_points() -> st.SearchStrategy[tuple[SamplingPoint, ...]]:
    """Points about the coast with the names of beaches, known and unknown, in right and wrong towns."""
    written = [name for place in BEACHES for name in place.names] + ["Praia Central", "Lagoa do Peri", "Rio Vermelho"]
    point = st.builds(
        SamplingPoint,
        name=st.sampled_from(["Ponto 1", "Ponto 2", "Ponto 3"]),
        locality=st.sampled_from(["Em frente à rua", "Canal da Barra", ""]),
        latitude=st.sampled_from(BEACHES).flatmap(lambda at: st.floats(at.latitude - 0.05, at.latitude + 0.05)),
        longitude=st.floats(-48.66, -48.37),
        beach=st.sampled_from(written),
        town=st.sampled_from(sorted({place.town for place in BEACHES} | {"Penha"})),
        proper=st.booleans(),
        sampled_on=st.dates(date(2026, 1, 1), date(2026, 6, 16)),
    )
    return st.lists(point, max_size=30).map(tuple)


@given(sampling_points())
def test_point_never_belongs_to_two_beaches(points: tuple[SamplingPoint, ...]):
    given_out = [point for its in assigned(points, BEACHES).values() for point in its]
    assert len(given_out) == len(set(given_out))
    assert set(given_out) <= set(points)


@given(sampling_points(), st.randoms())
def test_order_of_the_points_changes_no_point_s_beach(points: tuple[SamplingPoint, ...], random):
    shuffled = tuple(random.sample(points, len(points)))
    there = {place: set(its) for place, its in assigned(points, BEACHES).items()}
    assert {place: set(its) for place, its in assigned(shuffled, BEACHES).items()} == there
