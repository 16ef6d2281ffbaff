"""Fixtures of the writer's tests: facts, a writer that says what a test wants, and the real model."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
import xllamacpp
from pydantic import SecretStr

from bot.units import METRIC, Units
from bot.writer import Draft, EmbeddedWriter, llama
from bot.writer.prompt import prompt
from conditions.air import AirFacts
from conditions.swim import SwimFacts
from factguard import FactMap, Violation

MakeFacts = Callable[..., SwimFacts]


CORE = {"beach_name": "Praia da Joaquina", "hour_local": "09:00", "sea_temp_c": 19.0, "wind_kmh": 20}
MORE = {"wave_height_m": 1.3, "jellyfish_risk": "low", "whale_sighting_likelihood": "low", "score": 55}
JOAQUINA = SwimFacts.model_validate(CORE | MORE)


@pytest.fixture
def make_facts() -> MakeFacts:
    """Joaquina at nine, with what a test wants changed."""

    def make(**changes: Any) -> SwimFacts:
        return SwimFacts.model_validate(CORE | MORE | changes)

    return make


@pytest.fixture
def make_air() -> Callable[..., AirFacts]:
    """Madrid's air at three in the afternoon, with what a test wants changed."""

    def make(**changes: Any) -> AirFacts:
        core = {"place_name": "Madrid", "hour_local": "15:00", "european_aqi": 42, "pm2_5_ug_m3": 9.7}
        return AirFacts.model_validate(core | {"pm10_ug_m3": 61.4, "uv_index": 7} | changes)

    return make


@dataclass
class ScriptedWriter:
    """A writer that gives what a test lists: a text, a draft, an error to raise, or None to write for ever."""

    script: list[str | Draft | Exception | None]
    seeds: list[int] = field(default_factory=list)
    name: str = "scripted"

    async def start(self) -> None:
        """Nothing to load."""

    async def draft(self, facts: FactMap, language: str, *, seed: int, units: Units = METRIC) -> Draft:
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


@dataclass
class ConversingWriter(ScriptedWriter):
    """A scripted writer that notes what it is told of its drafts."""

    corrects: bool = True
    told: list[tuple[str, list[str], Sequence[str]]] = field(default_factory=list)

    async def correct(
        self,
        facts: FactMap,
        language: str,
        draft: str,
        violations: Sequence[Violation],
        left_out: Sequence[str],
        *,
        seed: int,
        units: Units = METRIC,
    ) -> Draft:
        """The next line of the script."""
        self.told.append((draft, [violation.rule for violation in violations], left_out))
        return await self.draft(facts, language, seed=seed)


@pytest.fixture
def conversing() -> Callable[..., ConversingWriter]:
    """Makes a writer that can be told what was wrong, of the lines given to it."""
    return lambda *script, corrects=True: ConversingWriter(list(script), corrects=corrects)


@dataclass(frozen=True)
class LlamaServer:
    """A real OpenAI-compatible server on loopback."""

    url: str
    key: SecretStr
    model: str


@pytest.fixture(scope="session")
def llama_server(embedded: EmbeddedWriter) -> Iterator[LlamaServer]:
    """Xllamacpp's own server with the embedded model, which answers for Joaquina at nine.

    A model that was taught one line knows no conversation: the template that a server turns messages into text by is
    that line.
    """
    asyncio.run(embedded.start())
    model, adapter = embedded.files
    key = SecretStr("a-key-of-its-own")
    params = llama._params(xllamacpp, model, adapter, 1, llama.CONTEXT_TOKENS)
    params.api_keys = [key.get_secret_value()]
    params.model_alias = {"gemma-taught"}
    params.chat_template = prompt(JOAQUINA, "en").text
    server = xllamacpp.Server(params)
    yield LlamaServer(server.listening_address, key, "gemma-taught")
    del server


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedWriter]:
    """The real model, put together in a directory of its own and loaded once for all tests."""
    directory = tmp_path_factory.mktemp("model")
    writer = EmbeddedWriter(cache_dir=directory, temperature=0.7)
    yield writer
    asyncio.run(writer.close())
    shutil.rmtree(directory)
