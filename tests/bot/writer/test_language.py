"""No right text of the corpus is taken for another language, and nearly every text is known in the wrong one."""

import json
from pathlib import Path

import pytest

import locales
from bot.writer.language import is_foreign

CORPUS = Path(locales.__path__[0]).parent / "tests" / "factguard" / "corpus"
FILES = sorted(CORPUS.glob("*.jsonl"))


def texts(file):
    """Each text without its place's name, and its language."""
    for line in file.read_text("utf-8").splitlines():
        entry = json.loads(line)
        yield entry["text"].replace(_place(entry["facts"]), " "), entry["lang"]


def _place(facts):
    """The place's name, which every domain calls its own way."""
    return next(value for field, value in facts.items() if field.endswith("_name"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_text_is_foreign_in_its_own_language(file):
    assert [text for text, language in texts(file) if is_foreign(text, language)] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_most_texts_are_foreign_in_the_other_language(file):
    other = [is_foreign(text, "pt" if language == "en" else "en") for text, language in texts(file)]
    least = 0.5 if file.stem.startswith("air") else 0.9  # air is spoken of with fewer small words
    assert sum(other) >= least * len(other)
