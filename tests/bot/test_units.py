"""Numbers in the reader's units."""

import pytest

from bot.units import System, WindUnit, units
from bot.values import printed, unit_name
from conditions.swim import SwimFacts
from factguard import Mode, Verdict, check

FACTS = SwimFacts.model_validate_json(
    """{"beach_name": "Nazaré", "hour_local": "09:00", "sea_temp_c": 19.0, "wind_kmh": 20, "wave_height_m": 1.3,
    "wave_period_s": 9, "uv_index": 1}"""
)


@pytest.mark.parametrize(
    ("language", "system", "wind", "shown"),
    [
        ("en", System.METRIC, None, ("19.0°C", "20 km/h", "1.3 m", "9 sec", "1")),
        ("en", System.IMPERIAL, None, ("66°F", "12 mph", "4.3 ft", "9 sec", "1")),
        ("en", System.IMPERIAL, WindUnit.KNOTS, ("66°F", "11 kn", "4.3 ft", "9 sec", "1")),
        ("pt", System.METRIC, WindUnit.KNOTS, ("19,0 °C", "11 nós", "1,3 m", "9 s", "1")),
        ("pt", System.METRIC, WindUnit.MS, ("19,0 °C", "5,6 m/s", "1,3 m", "9 s", "1")),
        ("pt", System.IMPERIAL, WindUnit.KMH, ("66 °F", "20 km/h", "4,3 ft", "9 s", "1")),
    ],
)
def test_facts_are_printed_in_the_units_asked_for(
    language: str, system: System, wind: WindUnit | None, shown: tuple[str, ...]
) -> None:
    fields = ("sea_temp_c", "wind_kmh", "wave_height_m", "wave_period_s", "uv_index")
    asked = units(system, wind)
    assert tuple(printed(FACTS, field, language, asked).replace("\u00a0", " ") for field in fields) == shown


@pytest.mark.parametrize("wind", WindUnit)
@pytest.mark.parametrize("language", ["en", "pt"])
def test_the_guard_reads_every_unit_that_is_printed(language: str, wind: WindUnit) -> None:
    for speed in range(121):
        facts = FACTS.model_copy(update={"wind_kmh": speed})
        text = {"en": "The wind is at {}.", "pt": "O vento está a {}."}[language]
        said = text.format(printed(facts, "wind_kmh", language, units(wind=wind)))
        assert (said, check(said, facts, mode=Mode.BLOCK).verdict) == (said, Verdict.CLEAN)


@pytest.mark.parametrize(("language", "name"), [("en", "kn"), ("pt", "nós")])
def test_a_unit_has_its_name_by_itself(language: str, name: str) -> None:
    assert unit_name(SwimFacts.KINDS["wind_kmh"], language, units(wind=WindUnit.KNOTS)) == name
