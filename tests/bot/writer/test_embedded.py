"""The real model. A machine may be slow: nothing here depends on how long a draft takes."""

import asyncio
import re
import sys
from pathlib import Path

import pytest

from bot.writer import GREEDY, EmbeddedWriter, Failure, ModelError, ModelMissingError, llama, summarise
from bot.writer.embedded import ADAPTER
from factguard import Mode, Verdict, check

LONG_S = 300.0

PROGRAM = """
import asyncio, resource, sys, tempfile
from pathlib import Path
from bot.writer import EmbeddedWriter, GREEDY
from conditions.swim import SwimFacts

async def write():
    facts = SwimFacts(beach_name="Jurerê", hour_local="14:00", sea_temp_c=21.5, wind_kmh=12, score=78)
    draft = await EmbeddedWriter(cache_dir=Path(sys.argv[1])).draft(facts, "en", seed=GREEDY)
    print(len(draft.text) > 20, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)

import structlog
structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
asyncio.run(write())
"""


@pytest.fixture(scope="session")
def cache_dir(embedded: EmbeddedWriter) -> Path:
    """Where the real model was put together."""
    asyncio.run(embedded.start())
    return embedded._cache_dir


@pytest.mark.parametrize("language", ["en", "pt"])
async def test_real_model_writes_a_clean_summary(embedded, make_facts, language):
    outcome = await summarise(embedded, make_facts(), language, mode=Mode.BLOCK, attempts=3, deadline=LONG_S)
    assert (outcome.result.verdict, outcome.result.violations) == (Verdict.CLEAN, ())
    assert "Praia da Joaquina" in outcome.result.shown
    assert (re.search(r"\b(às|na|em|de)\b", outcome.result.shown) is not None) == (language == "pt")


async def test_same_seed_gives_the_same_text_and_two_at_once_queue(embedded, make_facts):
    facts = make_facts()
    drafts = await asyncio.gather(*(embedded.draft(facts, "en", seed=seed) for seed in (GREEDY, 7, GREEDY, 7)))
    assert drafts[0].text == drafts[2].text != drafts[1].text
    assert drafts[1].text == drafts[3].text
    assert all(draft.finished and 20 < draft.tokens < 120 and draft.seconds > 0 for draft in drafts)


async def test_cancelled_draft_leaves_the_writer_usable(embedded, make_facts):
    await embedded.start()
    running, queued = (asyncio.create_task(embedded.draft(make_facts(), "en", seed=seed)) for seed in (GREEDY, 7))
    await asyncio.sleep(0.1)
    for task in (running, queued):
        task.cancel()
    assert [type(end) for end in await asyncio.gather(running, queued, return_exceptions=True)] == [
        asyncio.CancelledError,
        asyncio.CancelledError,
    ]
    draft = await embedded.draft(make_facts(), "en", seed=GREEDY)
    assert check(draft.text, make_facts(), mode=Mode.BLOCK).verdict is Verdict.CLEAN


async def test_cancelled_draft_stops_the_model_before_its_sentence_ends(embedded, make_facts, monkeypatch):
    written = []
    complete = llama.complete
    monkeypatch.setattr(llama, "complete", lambda *line, **how: written.append(complete(*line, **how)) or written[-1])
    await embedded.start()
    draft = asyncio.create_task(embedded.draft(make_facts(), "en", seed=GREEDY))
    await asyncio.sleep(0.1)
    draft.cancel()
    await embedded.draft(make_facts(), "en", seed=GREEDY)  # queues behind the cancelled one
    assert [completion.finished for completion in written] == [False, True]


async def test_deadline_returns_though_the_model_still_writes(embedded, make_facts):
    await embedded.start()
    outcome = await summarise(embedded, make_facts(), "en", mode=Mode.BLOCK, attempts=3, deadline=0.02)
    assert (outcome.result, outcome.failure) == (None, Failure.DEADLINE)


async def test_event_loop_runs_while_the_model_writes(embedded, make_facts):
    await embedded.start()
    draft = asyncio.create_task(embedded.draft(make_facts(), "en", seed=GREEDY))
    turns = 0
    while not draft.done():
        await asyncio.sleep(0.001)
        turns += 1
    assert turns > 20


async def test_process_writes_a_draft_within_its_memory_says_nothing_and_ends_without_close(cache_dir):
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PROGRAM, str(cache_dir)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=Path(__file__).parents[3],
    )
    output, errors = await process.communicate()
    assert (process.returncode, errors.decode()) == (0, "")
    written, peak_mb = output.decode().split()
    assert written == "True"
    assert int(peak_mb) <= 900


async def test_closed_writer_says_so(make_facts, cache_dir):
    writer = EmbeddedWriter(cache_dir=cache_dir)
    draft = asyncio.create_task(writer.draft(make_facts(), "en", seed=GREEDY))
    await asyncio.sleep(0.01)
    await writer.close()
    await writer.close()
    with pytest.raises(ModelError, match=r"^The writer was closed while it wrote\.$"):
        await draft
    with pytest.raises(ModelError, match=r"^The writer is closed\.$"):
        await writer.start()


async def test_model_that_is_not_there_is_named_with_what_to_do(tmp_path):
    writer = EmbeddedWriter(model_path=tmp_path / "nowhere.gguf")
    with pytest.raises(ModelMissingError) as caught:
        await writer.start()
    await writer.close()
    assert str(caught.value) == (
        f"The model file {tmp_path / 'nowhere.gguf'} can't be read: No such file or directory. Correct BOIA_MODEL_PATH "
        "or BOIA_ADAPTER_PATH."
    )


@pytest.mark.parametrize("content", [b"", b"GGUF", b"no model " * 1000], ids=["empty", "cut off", "something else"])
async def test_file_that_is_no_model_is_a_model_error(tmp_path, make_facts, content):
    model = tmp_path / "model.gguf"
    model.write_bytes(content)
    writer = EmbeddedWriter(model_path=model)
    outcome = await summarise(writer, make_facts(), "en", mode=Mode.BLOCK, attempts=3, deadline=LONG_S)
    await writer.close()
    assert outcome.failure is Failure.MODEL_ERROR
    assert outcome.detail == f"llama.cpp can't load {model}: it is broken, or no GGUF that fits."


async def test_adapter_that_is_no_adapter_is_a_model_error(tmp_path, cache_dir):
    adapter = tmp_path / "adapter.gguf"
    adapter.write_bytes(ADAPTER.read_bytes()[:100_000])
    writer = EmbeddedWriter(adapter_path=adapter, cache_dir=cache_dir)
    with pytest.raises(ModelError, match=r"with the adapter .*adapter\.gguf: it is broken, or no GGUF that fits\.$"):
        await writer.start()
    await writer.close()


async def test_prompt_longer_than_the_context_is_refused(embedded):
    server = await embedded._run(embedded._loaded)
    with pytest.raises(ModelError, match=r"^llama\.cpp refused the prompt: .* exceeds the available context size"):
        await embedded._run(lambda: llama.complete(server, "wave " * 400, seed=GREEDY, temperature=0.0))
