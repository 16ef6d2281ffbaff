"""Texts that are no drafts."""

import pytest

from bot.writer import Draft, Fault
from bot.writer.chat import chat
from bot.writer.faults import find_fault
from bot.writer.prompt import prompt

GOOD = "Fair conditions at Praia da Joaquina at 09:00: 19.0 °C water, 1.3 m waves and wind at 20 km/h."
LONG_NAME = "Praia do Farol de Santa Marta"


def fault_of(text, facts, *, known=(), language=None, **how):
    draft = Draft(text, seed=0, seconds=1.0, tokens=9, **how)
    return find_fault(draft, prompt(facts, "en"), known, language=language)


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
        ("wind 20; waves 1.3; and water.", Fault.ECHO),
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


@pytest.mark.parametrize(
    "text",
    [
        "<think>The waves are 1.3 m.</think>Waves of 1.3 m at Praia da Joaquina.",
        "<think>\nOkay, the user wants a report. The waves are 1.3 m.",
        "The waves are 1.3 m. </think> Waves of 1.3 m.",
        "<|channel|>analysis<|message|>The waves are 1.3 m.",
    ],
)
def test_reasoning_is_no_draft(make_facts, text):
    assert fault_of(text, make_facts()) is Fault.THOUGHT


def test_nothing_but_reasoning_kept_apart_is_no_draft_and_an_empty_text_is_told_from_it(make_facts):
    assert fault_of("", make_facts(), reasoned=True) is Fault.THOUGHT
    assert fault_of(GOOD, make_facts(), reasoned=True) is None
    assert fault_of("", make_facts()) is Fault.EMPTY


@pytest.mark.parametrize(
    "text",
    [
        "- Waves of 1.3 m.\n- Wind at 20 km/h.",
        "1. Waves of 1.3 m.\n2. Wind at 20 km/h.",
        "# Praia da Joaquina\nWaves of 1.3 m.",
        "**Praia da Joaquina:** waves of 1.3 m.",
        "| Waves | 1.3 m |",
        "```\nWaves of 1.3 m.\n```",
    ],
)
def test_list_or_markdown_is_no_draft(make_facts, text):
    assert fault_of(text, make_facts()) is Fault.MARKUP


@pytest.mark.parametrize(
    "text",
    [
        "Name the beach and the time, and give the values that matter most to a swimmer.",
        "Sea temperature: 19.0°C\nWind: 20 km/h.",
    ],
    ids=["an instruction", "facts as they were listed"],
)
def test_copy_of_what_a_chat_model_was_asked_is_an_echo(make_facts, text):
    assert fault_of(text, make_facts(), asked=chat(make_facts(), "en").asked) is Fault.ECHO


def test_sentence_is_no_echo_of_what_a_chat_model_was_asked(make_facts):
    assert fault_of(GOOD, make_facts(), asked=chat(make_facts(), "en").asked) is None


@pytest.mark.parametrize("fault", list(Fault))
def test_every_fault_has_a_hint_that_is_a_sentence(fault):
    assert fault.hint.startswith("The model")
    assert fault.hint.endswith(".")


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        (GOOD, "en", None),
        (GOOD, "pt", Fault.LANGUAGE),
        ("Ondas de 1,3 m na Praia da Joaquina, with a wind of 20 km/h and water at 19,0 °C.", "pt_BR", Fault.LANGUAGE),
        ("Praia da Joaquina: 1.3 m, 20 km/h.", "en", None),
        ("Praia da Joaquina: 1,3 m, 20 km/h.", "pt", None),
        (f"{LONG_NAME} is fair: SE wind at 20 km/h, waves do reach 1.3 m.", "en", None),
        ("Mar calmo.", "en", None),
    ],
    ids=["its own", "another", "mixed", "too short to tell", "too short to tell, pt", "name and compass", "two words"],
)
def test_language_is_told_by_small_words(make_facts, text, language, expected):
    facts = make_facts(beach_name=LONG_NAME) if LONG_NAME in text else make_facts()
    assert fault_of(text, facts, language=language) is expected
