"""What a chat model is asked."""

import pytest

from bot.writer import PromptError
from bot.writer.chat import answer_of, chat, chat_template, corrected, few_shot
from bot.writer.ladder import _left_out
from bot.writer.language import is_foreign
from bot.writer.prompt import prompt
from conditions import DOMAINS
from factguard import Mode, Verdict, check
from factguard.lexicon import languages

LISTED = """Beach: Praia da Joaquina
Local time: 09:00
Sea temperature: 19.0°C
Wind: 20 km/h
Wave height: 1.3 m
Score: 55/100, fair"""


def test_facts_are_listed_as_a_reader_sees_them_and_low_hazards_are_left_out(make_facts):
    request = chat(make_facts(), "en").messages[-1]
    listed = request["content"].split("\n\n")[0].removeprefix("Facts:\n")
    assert listed.splitlines()[2:] == LISTED.splitlines()[2:]
    assert "Praia da Joaquina" in listed
    assert "09:00" in listed


def test_portuguese_request_has_portuguese_numbers_and_words(make_facts):
    request = chat(make_facts(jellyfish_risk="high"), "pt_BR").messages[-1]["content"]
    assert "Altura das ondas: 1,3 m" in request
    assert "Risco de águas-vivas: alto" in request
    assert "Nota: 55/100, razoável" in request


def test_two_examples_come_as_turns_before_the_request(make_facts):
    messages = chat(make_facts(), "en").messages
    assert [message["role"] for message in messages] == ["system", *["user", "assistant"] * 2, "user"]
    assert messages[1]["content"].startswith("Facts:\n")
    assert messages[2]["content"] == chat_template("swim", "en").examples[0].text


@pytest.mark.parametrize("language", languages())
def test_first_request_does_not_speak_of_a_check(make_facts, language):
    asked = chat(make_facts(), language).asked.casefold()
    assert [word for word in ("guard", "check", "verif", "confer", "guarda") if word in asked] == []


def test_second_turn_names_what_was_wrong_after_the_draft(make_facts):
    facts, draft = make_facts(jellyfish_risk="high"), "The water is at 25.0 °C."
    violations = check(draft, facts, mode=Mode.BLOCK).violations
    messages = corrected(facts, "en", draft, violations, ["jellyfish_risk"]).messages
    assert [message["role"] for message in messages[-3:]] == ["user", "assistant", "user"]
    assert messages[-2]["content"] == draft
    assert messages[-1]["content"].splitlines()[1:3] == [
        "- “25.0 °C” is not what the facts say (sea temperature: 19.0 °C).",
        "- It must name this fact: Jellyfish risk: high.",
    ]


def test_second_turn_is_in_the_chat_s_language(make_facts):
    draft = "A água está a 25,0 °C."
    violations = check(draft, make_facts(), mode=Mode.BLOCK).violations
    told = corrected(make_facts(), "pt", draft, violations, []).messages[-1]["content"]
    assert "- “25,0 °C” não é o que dizem os fatos (temperatura da água: 19,0 °C)." in told


@pytest.mark.parametrize("domain", [pytest.param(domain, id=domain.name) for domain in DOMAINS])
@pytest.mark.parametrize("language", languages())
def test_every_domain_has_a_chat_prompt_whose_examples_are_true_and_complete(domain, language):
    examples = [
        (example.text, domain.facts.model_validate(example.facts))
        for example in chat_template(domain.name, language).examples
    ]
    verdicts = {check(text, facts, mode=Mode.BLOCK).verdict for text, facts in examples}
    assert verdicts == {Verdict.CLEAN}
    assert [text for text, facts in examples if _left_out(text, facts)] == []
    assert [text for text, _ in examples if is_foreign(text, language)] == []


@pytest.mark.parametrize("domain", [pytest.param(domain, id=domain.name) for domain in DOMAINS])
@pytest.mark.parametrize("language", languages())
def test_every_chat_prompt_has_a_place_for_what_is_filled_in(domain, language):
    template = chat_template(domain.name, language)
    assert "{facts}" in template.request
    assert "{complaints}" in template.correction
    assert "{fact}" in template.left_out


@pytest.mark.parametrize(("language", "band"), [("en", "fair"), ("pt", "razoável")])
def test_examples_come_before_the_line_to_complete(make_facts, language, band):
    text = few_shot(make_facts(), language)
    assert text.endswith(f"/100, {band}\n{prompt(make_facts(), language).ask}")
    assert text.count(prompt(make_facts(), language).ask) == 4


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        ("<think>\n\n</think>\n\nWaves of 1.3 m.", "Waves of 1.3 m."),
        ("<think>It is calm.</think> Waves of 1.3 m.", "<think>It is calm.</think> Waves of 1.3 m."),
        ("  Waves of 1.3 m.\n", "Waves of 1.3 m."),
    ],
)
def test_only_an_empty_thought_is_taken_off_an_answer(content, answer):
    assert answer_of(content) == answer


def test_language_without_a_chat_prompt_is_named_with_the_file_to_add(make_facts):
    with pytest.raises(PromptError) as caught:
        chat(make_facts(), "tlh")
    assert str(caught.value) == (
        "There is no chat prompt for swim in the language “tlh”. Add locales/tlh/prompts/swim_chat.toml."
    )
