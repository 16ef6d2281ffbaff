"""The writers over HTTP against a scripted server on loopback: what they ask, and what becomes of every fault."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Event

import pytest
from pydantic import SecretStr
from structlog.testing import capture_logs

from bot.writer import (
    GREEDY,
    Failure,
    Fault,
    ModelError,
    ModelMissingError,
    OllamaWriter,
    OpenAIWriter,
    UnreachableError,
    endpoint,
    summarise,
)
from bot.writer.openai import WITHOUT_THINKING, root
from bot_parts import NOBODY
from factguard import Mode, Verdict
from model_server import LOADED, ModelServer, Reply, model_server, said, told

TEXT = "Waves reach 1.3 m at Praia da Joaquina at 09:00, with water at 19.0 °C."
WRONG = "The water is at 25.0 °C at Praia da Joaquina."
KEY = "sk-nobody-must-see-this"
LONG_S = 60.0

MakeWriter = Callable[..., OpenAIWriter | OllamaWriter]


def openai_writer(server: ModelServer, **how: object) -> OpenAIWriter:
    return OpenAIWriter(server.url, "m", **how)


def ollama_writer(server: ModelServer, **how: object) -> OllamaWriter:
    return OllamaWriter(server.url, "m", **how)


KINDS = [
    pytest.param(openai_writer, said("Hello"), said, id="openai"),
    pytest.param(ollama_writer, LOADED, told, id="ollama"),
]
MAKERS = [pytest.param(openai_writer, id="openai"), pytest.param(ollama_writer, id="ollama")]


async def climb(writer, facts, *, attempts=2, deadline=LONG_S):
    try:
        return await summarise(writer, facts, "en", mode=Mode.BLOCK, attempts=attempts, deadline=deadline)
    finally:
        await writer.close()


@pytest.mark.parametrize(("make", "loaded", "answer"), KINDS)
async def test_draft_is_the_answer_with_its_seed_tokens_and_model(make, loaded, answer, make_facts):
    with model_server(loaded, answer(TEXT)) as server:
        writer = make(server)
        draft = await writer.draft(make_facts(), "en", seed=7)
        await writer.close()
    assert (draft.text, draft.seed, draft.tokens, draft.model) == (TEXT, 7, 31, "m")
    assert (draft.finished, draft.reasoned) == (True, False)
    assert draft.seconds > 0


async def test_openai_is_asked_for_one_answer_with_its_seed_and_temperature(make_facts):
    with model_server(said("Hello"), said(TEXT)) as server:
        writer = openai_writer(server, temperature=0.4)
        for seed in (GREEDY, 7):
            await writer.draft(make_facts(), "en", seed=seed)
        await writer.close()
    hello, greedy, sampled = server.asked
    assert {each.path for each in server.asked} == {"/v1/chat/completions"}
    assert hello.body["max_tokens"] == 1
    assert (greedy.body["seed"], greedy.body["temperature"]) == (GREEDY, 0.0)
    assert (sampled.body["seed"], sampled.body["temperature"]) == (7, 0.4)
    assert (sampled.body["model"], sampled.body["stream"]) == ("m", False)
    assert sampled.body["messages"][-1]["content"].startswith("Facts:\n")
    assert WITHOUT_THINKING.items() <= sampled.body.items()


async def test_ollama_is_asked_to_load_and_keep_the_model_and_not_to_think(make_facts):
    with model_server(LOADED, told(TEXT)) as server:
        writer = ollama_writer(server, temperature=0.4)
        await writer.start()
        await writer.draft(make_facts(), "en", seed=7)
        await writer.close()
    load, draft = server.asked
    assert (load.path, draft.path) == ("/api/chat", "/api/chat")
    assert (load.body["messages"], load.body["keep_alive"], draft.body["keep_alive"]) == ([], "30m", "30m")
    assert (draft.body["think"], draft.body["stream"]) == (False, False)
    assert load.body["options"].items() <= draft.body["options"].items()
    assert (draft.body["options"]["seed"], draft.body["options"]["temperature"]) == (7, 0.4)


@pytest.mark.parametrize(("make", "loaded", "answer"), KINDS)
async def test_model_is_told_what_was_wrong_in_a_second_turn(make, loaded, answer, make_facts):
    with model_server(loaded, answer(WRONG), answer(TEXT)) as server:
        outcome = await climb(make(server), make_facts())
    assert (outcome.result.verdict, outcome.result.shown) == (Verdict.CLEAN, TEXT)
    assert [attempt.corrected for attempt in outcome.attempts] == [False, True]
    *_, draft, told_wrong = server.bodies[-1]["messages"]
    assert draft == {"role": "assistant", "content": WRONG}
    assert "“25.0 °C” is not what the facts say (sea temperature: 19.0 °C)." in told_wrong["content"]


@pytest.mark.parametrize(("make", "loaded", "answer"), KINDS)
async def test_refused_option_is_left_out_from_then_on(make, loaded, answer, make_facts):
    refusal = Reply({"error": '"m" does not support thinking'}, 400)
    script = [refusal, loaded] if make is openai_writer else [loaded, refusal]
    with model_server(*script, answer(WRONG), answer(TEXT)) as server:
        outcome = await climb(make(server), make_facts())
    assert outcome.result.shown == TEXT
    asked_not_to_think = ["think" in body or "reasoning_effort" in body for body in server.bodies]
    assert asked_not_to_think == ([True, False, False, False] if make is openai_writer else [False, True, False, False])


@pytest.mark.parametrize(
    ("content", "how", "fault"),
    [
        ("", {}, Fault.EMPTY),
        ("", {"reasoning": True}, Fault.THOUGHT),
        ("<think>It is 1.3 m, and", {"cut": True}, Fault.THOUGHT),
        ("<think>It is 1.3 m.</think>" + TEXT, {}, Fault.THOUGHT),
        ("Waves reach 1.3", {"cut": True}, Fault.CUT_OFF),
        ("Waves reach 1.3 m at Praia da Joaquina.", {"cut": True}, Fault.CUT_OFF),
        ("- Waves: 1.3 m\n- Water: 19.0 °C", {}, Fault.MARKUP),
        ("As ondas chegam a 1,3 m na praia, com água a 19,0 °C.", {}, Fault.LANGUAGE),
    ],
    ids=[
        "empty",
        "reasoning only",
        "unclosed thought",
        "thought",
        "cut off",
        "cut at an end",
        "list",
        "another language",
    ],
)
@pytest.mark.parametrize(("make", "loaded", "answer"), KINDS)
async def test_answer_that_is_no_draft_is_tried_again(make, loaded, answer, make_facts, content, how, fault):
    more = {("reasoning_content" if answer is said else "thinking"): "It is 1.3 m."} if how.get("reasoning") else {}
    more |= {("finish" if answer is said else "reason"): "length"} if how.get("cut") else {}
    with model_server(loaded, answer(content, **more), answer(TEXT)) as server:
        outcome = await climb(make(server), make_facts())
    assert [attempt.fault for attempt in outcome.attempts] == [fault, None]
    assert outcome.result.shown == TEXT


@pytest.mark.parametrize(("make", "loaded", "answer"), KINDS)
async def test_model_that_only_reasons_gives_numbers_only_with_a_hint(make, loaded, answer, make_facts):
    more = {("reasoning" if answer is said else "thinking"): "It is 1.3 m."}
    with model_server(loaded, answer("", **more)) as server, capture_logs() as logs:
        outcome = await climb(make(server), make_facts())
    assert (outcome.result, outcome.failure) == (None, Failure.NO_DRAFT)
    assert outcome.detail == (
        "No attempt gave a text that could be judged. The model gives its reasoning instead of a text; "
        "turn thinking off in its server, or take a model that does not reason."
    )
    assert [log["detail"] for log in logs if log["event"] == "writer.failed"] == [outcome.detail]


@pytest.mark.parametrize(
    ("content", "text"),
    [(None, ""), ("", ""), ("<think>\n\n</think>\n\n" + TEXT, TEXT), ([{"type": "text", "text": TEXT}], TEXT)],
    ids=["null", "empty", "empty thought", "parts"],
)
async def test_openai_content_may_be_null_in_parts_or_begin_with_an_empty_thought(content, text, make_facts):
    with model_server(said("Hello"), said(content)) as server:
        writer = openai_writer(server)
        draft = await writer.draft(make_facts(), "en", seed=7)
        await writer.close()
    assert draft.text == text


OPENAI_MISSING = {"error": {"message": "The model `m` does not exist.", "type": "NotFoundError", "code": 404}}
REFUSALS = [
    pytest.param(
        ollama_writer,
        Reply({"error": 'model "m" not found, try pulling it first'}, 404),
        ModelMissingError,
        'has no such model (model "m" not found, try pulling it first). Run `ollama pull m`, or correct '
        "BOIA_MODEL_NAME.",
        id="ollama, not pulled",
    ),
    pytest.param(
        openai_writer,
        Reply(OPENAI_MISSING, 404),
        ModelMissingError,
        "has no such model (The model `m` does not exist.). Correct BOIA_MODEL_NAME, or load that model in the server.",
        id="openai, no such model",
    ),
    *(
        pytest.param(make, Reply(*reply), error, sentence, id=f"{make.__name__}, {name}")
        for make in (openai_writer, ollama_writer)
        for name, reply, error, sentence in [
            (
                "404",
                ("<h1>Not Found</h1>", 404),
                UnreachableError,
                "does not offer what BOIA_MODEL asks of it (404 at ",
            ),
            (
                "401",
                ({"error": {"message": f"Incorrect API key provided: {KEY}"}}, 401),
                ModelError,
                "refuses the key (401): correct BOIA_MODEL_KEY.",
            ),
            ("429", ({"error": "slow down"}, 429), ModelError, "is busy (429: slow down)."),
            ("500", ({"error": f"no memory for {KEY}"}, 500), ModelError, "failed (500: no memory for [key]); look at"),
            ("502", ("<html>", 502), ModelError, "failed (502: Bad Gateway); look at its log."),
            ("400", ({"detail": "too long"}, 400), ModelError, "refused the request (400: too long)."),
            ("302", ("", 302), ModelError, "refused the request (302: Found)."),
            (
                "a page",
                ("<html>Welcome</html>", 200),
                UnreachableError,
                "answers, but not as a model's server does: correct BOIA_MODEL_URL or BOIA_MODEL.",
            ),
            (
                "an error that succeeds",
                ({"error": "it broke"}, 200),
                ModelError,
                "refused the request (200: it broke).",
            ),
        ]
    ),
]


@pytest.mark.parametrize(("make", "reply", "error", "sentence"), REFUSALS)
async def test_refusal_is_a_sentence_with_a_remedy_and_without_the_key(make, reply, error, sentence, make_facts):
    with model_server(reply) as server, capture_logs() as logs:
        writer = make(server, key=SecretStr(KEY))
        outcome = await climb(writer, make_facts())
    assert (outcome.result, outcome.failure) == (None, error.failure)
    assert outcome.detail.startswith(f"{server.url}{'/v1' if make is openai_writer else ''} {sentence}")
    assert KEY not in f"{outcome.detail}{logs}{vars(writer)}"
    assert [log["detail"] for log in logs if log["event"] == "writer.failed"] == [outcome.detail]
    assert {each.authorization for each in server.asked} == {f"Bearer {KEY}"}


@pytest.mark.parametrize(("make", "loaded", "answer"), KINDS)
async def test_answer_of_another_shape_is_told_from_a_chat(make, loaded, answer, make_facts):
    with model_server(loaded, Reply({"status": "ok"})) as server:
        outcome = await climb(make(server), make_facts())
    assert outcome.failure is Failure.MODEL_UNREACHABLE
    assert outcome.detail.endswith("correct BOIA_MODEL_URL or BOIA_MODEL.")


@pytest.mark.parametrize("make", MAKERS)
async def test_nobody_there_is_said_at_once(make, make_facts):
    outcome = await climb(make(ModelServer([], url=NOBODY)), make_facts())
    assert outcome.failure is Failure.MODEL_UNREACHABLE
    assert outcome.detail.startswith("Nothing answers at http://127.0.0.1:9")
    assert outcome.detail.endswith(": start the model's server, or correct BOIA_MODEL_URL.")


@pytest.mark.parametrize("make", MAKERS)
async def test_password_in_the_address_is_not_said(make):
    writer = make(ModelServer([], url="http://me:secret@127.0.0.1:9"))
    with pytest.raises(UnreachableError) as caught:
        await writer.start()
    await writer.close()
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("make", MAKERS)
async def test_address_that_is_none_is_unreachable(make):
    writer = make(ModelServer([], url="http://[half"))
    with pytest.raises(UnreachableError, match="correct BOIA_MODEL_URL"):
        await writer.start()
    await writer.close()


async def test_server_that_hangs_is_a_model_error(make_facts, monkeypatch):
    monkeypatch.setattr(endpoint, "READ_S", 0.05)
    never = Event()
    with model_server(Reply({}, when=never)) as server:
        outcome = await climb(openai_writer(server), make_facts())
    assert outcome.failure is Failure.MODEL_ERROR
    assert outcome.detail == f"{server.url}/v1 gave no answer for 0.05 s: it is overloaded, or hangs."


async def test_server_that_still_loads_is_waited_for(make_facts, monkeypatch):
    monkeypatch.setattr(endpoint, "LOADING_PAUSE_S", 0.0)
    loading = Reply({"error": {"message": "Loading model", "type": "unavailable_error", "code": 503}}, 503)
    with model_server(loading, loading, said("Hello"), said(TEXT)) as server:
        outcome = await climb(openai_writer(server), make_facts())
    assert outcome.result.shown == TEXT


@pytest.mark.parametrize(("make", "loaded", "answer"), KINDS)
async def test_report_whose_time_is_over_does_not_stop_the_server_from_loading(make, loaded, answer, make_facts):
    ready = Event()
    with model_server(Reply(loaded.body, when=ready), answer(TEXT)) as server:
        writer = make(server)
        late = await summarise(writer, make_facts(), "en", mode=Mode.BLOCK, attempts=2, deadline=0.05)
        ready.set()
        outcome = await climb(writer, make_facts())
    assert (late.failure, outcome.result.shown) == (Failure.DEADLINE, TEXT)
    assert len(server.asked) == 2  # one load for both reports


@pytest.mark.parametrize(("make", "loaded", "answer"), KINDS)
async def test_load_that_failed_is_tried_again_by_the_next_report(make, loaded, answer, make_facts):
    with model_server(Reply({"error": "no memory"}, 500), loaded, answer(TEXT)) as server:
        writer = make(server)
        with pytest.raises(ModelError):
            await writer.start()
        outcome = await climb(writer, make_facts())
    assert outcome.result.shown == TEXT


@pytest.mark.parametrize("make", MAKERS)
async def test_closing_leaves_a_load_that_is_not_over(make):
    with model_server(Reply({}, when=Event())) as server:
        writer = make(server)
        loading = asyncio.create_task(writer.start())
        await asyncio.sleep(0.01)
        await writer.close()
        with pytest.raises(asyncio.CancelledError):
            await loading


@pytest.mark.parametrize(
    ("models", "expected"),
    [
        ([{"id": "qwen3"}], "qwen3"),
        ([{"id": "a"}, {"id": "b"}], "has 2 models (a, b): say which by BOIA_MODEL_NAME."),
        ([], "names no model: say which by BOIA_MODEL_NAME."),
    ],
    ids=["one", "two", "none"],
)
async def test_openai_without_a_name_takes_the_only_model(models, expected):
    with model_server(Reply({"object": "list", "data": models}), said("Hello")) as server:
        writer = OpenAIWriter(server.url)
        if len(models) == 1:
            await writer.start()
            assert (writer.model, server.bodies[-1]["model"]) == (expected, expected)
        else:
            with pytest.raises(ModelMissingError) as caught:
                await writer.start()
            assert str(caught.value) == f"{server.url}/v1 {expected}"
        await writer.close()


@pytest.mark.parametrize(
    "url",
    ["http://host:1", "http://host:1/", "http://host:1/v1", "http://host:1/v1/", "http://host:1/v1/chat/completions"],
)
def test_address_may_be_given_with_or_without_its_path(url):
    assert root(url) == "http://host:1/v1"
    assert root("https://host/proxy/openai/v2") == "https://host/proxy/openai/v2"


@pytest.mark.parametrize("make", MAKERS)
async def test_no_key_is_sent_where_there_is_none(make):
    with model_server(Reply({"error": "no"}, 500)) as server:
        writer = make(server)
        with pytest.raises(ModelError):
            await writer.start()
        await writer.close()
    assert server.asked[0].authorization is None
