"""From drafts to a summary: one seed after another, until a draft is clean or the attempts or the time are used up."""

import asyncio
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import structlog

import factguard
from bot.writer.draft import GREEDY, Draft, Writer
from bot.writer.errors import DeadlineError, Failure, WriterError
from bot.writer.faults import Fault, find_fault
from bot.writer.prompt import prompt
from factguard.facts import FactMap
from factguard.result import GuardResult, Mode, Verdict, Violation

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One draft and its fate.

    `verdict` is what mode "block" says of the draft, whatever the mode asked for; None where a `fault` made it no
    draft.
    """

    seed: int
    text: str
    seconds: float
    tokens: int
    verdict: Verdict | None
    violations: tuple[Violation, ...] = ()
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The best draft in the asked mode, or why there is none; `detail` says it to an operator, in English."""

    result: GuardResult | None
    attempts: tuple[Attempt, ...]
    failure: Failure | None = None
    detail: str | None = None


async def summarise(
    writer: Writer, facts: FactMap, language: str, *, mode: Mode, attempts: int, deadline: float
) -> Outcome:
    """The first clean draft, else the best one; in mode "off" the first draft, unchecked.

    `deadline` is in seconds, for all attempts together. Where it passes, or the writer fails, after a draft was judged,
    that draft is given.
    """
    made: list[Attempt] = []
    error: WriterError | None = None
    try:
        async with asyncio.timeout(deadline):
            await _climb(writer, facts, language, mode, attempts, made)
    except TimeoutError:
        error = DeadlineError(f"No draft was ready after {deadline:g} s.")
    except WriterError as exc:
        error = exc
    drafts = [attempt for attempt in made if attempt.fault is None]
    if not drafts:
        return _failed(writer, made, error)
    best = min(drafts, key=_rank)
    return Outcome(factguard.check(best.text, facts, mode=mode), tuple(made))


def seeds(facts: FactMap, language: str) -> Iterator[int]:
    """The seeds to try, always the same for the same facts and language: the most likely text first, then samples."""
    yield GREEDY
    seed = zlib.crc32(f"{language} {facts.model_dump_json()}".encode()) >> 1
    while True:
        seed += 1  # 1 to 2**31: llama.cpp takes 2**32 - 1 for "any"
        yield seed


async def _climb(writer: Writer, facts: FactMap, language: str, mode: Mode, attempts: int, made: list[Attempt]) -> None:
    """Add attempts to `made` until one is good enough to stop at."""
    for seed in islice(seeds(facts, language), attempts):
        draft = await writer.draft(facts, language, seed=seed)
        attempt = _judge(draft, facts, language, mode, made)
        made.append(attempt)
        _tell(writer, attempt)
        if attempt.verdict in (Verdict.CLEAN, Verdict.UNCHECKED):
            return


def _judge(draft: Draft, facts: FactMap, language: str, mode: Mode, made: list[Attempt]) -> Attempt:
    made_of = (draft.seed, draft.text, draft.seconds, draft.tokens)
    if fault := find_fault(draft, prompt(facts, language), [attempt.text for attempt in made]):
        return Attempt(*made_of, verdict=None, fault=fault)
    # As "block" judges: only it tells a soft fault from a hard one.
    result = factguard.check(draft.text, facts, mode=Mode.OFF if mode is Mode.OFF else Mode.BLOCK)
    return Attempt(*made_of, verdict=result.verdict, violations=result.violations)


def _rank(attempt: Attempt) -> tuple[int, int]:
    """Lower is better: a hard violation withholds, so flagged drafts come before withheld ones."""
    hard = sum(violation.severity == "hard" for violation in attempt.violations)
    return hard, len(attempt.violations)


def _tell(writer: Writer, attempt: Attempt) -> None:
    _log.info(
        "writer.attempt",
        writer=writer.name,
        seed=attempt.seed,
        verdict=attempt.verdict,
        fault=attempt.fault,
        violations=[violation.rule for violation in attempt.violations],
        seconds=round(attempt.seconds, 2),
        tokens=attempt.tokens,
    )


def _failed(writer: Writer, made: list[Attempt], error: WriterError | None) -> Outcome:
    failure = Failure.NO_DRAFT if error is None else error.failure
    detail = "No attempt gave a text that could be judged." if error is None else str(error)
    _log.warning("writer.failed", writer=writer.name, failure=failure, detail=detail, attempts=len(made))
    return Outcome(None, tuple(made), failure, detail)
