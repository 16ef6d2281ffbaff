"""A round: what the adapter writes by itself over fresh fact maps, judged by the guard, is data for the next training.

A clean draft that follows its plan is kept as it is: it is the model's own way to say it. Where the draft was not
clean, the grammar's sentence for the very same line is taught in its place. The drafts come from the real writer.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from bot.writer.draft import GREEDY
from bot.writer.embedded import EmbeddedWriter
from bot.writer.faults import find_fault
from bot.writer.prompt import Prompt, prompt
from bot.writer.teach.data import LANGUAGES, Pair, Refused, draw, judged
from factguard import FactMap

_SEED_STEP = 7919  # a round's fact maps are none of another round's


class Fate(StrEnum):
    """What became of a draft."""

    KEPT = "kept"
    ASTRAY = "clean, but not as planned"
    REFUSED = "not clean"
    NO_DRAFT = "no draft"


@dataclass(frozen=True, slots=True)
class Judged:
    """A draft's fate, and the pair that it gives the next training, if any."""

    fate: Fate
    language: str
    pair: Pair | None
    said: str
    why: str = ""


async def run_round(number: int, adapter: Path, count: int, seed: int, temperature: float) -> list[Judged]:
    """The judged drafts of a round: greedy ones and sampled ones in turn, half of them in each language."""
    chance = random.Random(seed + _SEED_STEP * number)  # noqa: S311 - teaching data, no secret
    writer = EmbeddedWriter(adapter_path=adapter, temperature=temperature, threads=2)
    fates = []
    try:
        for index in range(count):
            facts, language = draw(chance), LANGUAGES[index % len(LANGUAGES)]
            sampled = chance.randrange(1, 1 << 30)
            draft = await writer.draft(facts, language, seed=GREEDY if index % 4 < 2 else sampled)
            asked = prompt(facts, language, variant=draft.seed)
            fault = find_fault(draft, asked)
            fates.append(_judge(facts, asked, language, draft.text, fault))
            if index % 50 == 49:
                print(f"{index + 1} of {count} drafts: {_counts(fates)}", flush=True)
    finally:
        await writer.close()
    return fates


def _judge(facts: FactMap, asked: Prompt, language: str, text: str, fault: str | None) -> Judged:
    if fault is not None:
        return Judged(Fate.NO_DRAFT, language, _corrected(facts, asked, language), text, fault)
    verdict = judged(facts, asked, language, text)
    if isinstance(verdict, Refused):
        return Judged(Fate.REFUSED, language, _corrected(facts, asked, language), text, "; ".join(verdict.violations))
    if not follows(text, asked):
        return Judged(Fate.ASTRAY, language, _corrected(facts, asked, language), text)
    return Judged(Fate.KEPT, language, verdict, text)


def _corrected(facts: FactMap, asked: Prompt, language: str) -> Pair | None:
    pair = judged(facts, asked, language)
    return pair if isinstance(pair, Pair) else None


def follows(text: str, asked: Prompt) -> bool:
    """Whether a text says each value of its line, and has a sentence for each of the plan's."""
    low = text.casefold()
    values = [word for sentence in asked.plan.sentences for segment in sentence for word in segment.words.values()]
    return all(value.casefold() in low for value in values) and _sentences(text, asked) == len(asked.plan.sentences)


def _sentences(text: str, asked: Prompt) -> int:
    for sentence in asked.plan.sentences:
        for segment in sentence:
            text = text.replace(segment.text, "_")
    return sum(text.count(end) for end in (". ", "! ")) + 1


def summary(fates: Sequence[Judged]) -> str:
    """What the round brought, by language, with the drafts that went wrong."""
    lines = []
    for language in LANGUAGES:
        some = [judged for judged in fates if judged.language == language]
        lines.append(f"{language}: {_counts(some)}")
        wrong = [judged for judged in some if judged.fate is not Fate.KEPT]
        lines += [f"  {judged.fate}: {judged.said}  [{judged.why}]" for judged in wrong[:12]]
    return "\n".join(lines)


def _counts(fates: Sequence[Judged]) -> str:
    counts = Counter(judged.fate for judged in fates)
    return ", ".join(f"{counts[fate]} {fate}" for fate in Fate)
