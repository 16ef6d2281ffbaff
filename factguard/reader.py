"""One pass over a text: tokens, the language of each sentence, forms of the lexicon, numbers.

The result is a flat list of items in reading order. Linear in the length of the text: each token begins at most one
form, and a
form has a bounded length.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from factguard import text as texts
from factguard.lexicon import ENTRIES, Entry, Lexicon, Node
from factguard.mentions import Item
from factguard.numbers import FRACTIONS, number_at
from factguard.text import BREAK, NUMBER, WORD, Folded, Token, fold

Named = tuple[tuple[Entry, ...], int]
"""The names that begin at a token, and the token after the longest; that token itself for none."""
NUMERIC = frozenset({"number", "article", "half", "clock", "span", "unit"})


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as it was read."""

    folded: Folded
    items: list[Item]


def read(text: str, lexicon: Lexicon, names: Sequence[Node], languages: Sequence[str] | None = None) -> Reading:
    """Read a text: `names` are tries of proper names, which hide whatever words they hold."""
    folded = fold(text)
    tokens = texts.tokens(folded.text)
    wanted = tuple(languages) if languages else lexicon.languages
    named = [_longest_name(names, tokens, at, folded) for at in range(len(tokens))]
    pieces = _pieces(tokens, _languages(tokens, named, lexicon, wanted), folded, lexicon.root, named)
    return Reading(folded, _with_numbers(list(pieces)))


def _languages(
    tokens: Sequence[Token], named: Sequence[Named], lexicon: Lexicon, wanted: tuple[str, ...]
) -> list[tuple[str, ...]]:
    """For each token the languages in which its sentence is read: the one whose small words prevail, else all.

    The words of a name say nothing of the language around it.
    """
    if len(wanted) == 1:
        return [wanted] * len(tokens)
    words = [token.text if token.kind == WORD else "" for token in tokens]
    for at, (_, last) in enumerate(named):
        words[at:last] = [""] * (last - at)
    whole = _prevailing(words, lexicon, wanted) or wanted
    found: list[tuple[str, ...]] = []
    first = 0
    for last, token in enumerate(tokens):
        if token.kind == BREAK or last == len(tokens) - 1:
            sentence = _prevailing(words[first : last + 1], lexicon, wanted) or whole
            found += [sentence] * (last + 1 - first)
            first = last + 1
    return found


def _prevailing(words: Sequence[str], lexicon: Lexicon, wanted: tuple[str, ...]) -> tuple[str, ...] | None:
    counts = sorted(((sum(map(lexicon.markers[name].__contains__, words)), name) for name in wanted), reverse=True)
    return (counts[0][1],) if len(counts) == 1 or counts[0][0] > counts[1][0] else None


def _pieces(
    tokens: Sequence[Token], languages: Sequence[tuple[str, ...]], folded: Folded, root: Node, named: Sequence[Named]
) -> Iterator[Item]:
    at = 0
    while at < len(tokens):
        item, at = _piece(tokens, at, languages[at], folded, root, named[at])
        yield item


def _piece(
    tokens: Sequence[Token], at: int, language: tuple[str, ...], folded: Folded, root: Node, named: Named
) -> tuple[Item, int]:
    """The longest name or form that begins at a token, else the token itself."""
    token = tokens[at]
    entries, last = _longest(root, tokens, at, language, folded)
    names, name_last = named
    if name_last > at and name_last >= last:
        return Item("name", token.start, tokens[name_last - 1].end, names, text=_text(tokens, at, name_last)), name_last
    if entries:
        return Item("hit", token.start, tokens[last - 1].end, entries, None, _text(tokens, at, last), language), last
    kind = (
        "digits"
        if token.kind == NUMBER
        else "word"
        if token.kind == WORD
        else "break"
        if token.kind == BREAK
        else "mark"
    )
    return Item(kind, token.start, token.end, (), None, token.text, language), at + 1


def _text(tokens: Sequence[Token], first: int, last: int) -> str:
    return tokens[first].text if last == first + 1 else " ".join(token.text for token in tokens[first:last])


def _longest(
    root: Node, tokens: Sequence[Token], at: int, language: tuple[str, ...], folded: Folded
) -> tuple[tuple[Entry, ...], int]:
    node, last, end = root.get(tokens[at].text), at + 1, at
    best: tuple[Entry, ...] = ()
    while node is not None:
        if ENTRIES in node:
            fit = _fitting(node[ENTRIES], language, folded, tokens[at].start, tokens[last - 1].end)
            if fit:
                best, end = fit, last
        if last == len(tokens):
            break
        node, last = node.get(tokens[last].text), last + 1
    return best, end


def _fitting(
    entries: tuple[Entry, ...], language: tuple[str, ...], folded: Folded, start: int, end: int
) -> tuple[Entry, ...]:
    if all(entry.exact is None and entry.language in language for entry in entries):
        return entries
    quote = unicodedata.normalize("NFC", folded.quote(start, end))
    return tuple(
        entry
        for entry in entries
        if entry.language in language
        and (entry.exact is None or entry.exact == (quote if entry.case else quote.casefold()))
    )


def _longest_name(
    names: Sequence[Node], tokens: Sequence[Token], at: int, folded: Folded
) -> tuple[tuple[Entry, ...], int]:
    """The longest name that begins at a token, and where it ends. Names begin with a capital."""
    best: tuple[Entry, ...] = ()
    end = at
    for trie in names:
        node, last = trie.get(tokens[at].text), at + 1
        if node is None or folded.original[folded.span(tokens[at].start, tokens[at].end)[0]].islower():
            continue
        while node is not None:
            if ENTRIES in node and last > end:
                best, end = node[ENTRIES], last
            if last == len(tokens):
                break
            node, last = node.get(tokens[last].text), last + 1
    return best, end


def _with_numbers(pieces: list[Item]) -> list[Item]:
    """The pieces with each number in the place of what it was written with."""
    items: list[Item] = []
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        found = number_at(pieces, at) if _may_begin_number(piece) else None
        if found is None:
            items.append(piece)
            at += 1
            continue
        while items and items[-1].start >= pieces[found.first].start:
            items.pop()
        first, last = pieces[found.first], pieces[found.last - 1]
        kind = "number" if found.number else "innocent"
        items.append(Item(kind, first.start, last.end, (), found.number, piece.text, piece.language))
        at = found.last
    return items


def _may_begin_number(piece: Item) -> bool:
    if piece.kind == "digits" or piece.text in FRACTIONS:
        return True
    return any(entry.kind in NUMERIC for entry in piece.entries)
