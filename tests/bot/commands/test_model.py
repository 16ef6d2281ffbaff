"""`boia model`: which model answers, and what it writes."""

from __future__ import annotations

import re

import pytest

from bot.cli import main
from bot.command import Exit
from bot_parts import NOBODY
from model_server import LOADED, Reply, model_server, said, told

TEXT = "Waves reach 1.3 m at Praia da Joaquina at 09:00, with water at 19.0 °C and wind at 20 km/h."
WRONG = "Waves reach 1.9 m at Praia da Joaquina at 09:00."


def test_server_s_model_is_shown_with_its_sentence_verdict_and_seconds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with model_server(LOADED, told(TEXT)) as server:
        monkeypatch.setenv("BOIA_MODEL", "ollama")
        monkeypatch.setenv("BOIA_MODEL_NAME", "gemma3:4b")
        monkeypatch.setenv("BOIA_MODEL_URL", server.url)
        assert main(["model"]) == Exit.DONE
        shown = re.sub(r"\d+\.\d s", "0.0 s", capsys.readouterr().out)
        assert shown == (
            "Model    Ollama\n"
            "Name     gemma3:4b\n"
            f"Address  {server.url}\n"
            "\n"
            "Waves reach 1.3 m at Praia da Joaquina at 09:00, with water at 19.0 °C and wind\n"
            "at 20 km/h.\n"
            "\n"
            "Clean: the text says nothing that the facts do not.\n"
            "Ready after 0.0 s, written after 0.0 s; attempts: 1 of 4.\n"
        )


def test_sentence_that_errs_is_shown_with_what_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with model_server(said("Hello"), said("As ondas chegam a 1,9 m na Praia da Joaquina às 09:00.")) as server:
        monkeypatch.setenv("BOIA_MODEL", "openai")
        monkeypatch.setenv("BOIA_MODEL_NAME", "m")
        monkeypatch.setenv("BOIA_MODEL_URL", server.url)
        monkeypatch.setenv("BOIA_ATTEMPTS", "1")
        assert main(["model", "--lang", "pt"]) == Exit.DONE
    shown = capsys.readouterr().out
    assert "Modelo    um servidor compatível com a OpenAI\n" in shown
    assert (
        "“1,9 m” não é o que dizem os fatos (altura das ondas: 1,3 m).\nRetido: o texto não seria mostrado.\n" in shown
    )


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            'The model writes no sentence. {url} has no such model (model "m" not found). Run `ollama pull m`, or '
            "correct BOIA_MODEL_NAME.\n",
        ),
        (
            "pt",
            'O modelo não escreve nenhuma frase. {url} has no such model (model "m" not found). Run `ollama pull m`, '
            "or correct BOIA_MODEL_NAME.\n",
        ),
    ],
)
def test_model_that_is_not_pulled_is_one_sentence_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], language: str, sentence: str
) -> None:
    with model_server(Reply({"error": 'model "m" not found'}, 404)) as server:
        monkeypatch.setenv("BOIA_MODEL", "ollama")
        monkeypatch.setenv("BOIA_MODEL_NAME", "m")
        monkeypatch.setenv("BOIA_MODEL_URL", server.url)
        assert main(["model", "--lang", language]) == Exit.FAILED
        printed = capsys.readouterr()
        assert (printed.out, printed.err) == ("", sentence.format(url=server.url))


def test_model_that_writes_nothing_usable_is_one_sentence_with_a_hint(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with model_server(said("")) as server:
        monkeypatch.setenv("BOIA_MODEL", "openai")
        monkeypatch.setenv("BOIA_MODEL_NAME", "m")
        monkeypatch.setenv("BOIA_MODEL_URL", server.url)
        assert main(["model"]) == Exit.FAILED
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == (
        "",
        "The model writes no sentence. No attempt gave a text that could be judged. The model answers with an empty "
        "text; its server's log may say why.\n",
    )


def test_nobody_at_the_address_and_a_missing_file_are_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BOIA_MODEL_PATH", "/nowhere/model.gguf")
    assert main(["model"]) == Exit.FAILED
    assert "The model file /nowhere/model.gguf can't be read" in capsys.readouterr().err
    monkeypatch.delenv("BOIA_MODEL_PATH")
    monkeypatch.setenv("BOIA_MODEL", "openai")
    monkeypatch.setenv("BOIA_MODEL_URL", NOBODY)
    assert main(["model"]) == Exit.FAILED
    assert f"Nothing answers at {NOBODY}/v1: start the model's server" in capsys.readouterr().err
