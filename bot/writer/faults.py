"""Texts that are no drafts: nothing to judge, so the next seed is tried."""

from collections.abc import Collection
from enum import StrEnum
from itertools import pairwise

from bot.writer.draft import Draft
from bot.writer.prompt import Prompt

_RUN = 4  # words: no sentence of the training data or the clean corpus shares a run this long with another
_ENDS = (".", "!", "?", "…")
_PUNCTUATION = ".,;:!?…()“”\"'–—"


class Fault(StrEnum):
    """Why a text is no draft."""

    EMPTY = "empty"
    CUT_OFF = "cut_off"
    REPEATED = "repeated"
    """It says the same thing twice, as a model does that has lost its way."""
    ECHO = "echo"
    """It copies the prompt."""
    KNOWN = "known"
    """It is the text of an earlier attempt, which has been judged."""


def find_fault(draft: Draft, prompt: Prompt, known: Collection[str] = ()) -> Fault | None:
    """The first fault of a draft, or None for one that can be judged."""
    text = draft.text.strip()
    if not any(character.isalnum() for character in text):
        return Fault.EMPTY
    if _echoes(text, prompt):
        return Fault.ECHO
    if _repeats(text, prompt):
        return Fault.REPEATED
    if not draft.finished or not text.rstrip("”\"')").endswith(_ENDS):
        return Fault.CUT_OFF
    return Fault.KNOWN if draft.text in known else None


def _echoes(text: str, prompt: Prompt) -> bool:
    return prompt.ask in text or any(f"{first}; {second}" in text for first, second in pairwise(prompt.segments))


def _repeats(text: str, prompt: Prompt) -> bool:
    for segment in prompt.segments:
        text = text.replace(segment, " ")  # the place's name may be long, and may be said twice
    words = [word for word in (token.strip(_PUNCTUATION) for token in text.casefold().split()) if word]
    runs = [tuple(words[start : start + _RUN]) for start in range(len(words) - _RUN + 1)]
    return len(set(runs)) < len(runs)
