"""Trains the adapter: low-rank matrices beside every linear module of the base model.

Only the sentence and its end count for the loss. Gemma's softmax over 262,144 words would cost more than the rest of
the model, so the loss is over the words that the data uses, the words that the model likes best now (hard negatives),
and a random sample of the others, whose logits are raised by the logarithm of how many they stand for.

The work is bounded by a number of minutes: the learning rate falls to its end with the greater of the two shares, steps
done or time spent. A run that was stopped goes on from its last checkpoint with the time that it had left.
"""

from __future__ import annotations

import json
import math
import os
import random
import time
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.writer.teach.data import Pair

MODULES = ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj")
_CHECKPOINT_EVERY_S = 120.0
_HARD_POSITIONS, _HARD_EACH = 24, 24  # where the model's favourites are looked up, and how many
_IGNORED = -100


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a training run depends on, beside its data."""

    minutes: float = 30.0
    steps: int = 0
    """At most so many steps; 0 is one pass over the data for each of `epochs`."""
    epochs: int = 1
    batch: int = 4
    rank: int = 12
    alpha: int = 24
    rate: float = 1.2e-3
    negatives: int = 6000
    seed: int = 1
    threads: int = 2
    start: str = ""
    """An adapter's folder to go on from with fresh optimiser and schedule (a later round)."""


@dataclass(frozen=True, slots=True)
class Example:
    """A pair as tokens."""

    line: tuple[int, ...]
    text: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.line) + len(self.text)


def tune_memory() -> dict[str, str]:
    """The environment that keeps glibc from giving large blocks back each step, which cost a third of the time.

    Waiting threads sleep: spinning ones, with another program at work, made a step take 30 s in place of 4 s.
    """
    malloc = {"MALLOC_MMAP_THRESHOLD_": str(1 << 32), "MALLOC_TRIM_THRESHOLD_": str(1 << 33)}
    return {**os.environ, **malloc, "OMP_WAIT_POLICY": "passive"}


def train(pairs: Sequence[Pair], base: Path, out: Path, recipe: Recipe) -> Path:
    """The folder of the trained adapter, inside `out`."""
    import torch
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    torch.set_num_threads(recipe.threads)
    torch.manual_seed(recipe.seed)
    tokenizer, model = _models(base, recipe)
    examples = [_example(pair, tokenizer) for pair in pairs]
    print(_measures(examples, pairs), flush=True)
    digest = zlib.crc32("".join(pair.line + pair.text for pair in pairs).encode())
    run = _Run(model, _Softmax(model, examples, recipe.negatives), recipe, out, digest)
    run.restore()
    run.work(examples, tokenizer.eos_token_id)
    adapter = out / "adapter"
    model.save_pretrained(adapter)
    return adapter


def _models(base: Path, recipe: Recipe) -> tuple[Any, Any]:
    from peft import LoraConfig, PeftModel, get_peft_model
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(base)
    model: Any = AutoModelForCausalLM.from_pretrained(base, dtype="float32")
    model.config.use_cache = False
    if recipe.start:
        return tokenizer, PeftModel.from_pretrained(model, recipe.start, is_trainable=True)
    config = LoraConfig(
        r=recipe.rank, lora_alpha=recipe.alpha, lora_dropout=0.0, bias="none", task_type="CAUSAL_LM",
        target_modules=list(MODULES),
    )  # fmt: skip
    return tokenizer, get_peft_model(model, config)


def _example(pair: Pair, tokenizer: Any) -> Example:
    """As llama.cpp tokenises the line, with the text after a space and the end of the line after the text."""
    line = [tokenizer.bos_token_id, *tokenizer(pair.line, add_special_tokens=False)["input_ids"]]
    text = [*tokenizer(f" {pair.text}", add_special_tokens=False)["input_ids"], tokenizer.eos_token_id]
    return Example(tuple(line), tuple(text))


def _measures(examples: Sequence[Example], pairs: Sequence[Pair]) -> str:
    parts = [f"{len(examples)} examples"]
    for language in sorted({pair.language for pair in pairs}):
        some = [example for example, pair in zip(examples, pairs, strict=True) if pair.language == language]
        line, text = (sum(map(len, side)) / len(some) for side in ([e.line for e in some], [e.text for e in some]))
        parts.append(f"{language}: {line:.0f} tokens a line, {text:.0f} a text")
    return "; ".join(parts)


def _batches(examples: Sequence[Example], recipe: Recipe) -> Iterator[list[int]]:
    """Batches of like lengths, in a random order that the seed fixes."""
    chance = random.Random(recipe.seed)  # noqa: S311 - the order of the data, no secret
    for _ in range(recipe.epochs):
        order = list(range(len(examples)))
        chance.shuffle(order)
        batches = []
        for start in range(0, len(order), recipe.batch * 20):
            some = sorted(order[start : start + recipe.batch * 20], key=lambda index: len(examples[index]))
            batches += [some[at : at + recipe.batch] for at in range(0, len(some), recipe.batch)]
        chance.shuffle(batches)
        yield from batches


class _Softmax:
    """The loss over a part of the vocabulary that changes each step."""

    def __init__(self, model: Any, examples: Sequence[Example], negatives: int) -> None:
        import torch

        self._torch = torch
        self._weights = model.base_model.model.lm_head.weight.detach()
        used = sorted({token for example in examples for token in example.text})
        self._used = torch.tensor(used)
        self._place = torch.full((self._weights.shape[0],), -1, dtype=torch.long)
        self._place[self._used] = torch.arange(len(used))
        self._negatives = negatives

    def loss(self, hidden: Any, tokens: Any) -> Any:
        """The cross-entropy of the right tokens."""
        torch = self._torch
        hard, easy = self._hard(hidden), self._easy()
        easy = easy[~torch.isin(easy, hard)]
        words = torch.cat([self._used, hard, easy])
        others = self._weights.shape[0] - len(self._used) - len(hard)
        raised = torch.zeros(len(words))
        raised[len(words) - len(easy) :] = math.log(others / max(1, len(easy)))
        logits = hidden @ self._weights[words].T + raised
        return torch.nn.functional.cross_entropy(logits.float(), self._place[tokens])

    def _hard(self, hidden: Any) -> Any:
        torch = self._torch
        with torch.no_grad():
            some = hidden[torch.randperm(hidden.shape[0])[:_HARD_POSITIONS]]
            best = torch.topk(some @ self._weights.T, _HARD_EACH, dim=-1).indices.flatten()
        return best[self._place[best] < 0].unique()

    def _easy(self) -> Any:
        drawn = self._torch.randint(0, self._weights.shape[0], (self._negatives,))
        return drawn[self._place[drawn] < 0].unique()


class _Run:
    """One training run: its state, its checkpoints and what it prints."""

    def __init__(self, model: Any, softmax: _Softmax, recipe: Recipe, out: Path, digest: int) -> None:
        import torch

        self._torch = torch
        self._model, self._softmax, self._recipe = model, softmax, recipe
        self._file = out / "checkpoint.pt"
        self._digest = digest
        self._trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
        self._optimiser = torch.optim.AdamW(self._trained, lr=recipe.rate, weight_decay=0.0, betas=(0.9, 0.99))
        self._step, self._spent, self._tokens, self._mean = 0, 0.0, 0, 0.0
        out.mkdir(parents=True, exist_ok=True)

    def restore(self) -> None:
        """Go on where a stopped run left off, if it had the same data and recipe."""
        if not self._file.is_file():
            return
        state = self._torch.load(self._file, weights_only=True)
        if state["recipe"] != json.dumps(self._key()):
            print(f"{self._file} is of other data or another recipe and is not used.", flush=True)
            return
        with self._torch.no_grad():
            for parameter, kept in zip(self._trained, state["parameters"], strict=True):
                parameter.copy_(kept)
        self._optimiser.load_state_dict(state["optimiser"])
        self._step, self._spent, self._tokens, self._mean = state["progress"]
        print(f"Going on from step {self._step} after {self._spent / 60:.1f} minutes.", flush=True)

    def work(self, examples: Sequence[Example], end: int) -> None:
        """Train until the steps or the minutes are used up."""
        batches = list(_batches(examples, self._recipe))
        total = min(self._recipe.steps or len(batches), len(batches))
        began, saved = time.monotonic() - self._spent, time.monotonic()
        self._model.train()
        while self._step < total and self._spent < self._recipe.minutes * 60:
            share = max(self._step / total, self._spent / (self._recipe.minutes * 60))
            loss = self._learn([examples[index] for index in batches[self._step]], end, share)
            self._step, self._spent = self._step + 1, time.monotonic() - began
            self._mean = loss if self._step == 1 else 0.95 * self._mean + 0.05 * loss
            if self._step <= 5 or self._step % 10 == 0:
                self._tell(total, loss)
            if time.monotonic() - saved > _CHECKPOINT_EVERY_S:
                self._save()
                saved = time.monotonic()
        self._save()
        print(f"Trained {self._step} steps in {self._spent / 60:.1f} minutes, {self._tokens} tokens.", flush=True)

    def _learn(self, batch: Sequence[Example], end: int, share: float) -> float:
        rate = self._recipe.rate * min(1.0, (self._step + 1) / 10) * (0.03 + 0.97 * (1 + math.cos(math.pi * share)) / 2)
        for group in self._optimiser.param_groups:
            group["lr"] = rate
        hidden, tokens = self._hidden(batch, end)
        loss = self._softmax.loss(hidden, tokens)
        loss.backward()
        self._torch.nn.utils.clip_grad_norm_(self._trained, 1.0)
        self._optimiser.step()
        self._optimiser.zero_grad(set_to_none=True)
        self._tokens += sum(len(example) for example in batch)
        return float(loss.item())

    def _hidden(self, batch: Sequence[Example], end: int) -> tuple[Any, Any]:
        """The last hidden state before each token of the texts, and these tokens."""
        torch, length = self._torch, max(len(example) for example in batch)
        tokens, labels = torch.full((len(batch), length), end), torch.full((len(batch), length), _IGNORED)
        mask = torch.zeros((len(batch), length), dtype=torch.long)
        for row, example in enumerate(batch):
            size, start = len(example), len(example.line)
            tokens[row, :size] = torch.tensor(example.line + example.text)
            labels[row, start:size] = torch.tensor(example.text)
            mask[row, :size] = 1
        body = self._model.base_model.model.model
        hidden = body(input_ids=tokens, attention_mask=mask, use_cache=False).last_hidden_state[:, :-1]
        wanted = labels[:, 1:]
        return hidden[wanted != _IGNORED], wanted[wanted != _IGNORED]

    def _tell(self, total: int, loss: float) -> None:
        spent = f"{self._spent / 60:.1f} of {self._recipe.minutes:g} min"
        speed = f"{self._tokens / max(self._spent, 1e-9):.0f} tokens/s"
        print(f"step {self._step}/{total}  loss {loss:.3f} (mean {self._mean:.3f})  {speed}  {spent}", flush=True)

    def _save(self) -> None:
        state = {
            "recipe": json.dumps(self._key()),
            "parameters": [parameter.detach() for parameter in self._trained],
            "optimiser": self._optimiser.state_dict(),
            "progress": (self._step, self._spent, self._tokens, self._mean),
        }
        unfinished = self._file.with_suffix(".part")
        self._torch.save(state, unfinished)
        unfinished.replace(self._file)

    def _key(self) -> list[Any]:
        recipe = self._recipe
        return [self._digest, recipe.rank, recipe.alpha, recipe.batch, recipe.seed, recipe.epochs, recipe.start]
