"""The line that the model completes: the very form that the adapter was taught."""

import string
from pathlib import Path

import pytest

import locales
from bot.writer import PromptError
from bot.writer.prompt import _template, prompt
from conditions import DOMAINS
from factguard.facts import Level, Score

JOAQUINA_EN = " Praia da Joaquina; 09:00; water 19.0; wind 20; waves 1.3; score 55 fair\nEN:"
JOAQUINA_PT = " Praia da Joaquina; 09:00; água 19,0; vento 20; ondas 1,3; nota 55 razoáveis\nPT:"
LANGUAGES = sorted(folder.parent.name for folder in Path(locales.__path__[0]).glob("*/prompts"))


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", JOAQUINA_EN), ("en_GB", JOAQUINA_EN), ("pt", JOAQUINA_PT), ("pt_BR", JOAQUINA_PT), ("pt-pt", JOAQUINA_PT)],
)
def test_prompt_is_one_line_in_the_form_that_the_adapter_was_taught(make_facts, language, expected):
    assert prompt(make_facts(), language).text == expected


def test_hazard_above_low_is_in_the_line(make_facts):
    facts = make_facts(jellyfish_risk="moderate", whale_sighting_likelihood="high")
    assert prompt(facts, "en").segments[-2:] == ("jellyfish moderate", "whales high")
    assert prompt(facts, "pt").segments[-2:] == ("águas-vivas moderado", "baleias alto")


def test_fact_that_is_not_supplied_is_left_out(make_facts):
    facts = make_facts(sea_temp_c=None, wave_height_m=None, score=None, jellyfish_risk=None)
    assert prompt(facts, "en").text == " Praia da Joaquina; 09:00; wind 20\nEN:"


@pytest.mark.parametrize(
    ("score", "english", "portuguese"),
    [
        (100, "score 100 excellent", "nota 100 excelentes"),
        (80, "score 80 excellent", "nota 80 excelentes"),
        (79, "score 79 good", "nota 79 boas"),
        (59, "score 59 fair", "nota 59 razoáveis"),
        (39, "score 39 poor", "nota 39 ruins"),
        (0, "score 0 poor", "nota 0 ruins"),
    ],
)
def test_band_stands_beside_the_score(make_facts, score, english, portuguese):
    assert english in prompt(make_facts(score=score), "en").segments
    assert portuguese in prompt(make_facts(score=score), "pt").segments


@pytest.mark.parametrize(
    ("temperature", "expected"),
    [(19, "19,0"), (19.04, "19,0"), (-0.04, "0,0"), (-1.26, "-1,3")],
)
def test_number_has_the_decimals_that_are_printed(make_facts, temperature, expected):
    assert f"água {expected}" in prompt(make_facts(sea_temp_c=temperature), "pt").segments


def test_line_break_in_a_name_does_not_end_the_line(make_facts):
    assert prompt(make_facts(beach_name="Praia\nda  Joaquina"), "en").text == JOAQUINA_EN


def test_language_without_a_prompt_is_named_with_the_file_to_add(make_facts):
    with pytest.raises(PromptError) as caught:
        prompt(make_facts(), "tlh")
    assert str(caught.value) == (
        "There is no prompt for swim in the language “tlh”. Add locales/tlh/prompts/swim.toml."
    )


@pytest.mark.parametrize("domain", [pytest.param(domain, id=domain.name) for domain in DOMAINS])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_prompt_names_fields_of_its_facts_and_has_their_words(domain, language):
    template, kinds = _template(domain.name, language), domain.facts.KINDS
    named = {
        name.removesuffix("_band") for text in template.segments for _, name, _, _ in string.Formatter().parse(text)
    }
    levels = [level for name in named if isinstance(kinds[name], Level) for level in kinds[name].order]
    bands = [band for name in named if isinstance(kinds[name], Score) for _, band in kinds[name].bands]
    assert named <= set(kinds)
    assert {*bands, *levels} <= set(template.words)


def test_every_language_with_texts_has_prompts():
    assert sorted(file.parent.name for file in Path(locales.__path__[0]).glob("*/messages.po")) == LANGUAGES
