"""The word lists of `locales/`, as one trie of tokens.

`locales/<language>/lexicon.toml` holds the language, `locales/<language>/<domain>.toml` the words of a domain. A
heading is a kind
with its key (`[level.low]`, `[subject.wind_kmh]`, `[adjective.wind_kmh.light]`); under it each form stands with a
sentence that
uses it, and `silent` may list sentences in which the heading must not be read:

    [adjective.wind_kmh.strong]
    "strong | stiff" = "A strong wind, a stiff breeze."
    silent = ["A strong swimmer."]

`|` separates forms that share a sentence. A form that needs its accents or its case is `{ text = …, accents = true,
case = true }`.
A heading of several fields names them all: `[subject."sea_temp_c wave_height_m"]`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple

from num2words import num2words

from factguard.errors import LexiconError
from factguard.text import fold, words
from factguard.units import UNITS, cldr_forms

LARGEST_NUMBER_WORD = 200
ENTRIES = ""  # the key of a trie node's entries: no token is empty
Node = dict[str, Any]


class Entry(NamedTuple):
    """One meaning of a form: `key` follows the kind in its heading, `value` to `upper` is a number that it stands for.

    `exact` is how the text must spell it (in lower case unless `case`); None: accents and case do not matter.
    """

    kind: str
    key: tuple[str, ...]
    language: str
    value: float = 0.0
    upper: float = 0.0
    exact: str | None = None
    case: bool = False

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields or attribute classes that the heading names."""
        return tuple(self.key[0].split())


class Form(NamedTuple):
    """A form with its sentence, as the generic test reads it."""

    source: str
    form: str
    text: str
    entry: Entry


class RuleExample(NamedTuple):
    """A sentence of a rule: loud on exactly the words `flags`, silent where that is None."""

    rule: str
    language: str
    text: str
    flags: str | None
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class Lexicon:
    """All words of some languages for one domain."""

    root: Node
    markers: Mapping[str, frozenset[str]]
    forms: tuple[Form, ...]
    silent: tuple[Form, ...]
    rules: tuple[RuleExample, ...]
    languages: tuple[str, ...]


def languages() -> tuple[str, ...]:
    """The languages that `locales/` holds."""
    folders = (folder for folder in resources.files("locales").iterdir() if folder.is_dir())
    return tuple(sorted(folder.name for folder in folders if folder.joinpath("lexicon.toml").is_file()))


@cache
def lexicon(domain: str, extra: Path | None = None) -> Lexicon:
    """Every language's words for a domain; `extra` is a folder like `locales` that holds a domain's words instead."""
    root: Node = {}
    markers: dict[str, frozenset[str]] = {}
    forms: list[Form] = []
    silent: list[Form] = []
    rules: list[RuleExample] = []
    for language in languages():
        folder = resources.files("locales").joinpath(language)
        general, general_name = _load(folder.joinpath("lexicon.toml"), language)
        home: Traversable = (extra or resources.files("locales")).joinpath(language, f"{domain}.toml")
        special, special_name = _load(home, language) if home.is_file() else ({}, "")
        markers[language] = frozenset(fold(general.pop("markers", "")).text.split())
        varieties = general.pop("varieties", [language])
        rules += _rule_examples(special, language)
        for name, table in ((general_name, general), (special_name, special)):
            for form in _forms(table, (), language, name):
                (silent if form.form == "" else forms).append(form)
        _add_generated(root, language, varieties, markers[language])
    for form in forms:
        _add(root, form.form, form.entry)
    return Lexicon(root, markers, tuple(forms), tuple(silent), tuple(rules), languages())


def _load(file: Traversable, language: str) -> tuple[dict[str, Any], str]:
    name = f"locales/{language}/{file.name}"
    try:
        return tomllib.loads(file.read_text("utf-8")), name
    except tomllib.TOMLDecodeError as exc:
        raise LexiconError(f'{name}: {exc}. Mend the line; every form is "form" = "a sentence that uses it".') from exc


def _rule_examples(table: dict[str, Any], language: str) -> list[RuleExample]:
    facts, rules = table.pop("facts", {}), table.pop("rule", {})
    return [
        RuleExample(rule, language, example["text"], example.get("flags"), facts | example.get("facts", {}))
        for rule, examples in rules.items()
        for example in examples
    ]


def _forms(table: dict[str, Any], path: tuple[str, ...], language: str, source: str) -> Iterator[Form]:
    heading = f"{source}: {'.'.join(path)}"
    for key, value in table.items():
        if isinstance(value, dict) and "text" not in value:
            yield from _forms(value, (*path, key), language, source)
        elif key == "silent":
            for text in value:
                yield Form(heading, "", text, Entry(path[0], path[1:], language))
        else:
            yield from _heading_forms(key, value, path, language, heading)


def _heading_forms(key: str, value: Any, path: tuple[str, ...], language: str, heading: str) -> Iterator[Form]:
    options = value if isinstance(value, dict) else {"text": value}
    for form in (part.strip() for part in key.split("|")):
        if not _contains(words(options["text"]), words(form)):
            raise LexiconError(f'{heading}: the form "{form}" has no example. Give it a sentence that uses it.')
        entry = Entry(
            kind=path[0],
            key=path[1:] or ("",),
            language=language,
            value=float(options.get("value", 0)),
            upper=float(options.get("upper", 0)),
            exact=form if options.get("case") else form.casefold() if options.get("accents") else None,
            case=options.get("case", False),
        )
        yield Form(heading, form, options["text"], entry)


def _contains(text: tuple[str, ...], form: tuple[str, ...]) -> bool:
    return any(text[start : start + len(form)] == form for start in range(len(text) - len(form) + 1))


def _add(root: Node, form: str, entry: Entry) -> None:
    node = root
    for word in words(form):
        node = node.setdefault(word, {})
    node[ENTRIES] = (*(old for old in node.get(ENTRIES, ()) if old != entry), entry)


def _add_generated(root: Node, language: str, varieties: Iterable[str], markers: frozenset[str]) -> None:
    """Units as CLDR writes them and numbers as num2words does, for each variety ("pt_BR", "pt_PT") of a language."""
    for variety in varieties:
        for unit in UNITS:
            for form in cldr_forms(unit, variety) - {"°"}:
                exact = form.casefold() if fold(form).text in markers else None
                _add(root, form, Entry("unit", (unit,), language, exact=exact))
        for number in (0, *range(2, LARGEST_NUMBER_WORD + 1)):  # "one" and "um" are articles too: `[article]` has them
            _add(root, _number_word(number, variety), Entry("number", ("",), language, value=float(number)))


@cache
def _number_word(number: int, variety: str) -> str:
    spoken: str = num2words(number, lang={"pt_PT": "pt", "en_GB": "en"}.get(variety, variety))
    return spoken


def names(groups: Iterable[tuple[str, ...]]) -> Node:
    """A trie of proper names; each group is one thing's spellings, and its first is the entry's key."""
    root: Node = {}
    for group in groups:
        for name in group:
            _add(root, name, Entry("name", (group[0],), ""))
    return root
