"""Texts that are no drafts: nothing to judge, so the next seed is tried."""

import re
from collections.abc import Collection
from enum import StrEnum
from itertools import pairwise

from bot.writer.draft import Draft
from bot.writer.language import is_foreign
from bot.writer.prompt import Prompt

_RUN = 4  # words: no sentence of the training data or the clean corpus shares a run this long with another
_INSTRUCTION = 5  # words: a shorter line of the prompt may stand in a text by chance
_FACTS = 2  # lines: one fact may be said as it was given
_ENDS = (".", "!", "?", "…")
_PUNCTUATION = ".,;:!?…()“”\"'–—"
_THOUGHT = re.compile(r"</?\s*(?:think|thinking|thought|reasoning)\s*>|<\|[^|\n]*\|>", re.IGNORECASE)
_MARKUP = re.compile(
    r"^\s*(?:[-*+•–]\s|\d+[.)]\s|#{1,6}\s|>\s|\|.*\||`{3})"  # a list, a heading, a quotation, a table, code
    r"|\*\*|__|`|\[[^\]\n]+\]\(",
    re.MULTILINE,
)


class Fault(StrEnum):
    """Why a text is no draft."""

    EMPTY = "empty"
    THOUGHT = "thought"
    """It holds the model's reasoning, or the model gave nothing else."""
    MARKUP = "markup"
    """It is a list, a table, or has headings: no sentence."""
    CUT_OFF = "cut_off"
    REPEATED = "repeated"
    """It says the same thing twice, as a model does that has lost its way."""
    ECHO = "echo"
    """It copies the prompt."""
    LANGUAGE = "language"
    """It is in another language than asked, wholly or in part."""
    KNOWN = "known"
    """It is the text of an earlier attempt, which has been judged."""

    @property
    def hint(self) -> str:
        """For an operator, in English: what the model does, and what may help where it always does."""
        return _HINTS[self]


_HINTS = {
    Fault.EMPTY: "The model answers with an empty text; its server's log may say why.",
    Fault.THOUGHT: "The model gives its reasoning instead of a text; turn thinking off in its server, or take a model "
    "that does not reason.",
    Fault.MARKUP: "The model writes lists or markdown instead of sentences; a larger model may do better.",
    Fault.CUT_OFF: "The model's text ends in the middle of a sentence: it ran into the limit on its length.",
    Fault.REPEATED: "The model repeats itself; a higher BOIA_TEMPERATURE or a larger model may help.",
    Fault.ECHO: "The model copies the prompt instead of answering it; take one that is made for chat.",
    Fault.LANGUAGE: "The model writes in another language than asked; take one that knows the language.",
    Fault.KNOWN: "The model writes the same text again; a higher BOIA_TEMPERATURE may help.",
}


def find_fault(
    draft: Draft, prompt: Prompt, known: Collection[str] = (), *, language: str | None = None
) -> Fault | None:
    """The first fault of a draft, or None for one that can be judged.

    With a `language` ("en", "pt_BR"), a draft in another one is a fault.
    """
    text = draft.text.strip()
    if _THOUGHT.search(text) or (draft.reasoned and not text):
        return Fault.THOUGHT
    if not any(character.isalnum() for character in text):
        return Fault.EMPTY
    if _echoes(text, prompt) or _echoes_lines(text, draft.asked):
        return Fault.ECHO
    if _MARKUP.search(text):
        return Fault.MARKUP
    if _repeats(text, prompt):
        return Fault.REPEATED
    if not draft.finished or not text.rstrip("”\"')").endswith(_ENDS):
        return Fault.CUT_OFF
    if language is not None and is_foreign(_without_names(text, prompt), language):
        return Fault.LANGUAGE
    return Fault.KNOWN if draft.text in known else None


def _echoes(text: str, prompt: Prompt) -> bool:
    return prompt.ask in text or any(f"{first}; {second}" in text for first, second in pairwise(prompt.segments))


def _echoes_lines(text: str, asked: str) -> bool:
    """Whether a text holds a sentence of the instructions, or several facts as they were listed."""
    lines = [line.strip() for line in re.split(r"\n|(?<=[.:])\s", asked)]
    facts = [line.strip() for line in asked.splitlines() if ": " in line and not line.rstrip().endswith(_ENDS)]
    instructions = [line for line in lines if len(line.split()) >= _INSTRUCTION and line.endswith((*_ENDS, ":"))]
    return any(line in text for line in instructions) or sum(line in text for line in facts) >= _FACTS


def _repeats(text: str, prompt: Prompt) -> bool:
    text = _without_names(text, prompt)
    words = [word for word in (token.strip(_PUNCTUATION) for token in text.casefold().split()) if word]
    runs = [tuple(words[start : start + _RUN]) for start in range(len(words) - _RUN + 1)]
    return len(set(runs)) < len(runs)


def _without_names(text: str, prompt: Prompt) -> str:
    """The text without what the prompt gave: the place's name may be long, of another language, and said twice."""
    for segment in prompt.segments:
        text = text.replace(segment, " ")
    return text
