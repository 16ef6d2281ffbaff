"""From the air-quality API's answers to facts, over HTTP."""

from __future__ import annotations

from datetime import datetime, time
from typing import Any

import pytest

from conditions import AIR, Sources
from conditions.air.facts import places
from conditions.errors import SourceAnswerError
from conditions.places import one
from conditions.sample import SAMPLE_DAY

AIR_PATH = "/v1/air-quality"
LISBOA = one("lisboa", places())
NINE = datetime.combine(SAMPLE_DAY, time(9), LISBOA.zone)


def put(name: str, value: float | None) -> Any:
    """A change of an answer: one value of a series at Lisbon's nine o'clock."""

    def change(answer: dict[str, Any]) -> None:
        answer["hourly"][name][answer["hourly"]["time"].index("2026-06-16T08:00")] = value

    return change


async def test_every_fact_comes_from_its_variable(provider, sources: Sources):
    outlook = await AIR.gather(sources, LISBOA, NINE)
    assert outlook.at(NINE).facts.model_dump(mode="json") == {
        "place_name": "Lisboa",
        "hour_local": "09:00",
        "european_aqi": 42,
        "pm2_5_ug_m3": 12.8,
        "pm10_ug_m3": 23.1,
        "uv_index": 3,
    }
    assert [url.path for url in provider.asked] == [AIR_PATH]
    assert provider.asked[0].params["hourly"] == "pm2_5,pm10,european_aqi,uv_index"


async def test_best_hour_is_that_of_the_lowest_index_by_day(sources: Sources):
    outlook = await AIR.gather(sources, LISBOA, NINE)
    best = outlook.best(outlook.tomorrow)
    assert best is not None
    assert (best.hour.hour, best.facts.european_aqi) == (8, 42)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("variable", "field", "value", "fact"),
    [
        ("pm2_5", "pm2_5_ug_m3", 8.25, 8.3),
        ("pm2_5", "pm2_5_ug_m3", None, None),
        ("pm10", "pm10_ug_m3", 0, 0.0),
        ("european_aqi", "european_aqi", 41.5, 42),
        ("european_aqi", "european_aqi", None, None),
        ("uv_index", "uv_index", -0.0, 0),
    ],
)
async def test_fact_is_rounded_as_it_is_printed(provider, sources: Sources, variable, field, value, fact):
    provider.alter(AIR_PATH, put(variable, value))
    printed = getattr((await AIR.gather(sources, LISBOA, NINE)).at(NINE).facts, field)
    assert (printed, type(printed)) == (fact, type(fact))


async def test_value_that_cannot_be_makes_the_answer_suspect(provider, sources: Sources):
    provider.alter(AIR_PATH, put("pm10", -999))
    with pytest.raises(SourceAnswerError, match=r"pm10_ug_m3 = -999\.0"):
        (await AIR.gather(sources, LISBOA, NINE)).at(NINE)


async def test_sun_is_up_where_there_is_ultraviolet(provider, sources: Sources):
    outlook = await AIR.gather(sources, LISBOA, NINE)
    assert [reading.daylight for reading in outlook.day(outlook.today)][6:9] == [False, False, True]


async def test_inland_town_has_air(sources: Sources):
    town = one("são paulo", places())
    outlook = await AIR.gather(sources, town, NINE)
    assert outlook.at(NINE).facts.european_aqi is not None  # type: ignore[attr-defined]
