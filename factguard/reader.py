"""One pass over a text: tokens, names, the language of each sentence, forms of the lexicon, numbers.

The result is a flat list of items in reading order. Linear in the length of the text: each token begins at most one
form,
and a form has a bounded length.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from factguard import text as texts
from factguard.lexicon import SENSES, Languages, Lexicon, Meanings, Node, Senses
from factguard.mentions import END, Item
from factguard.numbers import may_begin_number, number_at
from factguard.text import BREAK, NUMBER, WORD, Folded, Token, fold

Named = tuple[Meanings, int]
"""A name that begins at a token, and the token after it."""
KINDS = {NUMBER: "digits", WORD: "word", BREAK: "break"}


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as it was read."""

    folded: Folded
    items: list[Item]


def read(text: str, lexicon: Lexicon, names: Sequence[Node], languages: Sequence[str] | None = None) -> Reading:
    """Read a text: `names` are tries of proper names, which hide whatever words they hold."""
    folded = fold(text)
    tokens = texts.tokens(folded.text)
    named = _named(tokens, folded, names)
    wanted = tuple(languages) if languages else lexicon.languages
    spoken = _languages(tokens, named, lexicon, wanted)
    return Reading(folded, _with_numbers(_pieces(tokens, spoken, folded, lexicon, named)))


def _named(tokens: Sequence[Token], folded: Folded, names: Sequence[Node]) -> dict[int, Named]:
    """The longest name at each token where one begins. Names begin with a capital."""
    found: dict[int, Named] = {}
    for trie in names:
        for at, token in enumerate(tokens):
            if token.text in trie and not folded.original[folded.offset(token.start)].islower():
                name = _longest_name(trie, tokens, at)
                if name is not None and (at not in found or name[1] > found[at][1]):
                    found[at] = name
    return found


def _longest_name(trie: Node, tokens: Sequence[Token], at: int) -> Named | None:
    node, last, best = trie.get(tokens[at].text), at + 1, None
    while node is not None:
        if SENSES in node:
            best = (node[SENSES].of(("",)), last)
        if last == len(tokens):
            break
        node, last = node.get(tokens[last].text), last + 1
    return best


def _languages(
    tokens: Sequence[Token], named: dict[int, Named], lexicon: Lexicon, wanted: Languages
) -> list[Languages]:
    """For each token the languages in which its sentence is read: the one whose small words prevail, else all.

    The words of a name say nothing of the language around it.
    """
    if len(wanted) == 1:
        return [wanted] * len(tokens)
    sentences, first, named_until = [], 0, 0
    votes: list[Languages] = []
    for at, token in enumerate(tokens):
        if at in named:
            named_until = max(named_until, named[at][1])
        if at >= named_until and (vote := lexicon.markers.get(token.text)):
            votes.append(vote)
        if token.kind == BREAK or at == len(tokens) - 1:
            sentences.append((at + 1 - first, votes))
            first, votes = at + 1, []
    whole = _prevailing([vote for _, votes in sentences for vote in votes], wanted) or wanted
    return [spoken for length, votes in sentences for spoken in [_prevailing(votes, wanted) or whole] * length]


def _prevailing(votes: Sequence[Languages], wanted: Languages) -> Languages | None:
    """The language for which most words speak; a word of several languages speaks for each."""
    counts = sorted(((sum(name in vote for vote in votes), name) for name in wanted), reverse=True)
    return (counts[0][1],) if counts[0][0] > counts[1][0] else None


def _pieces(
    tokens: Sequence[Token], spoken: Sequence[Languages], folded: Folded, lexicon: Lexicon, named: dict[int, Named]
) -> list[Item]:
    """Names, forms of the lexicon (the longest at each place), and single tokens."""
    pieces: list[Item] = []
    root, at = lexicon.root, 0
    grammars = {languages: lexicon.grammar(languages) for languages in set(spoken)}
    while at < len(tokens):
        token, languages = tokens[at], spoken[at]
        grammar, name = grammars[languages], named.get(at)
        node = root.get(token.text)
        meanings, last = (None, at) if node is None else _longest(node, tokens, at, languages, folded)
        if name is not None and name[1] >= last:
            kind, (meanings, last) = "name", name
        elif meanings is not None:
            kind = "hit"
        else:
            pieces.append(Item(KINDS.get(token.kind, "mark"), token.start, token.end, token.text, grammar))
            at += 1
            continue
        text = token.text if last == at + 1 else " ".join(part.text for part in tokens[at:last])
        pieces.append(Item(kind, token.start, tokens[last - 1].end, text, grammar, meanings))
        at = last
    return pieces


def _longest(
    node: Node, tokens: Sequence[Token], at: int, languages: Languages, folded: Folded
) -> tuple[Meanings | None, int]:
    last, end = at + 1, at
    best: Meanings | None = None
    following: Node | None = node
    while following is not None:
        senses: Senses | None = following.get(SENSES)
        if senses is not None:
            if senses.exact:
                fit = senses.spelled(folded.quote(tokens[at].start, tokens[last - 1].end), languages)
            else:
                fit = senses.of(languages)
            if fit.entries:
                best, end = fit, last
        if last == len(tokens):
            break
        following, last = following.get(tokens[last].text), last + 1
    return best, end


def _with_numbers(pieces: list[Item]) -> list[Item]:
    """The pieces with each number in the place of what it was written with."""
    items: list[Item] = []
    padded, at = [*pieces, END, END, END], 0
    while at < len(pieces):
        piece = pieces[at]
        found = number_at(padded, at) if may_begin_number(piece) else None
        if found is None:
            items.append(piece)
            at += 1
            continue
        first, last = pieces[found.first], pieces[found.last - 1]
        while items and items[-1].start >= first.start:
            items.pop()
        kind = "number" if found.number else "innocent"
        items.append(Item(kind, first.start, last.end, piece.text, piece.grammar, number=found.number))
        at = found.last
    return items
