"""The sentences of errors."""

from __future__ import annotations

import pytest

from conditions.errors import (
    AmbiguousPlaceError,
    ConditionsError,
    NoHourError,
    NoSampleError,
    SourceAnswerError,
    SourceRefusedError,
    SourceUnreachableError,
    UnknownPlaceError,
)
from conditions.places import catalogue

SENTENCES = [
    (UnknownPlaceError("x", ()), "There is no place called “x” here."),
    (
        UnknownPlaceError("x", ("Ipanema", "Leblon")),
        "There is no place called “x” here; did you mean Ipanema or Leblon?",
    ),
    (
        AmbiguousPlaceError("barra", catalogue()[:2]),
        "“barra” can be Praia da Joaquina or Praia Mole; say which.",
    ),
    (
        SourceUnreachableError("example.org", "ConnectTimeout"),
        "The weather source example.org cannot be reached (ConnectTimeout); try again in a few minutes.",
    ),
    (
        SourceRefusedError("example.org", 400, "Invalid timezone"),
        "The weather source example.org refused the request (HTTP 400: Invalid timezone).",
    ),
    (
        SourceRefusedError("example.org", 429, "Too many concurrent requests"),
        "The weather source example.org is too busy to answer (HTTP 429: Too many concurrent requests); "
        "try again later.",
    ),
    (
        SourceAnswerError("example.org", "hourly: Field required"),
        "The weather source example.org gave an answer that cannot be read (hourly: Field required); "
        "nothing of it was used.",
    ),
    (
        NoSampleError("Campeche", ("Ipanema",)),
        "There is no sample forecast for Campeche; ask for Ipanema.",
    ),
    (
        NoHourError("Campeche", "2026-06-16 09:00"),
        "There is no forecast for Campeche on 2026-06-16 09:00; ask for a nearer hour.",
    ),
]


@pytest.mark.parametrize(("error", "sentence"), SENTENCES, ids=[type(error).__name__ for error, _ in SENTENCES])
def test_error_says_one_plain_sentence(error: ConditionsError, sentence: str):
    assert str(error) == sentence
    assert error.message("en") == sentence


@pytest.mark.parametrize("language", ["pt", "pt_BR", "pt-PT"])
def test_names_are_joined_in_the_reader_s_language(language: str):
    error = UnknownPlaceError("x", ("Ipanema", "Leblon", "Campeche"))
    assert "Ipanema, Leblon ou Campeche" in error.message(language)


def test_long_choice_is_cut_in_the_sentence_but_not_in_the_error():
    error = AmbiguousPlaceError("florianópolis", catalogue()[:12])
    assert len(error.choices) == 12
    assert error.choices[7].name in str(error)
    assert error.choices[8].name not in str(error)
    assert "or …; say which." in str(error)


@pytest.mark.parametrize(("status", "temporary"), [(400, False), (404, False), (429, True), (500, True), (503, True)])
def test_refusal_says_whether_it_is_worth_another_try(status: int, temporary: bool):
    assert SourceRefusedError("example.org", status, "…").temporary is temporary
