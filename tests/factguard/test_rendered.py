"""Texts rendered from random facts are clean in every unit and number form; a changed value is found."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal

import pytest
from babel.numbers import format_decimal
from hypothesis import given, settings
from hypothesis import strategies as st
from num2words import num2words

from conditions.swim import SwimFacts
from conditions.swim.facts import COMPASS
from factguard import Mode, Verdict, check
from factguard.units import cldr_forms, convert

LEVELS = ("low", "moderate", "high")
SUBJECTS = {
    "en": {
        "wind_kmh": "The wind is {}.",
        "wind_gust_kmh": "Gusts of {}.",
        "wave_height_m": "The waves are {}.",
        "sea_temp_c": "The water is at {}.",
        "air_temp_c": "The air is at {}.",
    },
    "pt": {
        "wind_kmh": "O vento é de {}.",
        "wind_gust_kmh": "Rajadas de {}.",
        "wave_height_m": "As ondas têm {}.",
        "sea_temp_c": "A água está a {}.",
        "air_temp_c": "O ar está a {}.",
    },
}
UNITS = {
    "wind_kmh": ("kilometre_per_hour", "metre_per_second", "mile_per_hour", "knot"),
    "wind_gust_kmh": ("kilometre_per_hour", "knot"),
    "wave_height_m": ("metre", "centimetre", "foot"),
    "sea_temp_c": ("celsius", "fahrenheit"),
    "air_temp_c": ("celsius", "fahrenheit"),
}
DECIMALS = {"metre_per_second": 1, "celsius": 1, "metre": 1, "foot": 1}
VARIETIES = {"en": ("en", "en_GB"), "pt": ("pt_BR", "pt_PT")}
OWN_UNIT = {"wind_kmh": "kilometre_per_hour", "wind_gust_kmh": "kilometre_per_hour", "wave_height_m": "metre"}
TIDES = {
    "en": {
        "rising": "Rising tide.",
        "falling": "The tide is falling.",
        "high": "High tide.",
        "low": "The tide is low.",
    },
    "pt": {"rising": "Maré enchendo.", "falling": "A maré está vazando.", "high": "Maré alta.", "low": "Maré baixa."},
}
WATERS = {
    "en": {
        "proper": "The water is proper for bathing.",
        "improper": "Water improper for bathing.",
        "mixed": "The water quality is mixed.",
    },
    "pt": {
        "proper": "Água própria para banho.",
        "improper": "A água está imprópria para banho.",
        "mixed": "A qualidade da água é mista.",
    },
}
RISKS = {
    "en": {
        "jellyfish_risk": "The jellyfish risk is {}.",
        "whale_sighting_likelihood": "The likelihood of whales is {}.",
    },
    "pt": {"jellyfish_risk": "O risco de águas-vivas é {}.", "whale_sighting_likelihood": "Baleias: nível {}."},
}
LEVEL_WORDS = {
    "en": {"low": "low", "moderate": "moderate", "high": "high"},
    "pt": {"low": "baixo", "moderate": "moderado", "high": "alto"},
}
WHOLE = {
    "en": {
        "score": "A score of {}.",
        "uv_index": "UV index {}.",
        "rain_chance_pct": "{} percent chance of rain.",
        "wave_period_s": "Waves every {} seconds.",
    },
    "pt_BR": {
        "score": "Nota {}.",
        "uv_index": "Índice UV {}.",
        "rain_chance_pct": "{} por cento de chance de chuva.",
        "wave_period_s": "Ondas a cada {} segundos.",
    },
    "pt_PT": {
        "score": "Nota {}.",
        "uv_index": "UV {}.",
        "rain_chance_pct": "{} por cento de hipóteses de chuva.",
        "wave_period_s": "Ondas com {} segundos de período.",
    },
}


@st.composite
def fact_maps(draw: st.DrawFn) -> SwimFacts:
    wind = draw(st.integers(1, 70))
    return SwimFacts.model_validate(
        {
            "beach_name": draw(
                st.sampled_from(["Praia da Joaquina", "Ipanema", "Bondi Beach", "Praia Mole", "Nazaré"])
            ),
            "hour_local": f"{draw(st.integers(0, 23)):02}:00",
            "wind_kmh": wind,
            "wind_gust_kmh": wind + draw(st.integers(3, 40)),
            "wave_height_m": draw(st.integers(1, 60)) / 10,
            "sea_temp_c": draw(st.integers(80, 320)) / 10,
            "air_temp_c": draw(st.integers(-100, 420)) / 10,
            "wind_direction": draw(st.sampled_from(COMPASS)),
            "tide_state": draw(st.sampled_from(["rising", "falling", "high", "low"])),
            "water_quality": draw(st.sampled_from(["proper", "improper", "mixed"])),
            "jellyfish_risk": draw(st.sampled_from(LEVELS[1:])),
            "whale_sighting_likelihood": draw(st.sampled_from(LEVELS[1:])),
            "score": draw(st.integers(0, 100)),
            "uv_index": draw(st.integers(0, 14)),
            "rain_chance_pct": draw(st.integers(0, 100)),
            "wave_period_s": draw(st.integers(2, 20)),
        }
    )


def _said(value: float, unit: str, variety: str) -> str:
    decimals = DECIMALS.get(unit, 0)
    exact = Decimal(repr(value)).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_EVEN)
    return format_decimal(exact, "0." + "0" * decimals if decimals else "0", locale=variety)


def _clean(text: str, facts: SwimFacts) -> list[str]:
    return [found.message() for found in check(text, facts, mode=Mode.BLOCK).violations]


def _is_clean(text: str, facts: SwimFacts) -> bool:
    return check(text, facts, mode=Mode.BLOCK).verdict is Verdict.CLEAN


@pytest.mark.parametrize("language", ["en", "pt"])
@given(facts=fact_maps(), changed=st.sampled_from([9.0, 13.0]))
@settings(deadline=None, max_examples=40)
def test_every_unit_of_every_measure_is_right_and_a_changed_value_is_found(
    language: str, facts: SwimFacts, changed: float
) -> None:
    for field, template in SUBJECTS[language].items():
        for unit in UNITS[field]:
            for variety in VARIETIES[language]:
                for form in sorted(cldr_forms(unit, variety) - {"°", "′"}):
                    value = convert(getattr(facts, field), OWN_UNIT.get(field, "celsius"), unit) or 0.0
                    right = template.format(f"{_said(value, unit, variety)} {form}")
                    assert _clean(right, facts) == [], right
                    wrong = template.format(f"{_said(value + changed, unit, variety)} {form}")
                    assert check(wrong, facts, mode=Mode.BLOCK).verdict is Verdict.WITHHELD, wrong


@pytest.mark.parametrize("language", ["en", "pt"])
@given(facts=fact_maps())
@settings(deadline=None)
def test_words_of_every_closed_field_are_right_and_another_is_found(language: str, facts: SwimFacts) -> None:
    for field, sentences in (("tide_state", TIDES[language]), ("water_quality", WATERS[language])):
        for value, sentence in sentences.items():
            assert _is_clean(sentence, facts) == (getattr(facts, field) == value), sentence
    for field, template in RISKS[language].items():
        for level, word in LEVEL_WORDS[language].items():
            assert _is_clean(template.format(word), facts) == (getattr(facts, field) == level), template.format(word)


@pytest.mark.parametrize("variety", WHOLE)
@given(facts=fact_maps())
@settings(deadline=None)
def test_whole_numbers_are_right_in_digits_and_in_words(variety: str, facts: SwimFacts) -> None:
    language = {"pt_PT": "pt"}.get(variety, variety)  # as num2words calls them
    for field, template in WHOLE[variety].items():
        value = getattr(facts, field)
        for said in (value, num2words(value, lang=language)):
            assert _clean(template.format(said), facts) == [], template.format(said)
        wrong = template.format(value + 23)
        assert check(wrong, facts, mode=Mode.BLOCK).verdict is Verdict.WITHHELD, wrong
