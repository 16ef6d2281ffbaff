"""The writer that the settings describe: the model inside this process, or one behind a server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.settings import ModelKind, Settings
from bot.writer import EmbeddedWriter, OllamaWriter, OpenAIWriter, Writer
from bot.writer.ollama import LOCAL_URL


@asynccontextmanager
async def open_writer(settings: Settings) -> AsyncIterator[Writer]:
    """The writer, closed at the end; its model is loaded when it is first needed."""
    writer = _writer(settings)
    try:
        yield writer
    finally:
        await writer.close()


def _writer(settings: Settings) -> Writer:
    """The writer for settings that `load_settings` has found to fit together."""
    key, temperature = settings.model_key, settings.temperature
    match settings.model:
        case ModelKind.OPENAI:
            return OpenAIWriter(settings.model_url or "", settings.model_name, key=key, temperature=temperature)
        case ModelKind.OLLAMA:
            url, name = settings.model_url or LOCAL_URL, settings.model_name or ""
            return OllamaWriter(url, name, key=key, temperature=temperature)
        case ModelKind.EMBEDDED:
            return EmbeddedWriter(
                model_path=settings.model_path,
                adapter_path=settings.adapter_path,
                temperature=temperature,
                cache_dir=settings.cache_dir,
                grammar=settings.grammar,
            )
