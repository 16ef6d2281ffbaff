"""One sentence of the model that is set up, over the facts of the sample."""

from __future__ import annotations

import time
from dataclasses import dataclass

import httpx

from bot.models import open_writer
from bot.settings import ModelKind, Settings
from bot.writer import EmbeddedWriter, OllamaWriter, OpenAIWriter, Outcome, Writer, summarise
from conditions import SWIM, Sources
from conditions.forecasts import Forecasts
from conditions.open_meteo import OpenMeteo
from conditions.places import one
from conditions.sample import sample_now, sample_transport
from conditions.source import Source
from factguard import FactMap, Mode
from factguard.texts import mark as _
from factguard.texts import translations

PLACE = "joaquina"
KINDS = {
    ModelKind.EMBEDDED: _("embedded in Boia"),
    ModelKind.OPENAI: _("an OpenAI-compatible server"),
    ModelKind.OLLAMA: _("Ollama"),
}


@dataclass(frozen=True, slots=True)
class Trial:
    """What a model did with the sample's facts: `loading` are the seconds until it was ready."""

    rows: list[tuple[str, str]]
    loading: float
    outcome: Outcome


async def tried(settings: Settings, language: str) -> Trial:
    """Load the model and have it write; WriterError where it cannot be loaded."""
    facts = await _sample_facts()
    async with open_writer(settings) as writer:
        began = time.monotonic()
        await writer.start()
        loading = time.monotonic() - began
        outcome = await summarise(
            writer,
            facts,
            language,
            mode=Mode.WARN,
            attempts=settings.attempts,
            deadline=settings.deadline_s,
        )
        return Trial(_rows(writer, settings, language), loading, outcome)


async def _sample_facts() -> FactMap:
    place = one(PLACE)
    async with httpx.AsyncClient(transport=sample_transport()) as http:
        sources = Sources(Forecasts(OpenMeteo(Source(http))))
        outlook = await SWIM.gather(sources, place, sample_now(place))
    return outlook.at(outlook.now).facts


def _rows(writer: Writer, settings: Settings, language: str) -> list[tuple[str, str]]:
    """Which model answers, and where it is."""
    _ = translations(language).gettext
    kind = (_("Model"), _(KINDS[settings.model]))
    if isinstance(writer, EmbeddedWriter):
        model, adapter = writer.files
        none = _("none")
        return [kind, (_("File"), str(model)), (_("Adapter"), none if adapter is None else str(adapter))]
    if isinstance(writer, OpenAIWriter | OllamaWriter):
        return [kind, (_("Name"), writer.model), (_("Address"), writer.url)]
    return [kind]
