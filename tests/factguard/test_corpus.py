"""The judged summaries: no clean one is flagged, and hardly a wrong one passes.

The corpus stands beside this file: one object a line, with the facts, the text, and the verdict and violations that a
person gave it.
"""

from pathlib import Path
from typing import Any

import pytest

from corpus_parts import facts_of, items
from factguard import GuardResult, Mode, Violation, check

SUMMARIES = ("en_clean", "en_wrong", "pt_clean", "pt_wrong")
OWN = ("own_en_clean", "own_en_wrong", "own_pt_clean", "own_pt_wrong")
"""Harder ones, written for the guard's kinds of error without sight of its word lists."""
AIR = ("air_en_clean", "air_en_wrong", "air_pt_clean", "air_pt_wrong")
DRAFTS = "model_drafts"
LANGUAGES = ("en", "pt")


def _items(*names: str) -> list[dict[str, Any]]:
    folder = Path(__file__).parent / "corpus"
    return [item for name in names for item in items(folder / f"{name}.jsonl")]


CLEAN = [item for item in _items(*SUMMARIES, *OWN, *AIR, DRAFTS) if item["verdict"] == "clean"]


def _wrong(language: str, *names: str) -> list[tuple[dict[str, Any], GuardResult]]:
    wrong = [item for item in _items(*names) if item["verdict"] != "clean" and item["lang"].startswith(language)]
    return [(item, check(item["text"], facts_of(item), mode=Mode.BLOCK)) for item in wrong]


def _overlaps(violation: Violation, start: int, quote: str) -> bool:
    return start < violation.end and violation.start < start + len(quote)


@pytest.mark.parametrize("item", CLEAN, ids=lambda item: item["id"])
def test_summary_that_a_person_found_true_is_clean(item: dict[str, Any]) -> None:
    result = check(item["text"], facts_of(item), mode=Mode.BLOCK)

    assert [violation.message() for violation in result.violations] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", [SUMMARIES, OWN, AIR], ids=["summaries", "own", "air"])
def test_hardly_a_wrong_summary_passes(names: tuple[str, ...], language: str) -> None:
    judged = _wrong(language, *names)

    missed = [item["id"] for item, result in judged if not result.violations]
    assert len(missed) <= 0.05 * len(judged), missed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", [SUMMARIES, AIR, (DRAFTS,)], ids=["summaries", "air", "drafts"])
def test_wrong_text_gets_the_verdict_that_a_person_gave_it(names: tuple[str, ...], language: str) -> None:
    judged = _wrong(language, *names)

    other = [item["id"] for item, result in judged if result.verdict != item["verdict"]]
    assert len(other) <= 0.1 * len(judged), other


@pytest.mark.parametrize("language", LANGUAGES)
def test_wrong_summary_is_flagged_where_a_person_flagged_it(language: str) -> None:
    elsewhere = [
        (item["id"], violation.quote)
        for item, result in _wrong(language, *SUMMARIES, *AIR)
        for violation in result.violations
        if not any(
            _overlaps(violation, item["text"].index(fault["quote"]), fault["quote"]) for fault in item["violations"]
        )
    ]

    assert elsewhere == []
