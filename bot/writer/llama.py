"""llama.cpp in this process, by xllamacpp: one model, one text at a time. Everything here blocks.

Measured on two cores with the embedded model (253 MB): 0.6 s to load, 1.3 s a text in one thread, 380 MB at the peak.
"""

import mmap
import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.writer.errors import ModelError, ModelMissingError

CONTEXT_TOKENS = 256  # a prompt is about 45 tokens, a text about 60
LONG_CONTEXT_TOKENS = 2048  # for instructions or examples, and a second turn
MOST_TOKENS = 120  # the longest text of two sentences; at 30 tokens/s it bounds a runaway text to 4 s
_MOST_BATCH = 512  # tokens that are read at once: more only takes memory
_MOST_THREADS = 4  # a model this small gains nothing from more
_BLOCK = 1024 * 1024
MOST_ANSWER_TOKENS = 256  # of a chat model, whose tokens may be shorter
_MOST_HEADER = 64 * _BLOCK  # a vocabulary of 262,000 tokens takes 9 MB
_TEMPLATE_KEY = b"tokenizer.chat_template"


@dataclass(frozen=True, slots=True)
class Completion:
    """What the model wrote; not `finished` when it ran into the limit or was stopped."""

    text: str
    tokens: int
    finished: bool
    reasoned: bool = False


def load(model: Path, adapter: Path | None, threads: int | None, *, context: int = CONTEXT_TOKENS) -> Any:
    """An xllamacpp server with the model, or one plain sentence about why not."""
    for file in (model, adapter):
        if file is not None:
            _warm(file)
    try:
        import xllamacpp
    except ImportError as exc:
        raise ModelMissingError(f"llama.cpp can't be loaded: {exc}. Install xllamacpp.") from exc
    params = _params(xllamacpp, model, adapter, threads, context)
    try:
        return xllamacpp.Server(params)
    except (RuntimeError, ValueError, MemoryError) as exc:
        files = f"{model}" if adapter is None else f"{model} with the adapter {adapter}"
        raise ModelError(f"llama.cpp can't load {files}: it is broken, or no GGUF that fits.") from exc


def _warm(file: Path) -> None:
    """Read a file into the system's cache.

    xllamacpp holds the interpreter's lock while it loads, so all of Python waits for it: 0.6 s from memory, but as long
    as it takes from a cold disk. This read gives the lock away.
    """
    try:
        with file.open("rb", buffering=0) as content:
            while content.read(_BLOCK):
                pass
    except OSError as exc:
        raise ModelMissingError(
            f"The model file {file} can't be read: {exc.strerror or exc}. Correct BOIA_MODEL_PATH or BOIA_ADAPTER_PATH."
        ) from exc


def _params(xllamacpp: Any, model: Path, adapter: Path | None, threads: int | None, context: int) -> Any:
    params = xllamacpp.CommonParams()
    params.model.path = str(model)
    if adapter is not None:
        params.lora_adapters = [xllamacpp.CommonAdapterLoraInfo(str(adapter), 1.0)]
    params.n_parallel = 1
    params.n_ctx = context
    params.n_batch = params.n_ubatch = min(context, _MOST_BATCH)
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads or _threads()
    params.cache_ram_mib = 0  # prompts are never continued: keep no states of earlier ones
    params.fit_params = False  # looks for room on graphics cards by loading the model twice
    params.warmup = False
    params.verbosity = -1  # llama.cpp's own log writes to the terminal
    _shut_the_door(params)
    return params


def _threads() -> int:
    """Half of the cores that this process may use.

    llama.cpp's threads wait for each other by spinning, hundreds of times a token: with as many threads as cores, one
    busy neighbour made a text take 20 s where one thread took 2 s. On two idle cores the second thread saves 0.4 s.
    """
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(usable // 2, _MOST_THREADS))


def _shut_the_door(params: Any) -> None:
    """Xllamacpp's server also listens on loopback, which nothing here uses: nobody else shall either."""
    params.api_keys = [secrets.token_urlsafe(32)]
    params.cors_origins = ""
    params.ui = False
    params.endpoint_slots = False
    params.n_threads_http = 1


def has_chat_template(model: Path) -> bool:
    """Whether a GGUF says how a conversation is written for it: base models do not.

    A key of a GGUF's header stands in it with its length before it; the header comes before the weights.
    """
    with model.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        return content.find(len(_TEMPLATE_KEY).to_bytes(8, "little") + _TEMPLATE_KEY, 0, _MOST_HEADER) >= 0


def complete(
    server: Any,
    prompt: str,
    *,
    seed: int,
    temperature: float,
    grammar: str | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Completion:
    """Continue a prompt to the end of its line. `stopped` is asked after each token and ends the work when true."""
    sampling = _sampling(seed, temperature, MOST_TOKENS, grammar)
    return _joined(_chunks(server.handle_completions, {"prompt": prompt, "stop": ["\n"], **sampling}, stopped))


def converse(
    server: Any,
    messages: Sequence[Mapping[str, str]],
    *,
    seed: int,
    temperature: float,
    grammar: str | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Completion:
    """Answer messages by the model's own chat template, without thinking where it lets one turn that off."""
    sampling = _sampling(seed, temperature, MOST_ANSWER_TOKENS, grammar)
    asked = {"messages": list(messages), "chat_template_kwargs": {"enable_thinking": False}, **sampling}
    return _joined(_chunks(server.handle_chat_completions, asked, stopped))


def _sampling(seed: int, temperature: float, tokens: int, grammar: str | None) -> dict[str, Any]:
    return {
        "max_tokens": tokens,
        "temperature": temperature,
        "seed": seed,
        "cache_prompt": False,  # a reused prompt changes the arithmetic's order, and with it the text
        "stream": True,
        **({"grammar": grammar} if grammar else {}),
    }


def _chunks(
    handle: Callable[[dict[str, Any], Callable[[dict[str, Any]], bool]], Any],
    asked: dict[str, Any],
    stopped: Callable[[], bool],
) -> list[dict[str, Any]]:
    chunks: list[dict[str, Any]] = []

    def receive(chunk: dict[str, Any]) -> bool:
        chunks.append(chunk)
        return stopped()

    handle(asked, receive)
    return chunks


def _joined(chunks: list[dict[str, Any]]) -> Completion:
    for chunk in chunks:
        if "choices" not in chunk:
            message = chunk.get("error", chunk).get("message", chunk)
            raise ModelError(f"llama.cpp refused the prompt: {message}.")
    choices = [chunk["choices"][0] for chunk in chunks if chunk["choices"]]
    said = [_said(choice) for choice in choices]
    return Completion(
        text="".join(text for text, _ in said).strip(),
        tokens=sum(_holds_token(choice) for choice in choices),
        finished=bool(choices) and choices[-1]["finish_reason"] == "stop",
        reasoned=any(reasoning for _, reasoning in said),
    )


def _said(choice: dict[str, Any]) -> tuple[str, str]:
    """A chunk's text and reasoning; chunks of a completion hold the text itself, those of a chat a delta."""
    delta = choice.get("delta") or {}
    return choice.get("text") or delta.get("content") or "", delta.get("reasoning_content") or ""


def _holds_token(choice: dict[str, Any]) -> bool:
    """Whether a chunk stands for a token: the last one does not, nor the one that opens a chat's answer."""
    return choice["finish_reason"] is None and "role" not in (choice.get("delta") or {})
