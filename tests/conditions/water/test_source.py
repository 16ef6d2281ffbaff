"""The water at a beach, from the agency's answer to the verdict."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest
from structlog.testing import capture_logs

from conditions.places import Place, catalogue, one
from conditions.water import Ima, WaterQuality, WaterSource

MAP = "/relatorio/mapa"
AT = datetime(2026, 6, 16, 12, tzinfo=UTC)
CAMPECHE = one("Campeche")

CONDITIONS = {
    "Ponto 73": "IMPRÓPRIO",
    "Ponto 35": "PRÓPRIO",
    "Ponto 90": "PRÓPRIO",
    "Ponto 89": "PRÓPRIO",
    "Ponto 75": "PRÓPRIO",
}


@pytest.fixture
def water(ima: Ima) -> WaterSource:
    return WaterSource([ima])


async def test_beach_whose_points_disagree_is_mixed_and_names_them(provider, water, entry):
    provider.reply(MAP, 200, [entry(PONTO_NOME=name, CONDICAO=condition) for name, condition in CONDITIONS.items()])
    quality = await water.water_quality(CAMPECHE, AT)
    assert quality.state == "mixed"
    assert [point.name for point in quality.improper] == ["Ponto 73"]
    assert [point.name for point in quality.proper] == ["Ponto 35", "Ponto 90", "Ponto 89", "Ponto 75"]
    assert (quality.source, quality.link) == ("IMA Santa Catarina", "https://balneabilidade.ima.sc.gov.br")


@pytest.mark.parametrize(("condition", "state"), [("PRÓPRIO", "proper"), ("IMPRÓPRIO", "improper")])
async def test_beach_whose_points_agree_is_what_they_are(provider, water, entry, condition: str, state: str):
    provider.reply(MAP, 200, [entry(PONTO_NOME=name, CONDICAO=condition) for name in CONDITIONS])
    assert (await water.water_quality(CAMPECHE, AT)).state == state


async def test_points_with_old_samples_do_not_count(provider, water, entry):
    old = entry(PONTO_NOME="Ponto 73", CONDICAO="IMPRÓPRIO", ANALISES=[{"DATA": "01/05/2026"}])  # 46 days
    newest = entry(PONTO_NOME="Ponto 36", ANALISES=[{"DATA": "15/06/2026"}])
    provider.reply(MAP, 200, [old, entry(), newest])
    quality = await water.water_quality(CAMPECHE, AT)
    assert (quality.state, quality.newest) == ("proper", date(2026, 6, 15))


async def test_beach_with_old_samples_only_has_no_water_quality(provider, water, entry):
    provider.reply(MAP, 200, [entry(ANALISES=[{"DATA": "01/05/2026"}])])
    assert await water.water_quality(CAMPECHE, AT) is None


async def test_map_without_dates_is_used_and_claims_none(provider, water, entry):
    provider.reply(MAP, 200, [entry(ANALISES=None)])
    quality = await water.water_quality(CAMPECHE, AT)
    assert (quality.state, quality.newest) == ("proper", None)


async def test_beach_without_a_point_has_no_water_quality(provider, water, entry):
    provider.reply(MAP, 200, [entry()])
    assert await water.water_quality(one("Garopaba"), AT) is None


async def test_place_that_no_provider_covers_is_not_asked_for(provider, water):
    assert await water.water_quality(one("Ipanema"), AT) is None
    assert provider.asked == []


async def test_beaches_share_one_map(provider, water, entry):
    provider.reply(MAP, 200, [entry()])
    for place in catalogue():
        await water.water_quality(place, AT)
    assert len(provider.asked) == 1


async def test_first_provider_that_covers_the_place_is_asked(provider, ima, entry):
    class Nowhere:
        name, link = "Nowhere", "http://127.0.0.1"

        def covers(self, place: Place) -> bool:
            return False

        async def points(self) -> Any:
            raise AssertionError("it covers nothing")

    provider.reply(MAP, 200, [entry()])
    quality = await WaterSource([Nowhere(), ima]).water_quality(CAMPECHE, AT)
    assert isinstance(quality, WaterQuality)


@pytest.mark.parametrize(
    ("status", "body", "error"),
    [
        (500, b"", "is too busy to answer (HTTP 500: Internal Server Error)"),
        (404, b"", "refused the request (HTTP 404: Not Found)"),
        (200, b"<html>", "gave an answer that cannot be read"),
    ],
)
async def test_provider_s_failure_leaves_the_water_out_with_a_warning(
    provider, water, status: int, body: bytes, error: str
):
    provider.reply(MAP, status, body)
    with capture_logs() as logs:
        assert await water.water_quality(CAMPECHE, AT) is None
    (event,) = (each for each in logs if each["event"] == "water.failed")
    assert error in event.pop("error")
    assert event == {
        "event": "water.failed",
        "log_level": "warning",
        "provider": "IMA Santa Catarina",
        "place": "Campeche",
    }
