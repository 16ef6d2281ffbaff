"""Every text that a user can read stands in every catalogue, with the same placeholders."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po

import bot
from bot.layout.table import COLUMN
from bot.texts import languages
from bot.writer import Failure
from conditions import DOMAINS
from conditions.errors import (
    AmbiguousPlaceError,
    ConditionsError,
    InlandError,
    NoBestHourError,
    NoHourError,
    NoSampleError,
    PositionError,
    SourceAnswerError,
    SourceLimitError,
    SourceRefusedError,
    SourceUnreachableError,
    Span,
    UnknownPlaceError,
)
from conditions.places import find
from factguard.facts import Category, Kind, Level, Score

Key = tuple[str | None, str]  # a context, None for most, and a msgid

PACKAGES = ("bot", "conditions", "factguard")
KEYWORDS = DEFAULT_KEYWORDS | {"Deduction": (2,)}  # the reason of a deduction is a msgid without a mark
ERRORS: tuple[ConditionsError, ...] = (
    UnknownPlaceError("x", ()),
    UnknownPlaceError("x", ("Ipanema",)),
    AmbiguousPlaceError("barra", find("barra")),
    SourceUnreachableError("localhost", "refused"),
    SourceRefusedError("localhost", 400, "no"),
    SourceRefusedError("localhost", 503, "overloaded"),
    SourceAnswerError("localhost", "not JSON"),
    NoSampleError("Campeche", ("Ipanema",)),
    NoHourError("Ipanema", "2026-06-16 09:00"),
    NoBestHourError("Ipanema", "2026-06-16"),
    PositionError("91, 0"),
    InlandError("Madrid", "Ipanema", 300.0),
    *(SourceLimitError("localhost", "no more", span) for span in Span),
)


def _marked() -> Iterator[Key]:
    """What the code marks as a text."""
    root = Path(bot.__file__).parent.parent
    for package in PACKAGES:
        for _, _, message, _, context in extract_from_dir(
            str(root / package), [("**.py", "python")], keywords=KEYWORDS
        ):
            yield context, message if isinstance(message, str) else message[0]


def _declared() -> Iterator[Key]:
    """What domains declare: each field, each closed word, alone and in its field's gender, and each attribute class."""
    yield COLUMN, "hour_local"
    for domain in DOMAINS:
        words = resources.files("locales").joinpath("en", f"{domain.name}.toml").read_text(encoding="utf-8")
        for column in domain.columns:
            yield COLUMN, column
        for attribute in tomllib.loads(words)["attribute"]:
            yield None, attribute
        for field, kind in domain.facts.KINDS.items():
            yield None, field
            for word in _words(kind):
                yield None, word
                yield field, word


def _words(kind: Kind) -> tuple[str, ...]:
    match kind:
        case Level():
            return kind.order
        case Category():
            return kind.values
        case Score():
            return tuple(name for _, name in kind.bands)
        case _:
            return ()


def _keys() -> set[Key]:
    spoken: list[Key] = [(None, error.msgid) for error in ERRORS]
    severities: list[Key] = [(None, "hard"), (None, "soft")]
    failures: list[Key] = [(None, failure.reason) for failure in Failure]
    return {*_marked(), *_declared(), *spoken, *severities, *failures}


def _catalogue(language: str) -> Catalog:
    with resources.files("locales").joinpath(language, "messages.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def _entries(language: str) -> dict[Key, str]:
    return {(entry.context, str(entry.id)): str(entry.string) for entry in _catalogue(language) if entry.id}


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", languages())
def test_catalogue_holds_every_text(language: str) -> None:
    missing = {repr(key) for key in _keys() - _entries(language).keys()}
    assert sorted(missing) == []


@pytest.mark.parametrize("language", [language for language in languages() if language != "en"])
def test_every_text_is_translated(language: str) -> None:
    assert sorted(repr(key) for key, text in _entries(language).items() if not text) == []


@pytest.mark.parametrize("language", languages())
def test_translations_keep_the_placeholders(language: str) -> None:
    differing = [
        key for key, text in _entries(language).items() if text and _placeholders(key[1]) != _placeholders(text)
    ]
    assert differing == []


def test_languages_hold_the_same_entries() -> None:
    assert {language: sorted(map(repr, _entries(language))) for language in languages()} == dict.fromkeys(
        languages(), sorted(map(repr, _entries("en")))
    )


def test_every_kind_of_error_is_in_the_table() -> None:
    def leaves(kind: type[ConditionsError]) -> Iterator[type[ConditionsError]]:
        for child in kind.__subclasses__():
            yield from leaves(child) if child.__subclasses__() else [child]

    assert {type(error) for error in ERRORS} - {SourceRefusedError} == set(leaves(ConditionsError))


@pytest.mark.parametrize("field", sorted({field for domain in DOMAINS for field in domain.facts.KINDS}))
def test_a_key_has_its_english_in_the_english_catalogue(field: str) -> None:
    assert _entries("en")[None, field] not in ("", field if "_" in field else "")
