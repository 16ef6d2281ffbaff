"""One pass over a text: tokens, names, the language of each sentence, forms of the lexicon, numbers.

The result is a flat list of items in reading order. Linear in the length of the text: each token begins at most one
form, and a form has a bounded length.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from factguard.lexicon import SENSES, Languages, Lexicon, Meanings, Node, Senses
from factguard.mentions import END, Item
from factguard.numbers import may_begin_number, number_at
from factguard.text import BREAK, NUMBER, SYMBOL, WORD, Folded, Tokens, fold, tokens

Named = tuple[Meanings, int]
"""A name that begins at a token, and the token after it."""
KINDS = {NUMBER: "digits", WORD: "word", SYMBOL: "mark", BREAK: "break"}


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as it was read."""

    folded: Folded
    items: list[Item]


def read(text: str, lexicon: Lexicon, names: Sequence[Node], languages: Sequence[str] | None = None) -> Reading:
    """Read a text: `names` are tries of proper names, which hide whatever words they hold."""
    folded = fold(text)
    found = tokens(folded.text)
    named = _named(found, folded, names)
    wanted = tuple(languages) if languages else lexicon.languages
    spoken = _languages(found, named, lexicon, wanted)
    return Reading(folded, _with_numbers(_pieces(found, spoken, folded, lexicon, named)))


def _named(tokens: Tokens, folded: Folded, names: Sequence[Node]) -> dict[int, Named]:
    """The longest name at each token where one begins. Names begin with a capital."""
    found: dict[int, Named] = {}
    for trie in names:
        for at in [at for at, text in enumerate(tokens.texts) if text in trie]:
            if not folded.original[folded.offset(tokens.starts[at])].islower():
                name = _longest_name(trie, tokens.texts, at)
                if name is not None and (at not in found or name[1] > found[at][1]):
                    found[at] = name
    return found


def _longest_name(trie: Node, texts: Sequence[str], at: int) -> Named | None:
    node, last, best = trie.get(texts[at]), at + 1, None
    while node is not None:
        if SENSES in node:
            best = (node[SENSES].of(("",)), last)
        if last == len(texts):
            break
        node, last = node.get(texts[last]), last + 1
    return best


def _languages(tokens: Tokens, named: dict[int, Named], lexicon: Lexicon, wanted: Languages) -> list[Languages]:
    """For each token the languages in which its sentence is read: the one whose small words prevail, else all.

    The words of a name say nothing of the language around it.
    """
    size = len(tokens.texts)
    if len(wanted) == 1:
        return [wanted] * size
    votes = [lexicon.markers.get(text, ()) for text in tokens.texts]
    for at, (_, last) in named.items():
        votes[at:last] = [()] * (last - at)
    cast = set(votes) - {()}
    whole = _prevailing(votes, wanted) or wanted
    if all(whole[0] in vote for vote in cast):  # no word speaks for another language
        return [whole] * size
    found: list[Languages] = []
    for at, kind in enumerate(tokens.kinds):
        if kind == BREAK or at == size - 1:
            first = len(found)
            found += [_prevailing(votes[first : at + 1], wanted) or whole] * (at + 1 - first)
    return found


def _prevailing(votes: Sequence[Languages], wanted: Languages) -> Languages | None:
    """The language for which most words speak; a word of several languages speaks for each."""
    counts = sorted(((sum([name in vote for vote in votes]), name) for name in wanted), reverse=True)
    return (counts[0][1],) if counts[0][0] > counts[1][0] else None


def _pieces(
    tokens: Tokens, spoken: Sequence[Languages], folded: Folded, lexicon: Lexicon, named: dict[int, Named]
) -> list[Item]:
    """Names, forms of the lexicon (the longest at each place), and single tokens."""
    kinds, texts, starts, ends = tokens
    grammars = {languages: lexicon.grammar(languages) for languages in set(spoken)}
    pieces: list[Item] = []
    root, at, size = lexicon.root, 0, len(texts)
    while at < size:
        text, languages = texts[at], spoken[at]
        node = root.get(text)
        meanings, last = (None, at) if node is None else _longest(node, tokens, at, languages, folded)
        kind = "hit"
        if at in named and named[at][1] >= last:
            kind, (meanings, last) = "name", named[at]
        if meanings is None:
            pieces.append(Item(KINDS[kinds[at]], starts[at], ends[at], text, grammars[languages]))
            at += 1
            continue
        if last > at + 1:
            text = " ".join(texts[at:last])
        pieces.append(Item(kind, starts[at], ends[last - 1], text, grammars[languages], meanings))
        at = last
    return pieces


def _longest(node: Node, tokens: Tokens, at: int, languages: Languages, folded: Folded) -> tuple[Meanings | None, int]:
    """The longest form that begins at a token and that the spelling and the language allow, and where it ends."""
    texts, last, end = tokens.texts, at + 1, at
    best: Meanings | None = None
    size, following = len(texts), node
    while True:
        senses: Senses | None = following.get(SENSES)
        if senses is not None:
            if senses.exact:
                fit = senses.spelled(folded.quote(tokens.starts[at], tokens.ends[last - 1]), languages)
            else:
                fit = senses.of(languages)
            if fit.entries:
                best, end = fit, last
        if last == size or len(following) == (senses is not None) or texts[last] not in following:
            return best, end
        following, last = following[texts[last]], last + 1


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
