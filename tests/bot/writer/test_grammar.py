"""The grammar that the model's digits are bound by, read here as the regular expression that it is."""

import re

import pytest

from bot.units import System, WindUnit, units
from bot.writer import GREEDY, llama
from bot.writer.grammar import grammar_of

MORE = {"uv_index": 7, "rain_chance_pct": 21, "wave_period_s": 9}


def expression(grammar):
    """A grammar without recursion as a regular expression."""
    rules = dict(line.split(" ::= ", 1) for line in grammar.splitlines())

    def spelled(body):
        parts = re.findall(r'"(?:\\.|[^"\\])*"|\[(?:\\.|[^\]\\])*\]|[\w-]+|[()|*?]', body)
        return "".join(part_of(part) for part in parts)

    def part_of(part):
        if part[0] == '"':
            return f"(?:{re.escape(part[1:-1].replace(chr(92) + chr(34), chr(34)))})"
        if part == "(":
            return "(?:"
        return f"(?:{spelled(rules[part])})" if part in rules else part

    return re.compile(spelled(rules["root"]))


@pytest.fixture
def allows(make_facts):
    """Tells whether a text may be written of Joaquina at nine, with what a test wants changed."""

    def ask(text, language="en", **changes):
        return expression(grammar_of(make_facts(**MORE | changes), language)).fullmatch(text) is not None

    return ask


@pytest.mark.parametrize(
    "text",
    [
        "Praia da Joaquina scores 55/100 at 09:00, a fair result, with 1.3 m waves and 19.0 °C water.",
        "A fair 55 at 9 am: 20 km/h of wind, 1.3-metre waves, water at 19 degrees.",
        "At 9:00 the score is 55 out of 100. The UV index is 7, the chance of rain 21%, the period 9 seconds.",
        "Fair conditions (55), twenty knots in words.",
        "55",
        "Fair: 55.",
        "A score of 55 makes it fair.",
        "No digits at all.",
    ],
)
def test_what_the_facts_hold_can_be_written(allows, text):
    assert allows(text)


@pytest.mark.parametrize(
    "text",
    [
        "Waves of 1.4 m.",
        "Waves of 13 m.",
        "Water at 19.0 m.",
        "Water at 1.3 °C.",
        "A wind of 55 km/h.",
        "A wind of 55 knots.",
        "Water at 55 °C.",
        "A wind of 20 mph.",
        "A wind of 20.",
        "A wind of 20 km/h5.",
        "Rain: 210%.",
        "Score 55/10.",
        "Score 55,5.",
        "A wind of 55,20 km/h.",
        "Waves of 1.3 miles.",
        "A wind of 1.3 m/s.",
        "At 10:00.",
        "At 9 pm.",
        "Waves of 1,3 m.",
    ],
)
def test_what_the_facts_do_not_hold_cannot_be_written(allows, text):
    assert not allows(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Às 9h, ondas de 1,3 m, água a 19,0 °C e vento de 20 quilômetros por hora; nota 55 de 100.", True),
        ("Às 9 da manhã, vento de 20 quilómetros por hora e água a 19 graus.", True),
        ("Nota 55, razoável, com índice UV 7 e 21% de chance de chuva.", True),
        ("Ondas de 1.3 m.", False),
        ("Vento de 55 nós.", False),
        ("Às 9 da noite.", False),
    ],
)
def test_portuguese_has_its_own_mark_and_words(allows, text, expected):
    assert allows(text, "pt_BR") is expected


def test_afternoon_has_its_hours_on_both_clocks(allows):
    assert [allows(text, hour_local="14:30") for text in ("At 14:30.", "At 2:30 pm.", "At 2:30 am.", "At 14h.")] == [
        True,
        True,
        False,
        False,
    ]


def test_name_with_digits_stands_as_a_whole(allows):
    name = "Posto 12 “Leme”"
    assert allows(f"Fair conditions at {name} at 09:00.", beach_name=name)
    assert not allows("Fair conditions at Posto 13.", beach_name=name)


def test_sign_is_no_digit_and_zero_is_a_value(allows):
    assert allows("Water at -1.2 °C, no wind at 0 km/h.", sea_temp_c=-1.2, wind_kmh=0)
    assert allows("Waves of 0.0 m.", wave_height_m=-0.0)


def test_map_of_a_name_alone_allows_no_digit(make_facts):
    bare = make_facts(sea_temp_c=None, wind_kmh=None, wave_height_m=None, score=None)
    pattern = expression(grammar_of(bare, "en"))
    assert pattern.fullmatch("Nothing is known of Joaquina at 09:00.")
    assert not pattern.fullmatch("Waves of 1 m.")


@pytest.mark.parametrize(
    ("language", "asked", "text", "expected"),
    [
        ("en", units(System.IMPERIAL), "Water at 66 °F, a 12 mph wind and 4.3 ft waves.", True),
        ("en", units(System.IMPERIAL), "Water at 19 °C.", False),
        ("en", units(System.IMPERIAL), "Water at 67 °F.", False),
        ("pt", units(wind=WindUnit.KNOTS), "Vento de 11 nós e ondas de 1,3 m.", True),
        ("pt", units(wind=WindUnit.MS), "Vento de 5,6 m/s.", True),
        ("pt", units(wind=WindUnit.KNOTS), "Vento de 20 km/h.", False),
    ],
)
def test_numbers_are_in_the_reader_s_units(make_facts, language, asked, text, expected):
    assert (expression(grammar_of(make_facts(), language, asked)).fullmatch(text) is not None) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The air in Madrid is moderate: PM2.5 at 9.7 µg/m³ and PM10 at 61.4 µg/m³, with an AQI of 42.", True),
        ("PM 2.5 stands at 9.7 micrograms per cubic metre.", True),
        ("PM2.5 at 61 µg/m³ and PM10 at 10.7 µg/m³.", False),
        ("An AQI of 42/100.", False),
    ],
)
def test_subject_with_digits_in_its_name_can_be_written(make_air, text, expected):
    assert (expression(grammar_of(make_air(), "en")).fullmatch(text) is not None) is expected


async def test_real_model_that_is_told_wrong_numbers_can_only_write_those_of_the_facts(
    embedded, make_facts, monkeypatch
):
    monkeypatch.setattr(llama, "MOST_TOKENS", 40)
    server = await embedded._run(embedded._loaded)
    lured = " Itapuã; 15:00; water 27.7; wind 38; waves 3.9; score 12 poor\nEN:"
    free, bound = [
        await embedded._run(lambda how=how: llama.complete(server, lured, seed=GREEDY, temperature=0.0, **how))
        for how in ({}, {"grammar": grammar_of(make_facts(), "en")})
    ]
    assert "15:00" in free.text
    assert set(re.findall(r"\d+", bound.text)) <= {"09", "9", "00", "55", "100", "19", "0", "20", "1", "3"}
    assert len(bound.text) > 20
