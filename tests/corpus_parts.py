"""Reads judged texts in the corpus's format: one JSON object a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from conditions import DOMAINS
from factguard import FactMap

FACTS = {domain.name: domain.facts for domain in DOMAINS}


def items(file: Path) -> list[dict[str, Any]]:
    """The judged texts of a file."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def facts_of(item: dict[str, Any]) -> FactMap:
    """What a text was written from."""
    return FACTS[item.get("domain", "swim")].model_validate(item["facts"])
