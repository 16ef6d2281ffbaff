"""The sentences that are kept for the running hour."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, time, timedelta

import httpx
import pytest

from bot.reports import Ask, ReportService
from bot.summaries import Summaries, wanted
from bot.units import METRIC, System, units
from bot.when import NOW, When
from bot.writer import Outcome
from bot_parts import ScriptedWriter, service_on
from conditions.places import one
from factguard import Mode

TRUE = "At 09:00 the water at Praia da Joaquina is at 19.0 °C, with waves of 1.3 m."
JOAQUINA = one("joaquina")


class Clock:
    """A clock that a test sets."""

    now = datetime(2026, 6, 16, 12, 25, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def service(clock: Clock, writer: ScriptedWriter, forecast_url: str) -> AsyncIterator[ReportService]:
    async with httpx.AsyncClient(trust_env=False) as http:
        yield service_on(forecast_url, http, writer, attempts=1, summaries=Summaries(clock))


async def test_a_sentence_is_written_once_however_many_ask_for_it(
    service: ReportService, writer: ScriptedWriter
) -> None:
    writer.drafts = [TRUE, "Another sentence."]
    reports = await asyncio.gather(*(service.report(JOAQUINA, Ask("en")) for _ in range(5)))
    assert {report.outcome.result.shown for report in reports if report.outcome and report.outcome.result} == {TRUE}


@pytest.mark.parametrize(
    ("ask", "when"),
    [
        (Ask("pt"), NOW),
        (Ask("en", units=units(System.IMPERIAL)), NOW),
        (Ask("en", mode=Mode.OFF), NOW),
        (Ask("en"), When(at=time(15))),
    ],
    ids=["language", "units", "mode", "hour"],
)
async def test_a_sentence_serves_for_nothing_else(service: ReportService, ask: Ask, when: When) -> None:
    await service.report(JOAQUINA, Ask("en"))
    assert service.ready(await service.numbers(JOAQUINA, NOW, Ask("en")))
    assert service.ready(await service.numbers(JOAQUINA, when, ask)) is None


async def test_a_sentence_that_was_kept_serves_for_no_other_facts(service: ReportService) -> None:
    report = await service.report(JOAQUINA, Ask("en"))
    warmer = report.reading.facts.model_copy(update={"sea_temp_c": 25.0})
    changed = type(report.reading)(report.reading.place, report.reading.hour, warmer)
    assert service.ready(type(report)(changed, report.outlook, "en", report.mode)) is None


async def test_a_sentence_is_forgotten_when_its_hour_is_over(service: ReportService, clock: Clock) -> None:
    numbers = await service.numbers(JOAQUINA, NOW, Ask("en"))
    await service.with_sentence(numbers)
    clock.now += timedelta(minutes=34)
    assert service.ready(numbers)
    clock.now += timedelta(minutes=1)
    assert service.ready(numbers) is None


async def test_a_model_that_failed_is_asked_again(service: ReportService, writer: ScriptedWriter) -> None:
    writer.drafts = ["", TRUE]
    numbers = await service.numbers(JOAQUINA, NOW, Ask("en"))
    assert (await service.with_sentence(numbers)).outcome is not None
    assert service.ready(numbers) is None
    again = await service.with_sentence(numbers)
    assert again.outcome is not None
    assert again.outcome.result is not None


async def test_all_who_waited_for_a_sentence_that_failed_get_that_failure(service: ReportService, clock: Clock) -> None:
    """With a model that hangs, the last one would wait for as many deadlines as there are people."""
    summaries, ready, made = Summaries(clock), asyncio.Event(), list[Outcome]()

    async def fail() -> Outcome:
        await ready.wait()
        made.append(Outcome(None, ()))
        return made[-1]

    of = wanted((await service.numbers(JOAQUINA, NOW, Ask("en"))).reading, "en", METRIC, checked=True)
    asking = [asyncio.create_task(summaries.get(of, fail)) for _ in range(5)]
    await asyncio.sleep(0)  # all have asked
    ready.set()
    assert all(outcome is made[0] for outcome in await asyncio.gather(*asking))
    assert len(made) == 1
    assert await summaries.get(of, fail) is made[1]
