"""`boia` as a process of its own, against servers on loopback."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

import bot
from bot_parts import NOBODY
from botapi import BotApi

ROOT = Path(bot.__file__).parents[1]
SERVICES = {
    "FORECAST": "v1/forecast",
    "MARINE": "v1/marine",
    "AIR": "v1/air-quality",
    "GEOCODING": "v1/search",
    "WATER": "water",
}


def sources_at(root: str) -> dict[str, str]:
    """Settings by which every source of numbers is asked at a root."""
    return {f"BOIA_{name}_URL": f"{root}/{path}" for name, path in SERVICES.items()}


def settings(api: BotApi, folder: Path, forecast: str = NOBODY, **more: str) -> dict[str, str]:
    """The settings of a bot at the stand-in, with its data in a folder and a model's server that is not there."""
    return {
        "PYTHONPATH": str(ROOT),
        "PATH": os.environ.get("PATH", ""),
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder / "data"),
        "BOIA_TELEGRAM_TOKEN": api.token,
        "BOIA_TELEGRAM_URL": api.url,
        "BOIA_MODEL": "openai",
        "BOIA_MODEL_URL": f"{NOBODY}/v1",
        **sources_at(forecast),
        **more,
    }


@contextmanager
def running(environment: Mapping[str, str], folder: Path) -> Iterator[subprocess.Popen[str]]:
    """`boia run` with these settings and no others."""
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "run"], cwd=folder, env=dict(environment), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def told(port: int, path: str) -> tuple[int, dict[str, Any]] | None:
    """Status and JSON of an answer of the monitor; None where nobody answers yet."""
    try:
        response = httpx.get(f"http://127.0.0.1:{port}{path}", timeout=20, trust_env=False)
    except httpx.TransportError:
        return None
    return response.status_code, json.loads(response.content)


def figures(port: int) -> dict[str, float]:
    """Every sample of /metrics by its name and labels."""
    text = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=20, trust_env=False).text
    lines = [line.rpartition(" ") for line in text.splitlines() if line and not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}
