"""Positions: how they are written, and how far apart they are."""

from __future__ import annotations

import pytest

from conditions.errors import PositionError
from conditions.places import one
from conditions.positions import Point, checked, distance_km, position


@pytest.mark.parametrize(
    "text",
    ["-27.63,-48.45", "-27.63, -48.45", "-27.63 -48.45", "-27,63; -48,45", "−27.63°, −48.45°", " -27.63/-48.45 "],
)
def test_position_is_read_as_people_write_it(text: str):
    assert position(text) == Point(-27.63, -48.45)


@pytest.mark.parametrize("text", ["joaquina", "praia 3", "12", "", "27.63 S 48.45 W", "1,2,3,4,5"])
def test_name_is_no_position(text: str):
    assert position(text) is None


@pytest.mark.parametrize("text", ["91, 0", "-90.01, 0", "0, 181", "0, -180.5", "100 200"])
def test_position_off_the_earth_is_refused_as_it_was_written(text: str):
    with pytest.raises(PositionError) as caught:
        position(text)
    assert str(caught.value) == (
        f"“{text}” is no position: a latitude lies between −90 and 90, a longitude between −180 and 180."
    )


@pytest.mark.parametrize("point", [(90, 180), (-90, -180), (0, 0)])
def test_edges_of_the_earth_are_positions(point: tuple[float, float]):
    assert checked(*point) == Point(*point)


@pytest.mark.parametrize(
    ("start", "end", "km"),
    [
        (Point(0, 0), Point(0, 1), 111.2),
        (Point(0, 179.5), Point(0, -179.5), 111.2),
        (Point(0, 0), Point(0, 180), 20015.1),
        (one("joaquina").point, one("mole").point, 3.4),
        (one("joaquina").point, one("joaquina").point, 0.0),
    ],
)
def test_distance_is_along_the_surface(start: Point, end: Point, km: float):
    assert distance_km(start, end) == pytest.approx(km, abs=0.05)


def test_point_is_printed_with_its_hemispheres():
    assert str(Point(-27.634, 48.45)) == "27.63° S, 48.45° E"
