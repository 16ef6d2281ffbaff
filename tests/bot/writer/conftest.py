"""Fixtures of the writer's tests: facts, a writer that says what a test wants, and the real model."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.writer import Draft, EmbeddedWriter
from conditions.swim import SwimFacts
from factguard import FactMap

MakeFacts = Callable[..., SwimFacts]


@pytest.fixture
def make_facts() -> MakeFacts:
    """Joaquina at nine, with what a test wants changed."""

    def make(**changes: Any) -> SwimFacts:
        core = {"beach_name": "Praia da Joaquina", "hour_local": "09:00", "sea_temp_c": 19.0, "wind_kmh": 20}
        more = {"wave_height_m": 1.3, "jellyfish_risk": "low", "whale_sighting_likelihood": "low", "score": 55}
        return SwimFacts.model_validate(core | more | changes)

    return make


@dataclass
class ScriptedWriter:
    """A writer that gives what a test lists: a text, a draft, an error to raise, or None to write for ever."""

    script: list[str | Draft | Exception | None]
    seeds: list[int] = field(default_factory=list)
    name: str = "scripted"

    async def start(self) -> None:
        """Nothing to load."""

    async def draft(self, facts: FactMap, language: str, *, seed: int) -> Draft:
        """The next line of the script."""
        self.seeds.append(seed)
        line = self.script.pop(0)
        if isinstance(line, Exception):
            raise line
        if line is None:
            await asyncio.Event().wait()
        return line if isinstance(line, Draft) else Draft(str(line), seed, seconds=0.5, tokens=9)

    async def close(self) -> None:
        """Nothing to free."""


@pytest.fixture
def scripted() -> Callable[..., ScriptedWriter]:
    """Makes a writer of the lines given to it."""
    return lambda *script: ScriptedWriter(list(script))


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedWriter]:
    """The real model, put together in a directory of its own and loaded once for all tests."""
    directory = tmp_path_factory.mktemp("model")
    writer = EmbeddedWriter(cache_dir=directory, temperature=0.7)
    yield writer
    asyncio.run(writer.close())
    shutil.rmtree(directory)
