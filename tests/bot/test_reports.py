from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime

import httpx
import pytest

from bot.as_json import report_data
from bot.reports import ReportService
from bot_parts import ScriptedWriter
from conditions.open_meteo import OpenMeteo
from conditions.places import one
from conditions.sample import SAMPLE_DAY, sample_transport
from factguard import Mode, Verdict

PLACE = one("joaquina")
SEVEN = datetime(SAMPLE_DAY.year, SAMPLE_DAY.month, SAMPLE_DAY.day, 7, tzinfo=PLACE.zone)
NINE = SEVEN.replace(hour=9, minute=40)


@pytest.fixture
async def service(writer: ScriptedWriter) -> AsyncIterator[ReportService]:
    async with httpx.AsyncClient(transport=sample_transport()) as client:
        yield ReportService(OpenMeteo(client), writer, mode=Mode.BLOCK, attempts=2, now=lambda: NINE)


async def test_the_current_hour_is_read_from_the_clock(service: ReportService) -> None:
    report = await service.numbers(PLACE, None, "en")
    assert report.reading.hour == NINE.replace(minute=0)


async def test_an_hour_that_is_asked_for_is_the_one_reported(service: ReportService) -> None:
    report = await service.numbers(PLACE, SEVEN, "en")
    assert report.reading.hour == SEVEN


async def test_numbers_come_without_the_writer(service: ReportService, writer: ScriptedWriter) -> None:
    writer.drafts = [RuntimeError("nobody must ask")]
    assert (await service.numbers(PLACE, None, "en")).outcome is None


async def test_a_report_holds_the_sentence_and_its_verdict(service: ReportService, writer: ScriptedWriter) -> None:
    draft = str(writer.drafts[0])
    report = await service.report(PLACE, None, "en")
    assert report.outcome is not None
    assert report.outcome.result is not None
    assert (report.outcome.result.verdict, report.outcome.result.shown) == (Verdict.CLEAN, draft)


async def test_the_mode_asked_for_counts_over_the_service_s_own(service: ReportService) -> None:
    report = await service.report(PLACE, None, "en", mode=Mode.OFF)
    assert report.outcome is not None
    assert report.outcome.result is not None
    assert (report.mode, report.outcome.result.verdict) == (Mode.OFF, Verdict.UNCHECKED)


async def test_json_has_the_same_keys_before_and_after_a_sentence(service: ReportService) -> None:
    numbers = await service.numbers(PLACE, None, "en")
    before, after = report_data(numbers), report_data(await service.with_sentence(numbers))
    assert list(before) == list(after)
    assert before["fact_guard"] == {"verdict": None, "violations": []}
    assert after["fact_guard"] == {"verdict": "clean", "violations": []}


async def test_json_holds_the_facts_and_each_draft_s_fate(service: ReportService, writer: ScriptedWriter) -> None:
    draft = writer.drafts[0]
    data = report_data(await service.report(PLACE, None, "pt"))
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
