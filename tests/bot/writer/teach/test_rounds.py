"""What a round keeps of the model's own drafts."""

from __future__ import annotations

import pytest

from bot.writer.prompt import prompt
from bot.writer.teach.data import judged
from bot.writer.teach.rounds import Fate, _judge, follows


@pytest.fixture
def asked(make_facts):
    """Facts with a high hazard, their prompt, and a draft that says all of it."""
    facts = make_facts(jellyfish_risk="high")
    line = prompt(facts, "en")
    return facts, line, judged(facts, line, "en").text


def test_clean_draft_that_follows_its_plan_is_kept(asked):
    facts, line, text = asked
    verdict = _judge(facts, line, "en", text, None)
    assert (verdict.fate, verdict.pair.text, verdict.pair.origin) == (Fate.KEPT, text, "draft")


def test_clean_draft_that_leaves_a_value_out_is_taught_again_by_the_grammar(asked):
    facts, line, text = asked
    verdict = _judge(facts, line, "en", "The jellyfish risk is high at Praia da Joaquina.", None)
    assert (verdict.fate, verdict.pair.text, verdict.pair.origin) == (Fate.ASTRAY, text, "grammar")


def test_draft_that_is_not_clean_is_taught_again_by_the_grammar(asked):
    facts, line, text = asked
    verdict = _judge(facts, line, "en", "Waves of 1.9 m at Praia da Joaquina.", None)
    assert (verdict.fate, verdict.pair.text) == (Fate.REFUSED, text)
    assert verdict.why == "number_mismatch wave_height_m “1.9 m”"


def test_text_of_another_number_of_sentences_does_not_follow(asked):
    _, line, text = asked
    assert follows(text, line)
    assert not follows(f"{text} {text} {text}", line)
