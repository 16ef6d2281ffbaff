"""The one service that makes a report: facts of a place and hour, and a sentence that was checked against them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum

import structlog

from bot import metrics
from bot.alarm import Alarm
from bot.ending import Ending
from bot.guard_switch import GuardSwitch
from bot.store import Drafts
from bot.summaries import Summaries, Wanted, wanted
from bot.turns import Turns
from bot.units import METRIC, Units
from bot.watches import ModelWatch, SourceWatch
from bot.when import NOW, When
from bot.writer import Failure, LoadingError, Outcome, Writer, WriterError, failed, judged, ready, summarise
from conditions import SWIM, Domain, Outlook, Reading, Sources
from conditions.lookup import Lookup
from conditions.places import Place
from factguard import Mode

log = structlog.get_logger(__name__)

BROKEN = (Failure.MODEL_MISSING, Failure.MODEL_ERROR, Failure.MODEL_UNREACHABLE)
SHORTEST_S = 0.1
"""What is left of a deadline for whose turn came at its very end."""


class ModelState(StrEnum):
    """Whether the model can write."""

    LOADING = "loading"
    LOADED = "loaded"
    FAILED = "failed"


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

    def in_mode(self, mode: Mode) -> Report:
        """The same report as another mode judges its sentence; no draft is written again."""
        outcome = self.outcome and judged(self.outcome, self.reading.facts, mode)
        return replace(self, mode=mode, outcome=outcome)


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
        turns: Turns | None = None,
        alarm: Alarm | None = None,
        clock: Callable[[Place], datetime] = lambda _: datetime.now(UTC),
    ) -> None:
        self._sources, self._writer, self._lookup = sources, writer, lookup
        self._guard = guard or GuardSwitch(Mode.WARN)
        self._attempts, self._deadline_s = attempts, deadline_s
        self._sample, self._drafts, self._summaries, self._clock = sample, drafts, summaries, clock
        self._turns, self._ending = turns or Turns(), Ending()
        self._model = ModelState.LOADING
        alarm = alarm or Alarm()
        self._model_watch, self._source_watch = ModelWatch(alarm), SourceWatch(alarm)

    @property
    def sample(self) -> bool:
        """Whether the forecast is the sample."""
        return self._sample

    @property
    def model(self) -> ModelState:
        """Whether the model can write."""
        return self._model

    async def mode(self) -> Mode:
        """The guard's mode that holds now."""
        return await self._guard.mode()

    def hurry(self) -> None:
        """The process is about to stop: sentences that do not come in a few seconds are not waited for."""
        self._ending.begin()

    async def warm_up(self) -> None:
        """Load the model before the first report needs it; without one, reports are numbers only.

        A model that takes longer than a report may is not waited for.
        """
        try:
            await self._ready()
        except LoadingError:
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
        mode = ask.mode or await self.mode()
        return Report(when.reading(outlook), outlook, ask.language, mode, ask.units, sample=self._sample)

    def ready(self, report: Report) -> Report | None:
        """The same facts with the sentence that was made before; None where it is still to be made."""
        outcome = self._summaries.ready(_wanted(report)) if self._summaries else None
        return _given(report, outcome) if outcome else None

    async def with_sentence(self, report: Report, *, patient: bool = False) -> Report:
        """The same facts with a checked sentence, or with the reason why there is none.

        A report that is `patient` is prepared for later: it waits for its turn however many are before it.
        """
        try:
            async with self._ending.bound():
                outcome = await self._outcome(report, patient=patient)
        except TimeoutError:
            outcome = Outcome(None, (), Failure.STOPPING, "The process was stopped before the sentence was there.")
        return _given(report, outcome)

    async def _outcome(self, report: Report, *, patient: bool) -> Outcome:
        if self._summaries is None:
            return await self._summary(report, patient=patient)
        return await self._summaries.get(_wanted(report), lambda: self._summary(report, patient=patient))

    async def _summary(self, report: Report, *, patient: bool) -> Outcome:
        began = time.monotonic()
        try:
            with self._turns.place(patient=patient):
                await self._ready()
                outcome = await self._in_turn(report, patient=patient)
        except WriterError as error:
            outcome = failed(self._writer, (), error)
        _log_made(report, outcome, time.monotonic() - began)
        self._model_watch.saw(outcome)
        if self._drafts is not None:
            await self._drafts.keep(report.reading, report.language, report.mode, outcome)
        return outcome

    async def _ready(self) -> None:
        """Wait for the model, and note what became of it."""
        try:
            await ready(self._writer, self._deadline_s)
        except LoadingError:
            self._note(ModelState.LOADING)
            raise
        except WriterError:
            self._note(ModelState.FAILED)
            raise
        self._note(ModelState.LOADED)

    async def _in_turn(self, report: Report, *, patient: bool) -> Outcome:
        """A sentence in one's turn; who waits for it waits no longer than the deadline, the turn's time included."""
        waits = time.monotonic()
        async with self._turns.turn(None if patient else self._deadline_s):
            waited = 0.0 if patient else time.monotonic() - waits
            outcome = await summarise(
                self._writer,
                report.reading.facts,
                report.language,
                mode=report.mode,
                attempts=self._attempts,
                deadline=max(SHORTEST_S, self._deadline_s - waited),
                units=report.units,
            )
        if outcome.failure in BROKEN:
            self._note(ModelState.FAILED)
        return outcome

    def _note(self, state: ModelState) -> None:
        self._model = state
        metrics.MODEL.state(state)

    async def report(self, place: Place, ask: Ask, when: When = NOW) -> Report:
        """Facts and sentence at once, for who can wait."""
        return await self.with_sentence(await self.numbers(place, when, ask))


def _given(report: Report, outcome: Outcome) -> Report:
    """A report with a sentence that may have been made in another mode: it is judged in the report's own."""
    outcome = judged(outcome, report.reading.facts, report.mode)
    fate = outcome.result.verdict if outcome.result else outcome.failure
    metrics.REPORTS.labels(report.reading.facts.domain, report.language, fate).inc()
    return replace(report, outcome=outcome)


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
