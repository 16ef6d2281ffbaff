"""The guard over a domain that it was not made for: a declaration and its words are all it takes."""

from pathlib import Path
from typing import Annotated, ClassVar

import pytest

from factguard import FactMap, Mode, check
from factguard.errors import FactMapError
from factguard.facts import LocalTime, Name, Quantity

Celsius = Annotated[float, Quantity("celsius", decimals=1)]
Percent = Annotated[float, Quantity("percent")]


class CoastFacts(FactMap):
    """The weather of one day in a coastal town."""

    domain: ClassVar[str] = "coast"
    words: ClassVar[Path | None] = Path(__file__).parent / "coast"

    town: Annotated[str, Name()]
    air_temp_c: Celsius | None = None
    air_temp_max_c: Celsius | None = None
    air_temp_min_c: Celsius | None = None
    humidity_pct: Percent | None = None
    cloud_cover_pct: Percent | None = None
    sunset: LocalTime | None = None


FACTS = CoastFacts.model_validate(
    {
        "town": "Paraty",
        "air_temp_c": 21.4,
        "air_temp_max_c": 24,
        "air_temp_min_c": 19,
        "humidity_pct": 73,
        "cloud_cover_pct": 11,
        "sunset": "17:47",
    }
)


@pytest.mark.parametrize(
    ("text", "flagged"),
    [
        ("Paraty: 21 °C now, a high of 24 and a low of 19, humidity at 73%, sunset at 5:47 pm.", []),
        ("In Paraty the high and low are 24 °C and 19 °C, and cloud cover is 11 percent.", []),
        ("In Paraty the high and low are 19 °C and 24 °C.", [("wrong_field", "19 °C"), ("wrong_field", "24 °C")]),
        ("Humidity is 37%.", [("number_mismatch", "37%")]),
        ("Humidity is 11%.", [("wrong_field", "11%")]),
        ("Sunset is at 18:47.", [("number_mismatch", "18:47")]),
        ("A rainy day in Paraty.", [("unsupported_attribute", "rainy")]),
        ("Em Paraty, máxima e mínima de 24 ºC e 19 ºC, umidade de 73% e pôr do sol às 17h47.", []),
        ("A temperatura é de 21,4 °C, com aumento de 5% na nebulosidade, que está em onze por cento.", []),
        ("Umidade de 37%.", [("number_mismatch", "37%")]),
        ("O por do sol será às 17:31.", [("number_mismatch", "17:31")]),
        ("Dia chuvoso.", [("unsupported_attribute", "chuvoso")]),
    ],
)
def test_domain_needs_only_a_declaration_and_its_words(text: str, flagged: list[tuple[str, str]]) -> None:
    result = check(text, FACTS, mode=Mode.BLOCK)

    assert [(found.rule, found.quote) for found in result.violations] == flagged


def test_field_without_a_kind_is_refused_by_name() -> None:
    with pytest.raises(FactMapError) as refused:

        class NoKind(FactMap):
            domain: ClassVar[str] = "coast"
            wind: float | None = None

    assert str(refused.value) == (
        "NoKind.wind declares 0 kinds. Give it exactly one of Quantity, Level, Category, Score, ClockTime, Name in "
        "Annotated[…]."
    )


def test_fact_map_without_a_domain_is_refused_by_name() -> None:
    with pytest.raises(FactMapError) as refused:

        class NoDomain(FactMap):
            town: Annotated[str, Name()]

    assert str(refused.value) == 'NoDomain has no domain. Add `domain: ClassVar[str] = "…"`.'
