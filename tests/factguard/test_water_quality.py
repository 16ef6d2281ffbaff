"""A beach whose sampling points differ: what is said of some of them is true, what is said of all is not."""

from __future__ import annotations

import pytest

from conditions.swim import SwimFacts
from factguard import Mode, check

MIXED = (
    "The water quality is mixed.",
    "Mixed water quality at Ipanema.",
    "The water is improper for bathing at some points.",
    "Water proper at some points.",
    "Some spots in the water are polluted.",
    "The water is partly unfit for bathing.",
    "Bathing water quality varies between sampling points.",
    "At some points the water is improper, at others clean.",
    "The water is fit for bathing in places, unfit in others.",
    "A água está imprópria em alguns pontos.",
    "Água própria em parte.",
    "A água é própria para banho em alguns pontos e imprópria em outros.",
    "Qualidade da água mista.",
    "Em alguns trechos a água está imprópria para banho.",
    "A balneabilidade varia conforme o ponto.",
    "Água parcialmente imprópria para banhos.",
)
PROPER = (
    "The water is proper for bathing.",
    "The water is clean.",
    "A água está própria.",
    "Águas próprias para banho.",
)
IMPROPER = (
    "The water is improper.",
    "Unfit for bathing today.",
    "Água imprópria para banho.",
    "O mar está poluído.",
    "The water is improper at all sampling points.",
)


def _rules(text: str, quality: str | None) -> set[str]:
    facts = SwimFacts.model_validate(
        {"beach_name": "Ipanema", "hour_local": "09:00", "water_quality": quality} | {"score": 50, "wave_height_m": 0.5}
    )
    return {violation.rule for violation in check(text, facts, mode=Mode.BLOCK).violations}


@pytest.mark.parametrize(
    ("text", "quality"),
    [(text, quality) for quality, texts in (("mixed", MIXED), ("proper", PROPER), ("improper", IMPROPER))
     for text in texts],
)  # fmt: skip
@pytest.mark.parametrize("fact", ["mixed", "proper", "improper"])
def test_quality_is_true_of_its_own_beach_and_contradicted_at_any_other(text: str, quality: str, fact: str) -> None:
    assert _rules(text, fact) == (set() if fact == quality else {"category_contradicted"})


@pytest.mark.parametrize("text", ["The water is not proper for bathing.", "A água não está própria para banho."])
def test_denied_quality_leaves_the_other_two(text: str) -> None:
    assert [_rules(text, fact) for fact in ("mixed", "improper")] == [set(), set()]
    assert _rules(text, "proper") == {"category_contradicted"}


@pytest.mark.parametrize("text", MIXED)
def test_quality_of_a_part_has_no_fact_behind_it_where_none_is_supplied(text: str) -> None:
    assert _rules(text, None) == {"unsupported_attribute"}


@pytest.mark.parametrize("text", ["Conditions are mixed.", "The sea is calm in places.", "Mar calmo em alguns pontos."])
def test_words_for_a_part_say_nothing_of_the_water_by_themselves(text: str) -> None:
    assert _rules(text, "proper") == set()
