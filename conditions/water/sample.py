"""A sample of the IMA's map that ships with the package: made-up points in its shape, for use without a network."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from importlib import resources
from typing import Any

DAY_FORMAT = "%d/%m/%Y"


def sample_map(shift: timedelta) -> bytes:
    """The map as the IMA would answer it so long after the sample's day; the newest samples are a week old then."""
    content = resources.files("conditions").joinpath("samples", "water.ima.json").read_bytes()
    entries = [_redated(entry, shift) for entry in json.loads(content)]
    return json.dumps(entries, ensure_ascii=False).encode()


def _redated(entry: dict[str, Any], shift: timedelta) -> dict[str, Any]:
    analyses = [{**analysis, "DATA": _moved(analysis["DATA"], shift)} for analysis in entry["ANALISES"]]
    return {**entry, "ANALISES": analyses}


def _moved(day: str, shift: timedelta) -> str:
    return (datetime.strptime(day, DAY_FORMAT) + shift).strftime(DAY_FORMAT)
