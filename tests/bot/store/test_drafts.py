"""The kept drafts."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import httpx
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

from bot.reports import Ask, ReportService
from bot.store import Drafts
from bot_parts import ScriptedWriter, service_on
from conditions.places import one

TRUE = "At 09:00 the water at Praia da Joaquina is at 19.0 °C, with waves of 1.3 m."
FALSE = "Waves of 1.9 m roll in at Praia da Joaquina."


@pytest.fixture
async def service(engine: AsyncEngine, writer: ScriptedWriter, forecast_url: str) -> AsyncIterator[ReportService]:
    async with httpx.AsyncClient(trust_env=False) as http:
        yield service_on(forecast_url, http, writer, drafts=Drafts(engine))


async def rows(engine: AsyncEngine, columns: str) -> list[tuple[object, ...]]:
    async with engine.connect() as connection:
        found = await connection.exec_driver_sql(f"SELECT {columns} FROM drafts ORDER BY id")
        return [tuple(row) for row in found]


async def test_each_attempt_of_a_report_is_kept_with_its_fate(
    engine: AsyncEngine, service: ReportService, writer: ScriptedWriter
) -> None:
    writer.drafts = [FALSE, "", TRUE]
    await service.report(one("joaquina"), Ask("en"))
    assert await rows(engine, "attempt, verdict, fault, shown, text, place, language, mode") == [
        (1, "withheld", None, 0, FALSE, "Praia da Joaquina", "en", "block"),
        (2, None, "empty", 0, "", "Praia da Joaquina", "en", "block"),
        (3, "clean", None, 1, TRUE, "Praia da Joaquina", "en", "block"),
    ]
    ((violations, facts),) = (await rows(engine, "violations, facts"))[:1]
    assert [violation["quote"] for violation in json.loads(str(violations))] == ["1.9 m"]
    assert json.loads(str(facts))["wave_height_m"] == 1.3


async def test_old_drafts_are_forgotten(engine: AsyncEngine, service: ReportService) -> None:
    await service.report(one("joaquina"), Ask("en"))
    async with engine.begin() as connection:
        await connection.exec_driver_sql("UPDATE drafts SET made_at = made_at - 91 * 86400")
    await service.report(one("joaquina"), Ask("en"))
    assert len(await rows(engine, "id")) == 1


async def test_a_database_that_fails_costs_no_report(engine: AsyncEngine, service: ReportService) -> None:
    async with engine.begin() as connection:
        await connection.exec_driver_sql("DROP TABLE drafts")
    with capture_logs() as logs:
        report = await service.report(one("joaquina"), Ask("en"))
    assert report.outcome is not None
    assert report.outcome.result is not None
    assert [event["event"] for event in logs if event["log_level"] == "warning"] == ["drafts.not_kept"]
