"""What the guard says of a sentence on the air, from its declaration and its words alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.values import printed
from conditions.air import AirFacts
from conditions.air.facts import BANDS
from factguard import Mode, Verdict, check
from factguard.facts import Score

FACTS = AirFacts.model_validate(
    {
        "place_name": "Lisboa",
        "hour_local": "09:00",
        "european_aqi": 28,
        "pm2_5_ug_m3": 10,
        "pm10_ug_m3": 20,
        "uv_index": 3,
    }
)
SPELLINGS = ("PM2.5", "PM 2.5", "PM2,5", "PM 2,5", "PM₂.₅", "PM₂,₅", "pm2.5", "PM-2.5")
BAND_WORDS = {
    "en": ("good", "fair", "moderate", "poor", "very poor", "extremely poor"),
    "pt": ("boa", "razoável", "moderada", "ruim", "muito ruim", "extremamente ruim"),
}


def _seen(text: str, facts: AirFacts = FACTS) -> list[tuple[str, str, str]]:
    return [(found.rule, found.field, found.quote) for found in check(text, facts, mode=Mode.BLOCK).violations]


@pytest.mark.parametrize("name", SPELLINGS)
def test_digits_of_a_pollutant_s_name_are_no_number(name: str):
    assert _seen(f"{name} at 10 µg/m³.") == []
    assert _seen(f"{name} is fine in Lisbon, and PM10 too.") == []
    assert _seen(f"{name} at 20 µg/m³.") == [("wrong_field", "pm2_5_ug_m3", "20 µg/m³")]
    assert _seen(f"{name} at 2.5 µg/m³.") == [("number_mismatch", "pm2_5_ug_m3", "2.5 µg/m³")]


@pytest.mark.parametrize("name", ["PM10", "PM 10", "PM₁₀", "pm10"])
def test_name_that_ends_in_ten_is_no_ten(name: str):
    assert _seen(f"{name} at 20 µg/m³.") == []
    assert _seen(f"{name}: 10 µg/m³.") == [("wrong_field", "pm10_ug_m3", "10 µg/m³")]


@pytest.mark.parametrize(
    "text",
    ["PM10 and PM2.5 are 20 and 10 µg/m³.", "PM2.5 and PM10 at 10 and 20 µg/m³.", "PM10 e PM2,5 em 20 e 10 µg/m³."],
)
def test_joined_values_bind_in_order(text: str):
    assert _seen(text) == []


def test_joined_values_in_the_other_order_are_of_the_wrong_field():
    assert _seen("PM10 and PM2.5 are 10 and 20 µg/m³.") == [
        ("wrong_field", "pm10_ug_m3", "10"),
        ("wrong_field", "pm2_5_ug_m3", "20 µg/m³"),
    ]


@given(aqi=st.integers(0, 400))
def test_band_word_is_soft_one_off_and_hard_beyond(aqi: int):
    facts = FACTS.model_copy(update={"european_aqi": aqi})
    kind = AirFacts.KINDS["european_aqi"]
    assert isinstance(kind, Score)
    own = [name for _, name in BANDS].index(kind.band(aqi))
    for language, words in BAND_WORDS.items():
        for place, word in enumerate(words):
            sentence = f"The air quality is {word}." if language == "en" else f"A qualidade do ar é {word}."
            verdict = check(sentence, facts, mode=Mode.BLOCK).verdict
            assert verdict is (Verdict.CLEAN, Verdict.FLAGGED, Verdict.WITHHELD)[min(abs(place - own), 2)], sentence


@pytest.mark.parametrize(
    ("aqi", "band"),
    [(0, "good"), (19, "good"), (20, "fair"), (40, "moderate"), (60, "poor"), (80, "very_poor"), (100, "very_poor"),
     (101, "extremely_poor"), (500, "extremely_poor")],
)  # fmt: skip
def test_index_lies_in_open_meteo_s_band(aqi: int, band: str):
    kind = AirFacts.KINDS["european_aqi"]
    assert isinstance(kind, Score)
    assert kind.band(aqi) == band


@pytest.mark.parametrize("text", ["The AQI is 28/100.", "AQI: 28 out of 100.", "Um AQI de 28 em 100."])
def test_index_without_end_is_not_out_of_a_hundred(text: str):
    assert [rule for rule, _, _ in _seen(text)] == ["number_mismatch"]


@pytest.mark.parametrize("text", ["The AQI is 28 points.", "O índice marca 28 pontos.", "AQI 28."])
def test_index_may_be_given_in_points(text: str):
    assert _seen(text) == []


@pytest.mark.parametrize(
    ("text", "flagged"),
    [
        ("The AQI is low.", None),
        ("The AQI is high.", "high"),
        ("Pollution is high in Lisbon.", "high"),
        ("The AQI is not high.", None),
        ("The air quality is high.", None),  # of its quality, not of the index
        ("O índice está alto.", "alto"),
        ("A poluição está baixa.", None),
    ],
)
def test_level_of_the_index_is_judged_and_that_of_the_quality_is_not(text: str, flagged: str | None):
    assert [quote for _, _, quote in _seen(text)] == ([flagged] if flagged else [])


@pytest.mark.parametrize("text", ["UV moderado, AQI 28.", "The UV is moderate, the AQI 28.", "UV moderado, 3."])
def test_level_of_another_noun_is_no_band_of_the_index(text: str):
    assert _seen(text) == []


@pytest.mark.parametrize(
    ("text", "quote"),
    [("PM2.5 of 10 µg/m³ is extreme.", "extreme"), ("O PM10 de 20 µg/m³ está extremo.", "extremo"),
     ("Fine particles of 10 µg/m³ are low.", None)],
)  # fmt: skip
def test_word_behind_a_value_describes_the_noun_that_has_it(text: str, quote: str | None):
    assert [found for _, _, found in _seen(text)] == ([quote] if quote else [])


@pytest.mark.parametrize(
    ("field", "english", "portuguese"),
    [
        ("european_aqi", "28, fair", "28, razoável"),
        ("pm2_5_ug_m3", "10.0 μg/m³", "10,0 μg/m³"),
        ("pm10_ug_m3", "20.0 μg/m³", "20,0 μg/m³"),
        ("uv_index", "3", "3"),
    ],
)
def test_value_is_printed_as_a_reader_sees_it(field: str, english: str, portuguese: str):
    assert (printed(FACTS, field, "en"), printed(FACTS, field, "pt")) == (english, portuguese)


def test_contradicted_band_is_named_in_its_own_gender():
    [violation] = check("A qualidade do ar é péssima.", FACTS).violations

    assert violation.message("pt") == "“péssima” contradiz os fatos (índice europeu do ar: razoável)."
    [violation] = check("O ar está péssimo.", FACTS.model_copy(update={"european_aqi": 8})).violations
    assert violation.message("pt") == "“péssimo” contradiz os fatos (índice europeu do ar: bom)."


@pytest.mark.parametrize(
    "text",
    ["Ozone is high.", "NO₂ is low.", "Wear a mask.", "Pollen is about.", "Sopra uma brisa.", "É seguro sair de casa.",
     "Fumaça de queimadas no ar.", "Boa para uma corrida.", "The temperature is pleasant.", "It will improve."],
)  # fmt: skip
def test_what_the_map_does_not_hold_is_unsupported(text: str):
    assert {rule for rule, _, _ in _seen(text)} == {"unsupported_attribute"}


@pytest.mark.parametrize("text", ["Lisbon: AQI 28.", "Lisboa: AQI 28.", "In Lisbon the AQI is 28, in Madrid not."])
def test_own_name_in_any_language_is_the_place(text: str):
    assert _seen(text) == []


def test_another_town_is_a_wrong_name():
    assert _seen("London: AQI 28.") == [("wrong_name", "place_name", "London")]
    assert _seen("Londres: AQI 28.") == [("wrong_name", "place_name", "Londres")]


def test_beach_may_be_named_with_its_town():
    facts = FACTS.model_copy(update={"place_name": "Praia da Joaquina"})

    assert _seen("Joaquina, Florianópolis: AQI 28.", facts) == []
    assert _seen("Florianópolis: AQI 28.", facts) == []
    assert _seen("Curitiba: AQI 28.", facts) == [("wrong_name", "place_name", "Curitiba")]
