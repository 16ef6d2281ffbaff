"""How long `boia run` takes from its start to its first getUpdates, and what its imports cost.

    python tests/benchmarks/start.py [--runs 5]

The Bot API is the tests' own; the model is the embedded one, which loads beside. "First" is with an empty database and
no assembled model, the others find both. The peer is the interpreter alone with the bot's imports.
On a machine that does other things as well, the seconds of a core tell more than the clock.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from bot_parts import NOBODY  # noqa: E402 (the path comes first)
from botapi import BotApi  # noqa: E402
from process_parts import running, settings  # noqa: E402

EMBEDDED = {"BOIA_MODEL": "embedded", "BOIA_MODEL_URL": ""}
LISTED = 12


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        polls = [_first_poll(folder) for _ in range(runs + 1)]
    print(f"imports alone                   {statistics.median(_imports() for _ in range(runs)):6.2f} s")
    print(f"first getUpdates, first start   {polls[0].polled:6.2f} s")
    print(f"first getUpdates, later starts  {statistics.median(poll.polled for poll in polls[1:]):6.2f} s (median)")
    print(f"  of a core, later starts       {statistics.median(poll.core for poll in polls[1:]):6.2f} s (median)")
    print(f"model loaded, first start       {polls[0].loaded:6.2f} s")
    print(f"model loaded, later starts      {statistics.median(poll.loaded for poll in polls[1:]):6.2f} s (median)")
    print("\nwhat the imports cost, in ms, each with what it alone brings along")
    for milliseconds, module in _costliest():
        print(f"{milliseconds:8.0f}  {module}")


@dataclass(frozen=True)
class Start:
    """Seconds until the first getUpdates arrives, those of a core until then, and seconds until the model is loaded."""

    polled: float
    core: float
    loaded: float


def _first_poll(folder: Path) -> Start:
    with BotApi() as api:
        environment = settings(api, folder, NOBODY, XDG_CACHE_HOME=str(folder / "cache"), **EMBEDDED)
        began = time.perf_counter()
        with running(environment, folder) as process:
            api.wait_for_sync(lambda: api.calls_to("getUpdates"), timeout=120)
            polled, core = time.perf_counter() - began, _core_seconds(process.pid)
            assert process.stderr is not None
            for line in process.stderr:
                if "writer.loaded" in line:
                    break
            loaded = time.perf_counter() - began
            process.terminate()
            process.communicate(timeout=60)
    return Start(polled, core, loaded)


def _core_seconds(pid: int) -> float:
    """The time of a core that a process has taken so far, where the system tells it."""
    file = Path(f"/proc/{pid}/stat")
    if not file.exists():
        return float("nan")
    fields = file.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _imports() -> float:
    began = time.perf_counter()
    _python("-c", "import bot.cli")
    return time.perf_counter() - began


def _costliest() -> list[tuple[float, str]]:
    """The packages whose modules take longest, each counted by its own modules."""
    costs: dict[str, float] = {}
    for line in _python("-X", "importtime", "-c", "import bot.cli").splitlines():
        if found := re.match(r"import time:\s+(\d+) \|\s+\d+ \|\s+([\w.]+)", line):
            package = found[2].partition(".")[0]
            costs[package] = costs.get(package, 0) + int(found[1]) / 1000
    return sorted(((cost, package) for package, cost in costs.items()), reverse=True)[:LISTED]


def _python(*arguments: str) -> str:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, *arguments], env=environment, check=True, capture_output=True, text=True
    ).stderr


if __name__ == "__main__":
    main()
