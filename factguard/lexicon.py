"""All words of a domain in every language, as one trie of tokens."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from num2words import num2words

from factguard.forms import Entry, Form, RuleExample, WordList, word_list
from factguard.text import fold, words
from factguard.units import UNITS, cldr_forms

LARGEST_NUMBER_WORD = 200
SENSES = ""  # the key of a trie node's senses: no token is empty
Node = dict[str, Any]
Languages = tuple[str, ...]

TRANSPARENT = frozenset(
    [
        "link",
        "determiner",
        "article",
        "noun",
        "level",
        "adjective",
        "band",
        "compass",
        "stance",
        "daypart",
        "category",
        "negation",
        "bound",
        "partly",
    ]
)
"""Kinds that may stand between a subject and what is said of it."""

CLAIMING = frozenset(
    [
        "adjective",
        "attribute",
        "band",
        "category",
        "compass",
        "level",
        "measurable",
        "moment",
        "stance",
        "statement",
        "subject",
    ]
)
"""Kinds that say something by themselves; the others only help in reading."""


class Meanings:
    """What a form means in some languages: its entries, by kind.

    `claiming` are those that say something, `owner` is what a number or a describing word may be said of.
    """

    __slots__ = ("claiming", "entries", "kinds", "owner", "subject", "transparent")

    def __init__(self, entries: tuple[Entry, ...]) -> None:
        self.entries = entries
        self.kinds: dict[str, Entry] = {}
        for entry in entries:
            self.kinds.setdefault(entry.kind, entry)
        kinds = self.kinds
        self.claiming = tuple(entry for entry in entries if entry.kind in CLAIMING)
        self.subject = kinds.get("subject") or kinds.get("locative") or kinds.get("hint")
        self.owner = self.subject or kinds.get("measurable") or kinds.get("moment")
        self.transparent = "conjunction" not in kinds and not TRANSPARENT.isdisjoint(kinds)


NO_MEANINGS = Meanings(())
meanings = lru_cache(maxsize=None)(Meanings)


class Senses:
    """The entries of one form, ready by language."""

    __slots__ = ("by_languages", "entries", "exact")

    def __init__(self) -> None:
        self.entries: tuple[Entry, ...] = ()
        self.exact = False
        self.by_languages: dict[Languages, Meanings] = {}

    def add(self, entry: Entry) -> None:
        """Add a meaning, once."""
        if entry not in self.entries:
            self.entries += (entry,)
            self.exact = self.exact or entry.exact is not None
            self.by_languages.clear()

    def of(self, languages: Languages) -> Meanings:
        """The meanings in some languages, where no spelling counts."""
        found = self.by_languages.get(languages)
        if found is None:
            found = meanings(tuple(entry for entry in self.entries if entry.language in languages))
            self.by_languages[languages] = found
        return found

    def spelled(self, quote: str, languages: Languages) -> Meanings:
        """The meanings in some languages that the spelling of the text allows."""
        quote = unicodedata.normalize("NFC", quote)
        lower = quote.casefold()
        return meanings(
            tuple(
                entry
                for entry in self.entries
                if entry.language in languages
                and (entry.exact is None or entry.exact == (quote if entry.case else lower))
            )
        )


@dataclass(frozen=True, slots=True)
class Grammar:
    """What a language's order of words allows; a sentence that could be of several languages allows all of theirs.

    `compounds`: a noun may follow its measure without a preposition ("20 km/h wind"); `adjective_last`: an adjective
    follows its noun ("maré alta"); `twelve_hours`: "7:00" may be said of the evening.
    """

    compounds: bool = False
    adjective_last: bool = False
    twelve_hours: bool = False


@dataclass(frozen=True)
class Lexicon:
    """All words of some languages for one domain. `markers` are small words with the languages that they speak for."""

    root: Node
    markers: Mapping[str, Languages]
    grammars: Mapping[str, Grammar]
    forms: tuple[Form, ...]
    silent: tuple[Form, ...]
    rules: tuple[RuleExample, ...]

    @property
    def languages(self) -> Languages:
        """The languages that the lexicon knows."""
        return tuple(self.grammars)

    def grammar(self, languages: Languages) -> Grammar:
        """The grammar of a sentence that may be of some languages."""
        return _united(tuple(self.grammars[language] for language in languages))


def languages() -> Languages:
    """The languages that `locales/` holds."""
    folders = (folder for folder in resources.files("locales").iterdir() if folder.is_dir())
    return tuple(sorted(folder.name for folder in folders if folder.joinpath("lexicon.toml").is_file()))


@cache
def lexicon(domain: str, home: Path | None = None) -> Lexicon:
    """Every language's words for a domain; `home` is a folder like `locales/` that holds the domain's words instead."""
    root: Node = {}
    general = {language: word_list(_file(None, language, "lexicon"), language) for language in languages()}
    special = {language: word_list(_file(home, language, domain), language) for language in languages()}
    lists = [*general.values(), *special.values()]
    for form in (form for words_of_one in lists for form in words_of_one.forms):
        _add(root, form.form, form.entry)
    markers = {name: frozenset(fold(found.settings.get("markers", "")).text.split()) for name, found in general.items()}
    for name, found in general.items():
        for spelling, entry in _generated(found, name, markers[name]):
            _add(root, spelling, entry)
    return Lexicon(
        root=root,
        markers={
            word: tuple(name for name, own in markers.items() if word in own)
            for own in markers.values()
            for word in own
        },
        grammars={name: Grammar(**found.settings.get("grammar", {})) for name, found in general.items()},
        forms=tuple(form for found in lists for form in found.forms),
        silent=tuple(form for found in lists for form in found.silent),
        rules=tuple(example for found in lists for example in found.rules),
    )


def _file(home: Path | None, language: str, name: str) -> Traversable:
    folder: Traversable = home or resources.files("locales")
    return folder.joinpath(language, f"{name}.toml")


@lru_cache(maxsize=64)
def _united(grammars: tuple[Grammar, ...]) -> Grammar:
    return Grammar(
        compounds=any(grammar.compounds for grammar in grammars),
        adjective_last=any(grammar.adjective_last for grammar in grammars),
        twelve_hours=any(grammar.twelve_hours for grammar in grammars),
    )


def _add(root: Node, form: str, entry: Entry) -> None:
    node = root
    for word in words(form):
        node = node.setdefault(word, {})
    node.setdefault(SENSES, Senses()).add(entry)


def _generated(found: WordList, language: str, markers: frozenset[str]) -> Iterator[tuple[str, Entry]]:
    """Units as CLDR writes them and numbers as num2words does, for each variety ("pt_BR", "pt_PT") of a language."""
    for variety in found.settings.get("varieties", [language]):
        for unit in UNITS:
            for form in cldr_forms(unit, variety) - {"°"}:
                exact = form.casefold() if fold(form).text in markers else None  # "nós" is a unit, "nos" a preposition
                yield form, Entry("unit", (unit,), language, exact=exact)
        for number in (0, *range(2, LARGEST_NUMBER_WORD + 1)):  # "one" and "um" are articles too: `[article]` has them
            yield _number_word(number, variety), Entry("number", ("",), language, value=float(number))


@cache
def _number_word(number: int, variety: str) -> str:
    spoken: str = num2words(number, lang={"pt_PT": "pt", "en_GB": "en"}.get(variety, variety))
    return spoken


def names(groups: Iterable[tuple[str, ...]], within: Iterable[tuple[str, ...]] = ()) -> Node:
    """A trie of proper names; each group is one thing's spellings, and its first is the entry's key.

    A group of `within` is one thing's name and the names of what it lies in.
    """
    root: Node = {}
    for group in groups:
        for name in group:
            _add(root, name, Entry("name", (group[0],), ""))
    for name, *wider in within:
        for place in wider:
            _add(root, place, Entry("within", (name,), ""))
    return root


def is_name(trie: Node, name: str) -> bool:
    """Whether a name is one thing's first spelling in a trie of names."""
    node: Node | None = trie
    for word in words(name):
        node = node.get(word) if node is not None else None
    senses = node.get(SENSES) if node is not None else None
    return senses is not None and any(entry.kind == "name" and entry.key[0] == name for entry in senses.entries)
