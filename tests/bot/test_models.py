"""The writer that the settings describe."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.models import open_writer
from bot.settings import load_settings
from bot.writer import EmbeddedWriter, OllamaWriter, OpenAIWriter
from bot.writer.embedded import ADAPTER


@pytest.mark.parametrize(
    ("variables", "kind", "url"),
    [
        ({"BOIA_MODEL": "openai", "BOIA_MODEL_URL": "http://host:8080"}, OpenAIWriter, "http://host:8080/v1"),
        ({"BOIA_MODEL": "ollama", "BOIA_MODEL_NAME": "gemma3:4b"}, OllamaWriter, "http://127.0.0.1:11434"),
        (
            {"BOIA_MODEL": "ollama", "BOIA_MODEL_NAME": "gemma3:4b", "BOIA_MODEL_URL": "http://host:1/api/"},
            OllamaWriter,
            "http://host:1",
        ),
    ],
    ids=["openai", "ollama where it always is", "ollama elsewhere"],
)
async def test_server_is_the_one_that_is_set(
    monkeypatch: pytest.MonkeyPatch,
    variables: dict[str, str],
    kind: type[OpenAIWriter | OllamaWriter],
    url: str,
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    async with open_writer(load_settings("en")) as writer:
        assert isinstance(writer, kind)
        assert writer.url == url


async def test_embedded_model_is_the_default_with_its_adapter(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BOIA_CACHE_DIR", str(tmp_path))
    async with open_writer(load_settings("en")) as writer:
        assert isinstance(writer, EmbeddedWriter)
        assert (writer.files[0].parent, writer.files[1]) == (tmp_path, ADAPTER)


async def test_own_model_has_no_adapter_unless_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOIA_MODEL_PATH", "own.gguf")
    async with open_writer(load_settings("en")) as writer:
        assert isinstance(writer, EmbeddedWriter)
        assert (writer.files, writer.model) == ((Path("own.gguf"), None), "own.gguf")
    monkeypatch.setenv("BOIA_ADAPTER_PATH", "taught.gguf")
    async with open_writer(load_settings("en")) as writer:
        assert isinstance(writer, EmbeddedWriter)
        assert writer.model == "own.gguf + taught.gguf"
