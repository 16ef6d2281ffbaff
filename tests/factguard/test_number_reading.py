"""Numbers as other readers got them wrong: each line is a case from a public tracker or from trying a library."""

import pytest

from factguard.lexicon import lexicon
from factguard.mentions import Number, Relation
from factguard.reader import read
from factguard.text import fold

LEXICON = lexicon("swim")

Seen = tuple[float | None, float | None, str | None]
"""A number's value, the end of its range, and its unit."""


def _numbers(text: str) -> list[Number]:
    return [item.number for item in read(text, LEXICON, []).items if item.number is not None]


def _seen(text: str) -> list[Seen]:
    return [(number.values[0] if number.values else None, number.upper, number.unit) for number in _numbers(text)]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        pytest.param("ondas de 1,3 m", [(1.3, None, "metre")], id="decimal-comma"),
        pytest.param("3,400.60 m", [(3400.6, None, "metre")], id="thousands-and-trailing-zero"),
        pytest.param(
            "Water 19,0 °C, waves 1,3 m", [(19, None, "celsius"), (1.3, None, "metre")], id="commas-of-both-kinds"
        ),
        pytest.param("Seu total é de 24,50 m", [(24.5, None, "metre")], id="two-decimals"),
        pytest.param(
            "20kph | 30km/hr | 12knots",
            [(20, None, "kilometre_per_hour"), (30, None, "kilometre_per_hour"), (12, None, "knot")],
            id="glued-speeds",
        ),
        pytest.param(
            "1000 kt; 32km/h; 5 kn",
            [(1000, None, "knot"), (32, None, "kilometre_per_hour"), (5, None, "knot")],
            id="kt",
        ),
        pytest.param("waves 1.5-2m", [(1.5, 2.0, "metre")], id="range-with-one-unit"),
        pytest.param("12.8–13.0 km/h", [(12.8, 13.0, "kilometre_per_hour")], id="range-with-an-en-dash"),
        pytest.param(
            "10-20 ºC; Between 10 and 20 ºC", [(10, 20, "celsius"), (10, 20, "celsius")], id="range-is-no-exponent"
        ),
        pytest.param("0.2~0.5%", [(0.2, 0.5, "percent")], id="tilde-range"),
        pytest.param("between 80% and 90%", [(80, 90, "percent")], id="range-with-two-units"),
        pytest.param("19 C", [(19, None, "celsius")], id="C-is-no-coulomb"),
        pytest.param(
            "68 degrees Fahrenheit; 68F", [(68, None, "fahrenheit"), (68, None, "fahrenheit")], id="fahrenheit"
        ),
        pytest.param("dezenove nós, dezanove graus", [(19, None, "knot"), (19, None, "celsius")], id="both-varieties"),
        pytest.param("dezessete e dezassete", [(17, None, None), (17, None, None)], id="seventeen-in-both"),
        pytest.param("eu tenho um bis", [], id="um-is-an-article"),
        pytest.param(
            "17,93% ; 1.234,56 m", [(17.93, None, "percent"), (1234.56, None, "metre")], id="each-by-its-own-shape"
        ),
        pytest.param("| 5,20 |", [(5.2, None, None)], id="decimal-in-a-table"),
        pytest.param("−3 °C, -3 °C, –3 °C", [(-3, None, "celsius")] * 3, id="minus-signs"),
        pytest.param("１９ °C", [(19, None, "celsius")], id="full-width"),
        pytest.param(
            "1½ m, 1 1/2 m, ½ m", [(1.5, None, "metre"), (1.5, None, "metre"), (0.5, None, "metre")], id="fractions"
        ),
        pytest.param("one point three metres", [(1.3, None, "metre")], id="decimals-in-words"),
        pytest.param("um vírgula três metros", [(1.3, None, "metre")], id="decimals-in-portuguese-words"),
        pytest.param("um metro e vinte de onda", [(1.2, None, "metre")], id="a-metre-and-twenty"),
        pytest.param(
            "metro e meio; um metro e meio", [(1.5, None, "metre"), (1.5, None, "metre")], id="a-metre-and-a-half"
        ),
        pytest.param("half a metre, meio metro", [(0.5, None, "metre"), (0.5, None, "metre")], id="half-a-metre"),
        pytest.param("um metro e 20 km/h", [(1, None, "metre"), (20, None, "kilometre_per_hour")], id="and-joins-two"),
        pytest.param("cá entre nós, 20 nós", [(20, None, "knot")], id="nós-as-we"),
        pytest.param("catch-22, covid-19", [], id="numbers-in-words"),
        pytest.param("Rain: 3 out of every 4", [(75, None, "percent")], id="odds"),
        pytest.param("in the mid-twenties", [(23.5, 26.9, None)], id="tens-in-words"),
    ],
)
def test_number_is_read_as_it_was_meant(text: str, seen: list[Seen]) -> None:
    assert _seen(text) == [pytest.approx(one) for one in seen]


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("At 9 am", (540,)),
        ("2:00 PM", (840,)),
        ("13h00", (780,)),
        ("9h30", (570,)),
        ("at 0900", (540,)),
        ("at noon", (720,)),
        ("seven in the evening", (1140,)),
        ("half past two in the afternoon", (870,)),
        ("Condições às 09:00: mar 1,9 m", (540,)),
        ("às nove da manhã", (540,)),
        ("às nove e meia da noite", (1290,)),
        ("ao meio-dia", (720,)),
        ("à uma da tarde", (780,)),
        ("às duas e meia", (150, 870)),
    ],
)
def test_time_of_day_is_read(text: str, minutes: tuple[int, ...]) -> None:
    assert [number.minutes for number in _numbers(text) if number.minutes] == [minutes]


@pytest.mark.parametrize(
    "text", ["at 6.5 kilograms", "I'm only at 5 health", "mar 1,9 m", "the score is 55/100", "12/08/2026"]
)
def test_what_is_no_time_is_not_read_as_one(text: str) -> None:
    assert [number for number in _numbers(text) if number.minutes] == []


@pytest.mark.parametrize("text", ["55/100", "55 out of 100", "55 em 100", "55 de 100", "fifty-five out of a hundred"])
def test_score_is_read_out_of_a_hundred(text: str) -> None:
    [number] = _numbers(text)

    assert (number.values, number.out_of) == ((55.0,), 100.0)


@pytest.mark.parametrize("text", ["55 points", "55 pontos"])
def test_points_are_a_score_of_any_maximum(text: str) -> None:
    [number] = _numbers(text)

    assert (number.values, number.is_score, number.out_of) == ((55.0,), True, None)


@pytest.mark.parametrize(
    "text",
    ["6.4 µg/m³", "6.4 \u03bcg/m³", "6,4 ug/m3", "6.4 micrograms per cubic metre", "6.4 micrograms per cubic meter",
     "6,4 microgramas por metro cúbico", "6.4µg/m3", "six point four micrograms per cubic metre"],
)  # fmt: skip
def test_micrograms_per_cubic_metre_are_read_in_every_spelling(text: str) -> None:
    assert _seen(text) == [(6.4, None, "microgram_per_cubic_metre")]


@pytest.mark.parametrize("text", ["NO₂", "PM₁₀", "SO2", "H₂O"])
def test_digits_of_a_formula_are_no_number(text: str) -> None:
    assert _seen(text) == []


def test_subscripts_fold_to_digits_and_both_micro_signs_to_one() -> None:
    assert fold("PM₂.₅ NO₂").text == "pm2.5 no2"
    assert fold("6 \u00b5g").text == fold("6 \u03bcg").text


def test_date_and_score_are_told_apart() -> None:
    [score, time] = _numbers("On 12/08/2026 the score is 55/100; 2:00 PM")

    assert (score.values, score.out_of, time.minutes) == ((55.0,), 100.0, (840,))


@pytest.mark.parametrize(
    ("text", "values"), [("1.300 m", (1.3, 1300.0)), ("1.3.7 m", ()), ("1,234 m", (1.234, 1234.0))]
)
def test_number_of_two_readings_keeps_both_and_an_impossible_one_has_none(text: str, values: tuple[float, ...]) -> None:
    assert _numbers(text)[0].values == values


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("under 5 m", Relation.UNDER),
        ("just under 5 m", Relation.ALMOST),
        ("no more than 5 m", Relation.AT_MOST),
        ("5 m or more", Relation.AT_LEAST),
        ("não passa dos 5 km/h", Relation.AT_MOST),
        ("nem chega a 5 m", Relation.UNDER),
        ("na casa dos 20 graus", Relation.IN_THE_TENS),
        ("cerca de 5 m", Relation.ABOUT),
        ("past the 5 metre mark", Relation.OVER),
    ],
)
def test_bound_and_approximation_are_read(text: str, relation: Relation) -> None:
    assert _numbers(text)[0].relation is relation
