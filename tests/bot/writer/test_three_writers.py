"""The model in this process, the same model behind a real OpenAI-compatible server, and Ollama's interface."""

from __future__ import annotations

import pytest

from bot.writer import (
    GREEDY,
    EmbeddedWriter,
    ModelError,
    OllamaWriter,
    OpenAIWriter,
    UnreachableError,
    llama,
    summarise,
)
from factguard import Mode, Verdict
from model_server import LOADED, model_server, told

LONG_S = 300.0
TEXT = "Waves reach 1.3 m at Praia da Joaquina at 09:00, with water at 19.0 °C."


async def test_three_writers_answer_the_same_report(embedded, llama_server, make_facts):
    with model_server(LOADED, told(TEXT)) as server:
        writers = [
            embedded,
            OpenAIWriter(llama_server.url, key=llama_server.key),
            OllamaWriter(server.url, "gemma3:4b"),
        ]
        outcomes = [
            await summarise(writer, make_facts(), "en", mode=Mode.BLOCK, attempts=3, deadline=LONG_S)
            for writer in writers
        ]
        for writer in writers[1:]:
            await writer.close()
    assert [(each.result.verdict, each.failure) for each in outcomes] == [(Verdict.CLEAN, None)] * 3
    assert all("Praia da Joaquina" in each.result.shown for each in outcomes)
    names = [each.attempts[0].model for each in outcomes]
    assert names == [embedded.model, "gemma-taught", "gemma3:4b"]


async def test_real_server_takes_seed_and_temperature(llama_server, make_facts):
    writer = OpenAIWriter(llama_server.url, llama_server.model, key=llama_server.key, temperature=0.9)
    drafts = [await writer.draft(make_facts(), "en", seed=seed) for seed in (GREEDY, 7, GREEDY)]
    await writer.close()
    assert drafts[0].text == drafts[2].text
    assert all(draft.finished and 10 < draft.tokens < 120 for draft in drafts)


async def test_real_server_refuses_a_wrong_key(llama_server):
    writer = OpenAIWriter(llama_server.url)
    with pytest.raises(ModelError, match=r"refuses the key \(401\): correct BOIA_MODEL_KEY\.$"):
        await writer.start()
    await writer.close()


async def test_real_server_that_is_not_ollama_is_named(llama_server):
    writer = OllamaWriter(llama_server.url, "gemma3:4b", key=llama_server.key)
    with pytest.raises(UnreachableError, match=r"404 at /api/chat\): correct BOIA_MODEL_URL or BOIA_MODEL\.$"):
        await writer.start()
    await writer.close()


async def test_model_without_adapter_or_template_gets_examples(embedded, make_facts, monkeypatch):
    monkeypatch.setattr(llama, "MOST_TOKENS", 16)
    await embedded.start()
    writer = EmbeddedWriter(model_path=embedded.files[0])
    draft = await writer.draft(make_facts(), "pt", seed=GREEDY)
    await writer.close()
    assert (writer.corrects, draft.asked) == (False, "")
    assert draft.model == embedded.files[0].name
    assert "Joaquina" in draft.text


async def test_model_with_a_chat_template_is_asked_by_it_and_can_be_told(embedded, make_facts, monkeypatch):
    monkeypatch.setattr(llama, "MOST_ANSWER_TOKENS", 4)
    monkeypatch.setattr(llama, "has_chat_template", lambda model: True)
    await embedded.start()
    writer = EmbeddedWriter(model_path=embedded.files[0])
    draft = await writer.draft(make_facts(), "en", seed=GREEDY)
    again = await writer.correct(make_facts(), "en", "The water is at 25.0 °C.", (), ["jellyfish_risk"], seed=GREEDY)
    await writer.close()
    assert writer.corrects
    assert "Facts:" in draft.asked
    assert "It must name this fact: Jellyfish risk: low." in again.asked
    assert (draft.finished, draft.tokens) == (False, 4)


async def test_embedded_base_model_has_no_chat_template(embedded):
    await embedded.start()
    assert not llama.has_chat_template(embedded.files[0])


def test_chat_template_is_found_in_a_file_s_header(tmp_path):
    key = b"tokenizer.chat_template"
    file = tmp_path / "model.gguf"
    file.write_bytes(b"GGUF" + bytes(20) + len(key).to_bytes(8, "little") + key + bytes(64))
    assert llama.has_chat_template(file)
    file.write_bytes(b"GGUF" + bytes(20) + key + bytes(64))  # a mention of it is none
    assert not llama.has_chat_template(file)
