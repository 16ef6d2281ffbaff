"""The one service that makes a report: facts of a place and hour, and a sentence that was checked against them."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import httpx
import structlog

from bot.settings import Settings
from bot.writer import EmbeddedWriter, Outcome, Writer, WriterError, summarise
from conditions import SWIM, Domain, Reading
from conditions.open_meteo import OpenMeteo
from conditions.places import Place
from conditions.sample import sample_transport
from factguard import Mode

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Report:
    """The facts with what became of their sentence; `outcome` is None until a sentence was asked for."""

    reading: Reading
    language: str
    mode: Mode
    sample: bool = False
    outcome: Outcome | None = None


class ReportService:
    """Makes reports from a source and a writer. `now` is the clock that "the current hour" is read from."""

    def __init__(
        self,
        source: OpenMeteo,
        writer: Writer,
        *,
        mode: Mode = Mode.WARN,
        attempts: int = 4,
        deadline_s: float = 60,
        domain: Domain = SWIM,
        sample: bool = False,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._source, self._writer, self._domain = source, writer, domain
        self._mode, self._attempts, self._deadline_s = mode, attempts, deadline_s
        self._sample, self._now = sample, now

    async def warm_up(self) -> None:
        """Load the model before the first report needs it; without one, reports are numbers only."""
        try:
            await self._writer.start()
        except WriterError as error:
            log.error("writer.unavailable", reason=str(error))  # noqa: TRY400 (the sentence says what to do)

    async def numbers(self, place: Place, at: datetime | None, language: str, *, mode: Mode | None = None) -> Report:
        """The facts of a place and hour (None: now), without a sentence yet."""
        reading = await self._domain.gather(self._source, place, at or self._now())
        return Report(reading, language, mode or self._mode, sample=self._sample)

    async def with_sentence(self, report: Report) -> Report:
        """The same facts with a checked sentence, or with the reason why there is none."""
        began = time.monotonic()
        outcome = await summarise(
            self._writer,
            report.reading.facts,
            report.language,
            mode=report.mode,
            attempts=self._attempts,
            deadline=self._deadline_s,
        )
        _log_made(report, outcome, time.monotonic() - began)
        return replace(report, outcome=outcome)

    async def report(self, place: Place, at: datetime | None, language: str, *, mode: Mode | None = None) -> Report:
        """Facts and sentence at once, for who can wait."""
        return await self.with_sentence(await self.numbers(place, at, language, mode=mode))


def _log_made(report: Report, outcome: Outcome, seconds: float) -> None:
    log.info(
        "report.made",
        place=report.reading.place.name,
        hour=report.reading.hour.isoformat(),
        language=report.language,
        mode=report.mode,
        verdict=outcome.result and outcome.result.verdict,
        violations=[violation.rule for violation in outcome.result.violations] if outcome.result else [],
        failure=outcome.failure,
        attempts=len(outcome.attempts),
        seconds=round(seconds, 2),
    )


@asynccontextmanager
async def open_service(settings: Settings, *, sample: bool = False) -> AsyncIterator[ReportService]:
    """The service that the settings describe, with its network client and its model; `sample` needs no network."""
    transport = sample_transport() if sample else None
    urls = {} if sample else {"forecast_url": settings.forecast_url, "marine_url": settings.marine_url}
    async with httpx.AsyncClient(transport=transport) as client, embedded_writer(settings) as writer:
        yield ReportService(
            OpenMeteo(client, **urls),
            writer,
            mode=settings.guard_mode,
            attempts=settings.attempts,
            deadline_s=settings.deadline_s,
            sample=sample,
        )


@asynccontextmanager
async def embedded_writer(settings: Settings) -> AsyncIterator[Writer]:
    """The model inside this process, as the settings describe it; it is loaded when it is first needed."""
    writer = EmbeddedWriter(
        model_path=settings.model_path,
        adapter_path=settings.adapter_path,
        temperature=settings.temperature,
        cache_dir=settings.cache_dir,
    )
    try:
        yield writer
    finally:
        await writer.close()
