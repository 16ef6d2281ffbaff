"""Texts that are no drafts."""

import pytest

from bot.writer import Draft, Fault
from bot.writer.faults import find_fault
from bot.writer.prompt import prompt

GOOD = "Fair conditions at Praia da Joaquina at 09:00: 19.0 °C water, 1.3 m waves and wind at 20 km/h."
LONG_NAME = "Praia do Farol de Santa Marta"


def fault_of(text, facts, *, finished=True, known=()):
    return find_fault(Draft(text, seed=0, seconds=1.0, tokens=9, finished=finished), prompt(facts, "en"), known)


@pytest.mark.parametrize("text", [GOOD, "“Good!”", "Mar calmo…", "Is it fair? Yes (55/100).", "1.3 m waves at 09:00."])
def test_sentence_has_no_fault(make_facts, text):
    assert fault_of(text, make_facts()) is None


def test_long_name_may_be_said_twice(make_facts):
    text = f"{LONG_NAME} is fair. Expect {LONG_NAME} to be windy."
    assert fault_of(text, make_facts(beach_name=LONG_NAME)) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Fault.EMPTY),
        (" \n", Fault.EMPTY),
        ("…", Fault.EMPTY),
        ("- . -", Fault.EMPTY),
        ("Fair conditions at Praia da", Fault.CUT_OFF),
        ("Fair conditions: 19.", Fault.CUT_OFF),
        ("09:00; water 19.0; wind 20.", Fault.ECHO),
        ("Fair at 09:00. EN: Fair at 09:00.", Fault.ECHO),
        ("The wind is at 20 km/h. The wind is at 20 km/h.", Fault.REPEATED),
        ("With waves of 1.3 m, water and waves of 1.3 m.", Fault.REPEATED),
        ("low low low low low low.", Fault.REPEATED),
    ],
)
def test_text_that_is_no_draft_is_told_by_its_fault(make_facts, text, expected):
    assert fault_of(text, make_facts(), finished=expected is not Fault.CUT_OFF) is expected


def test_text_without_an_end_is_cut_off_though_the_model_finished_it(make_facts):
    assert fault_of("Fair conditions at Praia da", make_facts()) is Fault.CUT_OFF


def test_text_of_an_earlier_attempt_is_known(make_facts):
    assert fault_of(GOOD, make_facts(), known=[GOOD]) is Fault.KNOWN
