"""From what somebody asks for to one place."""

from __future__ import annotations

from typing import Any

import pytest

from conditions import SWIM, Sources
from conditions.errors import AmbiguousPlaceError, InlandError, PositionError, SourceError, UnknownPlaceError
from conditions.forecasts import Forecasts
from conditions.geocoding import Geocoder
from conditions.lookup import Lookup
from conditions.open_meteo import OpenMeteo
from conditions.places import Place, one
from conditions.positions import Point
from conditions.sample import SAMPLE_DAY, sample_now
from conditions.source import Source

SEARCH = "/v1/search"
FORECAST = "/v1/forecast"
MARINE = "/v1/marine"
MADRID = {
    "id": 3117735, "name": "Madrid", "latitude": 40.4165, "longitude": -3.70256, "elevation": 665.0,
    "feature_code": "PPLC", "country_code": "ES", "country": "Spain", "admin1": "Madrid", "timezone": "Europe/Madrid",
    "population": 3255944,
}  # fmt: skip


def hit(name: str, **changes: Any) -> dict[str, Any]:
    """A hit with only what every hit has, and changes."""
    return {"name": name, "latitude": 43.0, "longitude": -9.2, "timezone": "Europe/Madrid"} | changes


@pytest.fixture
def lookup(source: Source, open_meteo: OpenMeteo) -> Lookup:
    return Lookup(open_meteo, Geocoder(source, open_meteo))


def found(provider, *hits: dict[str, Any]) -> None:
    provider.reply(SEARCH, 200, {"results": list(hits), "generationtime_ms": 0.5})


async def test_name_of_the_catalogue_asks_nobody(provider, lookup):
    assert await lookup.one("joaquina", SWIM, "en") is one("joaquina")
    assert provider.asked == []


async def test_other_name_is_asked_of_the_geocoder_in_the_reader_s_language(provider, lookup):
    found(provider, MADRID)
    place = await lookup.one("madrid", SWIM, "pt_BR")
    assert (place.name, place.region, place.country, place.timezone) == ("Madrid", "Madrid", "ES", "Europe/Madrid")
    assert (place.point, place.listed, place.whale_season) == (Point(40.4165, -3.70256), False, None)
    assert dict(provider.asked[0].params) == {"name": "madrid", "count": "20", "language": "pt", "format": "json"}


async def test_name_that_nobody_knows_gets_the_nearest_ones(lookup):
    with pytest.raises(UnknownPlaceError) as caught:
        await lookup.one("ipanemba do sul", SWIM, "en")
    assert "did you mean Pântano do Sul, Ipanema" in str(caught.value)


@pytest.mark.parametrize("status", [500, 429, 200])
async def test_geocoder_that_fails_leaves_the_catalogue_s_answer(provider, lookup, status: int):
    provider.reply(SEARCH, status, b"<html>")
    with pytest.raises(UnknownPlaceError):
        await lookup.one("madrid", SWIM, "en")


async def test_namesakes_are_a_choice(provider, lookup):
    found(
        provider,
        hit("Santa Cruz", admin1="California", country="United States", population=64220),
        hit("Santa Cruz", admin1="Madeira", country="Portugal", population=43005),
        hit("Santa Cruz do Sul", admin1="Rio Grande do Sul", country="Brazil", population=120000),
    )
    with pytest.raises(AmbiguousPlaceError) as caught:
        await lookup.one("santa cruz", SWIM, "en")
    assert str(caught.value) == "“santa cruz” can be Santa Cruz (California) or Santa Cruz (Madeira); say which."


@pytest.mark.parametrize("qualifier", ["Madeira", "portugal", "PT"])
async def test_region_or_country_behind_a_comma_says_which(provider, lookup, qualifier: str):
    found(
        provider,
        hit("Santa Cruz", admin1="California", country="United States", country_code="US", population=64220),
        hit("Santa Cruz", admin1="Madeira", country="Portugal", country_code="PT", population=43005),
    )
    assert (await lookup.one(f"santa cruz, {qualifier}", SWIM, "en")).region == "Madeira"


async def test_town_that_is_plainly_larger_is_meant(provider, lookup):
    found(provider, hit("Madrid", admin1="Iowa", population=2543), MADRID)
    assert (await lookup.one("Madrid", SWIM, "en")).country == "ES"


async def test_hit_without_a_known_clock_is_left_out(provider, lookup):
    found(provider, hit("Atlantis", timezone="Sea/Atlantis"), {"name": "Atlantis"}, hit("Atlantis", admin1="Bahamas"))
    assert (await lookup.one("atlantis", SWIM, "en")).region == "Bahamas"


async def test_position_at_a_beach_is_the_beach(lookup):
    assert await lookup.one("-27.63, -48.45", SWIM, "en") is one("joaquina")


async def test_position_elsewhere_is_a_place_on_its_own_clock(provider, lookup):
    provider.reply(FORECAST, 200, {"timezone": "Atlantic/Azores"})
    place = await lookup.one("38.5,-28.6", SWIM, "en")
    assert (place.name, place.timezone, place.listed) == ("38.50° N, 28.60° W", "Atlantic/Azores", False)


async def test_position_off_the_earth_is_refused(lookup):
    with pytest.raises(PositionError):
        await lookup.one("95, 200", SWIM, "en")


async def test_position_needs_its_clock(provider, lookup):
    provider.reply(FORECAST, 500, b"")
    with pytest.raises(SourceError):
        await lookup.one("38.5,-28.6", SWIM, "en")


def sea_at(point: Point) -> dict[str, Any]:
    return {
        "latitude": point.latitude,
        "longitude": point.longitude,
        "utc_offset_seconds": 0,
        "hourly_units": {"sea_surface_temperature": "°C"},
        "hourly": {"time": ["2026-06-16T00:00"], "sea_surface_temperature": [18.0]},
    }


def unlisted(point: Point) -> Place:
    return Place("Somewhere", (), "", "", "", point.latitude, point.longitude, "Europe/Madrid", None, listed=False)


@pytest.mark.parametrize(
    "sea",
    [
        (200, sea_at(Point(39.4, -0.2))),
        (400, {"error": True, "reason": "No data is available for this location"}),
        (200, sea_at(Point(40.4, -3.7)) | {"hourly": {"time": ["2026-06-16T00:00"]}}),
    ],
    ids=["sea-far-away", "no-sea", "no-values"],
)
async def test_place_far_from_any_coast_says_so(provider, open_meteo, sea: tuple[int, dict[str, Any]]):
    provider.reply(FORECAST, 200, sea_at(Point(40.4, -3.7)) | {"hourly_units": {}})
    provider.reply(MARINE, *sea)
    madrid = unlisted(Point(40.4165, -3.70256))
    with pytest.raises(InlandError) as caught:
        await SWIM.gather(Sources(Forecasts(open_meteo)), madrid, sample_now(madrid, SAMPLE_DAY))
    nearest = caught.value.nearest
    assert str(caught.value) == (
        f"Somewhere is far from any coast; the nearest beach that I know is {nearest}, "
        f"{caught.value.distance_km:.0f} km away."
    )


async def test_place_by_the_sea_needs_no_entry_in_the_catalogue(provider, open_meteo):
    coast = unlisted(Point(43.36, -8.41))
    provider.reply(FORECAST, 200, sea_at(coast.point) | {"hourly_units": {}})
    provider.reply(MARINE, 200, sea_at(Point(43.46, -8.46)))
    outlook = await SWIM.gather(Sources(Forecasts(open_meteo)), coast, sample_now(coast, SAMPLE_DAY))
    assert outlook.place is coast
