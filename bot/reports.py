"""The one service that makes a report: facts of a place and hour, and a sentence that was checked against them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import structlog

from bot.alarm import Alarm
from bot.guard_switch import GuardSwitch
from bot.store import Drafts
from bot.summaries import Summaries, Wanted, wanted
from bot.units import METRIC, Units
from bot.watches import ModelWatch, SourceWatch
from bot.when import NOW, When
from bot.writer import Outcome, Writer, WriterError, judged, summarise
from conditions import SWIM, Domain, Outlook, Reading, Sources
from conditions.lookup import Lookup
from conditions.places import Place
from factguard import Mode

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Report:
    """The facts with what became of their sentence; `outcome` is None until a sentence was asked for."""

    reading: Reading
    outlook: Outlook
    language: str
    mode: Mode
    units: Units = METRIC
    sample: bool = False
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """How somebody wants a report: of what, in which language and units, and how strictly checked (None: as set)."""

    language: str
    domain: Domain = SWIM
    units: Units = METRIC
    mode: Mode | None = None


class ReportService:
    """Makes reports from sources and a writer. `clock` gives the moment that is now at a place."""

    def __init__(
        self,
        sources: Sources,
        writer: Writer,
        lookup: Lookup,
        *,
        guard: GuardSwitch | None = None,
        attempts: int = 4,
        deadline_s: float = 60,
        sample: bool = False,
        drafts: Drafts | None = None,
        summaries: Summaries | None = None,
        alarm: Alarm | None = None,
        clock: Callable[[Place], datetime] = lambda _: datetime.now(UTC),
    ) -> None:
        self._sources, self._writer, self._lookup = sources, writer, lookup
        self._guard = guard or GuardSwitch(Mode.WARN)
        self._attempts, self._deadline_s = attempts, deadline_s
        self._sample, self._drafts, self._summaries, self._clock = sample, drafts, summaries, clock
        alarm = alarm or Alarm()
        self._model_watch, self._source_watch = ModelWatch(alarm), SourceWatch(alarm)

    @property
    def sample(self) -> bool:
        """Whether the forecast is the sample."""
        return self._sample

    async def warm_up(self) -> None:
        """Load the model before the first report needs it; without one, reports are numbers only.

        A model that takes longer than a report may is not waited for.
        """
        try:
            async with asyncio.timeout(self._deadline_s):
                await self._writer.start()
        except TimeoutError:
            log.warning("writer.still_loading", seconds=self._deadline_s)
        except WriterError as error:
            log.error("writer.unavailable", reason=str(error))  # noqa: TRY400 (the sentence says what to do)
            self._model_watch.not_there(error)

    async def place(self, query: str, ask: Ask) -> Place:
        """The place that a name or a position stands for."""
        with self._source_watch.asking():
            return await self._lookup.one(query, ask.domain, ask.language)

    async def outlook(self, place: Place, domain: Domain = SWIM) -> Outlook:
        """What is known of a place for today and tomorrow."""
        with self._source_watch.asking():
            outlook = await domain.gather(self._sources, place, self._clock(place))
        self._source_watch.saw(outlook)
        return outlook

    async def numbers(self, place: Place, when: When, ask: Ask) -> Report:
        """The facts of a place and hour, without a sentence yet."""
        outlook = await self.outlook(place, ask.domain)
        mode = ask.mode or await self._guard.mode()
        return Report(when.reading(outlook), outlook, ask.language, mode, ask.units, sample=self._sample)

    def ready(self, report: Report) -> Report | None:
        """The same facts with the sentence that was made before; None where it is still to be made."""
        outcome = self._summaries.ready(_wanted(report)) if self._summaries else None
        return _with(report, outcome) if outcome else None

    async def with_sentence(self, report: Report) -> Report:
        """The same facts with a checked sentence, or with the reason why there is none."""
        if self._summaries is None:
            return replace(report, outcome=await self._summary(report))
        outcome = await self._summaries.get(_wanted(report), lambda: self._summary(report))
        return _with(report, outcome)

    async def _summary(self, report: Report) -> Outcome:
        began = time.monotonic()
        outcome = await summarise(
            self._writer,
            report.reading.facts,
            report.language,
            mode=report.mode,
            attempts=self._attempts,
            deadline=self._deadline_s,
            units=report.units,
        )
        _log_made(report, outcome, time.monotonic() - began)
        self._model_watch.saw(outcome)
        if self._drafts is not None:
            await self._drafts.keep(report.reading, report.language, report.mode, outcome)
        return outcome

    async def report(self, place: Place, ask: Ask, when: When = NOW) -> Report:
        """Facts and sentence at once, for who can wait."""
        return await self.with_sentence(await self.numbers(place, when, ask))


def _with(report: Report, outcome: Outcome) -> Report:
    """A report with a sentence that may have been made in another mode: it is judged in the report's own."""
    return replace(report, outcome=judged(outcome, report.reading.facts, report.mode))


def _wanted(report: Report) -> Wanted:
    return wanted(report.reading, report.language, report.units, checked=report.mode is not Mode.OFF)


def _log_made(report: Report, outcome: Outcome, seconds: float) -> None:
    log.info(
        "report.made",
        domain=report.reading.facts.domain,
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
