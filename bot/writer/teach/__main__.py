"""`python -m bot.writer.teach`: the steps of teaching, one by one or all in turn."""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import bot.writer.teach as package
from bot.writer.embedded import ADAPTER
from bot.writer.teach import data, rounds
from bot.writer.teach.data import Pair

_TUNED = "BOIA_TEACH_TUNED"
_OLD_FOR_NEW = 4  # pairs of the grammar beside each pair of a round, against forgetting
_BENCHMARK = Path("tests", "benchmarks", "writer.py")


def main(arguments: list[str] | None = None) -> int:
    """Run the asked steps."""
    options = _parser().parse_args(arguments)
    steps = ("data", "train", "export", "measure") if options.step == "all" else (options.step,)
    for step in steps:
        print(f"--- {step}", flush=True)
        if code := _STEPS[step](options):
            return code
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot.writer.teach", description=package.__doc__, formatter_class=_Formatter
    )
    parser.add_argument("step", choices=[*_STEPS, "all"], help="all: data, train, export, measure")
    parser.add_argument("--work", type=Path, default=Path("build/teach"), help="the folder for what is made")
    parser.add_argument("--seed", type=int, default=1, help="of the data, the order and the negatives")
    parser.add_argument("--count", type=int, default=6800, help="fact maps to draw, or drafts in a round")
    parser.add_argument("--minutes", type=float, default=30.0, help="how long to train")
    parser.add_argument("--steps", type=int, default=0, help="train at most so many steps (0: all of the data)")
    parser.add_argument("--epochs", type=int, default=1, help="passes over the data, if the minutes suffice")
    parser.add_argument("--batch", type=int, default=4, help="texts a step")
    parser.add_argument("--rank", type=int, default=12, help="of the adapter's matrices")
    parser.add_argument("--rate", type=float, default=1.2e-3, help="the highest learning rate")
    parser.add_argument("--threads", type=int, default=2, help="of torch")
    parser.add_argument("--round", type=int, default=0, help="which round: 0 trains on the grammar's data alone")
    parser.add_argument("--temperature", type=float, default=0.7, help="of a round's sampled drafts")
    parser.add_argument(
        "--adapter", type=Path, help=f"the GGUF file to write or use (default: {ADAPTER.name} in --work)"
    )
    return parser


class _Formatter(argparse.ArgumentDefaultsHelpFormatter, argparse.RawDescriptionHelpFormatter):
    """Keeps the description's lines and shows defaults."""


def _data(options: argparse.Namespace) -> int:
    made = list(data.pairs(options.count, options.seed))
    kept = [pair for pair in made if isinstance(pair, Pair)]
    data.save(options.work / "data.jsonl", kept)
    print(data.summary(made))
    return 0


def _train(options: argparse.Namespace) -> int:
    from bot.writer.teach.base import unpacked
    from bot.writer.teach.train import Recipe, train, tune_memory

    if _TUNED not in os.environ:  # malloc reads its settings once, when a process starts
        environment = tune_memory() | {_TUNED: "1", "OMP_NUM_THREADS": str(options.threads)}
        command = [sys.executable, "-m", package.__name__, *_again(options)]
        return subprocess.run(command, env=environment, check=False).returncode  # noqa: S603 - this very program
    pairs = data.load(options.work / "data.jsonl")
    start = ""
    if options.round:
        start = str(_folder(options, options.round - 1) / "adapter")
        drafts = data.load(options.work / f"round{options.round}.jsonl")
        pairs = drafts + pairs[-_OLD_FOR_NEW * len(drafts) :]
    recipe = Recipe(
        minutes=options.minutes, steps=options.steps, epochs=options.epochs, batch=options.batch, rank=options.rank,
        alpha=2 * options.rank, rate=options.rate, seed=options.seed, threads=options.threads, start=start,
    )  # fmt: skip
    train(pairs, unpacked(options.work / "base"), _folder(options, options.round), recipe)
    return 0


def _again(options: argparse.Namespace) -> list[str]:
    named = {name: value for name, value in vars(options).items() if name != "step" and value is not None}
    return ["train", *(f"--{name}={value}" for name, value in named.items())]


def _export(options: argparse.Namespace) -> int:
    from bot.writer.teach.export import export

    file = export(_folder(options, options.round) / "adapter", _adapter(options))
    print(f"{file}: {file.stat().st_size / 1e6:.1f} MB")
    return 0


def _round(options: argparse.Namespace) -> int:
    number = options.round or 1
    fates = asyncio.run(rounds.run_round(number, _adapter(options), options.count, options.seed, options.temperature))
    kept = [judged.pair for judged in fates if judged.pair is not None]
    data.save(options.work / f"round{number}.jsonl", kept)
    print(rounds.summary(fates))
    return 0


def _measure(options: argparse.Namespace) -> int:
    command = [sys.executable, str(_BENCHMARK), "--adapter", str(_adapter(options))]
    command += ["--training", str(options.work / "data.jsonl")]
    return subprocess.run(command, check=False).returncode  # noqa: S603 - a program of this repository


def _folder(options: argparse.Namespace, number: int) -> Path:
    return Path(options.work, f"run{number}")


def _adapter(options: argparse.Namespace) -> Path:
    return Path(options.adapter or options.work / ADAPTER.name)


_STEPS: dict[str, Callable[[argparse.Namespace], int]] = {
    "data": _data,
    "train": _train,
    "export": _export,
    "round": _round,
    "measure": _measure,
}

if __name__ == "__main__":
    sys.exit(main())
