"""Positions on Earth: how people write them, and how far apart they are."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from conditions.errors import PositionError

EARTH_RADIUS_KM = 6371.0

_DEGREES = r"[+-]?\d{1,3}(?:[.,]\d+)?"
_POSITION = re.compile(rf"\s*({_DEGREES})\s*°?\s*(?:[;,/]\s*|\s)\s*({_DEGREES})\s*°?\s*")


class Point(NamedTuple):
    """Degrees north and east."""

    latitude: float
    longitude: float

    def __str__(self) -> str:
        north, east = "N" if self.latitude >= 0 else "S", "E" if self.longitude >= 0 else "W"
        return f"{abs(self.latitude):.2f}° {north}, {abs(self.longitude):.2f}° {east}"


def position(text: str) -> Point | None:
    """The point that a text gives as latitude and longitude ("-27.63, -48.45"), None where it is no such text.

    Degrees that are nowhere on Earth raise PositionError.
    """
    match = _POSITION.fullmatch(text.replace("−", "-"))
    if match is None:
        return None
    latitude, longitude = (float(degrees.replace(",", ".")) for degrees in match.groups())
    return checked(latitude, longitude, text)


def checked(latitude: float, longitude: float, said: str | None = None) -> Point:
    """A point on Earth; PositionError where it is none. `said` is how the asker wrote it."""
    if not (-90 <= latitude <= 90 and -180 <= longitude <= 180):
        raise PositionError(said or f"{latitude}, {longitude}")
    return Point(latitude, longitude)


def distance_km(one: Point, other: Point) -> float:
    """The distance along the surface."""
    north, south = math.radians(one.latitude), math.radians(other.latitude)
    across = math.radians(other.longitude - one.longitude)
    half_chord = math.sin((south - north) / 2) ** 2 + math.cos(north) * math.cos(south) * math.sin(across / 2) ** 2
    return 2 * EARTH_RADIUS_KM * math.asin(min(1.0, math.sqrt(half_chord)))
