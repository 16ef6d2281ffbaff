"""How fast the fact guard is, beside three peers in the same run. Not a test: `python tests/benchmarks/guard.py`.

Peers, each over the same texts: `re.findall(r"\\w+", text)`, the least that reading can cost; quantulum3 and
Recognizers-Text, which read quantities in general and compare nothing. The last two are optional:

    pip install quantulum3 recognizers-text-suite "emoji<2"

Prints the median and the 99th percentile of one check in microseconds, with their ratios; the time of the import and of
the first check in a fresh interpreter; and how the time grows with the length of a text, hostile texts included.
"""

from __future__ import annotations

import json
import re
import statistics
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

from conditions.swim import SwimFacts
from factguard import Mode, check

CORPUS = Path(__file__).parent.parent / "factguard" / "corpus"
SUMMARIES = ("en_clean", "en_wrong", "pt_clean", "pt_wrong")
ROUNDS = 20
LENGTHS = (250, 2_500, 25_000, 250_000)
HOSTILE = {
    "one digit": "1",
    "dots": "1.",
    "negations": "not ",
    "brackets": "(",
    "levels": "moderate ",
    "numbers joined": "1 and ",
    "denied subjects": "no jellyfish and ",
    "articles": "a ",
}
HOSTILE_LENGTHS = (1_000, 10_000)
FRESH = """
import time
began = time.perf_counter()
from factguard import check
imported = time.perf_counter()
from conditions.swim import SwimFacts
facts = SwimFacts.model_validate({"beach_name": "Ipanema", "hour_local": "09:00"})
ready = time.perf_counter()
check("Ipanema at nine.", facts)
print(imported - began, time.perf_counter() - ready)
"""

Reader = Callable[[str], object]


def main() -> None:
    """Print every figure."""
    pairs = _pairs()
    own = _times([lambda text=text, facts=facts: check(text, facts, mode=Mode.BLOCK) for text, facts in pairs], ROUNDS)
    _print_row("factguard.check", own, own)
    texts = [text for text, _ in pairs]
    for name, reader, rounds in _peers():
        _print_row(name, _times([lambda text=text, read=reader: read(text) for text in texts], rounds), own)
    _print_fresh()
    _print_growth(pairs)


def _pairs() -> list[tuple[str, SwimFacts]]:
    lines = [line for name in SUMMARIES for line in (CORPUS / f"{name}.jsonl").read_text("utf-8").splitlines()]
    return [(item["text"], SwimFacts.model_validate(item["facts"])) for item in map(json.loads, lines)]


def _peers() -> list[tuple[str, Reader, int]]:
    """The peers that are installed: name, what reads a text, and how many rounds its speed allows."""
    peers: list[tuple[str, Reader, int]] = [("re.findall(r'\\w+')", re.compile(r"\w+").findall, ROUNDS)]
    warnings.simplefilter("ignore")
    try:
        from quantulum3 import parser

        peers.append(("quantulum3", parser.parse, 1))
    except ImportError:
        print("quantulum3 is not installed: left out")
    try:
        from recognizers_number_with_unit import NumberWithUnitRecognizer

        recognizer = NumberWithUnitRecognizer("en-us")
        models = [recognizer.get_dimension_model(), recognizer.get_temperature_model()]
        peers.append(("Recognizers-Text", lambda text: [model.parse(text) for model in models], 1))
    except ImportError:
        print("Recognizers-Text is not installed: left out")
    return peers


def _times(calls: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    for call in calls[: len(calls) if rounds > 1 else 5]:
        call()
    times = []
    for _ in range(rounds):
        for call in calls:
            began = time.perf_counter()
            call()
            times.append((time.perf_counter() - began) * 1e6)
    return sorted(times)


def _print_row(name: str, times: Sequence[float], own: Sequence[float]) -> None:
    median, high = statistics.median(times), times[int(len(times) * 0.99)]
    ratio = median / statistics.median(own)
    print(f"{name:22} median {median:10.1f} µs   99 % {high:10.1f} µs   {ratio:8.2f} x factguard")


def _print_fresh() -> None:
    runs = [subprocess.run([sys.executable, "-c", FRESH], capture_output=True, text=True, check=True) for _ in range(5)]
    imports, firsts = zip(*(map(float, run.stdout.split()) for run in runs), strict=True)
    imported, first = statistics.median(imports) * 1e3, statistics.median(firsts) * 1e3
    print(f"import {imported:.0f} ms, first check with the word lists {first:.0f} ms")


def _print_growth(pairs: Sequence[tuple[str, SwimFacts]]) -> None:
    facts, base = pairs[0][1], " ".join(text for text, _ in pairs)
    for length in LENGTHS:
        text = (base * (length // len(base) + 1))[:length]
        print(f"{length:7} characters of summaries: {_best(text, facts):10.2f} ms")
    for name, unit in HOSTILE.items():
        short, long = (_best((unit * length)[:length], facts) for length in HOSTILE_LENGTHS)
        ratio = f"{long / short:6.1f} x the time of {HOSTILE_LENGTHS[0]}"
        print(f"{name:18} {HOSTILE_LENGTHS[1]:7} characters: {long:8.2f} ms, {ratio}")


def _best(text: str, facts: SwimFacts) -> float:
    times = []
    for _ in range(5):
        began = time.perf_counter()
        check(text, facts)
        times.append((time.perf_counter() - began) * 1e3)
    return min(times)


if __name__ == "__main__":
    main()
