"""A text folded for reading, and its tokens.

Folding takes case, accents, full-width forms and typographic variants away, one character for one, so that every span
of the folded text is a span of the text as given. Characters without width (combining accents, direction marks) are
dropped; only then an offset table is kept.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

NUMBER, WORD, SYMBOL, BREAK = 1, 2, 3, 4

_DASHES = "‐‑‒–—―−﹣－"
_SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t\r\x0b\x0c"
_WIDTHLESS = "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff\u20e3"
_INVISIBLE = re.compile(f"[\u0300-\u036f{_WIDTHLESS}]")
_TOKEN = re.compile(
    r"(\d+(?:[.,]\d+)*)|([^\W\d_]+(?:'[^\W\d_]+)*)"
    r"|(?!(?<=[^\W_])-(?=[^\W\d_]))([^\s.;!?\n])"  # a hyphen before a letter joins nothing: "água-viva" is two words
    r"|([.;!?\n])"
)


class Tokens(NamedTuple):
    """The tokens of a folded text, each at the same place of four lists: what it is, and its offsets.

    A token is a number as written, a word, a symbol, or a break (. ; ! ? and the end of a line).
    """

    kinds: list[int]
    texts: list[str]
    starts: list[int]
    ends: list[int]


@dataclass(frozen=True, slots=True)
class Folded:
    """A text without case, accents and typographic variants, with the way back to the text as given."""

    original: str
    text: str
    offsets: tuple[int, ...] | None = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The place in the text as given of a span of the folded text."""
        if self.offsets is None:
            return start, end
        last = self.offsets[end - 1] + 1
        while last < len(self.original) and unicodedata.combining(self.original[last]):
            last += 1
        return self.offsets[start], last

    def offset(self, start: int) -> int:
        """The place in the text as given of a character of the folded text."""
        return start if self.offsets is None else self.offsets[start]

    def quote(self, start: int, end: int) -> str:
        """The text as given under a span of the folded text."""
        first, last = self.span(start, end)
        return self.original[first:last]


def fold(text: str) -> Folded:
    """Fold a text; the same number of characters, unless it holds characters without width."""
    if text.isascii():
        return Folded(text, text.lower())
    if _INVISIBLE.search(text) is None:
        folded = text.translate(_table()).lower()
        if len(folded) == len(text):
            return Folded(text, folded)
    return _fold_by_character(text)


def tokens(text: str) -> Tokens:
    """The tokens of a folded text."""
    matches = list(_TOKEN.finditer(text))
    return Tokens(
        kinds=[match.lastindex or 0 for match in matches],
        texts=[match.group() for match in matches],
        starts=[match.start() for match in matches],
        ends=[match.end() for match in matches],
    )


def words(form: str) -> tuple[str, ...]:
    """A word list's form as the tokens that a text would show."""
    return tuple(tokens(fold(form).text).texts)


@cache
def _table() -> dict[int, str]:
    """What one character becomes, for each character that a translation can replace by one."""
    table = {code: _base(chr(code)) for code in (*range(0x80, 0x250), *range(0x1E00, 0x1F00), *range(0xFF01, 0xFF5F))}
    table |= dict.fromkeys(map(ord, _DASHES), "-") | dict.fromkeys(map(ord, _SPACES), " ")
    table |= {
        ord("˚"): "°",
        ord("\u2019"): "'",
        ord("\u2018"): "'",
        ord("\u02bc"): "'",
        ord("\u2044"): "/",
        ord("\u00b5"): "\u03bc",  # the micro sign is written with either
    }
    table |= {0x2080 + digit: str(digit) for digit in range(10)}  # "PM₂.₅", "NO₂"
    table |= {ord("\u2028"): "\n", ord("\u2029"): "\n", ord("\u0130"): "i"}
    return table


def _base(character: str) -> str:
    """The letter under an accent, the plain form of a full-width one; fractions and the like stay."""
    decomposed = unicodedata.normalize("NFKD" if "\uff00" < character < "\uff5f" else "NFD", character)
    return decomposed[0] if len(decomposed) == 1 or unicodedata.combining(decomposed[1]) else character


def _fold_by_character(text: str) -> Folded:
    table, characters, offsets = _table(), [], []
    for offset, character in enumerate(text):
        if _INVISIBLE.match(character):
            continue
        lowered = table.get(ord(character), character).lower()
        characters.append(lowered if len(lowered) == 1 else lowered[0])
        offsets.append(offset)
    return Folded(text, "".join(characters), tuple(offsets))
