"""What the embedded writer is worth: `python tests/benchmarks/writer.py [--n 200] [--seed 1] [--lang en pt]`.

Draws fact maps (core and further fields, missing values, night, extremes) over places and values that the teaching data
does not hold, has the real ladder write a report on each, and prints per language, for the base model with examples and
for the model with its adapter: how many are clean at the first draft and within the ladder, flagged, withheld; hard
violations by rule; high hazards named; distinct sentence shapes (texts with names and values masked); the share of
texts that equal a training text (with `--training`, the file that `python -m bot.writer.teach data` wrote); seconds,
tokens a second and peak memory. Each model and language runs in a process of its own. `--show 50` prints texts to read.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import resource
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import structlog

from bot.writer import Attempt, EmbeddedWriter, Outcome, summarise
from bot.writer.embedded import ADAPTER
from bot.writer.model_file import assemble, default_cache_dir, packaged
from conditions.swim import SwimFacts
from conditions.swim.score import rate
from factguard import Mode, Verdict

PLACES = (
    "Praia do Cachorro", "Praia da Saudade", "Taperapuã", "Praia de Tabatinga", "Imbassaí", "Praia de Sagi", "Galheta",
    "Praia da Solidão", "Tourinhos", "Praia do Amado", "Praia da Salema", "Vila Nova de Milfontes", "Praia do Tombo",
    "Praia das Astúrias", "Praia de Toque-Toque Grande", "Praia dos Carneiros", "Pontal do Peba", "Farol de São Tomé",
    "Porto de Pedras", "Enseada dos Corais", "Cabo Polônio", "Barra do Una", "Ilha de Boipeba", "Morro Branco",
    "Bude", "Saunton Sands", "Tamarama", "Kailua", "Hermosa Beach", "Brighton le Sands", "Lyme Regis", "Scarborough",
    "Woolacombe", "Polzeath", "Rockaway Beach", "Coffs Harbour", "Piha", "Bethany Beach", "Chesil Beach", "Porthcurno",
    "Benidorm", "Playa de Muro", "Cala Comte", "Playa Hermosa", "Plage des Catalans", "Mondello", "Rimini",
    "Haeundae", "Kuta", "Patong", "Zlatni Rat", "Elafonissi", "Warnemünde", "Zandvoort", "Muizenberg", "Nungwi",
)  # fmt: skip
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
HAZARD_WORDS = {
    "jellyfish_risk": re.compile(
        r"jellyfish|jellies|stinger|medusa|águas?[- ]vivas?|alforreca|caravela", re.IGNORECASE
    ),
    "whale_sighting_likelihood": re.compile(r"whale|humpback|baleia|jubarte", re.IGNORECASE),
    "water_quality": re.compile(
        r"improper|unfit|unsuitable|not (?:fit|proper|suitable)|polluted|contaminated"
        r"|impr[óo]pri|poluíd|interdit|não é própri",
        re.IGNORECASE,
    ),
}
HIGH = {"jellyfish_risk": "high", "whale_sighting_likelihood": "high", "water_quality": "improper"}
VALUE_WORDS = re.compile(
    r"\b(?:(?:north|south)(?:east|west)?|east|west|norte|sul|leste|oeste|nordeste|noroeste|sudeste|sudoeste"
    r"|low|moderate|high|baix[oa]|moderad[oa]|alt[oa]|excellent|good|fair|poor|excelentes?|boas?|razoáve(?:l|is)|ruins?"
    r"|rising|falling|subindo|descendo|enchendo|vazando|(?:im)?pr[óo]pri[oa]|(?:im)?proper|knots?|am|pm)\b",
    re.IGNORECASE,
)
NUMBER = re.compile(r"\d+(?:[.,:h]\d+)*")


def main() -> None:
    """Measure each model in each language and print the figures side by side."""
    options = _options()
    if options.side:
        print(json.dumps(asyncio.run(measured(options))))
        return
    for language in options.lang:
        columns = {side: _in_a_process(side, language, options) for side in options.sides}
        print(f"\n{language}, n = {options.n}, seed {options.seed}")
        for row in next(iter(columns.values()))["figures"]:
            print(f"  {row:42}" + "".join(f"{column['figures'][row]:>24}" for column in columns.values()))
        for side, column in columns.items():
            print(f"  {side}: hard violations by rule at the first draft: {column['rules'] or 'none'}")
            for text in column["texts"][: options.show]:
                print(f"    {text}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lang", nargs="+", default=["en", "pt"])
    parser.add_argument("--adapter", type=Path, default=ADAPTER)
    parser.add_argument("--training", type=Path, help="the training pairs, to count texts that equal one of theirs")
    parser.add_argument("--attempts", type=int, default=4)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--temperature", type=float, default=0.7)
    parser.add_argument("--grammar", choices=["on", "off"], default="on", help="whether digits are bound to the facts")
    parser.add_argument("--sides", nargs="+", default=["base", "adapter"], choices=["base", "adapter"])
    parser.add_argument("--show", type=int, default=0, help="texts to print, with their verdicts")
    parser.add_argument("--side", choices=["base", "adapter"], help=argparse.SUPPRESS)
    return parser.parse_args()


def _in_a_process(side: str, language: str, options: argparse.Namespace) -> dict[str, Any]:
    values = {**vars(options), "side": side, "lang": language}
    del values["sides"]
    arguments = [f"--{name}={value}" for name, value in values.items() if value is not None]
    done = subprocess.run([sys.executable, __file__, *arguments], stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def drawn(random: Random) -> SwimFacts:
    """A fact map: half of the values of a map lie where the training data has none."""
    hour = random.choice([*range(5, 20)] * 3 + [20, 21, 22, 23, 0, 2, 4])
    night = hour >= 20 or hour < 5
    core: dict[str, Any] = {
        "sea_temp_c": round(random.choice((random.uniform(22, 22.9), random.uniform(8, 31))), 1),
        "wind_kmh": random.choice((random.randint(26, 29), random.randint(0, 55), random.randint(71, 90))),
        "wave_height_m": round(
            random.choice((random.uniform(1.7, 1.9), random.uniform(0.1, 4), random.uniform(0.2, 1))), 1
        ),
    }
    missing = random.sample(sorted(core), random.choice((0, 0, 0, 0, 1, 1, 2)))
    core |= dict.fromkeys(missing)
    levels = {name: random.choice((None, "low", "low", "moderate", "high")) for name in list(HIGH)[:2]}
    further = {
        "air_temp_c": round(random.uniform(5, 36), 1),
        "wind_gust_kmh": random.choice((random.randint(41, 44), random.randint(20, 100))),
        "wind_direction": random.choice(DIRECTIONS),
        "wave_period_s": random.randint(3, 16),
        "uv_index": 0 if night else random.randint(0, 15),
        "rain_chance_pct": random.randint(0, 100),
        "tide_state": random.choice(("rising", "falling", "high", "low")),
        "water_quality": random.choice(("proper", "proper", "improper")),
    }
    chosen = {name: further[name] for name in random.sample(sorted(further), random.randint(0, len(further)))}
    if core["wind_kmh"] is None:
        chosen.pop("wind_direction", None)  # no source gives a direction without a wind
    place = {"beach_name": random.choice(PLACES), "hour_local": f"{hour:02}:00"}
    facts = SwimFacts.model_validate(place | core | levels | chosen)
    return facts.model_copy(update={"score": rate(facts, night=night)[0]})


async def measured(options: argparse.Namespace) -> dict[str, Any]:
    """The figures of one model in one language."""
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    language = options.lang[0]
    maps = [drawn(Random(f"{options.seed} {number}")) for number in range(options.n)]
    model = assemble(packaged(), default_cache_dir())
    adapter = options.adapter if options.side == "adapter" else None
    writer = EmbeddedWriter(
        model_path=model,
        adapter_path=adapter,
        threads=options.threads,
        temperature=options.temperature,
        grammar=options.grammar == "on",
    )
    await writer.start()
    outcomes = []
    for number, facts in enumerate(maps):
        outcomes.append(
            await summarise(writer, facts, language, mode=Mode.BLOCK, attempts=options.attempts, deadline=120)
        )
        if number % 20 == 19:
            print(f"{options.side} {language}: {number + 1} of {options.n}", file=sys.stderr)
    await writer.close()
    return _result(maps, outcomes, _training_texts(options.training))


def _training_texts(file: Path | None) -> set[str] | None:
    if file is None:
        return None
    return {json.loads(line)["text"] for line in file.read_text(encoding="utf-8").splitlines()}


def _result(maps: Sequence[SwimFacts], outcomes: Sequence[Outcome], training: set[str] | None) -> dict[str, Any]:
    firsts = [outcome.attempts[0] for outcome in outcomes]
    best = [max(outcome.attempts, key=_goodness) for outcome in outcomes]
    texts = [attempt.text for attempt in best]
    attempts = [attempt for outcome in outcomes for attempt in outcome.attempts]
    seconds = [sum(attempt.seconds for attempt in outcome.attempts) for outcome in outcomes]
    named, high = _hazards(maps, texts)
    figures = {
        "clean at the first draft": _share(first.verdict is Verdict.CLEAN for first in firsts),
        "clean within the ladder": _share(attempt.verdict is Verdict.CLEAN for attempt in best),
        "flagged": _share(attempt.verdict is Verdict.FLAGGED for attempt in best),
        "withheld": _share(attempt.verdict is Verdict.WITHHELD for attempt in best),
        "no draft at all": _share(attempt.verdict is None for attempt in best),
        "drafts that were none": f"{sum(attempt.fault is not None for attempt in attempts)} of {len(attempts)}",
        "high hazards named": f"{named} of {high} ({100 * named / max(1, high):.1f} %)",
        "distinct shapes": str(len({shape(text, facts) for text, facts in zip(texts, maps, strict=True)})),
        "equal to a training text": "-" if training is None else _share(text in training for text in texts),
        "seconds a report, median and 95th": f"{statistics.median(seconds):.2f}, {_percentile(seconds, 95):.2f}",
        "tokens/s": f"{sum(a.tokens for a in attempts) / max(1e-9, sum(a.seconds for a in attempts)):.0f}",
        "peak memory, MB": f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f}",
    }
    rules = Counter(v.rule for first in firsts for v in first.violations if v.severity == "hard")
    return {"figures": figures, "rules": dict(rules), "texts": [_shown(*pair) for pair in zip(maps, best, strict=True)]}


def _goodness(attempt: Attempt) -> int:
    order = (None, Verdict.WITHHELD, Verdict.FLAGGED, Verdict.CLEAN)
    return order.index(attempt.verdict)


def _hazards(maps: Sequence[SwimFacts], texts: Sequence[str]) -> tuple[int, int]:
    """How many high hazards the texts name, and how many there are."""
    pairs = [
        (text, field)
        for facts, text in zip(maps, texts, strict=True)
        for field, high in HIGH.items()
        if getattr(facts, field) == high
    ]
    return sum(HAZARD_WORDS[field].search(text) is not None for text, field in pairs), len(pairs)


def shape(text: str, facts: SwimFacts) -> str:
    """A text without its name, numbers and value words."""
    return VALUE_WORDS.sub("_", NUMBER.sub("#", text.replace(facts.beach_name, "@"))).casefold()


def _share(hits: Any) -> str:
    values = list(hits)
    return f"{sum(values)} of {len(values)} ({100 * sum(values) / max(1, len(values)):.1f} %)"


def _percentile(values: Sequence[float], percent: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1] if len(values) > 1 else values[0]


def _shown(facts: SwimFacts, attempt: Attempt) -> str:
    faults = "; ".join(f"{found.rule} “{found.quote}”" for found in attempt.violations)
    return f"[{attempt.fault or attempt.verdict}] {attempt.text}  {faults}  {facts.model_dump_json(exclude_none=True)}"


if __name__ == "__main__":
    began = time.perf_counter()
    main()
    print(f"{time.perf_counter() - began:.0f} s in all", file=sys.stderr)
