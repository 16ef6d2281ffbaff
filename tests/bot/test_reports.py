"""The service that makes reports, over Open-Meteo on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import date, time

import httpx
import pytest
from structlog.testing import capture_logs

from bot.layout.as_json import day_data, report_data
from bot.reports import Ask, ReportService
from bot.units import System, units
from bot.when import NOW, When
from bot_parts import NOBODY, ScriptedWriter, service_on
from conditions import AIR, SWIM
from conditions.errors import NoBestHourError
from conditions.places import one
from conditions.sample import SAMPLE_DAY
from factguard import Mode, Verdict

PLACE = one("joaquina")
ENGLISH = Ask("en")


@pytest.fixture
async def service(writer: ScriptedWriter, forecast_url: str) -> AsyncIterator[ReportService]:
    async with httpx.AsyncClient(trust_env=False) as http:
        yield service_on(forecast_url, http, writer, attempts=2)


async def test_the_current_hour_is_read_from_the_clock(service: ReportService) -> None:
    report = await service.numbers(PLACE, NOW, ENGLISH)
    assert report.reading.hour.isoformat() == "2026-06-16T09:00:00-03:00"


@pytest.mark.parametrize(
    ("when", "hour"),
    [
        (When(at=time(7, 40)), "2026-06-16T07:00:00-03:00"),
        (When(best=True), "2026-06-16T09:00:00-03:00"),
        (When(tomorrow=True), "2026-06-17T09:00:00-03:00"),
        (When(tomorrow=True, at=time(18)), "2026-06-17T18:00:00-03:00"),
        (When(tomorrow=True, best=True), "2026-06-17T08:00:00-03:00"),
    ],
)
async def test_an_hour_that_is_asked_for_is_the_one_reported(service: ReportService, when: When, hour: str) -> None:
    report = await service.numbers(PLACE, when, ENGLISH)
    assert report.reading.hour.isoformat() == hour


async def test_a_day_whose_daylight_is_over_has_no_best_hour(service: ReportService) -> None:
    bondi = one("bondi")  # 22:25 there
    with pytest.raises(NoBestHourError) as caught:
        await service.numbers(bondi, When(best=True), ENGLISH)
    assert str(caught.value) == (
        "There is no daylight left to choose from at Bondi Beach on 2026-06-16; ask for the next day."
    )


async def test_air_comes_through_the_same_service(service: ReportService, writer: ScriptedWriter) -> None:
    writer.drafts = ["Lisboa has moderate air at 13:00, with a European AQI of 44 and PM2.5 at 9.5 µg/m³."]
    ask = Ask("en", AIR)
    report = await service.report(await service.place("lisboa", ask), ask)
    assert report.outcome is not None
    assert report.outcome.result is not None
    assert (report.outcome.result.verdict, report.reading.facts.domain) == (Verdict.CLEAN, "air")


async def test_a_place_is_looked_for_among_those_of_the_domain(service: ReportService) -> None:
    assert (await service.place("são paulo", Ask("pt", AIR))).timezone == "America/Sao_Paulo"
    assert await service.place("joaquina", Ask("pt", SWIM)) is PLACE


async def test_numbers_come_without_the_writer(service: ReportService, writer: ScriptedWriter) -> None:
    writer.drafts = [RuntimeError("nobody must ask")]
    assert (await service.numbers(PLACE, NOW, ENGLISH)).outcome is None


async def test_a_report_holds_the_sentence_and_its_verdict(service: ReportService, writer: ScriptedWriter) -> None:
    draft = str(writer.drafts[0])
    report = await service.report(PLACE, ENGLISH)
    assert report.outcome is not None
    assert report.outcome.result is not None
    assert (report.outcome.result.verdict, report.outcome.result.shown) == (Verdict.CLEAN, draft)


async def test_the_mode_asked_for_counts_over_the_service_s_own(service: ReportService) -> None:
    report = await service.report(PLACE, Ask("en", mode=Mode.OFF))
    assert report.outcome is not None
    assert report.outcome.result is not None
    assert (report.mode, report.outcome.result.verdict) == (Mode.OFF, Verdict.UNCHECKED)


async def test_json_has_the_same_keys_before_and_after_a_sentence(service: ReportService) -> None:
    numbers = await service.numbers(PLACE, NOW, ENGLISH)
    before, after = report_data(numbers), report_data(await service.with_sentence(numbers))
    assert list(before) == list(after)
    assert before["fact_guard"] == {"verdict": None, "violations": []}
    assert after["fact_guard"] == {"verdict": "clean", "violations": []}


async def test_json_holds_the_facts_and_each_draft_s_fate(service: ReportService, writer: ScriptedWriter) -> None:
    draft = "Às 09:00, a água na Praia da Joaquina está a 19,0 °C."
    writer.drafts = [draft]
    data = report_data(await service.report(PLACE, Ask("pt")))
    assert data["place"]["name"] == "Praia da Joaquina"
    assert data["hour"] == "2026-06-16T09:00:00-03:00"
    assert (data["facts"]["sea_temp_c"], data["facts"]["wind_kmh"], data["facts"]["score"]) == (19.0, 20, 55)
    assert data["deductions"] == [
        {"points": 15, "reason": "choppy"},
        {"points": 10, "reason": "breezy"},
        {"points": 20, "reason": "cold water"},
    ]
    assert (data["text"], data["failure"], data["language"], data["mode"]) == (draft, None, "pt", "block")
    assert [(each["text"], each["verdict"], each["violations"]) for each in data["attempts"]] == [(draft, "clean", [])]


async def test_json_is_metric_whatever_the_reader_s_units(service: ReportService) -> None:
    imperial = await service.numbers(PLACE, NOW, Ask("en", units=units(System.IMPERIAL)))
    assert report_data(imperial)["facts"]["sea_temp_c"] == 19.0


async def test_json_says_how_old_the_facts_are_and_when_it_is_best(service: ReportService) -> None:
    data = report_data(await service.numbers(PLACE, NOW, ENGLISH))
    assert (data["fetched_at"], data["stale"]) == ("2026-06-16T12:25:00+00:00", False)
    assert data["best"] == {"today": "2026-06-16T09:00:00-03:00", "tomorrow": "2026-06-17T08:00:00-03:00"}
    assert data["details"]["Next tides"] == ["high about 12:30", "low about 18:30"]
    assert [credit["url"] for credit in data["attribution"]] == ["https://open-meteo.com/"]


async def test_json_of_a_day_holds_each_hour_with_its_reasons(service: ReportService) -> None:
    outlook = await service.outlook(PLACE)
    data = day_data(outlook, outlook.day(outlook.tomorrow))
    assert [hour["hour"][:13] for hour in data["hours"]] == [f"2026-06-17T{hour:02}" for hour in range(24)]
    assert {"points": 60, "reason": "night"} in data["hours"][0]["deductions"]
    assert outlook.tomorrow == date(SAMPLE_DAY.year, SAMPLE_DAY.month, SAMPLE_DAY.day + 1)


async def test_a_model_that_takes_long_to_load_is_not_waited_for() -> None:
    class Slow(ScriptedWriter):
        async def start(self) -> None:
            await asyncio.Event().wait()

    async with httpx.AsyncClient() as http:
        with capture_logs() as logs:
            await service_on(NOBODY, http, Slow(), deadline_s=0.01).warm_up()
    assert [log["event"] for log in logs] == ["writer.still_loading"]
