"""The sample of the map, read through the client."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import httpx
import pytest
from structlog.testing import capture_logs

from conditions.places import Place, catalogue, one
from conditions.sample import SAMPLE_DAY
from conditions.source import Source
from conditions.water import Ima, WaterQuality, WaterSource
from conditions.water.sample import sample_map

COVERED = tuple(place for place in catalogue() if place.region == "Santa Catarina")


async def water(place: Place, day: date) -> WaterQuality | None:
    transport = httpx.MockTransport(lambda request: httpx.Response(200, content=sample_map(day - SAMPLE_DAY)))
    noon = datetime.combine(day, time(12), UTC)
    async with httpx.AsyncClient(transport=transport) as client:
        return await WaterSource([Ima(Source(client), now=lambda: noon)]).water_quality(place, noon)


@pytest.mark.parametrize("place", COVERED, ids=lambda place: place.name)
async def test_sample_holds_every_beach_of_santa_catarina(place: Place):
    with capture_logs() as logs:
        quality = await water(place, SAMPLE_DAY)
    assert quality is not None
    assert logs == []


async def test_sample_differs_between_beaches():
    states = {place.name: (await water(place, SAMPLE_DAY)).state for place in COVERED}
    assert {name: state for name, state in states.items() if state != "proper"} == {
        "Campeche": "mixed",
        "Canasvieiras": "improper",
    }


async def test_sample_s_beach_has_its_own_points_only():
    quality = await water(one("Barra da Lagoa"), SAMPLE_DAY)
    assert {point.beach for point in quality.points} == {"PRAIA DA BARRA DA LAGOA"}


@pytest.mark.parametrize("day", [SAMPLE_DAY, date(2024, 2, 29), date(2027, 1, 9)])
async def test_sample_is_a_week_old_on_the_day_that_it_is_dated_to(day: date):
    assert (await water(one("Campeche"), day)).newest == day - timedelta(days=7)
