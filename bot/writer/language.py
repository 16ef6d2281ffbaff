"""Which language a draft is in, told by the small words that the word lists keep as each language's own."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources

from factguard.lexicon import languages
from factguard.text import fold

_MIXED = 3  # foreign words: of the 3,134 texts of the corpus none holds as many
_WRONG = 2  # foreign words beside none of its own
_WORD = re.compile(r"[^\W\d_]+")


def is_foreign(text: str, language: str) -> bool:
    """Whether a text is in another language than asked ("en", "pt", "pt_BR"), wholly or in part.

    A text with too few small words to tell is never foreign. Proper names should be taken out of it before.
    """
    folder = language.replace("-", "_").partition("_")[0]
    found = [word for word in _words(text) if word in _small_words()]
    own = sum(folder in _small_words()[word] for word in found)
    foreign = len(found) - own
    return foreign >= _MIXED or (foreign >= _WRONG and own == 0)


def _words(text: str) -> list[str]:
    """The words, folded; short ones in capitals are compass points and the like ("SE", "UV"), of no language."""
    return [fold(word).text for word in _WORD.findall(text) if not (len(word) < 3 and word.isupper())]


@cache
def _small_words() -> dict[str, frozenset[str]]:
    """Each small word with the languages that own it."""
    owned: dict[str, frozenset[str]] = {}
    for language in languages():
        source = resources.files("locales").joinpath(language, "lexicon.toml").read_text(encoding="utf-8")
        for word in fold(tomllib.loads(source).get("markers", "")).text.split():
            owned[word] = owned.get(word, frozenset()) | {language}
    return owned
