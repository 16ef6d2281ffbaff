"""The forms of the word lists in `locales/`, each with its meaning and the sentence that shows it.

`locales/<language>/lexicon.toml` holds the language, `locales/<language>/<domain>.toml` the words of a domain. A
heading is
a kind with its key (`[level.low]`, `[subject.wind_kmh]`, `[adjective.wind_kmh.light]`); under it each form stands with
a
sentence that uses it, and `silent` may list sentences in which the heading must not be read:

    [subject.wind_kmh."wind_direction wind_gust_kmh"]
    "wind" = "The wind."
    [adjective.wind_kmh.strong]
    "strong | stiff" = "A strong wind, a stiff breeze."
    silent = ["A strong swimmer."]

A third part of a subject's heading names fields for which it may be named as well (the wind for its direction), or
"quality". `|` separates forms that share a sentence. A form that needs its accents or its case is
`{ text = …, accents = true, case = true }`. A heading of several fields names them all:
`[subject."sea_temp_c wave_height_m"]`. `[facts]` and `[[rule.<id>]]` of a domain are its rules' own examples.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from factguard.errors import LexiconError
from factguard.text import words

SETTINGS = ("varieties", "grammar", "markers")


class Entry(NamedTuple):
    """One meaning of a form: `key` follows the kind in its heading, `value` to `upper` is a number that it stands for.

    `exact` is how the text must spell it (in lower case unless `case`); None: accents and case do not matter. `fields`
    are the fields or attribute classes that the key names.
    """

    kind: str
    key: tuple[str, ...]
    language: str
    value: float = 0.0
    upper: float = 0.0
    exact: str | None = None
    case: bool = False
    fields: tuple[str, ...] = ()


class Form(NamedTuple):
    """A form with its sentence; a sentence in which a heading must not be read has an empty form."""

    heading: str
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


@dataclass(frozen=True, slots=True)
class WordList:
    """One file of `locales/`: `settings` are what it says of its language."""

    settings: Mapping[str, Any]
    forms: tuple[Form, ...]
    silent: tuple[Form, ...]
    rules: tuple[RuleExample, ...]


def word_list(file: Traversable, language: str) -> WordList:
    """Read one file; one that is not there is empty."""
    if not file.is_file():
        return WordList({}, (), (), ())
    name = f"locales/{language}/{file.name}"
    table = _parse(file, name)
    rules = tuple(_rule_examples(table, language))
    settings = {key: table.pop(key) for key in SETTINGS if key in table}
    forms = tuple(_forms(table, (), language, name))
    return WordList(
        settings, tuple(form for form in forms if form.form), tuple(form for form in forms if not form.form), rules
    )


def _parse(file: Traversable, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except tomllib.TOMLDecodeError as exc:
        raise LexiconError(f'{name}: {exc}. Mend the line; every form is "form" = "a sentence that uses it".') from exc


def _rule_examples(table: dict[str, Any], language: str) -> Iterator[RuleExample]:
    facts, rules = table.pop("facts", {}), table.pop("rule", {})
    for rule, examples in rules.items():
        for example in examples:
            own = facts | example.get("facts", {})
            yield RuleExample(rule, language, example["text"], example.get("flags"), own)


def _forms(table: dict[str, Any], path: tuple[str, ...], language: str, source: str) -> Iterator[Form]:
    heading = f"{source}: {'.'.join(path)}"
    for key, value in table.items():
        if isinstance(value, dict) and "text" not in value:
            yield from _forms(value, (*path, key), language, source)
        elif key == "silent":
            yield from (Form(heading, "", text, Entry(path[0], path[1:] or ("",), language)) for text in value)
        else:
            yield from _heading_forms(key, value, path, language, heading)


def _heading_forms(key: str, value: Any, path: tuple[str, ...], language: str, heading: str) -> Iterator[Form]:
    options = value if isinstance(value, dict) else {"text": value}
    text = words(options["text"])
    for form in (part.strip() for part in key.split("|")):
        if not _contains(text, words(form)):
            raise LexiconError(f'{heading}: the form "{form}" has no example. Give it a sentence that uses it.')
        entry = Entry(
            kind=path[0],
            key=path[1:] or ("",),
            language=language,
            value=float(options.get("value", 0)),
            upper=float(options.get("upper", 0)),
            exact=form if options.get("case") else form.casefold() if options.get("accents") else None,
            case=options.get("case", False),
            fields=tuple(path[1].split()) if len(path) > 1 else (),
        )
        yield Form(heading, form, options["text"], entry)


def _contains(text: tuple[str, ...], form: tuple[str, ...]) -> bool:
    return any(text[start : start + len(form)] == form for start in range(len(text) - len(form) + 1))
