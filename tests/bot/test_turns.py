"""The queue of reports that wait for a sentence."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import time

import httpx
import pytest

from bot.layout.page import page
from bot.reports import Ask, Report, ReportService
from bot.summaries import Summaries
from bot.turns import Turns
from bot.units import METRIC, Units
from bot.when import When
from bot.writer import DeadlineError, Draft, Failure
from bot_parts import ScriptedWriter, service_on
from conditions.places import one
from factguard import FactMap

JOAQUINA = one("joaquina")
TRUE = "At Praia da Joaquina."


@dataclass
class HeldWriter(ScriptedWriter):
    """Writes one sentence for each that a test lets go, and notes the hours in which they were written."""

    hours: list[int] = field(default_factory=list)
    go: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))

    async def draft(self, facts: FactMap, language: str, *, seed: int, units: Units = METRIC) -> Draft:
        self.hours.append(facts.hour_local.hour)  # type: ignore[attr-defined]
        await self.go.acquire()
        return await super().draft(facts, language, seed=seed, units=units)


@pytest.fixture
def held() -> HeldWriter:
    return HeldWriter([TRUE])


@pytest.fixture
async def service_of(held: HeldWriter, forecast_url: str) -> AsyncIterator[Callable[..., ReportService]]:
    async with httpx.AsyncClient(trust_env=False) as http:
        yield lambda **how: service_on(forecast_url, http, held, attempts=1, summaries=Summaries(), **how)


async def _numbers(service: ReportService, hour: int, language: str = "en") -> Report:
    return await service.numbers(JOAQUINA, When(at=time(hour)), Ask(language))


async def _under_way(held: HeldWriter, count: int) -> None:
    async with asyncio.timeout(10):
        while len(held.hours) < count:  # noqa: ASYNC110 (the writer tells nobody)
            await asyncio.sleep(0.005)


async def test_a_report_beyond_what_can_be_served_goes_out_as_numbers_and_says_why(
    service_of: Callable[..., ReportService], held: HeldWriter
) -> None:
    service = service_of(turns=Turns(most=2))
    first, second, third = [await _numbers(service, hour, "pt") for hour in (9, 10, 11)]
    waiting = [asyncio.create_task(service.with_sentence(each)) for each in (first, second)]
    await _under_way(held, 1)
    refused = await service.with_sentence(third)
    assert refused.outcome is not None
    assert refused.outcome.failure is Failure.BUSY
    assert "Sem resumo: há boletins demais na fila neste momento." in page(refused).notes
    held.go.release()
    held.go.release()
    assert all(each.outcome and each.outcome.result for each in await asyncio.gather(*waiting))
    held.go.release()
    again = await service.with_sentence(third)
    assert again.outcome is not None
    assert again.outcome.failure is None


async def test_sentences_are_written_in_the_order_in_which_they_were_asked_for(
    service_of: Callable[..., ReportService], held: HeldWriter
) -> None:
    service = service_of(turns=Turns())
    reports = [await _numbers(service, hour) for hour in (11, 9, 12, 10)]
    tasks = [asyncio.create_task(service.with_sentence(each)) for each in reports]
    for count in range(1, 5):
        await _under_way(held, count)
        assert len(held.hours) == count
        held.go.release()
    await asyncio.gather(*tasks)
    assert held.hours == [11, 9, 12, 10]


async def test_what_is_prepared_is_never_refused_and_has_its_turn_among_the_people_who_wait(
    service_of: Callable[..., ReportService], held: HeldWriter
) -> None:
    service = service_of(turns=Turns(most=2))
    first, prepared, second, third = [await _numbers(service, hour) for hour in (9, 10, 11, 12)]
    tasks = [
        asyncio.create_task(service.with_sentence(each, patient=each is prepared)) for each in (first, second, prepared)
    ]
    await _under_way(held, 1)
    held.go.release()
    await tasks[0]
    tasks.append(asyncio.create_task(service.with_sentence(third)))
    for _ in range(3):
        held.go.release()
    made = await asyncio.gather(*tasks)
    assert held.hours == [9, 11, 10, 12]
    assert all(each.outcome and each.outcome.result for each in made)


async def test_who_waits_for_a_turn_waits_no_longer_than_the_deadline(
    service_of: Callable[..., ReportService], held: HeldWriter
) -> None:
    service = service_of(turns=Turns(), deadline_s=0.2)
    first, prepared, second = [await _numbers(service, hour) for hour in (9, 10, 11)]
    ends = await asyncio.gather(service.with_sentence(first), service.with_sentence(second))
    assert [each.outcome and each.outcome.failure for each in ends] == [Failure.DEADLINE, Failure.DEADLINE]
    held.go.release()
    later = await service.with_sentence(prepared, patient=True)
    assert later.outcome is not None
    assert later.outcome.result is not None


async def test_a_sentence_that_is_given_up_leaves_its_place_to_others(
    service_of: Callable[..., ReportService], held: HeldWriter
) -> None:
    service = service_of(turns=Turns(most=1))
    first, second = [await _numbers(service, hour) for hour in (9, 10)]
    given_up = asyncio.create_task(service.with_sentence(first))
    await _under_way(held, 1)
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)
    held.go.release()
    assert (await service.with_sentence(second)).outcome.failure is None  # type: ignore[union-attr]


async def test_a_turn_that_does_not_come_in_time_is_not_waited_for() -> None:
    turns = Turns()
    async with turns.turn(None):
        with pytest.raises(DeadlineError, match="busy with other reports"):
            async with asyncio.timeout(10), turns.turn(0.01):
                pass
    async with turns.turn(0.01):
        pass
