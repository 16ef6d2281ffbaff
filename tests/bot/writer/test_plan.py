"""What a report will say, and in what order."""

from __future__ import annotations

from itertools import chain

import pytest

from bot.writer.plan import STYLES
from bot.writer.prompt import prompt

FULL = {
    "air_temp_c": 24.5,
    "wind_gust_kmh": 38,
    "wind_direction": "NE",
    "wave_period_s": 9,
    "uv_index": 7,
    "rain_chance_pct": 20,
    "tide_state": "rising",
    "water_quality": "proper",
}


def plans(facts, count=200):
    """The plans of many variants."""
    return [prompt(facts, "en", variant=variant).plan for variant in range(count)]


def subjects(plan):
    """The subjects of each sentence."""
    return [[segment.subject for segment in sentence] for sentence in plan.sentences]


def test_same_facts_and_variant_give_the_same_plan(make_facts):
    assert prompt(make_facts(**FULL), "pt").text == prompt(make_facts(**FULL), "pt").text


def test_variants_differ_in_order_choice_and_style(make_facts):
    made = plans(make_facts(**FULL))
    assert len({str(subjects(plan)) for plan in made}) > 150
    assert {plan.style for plan in made} == set(range(1, STYLES + 1))


def test_every_plan_has_one_or_two_sentences_and_the_place_in_the_first(make_facts):
    for plan in plans(make_facts(**FULL)):
        assert 1 <= len(plan.sentences) <= 2
        assert "place" in subjects(plan)[0]


def test_subject_stands_in_a_plan_once(make_facts):
    for plan in plans(make_facts(**FULL)):
        named = [*chain(*subjects(plan))]
        assert len(named) == len(set(named))


def test_first_sentence_says_more_than_the_place_and_the_time(make_facts):
    for plan in plans(make_facts(**FULL)):
        assert set(subjects(plan)[0]) - {"place", "time"}


def test_score_is_never_put_down_to_a_hazard_alone(make_facts):
    for plan in plans(make_facts(jellyfish_risk="high", **FULL)):
        first = subjects(plan)[0]
        assert not (first[0] == "jellyfish" and "score" in first and first.index("place") == 1)


def test_more_than_two_sentences_can_carry_is_left_out(make_facts):
    facts = make_facts(jellyfish_risk="high", whale_sighting_likelihood="high", **FULL | {"water_quality": "improper"})
    for plan in plans(facts):
        named = [*chain(*subjects(plan))]
        assert {"jellyfish", "whales", "quality"} <= set(named)
        assert len(set(named) - {"place", "time", "score"}) <= 6


def test_index_of_the_air_is_in_every_plan_on_air(make_air):
    for plan in plans(make_air()):
        assert "score" in chain(*subjects(plan))
    assert any(len(plan.sentences) == 2 for plan in plans(make_air(european_aqi=None)))
    assert not [plan for plan in plans(make_air(european_aqi=None)) if "score" in chain(*subjects(plan))]


@pytest.mark.parametrize("missing", ["score", "wind_kmh", "sea_temp_c", "wave_height_m"])
def test_missing_fact_leaves_a_plan_without_it(make_facts, missing):
    for plan in plans(make_facts(**{missing: None})):
        words = [name for sentence in plan.sentences for segment in sentence for name in segment.words]
        assert missing not in words
