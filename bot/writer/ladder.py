"""From drafts to a summary: one seed after another, until a draft is clean and complete, or attempts or time run out.

A model that converses is told on the last attempt what was wrong with the best draft so far. Nothing is ever edited.
"""

import asyncio
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import structlog

import factguard
from bot import metrics
from bot.units import METRIC, Units
from bot.writer.draft import GREEDY, Corrector, Draft, Writer
from bot.writer.errors import DeadlineError, Failure, LoadingError, WriterError
from bot.writer.faults import Fault, find_fault
from bot.writer.prompt import prompt
from factguard.facts import FactMap
from factguard.result import GuardResult, Mode, Verdict, Violation

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One draft and its fate.

    `verdict` is what mode "block" says of the draft, whatever the mode asked for; None where a `fault` made it no
    draft. `left_out` are the hazards of the facts that the text does not name. `model` names what wrote it, and
    `corrected` says that it was told what was wrong with an earlier draft.
    """

    seed: int
    text: str
    seconds: float
    tokens: int
    verdict: Verdict | None
    violations: tuple[Violation, ...] = ()
    fault: Fault | None = None
    left_out: tuple[str, ...] = ()
    model: str = ""
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """The best draft in the asked mode, or why there is none; `detail` says it to an operator, in English."""

    result: GuardResult | None
    attempts: tuple[Attempt, ...]
    failure: Failure | None = None
    detail: str | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """What a text is wanted for: the facts, a language, the reader's units, and how it will be judged."""

    facts: FactMap
    language: str
    units: Units
    mode: Mode


async def ready(writer: Writer, within: float) -> None:
    """Wait until the model is loaded, so that the time for a sentence is not spent on that; WriterError where it fails.

    One that takes longer than `within` seconds goes on loading.
    """
    try:
        async with asyncio.timeout(within):
            await writer.start()
    except TimeoutError:
        raise LoadingError(f"The model was not loaded after {within:g} s; it goes on loading.") from None


async def summarise(
    writer: Writer,
    facts: FactMap,
    language: str,
    *,
    mode: Mode,
    attempts: int,
    deadline: float,
    units: Units = METRIC,
) -> Outcome:
    """The first draft that is clean and names every hazard, else the best; in mode "off" the first one, unchecked.

    Clean drafts come before flagged ones, those before withheld ones; among equals the one that leaves out less.
    `deadline` is in seconds, for all attempts together. Where it passes, or the writer fails, after a draft was judged,
    that draft is given.
    """
    made: list[Attempt] = []
    error: WriterError | None = None
    try:
        async with asyncio.timeout(deadline):
            await _climb(writer, Task(facts, language, units, mode), attempts, made)
    except TimeoutError:
        error = DeadlineError(
            f"No draft was ready after {deadline:g} s. Raise BOIA_DEADLINE_S, or take a smaller model."
        )
    except WriterError as exc:
        error = exc
    if all(attempt.fault is not None for attempt in made):
        return failed(writer, made, error)
    return judged(Outcome(None, tuple(made)), facts, mode)


def judged(outcome: Outcome, facts: FactMap, mode: Mode) -> Outcome:
    """The best of the drafts that there are, as a mode judges it: the choice is the same in "block" and "warn"."""
    drafts = [attempt for attempt in outcome.attempts if attempt.fault is None]
    if not drafts:
        return outcome
    best = min(drafts, key=_rank)
    return replace(outcome, result=factguard.check(best.text, facts, mode=mode))


def seeds(facts: FactMap, language: str) -> Iterator[int]:
    """The seeds to try, always the same for the same facts and language: the most likely text first, then samples."""
    yield GREEDY
    seed = zlib.crc32(f"{language} {facts.model_dump_json()}".encode()) >> 1
    while True:
        seed += 1  # 1 to 2**31: llama.cpp takes 2**32 - 1 for "any"
        yield seed


async def _climb(writer: Writer, task: Task, attempts: int, made: list[Attempt]) -> None:
    """Add attempts to `made` until one is good enough to stop at."""
    for at, seed in enumerate(islice(seeds(task.facts, task.language), attempts), 1):
        wrong = _to_correct(writer, made) if at == attempts else None
        draft = await _write(writer, task, seed, wrong)
        attempt = _judge(draft, task, made, corrected=wrong is not None)
        made.append(attempt)
        _tell(writer, attempt)
        if attempt.verdict is Verdict.UNCHECKED or (attempt.verdict is Verdict.CLEAN and not attempt.left_out):
            return


def _to_correct(writer: Writer, made: list[Attempt]) -> Attempt | None:
    """The draft that a writer should correct: the best one so far, if the writer can be told what is wrong with it."""
    if not (isinstance(writer, Corrector) and writer.corrects):
        return None
    return min((attempt for attempt in made if attempt.fault is None), key=_rank, default=None)


async def _write(writer: Writer, task: Task, seed: int, wrong: Attempt | None) -> Draft:
    facts, language, units = task.facts, task.language, task.units
    if wrong is not None and isinstance(writer, Corrector):
        return await writer.correct(
            facts, language, wrong.text, wrong.violations, wrong.left_out, seed=seed, units=units
        )
    return await writer.draft(facts, language, seed=seed, units=units)


def _judge(draft: Draft, task: Task, made: list[Attempt], *, corrected: bool = False) -> Attempt:
    attempt = Attempt(draft.seed, draft.text, draft.seconds, draft.tokens, None, model=draft.model, corrected=corrected)
    known = [earlier.text for earlier in made]
    asked = prompt(task.facts, task.language, variant=draft.seed, units=task.units)
    if fault := find_fault(draft, asked, known, language=task.language):
        return replace(attempt, fault=fault)
    # As "block" judges: only it tells a soft fault from a hard one.
    unchecked = task.mode is Mode.OFF
    result = factguard.check(draft.text, task.facts, mode=Mode.OFF if unchecked else Mode.BLOCK)
    left_out = () if unchecked else _left_out(draft.text, task.facts)
    return replace(attempt, verdict=result.verdict, violations=result.violations, left_out=left_out)


def _left_out(text: str, facts: FactMap) -> tuple[str, ...]:
    """The hazards that a text does not name; "the water" alone may be of its temperature, and names no quality."""
    if not (hazards := facts.hazards()):
        return ()
    named = {mention.fields for mention in factguard.explain(text, facts)}
    return tuple(hazard for hazard in hazards if (hazard,) not in named)


def _rank(attempt: Attempt) -> tuple[int, int, int]:
    """Lower is better: a hard violation withholds, so flagged drafts come before withheld ones."""
    hard = sum(violation.severity == "hard" for violation in attempt.violations)
    return hard, len(attempt.violations), len(attempt.left_out)


def _tell(writer: Writer, attempt: Attempt) -> None:
    metrics.DRAFTS.labels(attempt.verdict or attempt.fault).inc()
    metrics.DRAFT_SECONDS.observe(attempt.seconds)
    _log.info(
        "writer.attempt",
        writer=writer.name,
        model=attempt.model,
        seed=attempt.seed,
        verdict=attempt.verdict,
        fault=attempt.fault,
        violations=[violation.rule for violation in attempt.violations],
        left_out=list(attempt.left_out),
        corrected=attempt.corrected,
        seconds=round(attempt.seconds, 2),
        tokens=attempt.tokens,
    )


def failed(writer: Writer, made: Sequence[Attempt], error: WriterError | None) -> Outcome:
    """No sentence: a writer's error, or nothing usable among the attempts that were made."""
    failure = Failure.NO_DRAFT if error is None else error.failure
    detail = (str(error) if error else "No attempt gave a text that could be judged.") + _hint(made)
    _log.warning("writer.failed", writer=writer.name, failure=failure, detail=detail, attempts=len(made))
    return Outcome(None, tuple(made), failure, detail)


def _hint(made: Sequence[Attempt]) -> str:
    """Says to an operator what the model did most often instead of writing."""
    faults = Counter(attempt.fault for attempt in made if attempt.fault is not None)
    return "".join(f" {fault.hint}" for fault, _ in faults.most_common(1))
