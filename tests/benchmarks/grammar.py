"""What a grammar made from the facts is worth: drafts of the embedded model with and without it, over the same maps.

python tests/benchmarks/grammar.py [--n 40] [--seed 1] [--lang en pt] [--drafts 0 7] [--base]

`--drafts` are the seeds of the drafts (0 is the greedy one), `--base` is the model without its adapter. Prints per
language, seed and grammar: clean, flagged and withheld drafts, texts that are none, hard violations by rule, seconds
a draft. Each map is drafted without and with the grammar in turn, so that a busy machine slows both alike.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
from collections import Counter
from collections.abc import Sequence
from random import Random

import structlog

from bot.writer import GREEDY, Attempt, EmbeddedWriter
from bot.writer.ladder import _judge
from bot.writer.model_file import assemble, default_cache_dir, packaged
from conditions.places import catalogue
from conditions.swim import SwimFacts
from factguard import Mode, Verdict

LEVELS = ("low", "low", "moderate", "high")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lang", nargs="+", default=["en", "pt"])
    parser.add_argument("--drafts", nargs="+", type=int, default=[GREEDY, 7])
    parser.add_argument("--base", action="store_true")
    arguments = parser.parse_args()
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    maps = [drawn(Random(f"{arguments.seed} {number}")) for number in range(arguments.n)]
    asyncio.run(compare(maps, arguments.lang, arguments.drafts, base=arguments.base))


def drawn(random: Random) -> SwimFacts:
    """A map of core facts, each value in the range that seas have."""
    return SwimFacts(
        beach_name=random.choice(catalogue()).name,
        hour_local=f"{random.randrange(24):02}:00",
        sea_temp_c=round(random.uniform(11, 30), 1),
        wind_kmh=random.randrange(60),
        wave_height_m=round(random.uniform(0.1, 4), 1),
        jellyfish_risk=random.choice(LEVELS),
        whale_sighting_likelihood=random.choice(LEVELS),
        score=random.randrange(101),
    )


async def compare(maps: list[SwimFacts], languages: list[str], seeds: list[int], *, base: bool) -> None:
    """Print a line for each way of decoding."""
    model = assemble(packaged(), default_cache_dir()) if base else None
    writers = [EmbeddedWriter(model_path=model, grammar=grammar) for grammar in (False, True)]
    for writer in writers:
        await writer.start()
    for language in languages:
        for seed in seeds:
            made = [[await attempt(writer, facts, language, seed) for writer in writers] for facts in maps]
            for grammar, attempts in zip(("off", "on"), zip(*made, strict=True), strict=True):
                report(f"{language}  seed {seed}  grammar {grammar:3}", attempts)
    for writer in writers:
        await writer.close()


async def attempt(writer: EmbeddedWriter, facts: SwimFacts, language: str, seed: int) -> Attempt:
    """One draft and what the guard says of it."""
    return _judge(await writer.draft(facts, language, seed=seed), facts, language, Mode.BLOCK, [])


def report(label: str, attempts: Sequence[Attempt]) -> None:
    """Print what became of some drafts."""
    fates = Counter(str(each.fault or each.verdict) for each in attempts)
    hard = Counter(each.rule for attempt in attempts for each in attempt.violations if each.severity == "hard")
    seconds = [attempt.seconds for attempt in attempts]
    print(
        f"{label}  clean {fates.pop(Verdict.CLEAN, 0)}/{len(attempts)}  other {dict(fates)}  hard {dict(hard)}  "
        f"median {statistics.median(seconds):.2f} s  95th {statistics.quantiles(seconds, n=20)[-1]:.2f} s",
        flush=True,
    )


if __name__ == "__main__":
    main()
