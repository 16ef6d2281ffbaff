import pytest

from bot.values import label, printed
from conditions import SWIM
from conditions.swim import SwimFacts

FACTS = SwimFacts.model_validate_json(
    """{"beach_name": "Jurerê", "hour_local": "09:00", "sea_temp_c": 19, "wind_kmh": 20.4, "wave_height_m": 1.3,
    "jellyfish_risk": "low", "whale_sighting_likelihood": "low", "score": 55, "air_temp_c": -0.04,
    "wind_gust_kmh": 31.6, "wind_direction": "NE", "wave_period_s": 8, "uv_index": 5.8,
    "rain_chance_pct": 20, "tide_state": "low", "water_quality": "improper"}"""
)


@pytest.mark.parametrize(
    ("field", "english", "portuguese"),
    [
        ("sea_temp_c", "Sea temperature: 19.0°C", "Temperatura da água: 19,0 °C"),
        ("wind_kmh", "Wind: 20 km/h", "Vento: 20 km/h"),
        ("wave_height_m", "Wave height: 1.3 m", "Altura das ondas: 1,3 m"),
        ("jellyfish_risk", "Jellyfish risk: low", "Risco de águas-vivas: baixo"),
        ("whale_sighting_likelihood", "Chance of whales: low", "Chance de baleias: baixa"),
        ("score", "Score: 55/100, fair", "Nota: 55/100, razoável"),
        ("air_temp_c", "Air temperature: 0.0°C", "Temperatura do ar: 0,0 °C"),
        ("wind_gust_kmh", "Gusts: 32 km/h", "Rajadas: 32 km/h"),
        ("wind_direction", "Wind direction: northeast", "Direção do vento: nordeste"),
        ("wave_period_s", "Wave period: 8 sec", "Período das ondas: 8 s"),
        ("uv_index", "UV index: 6", "Índice UV: 6"),
        ("rain_chance_pct", "Chance of rain: 20%", "Chance de chuva: 20%"),
        ("tide_state", "Tide: low", "Maré: baixa"),
        ("water_quality", "Water quality: unfit for bathing", "Balneabilidade: imprópria"),
    ],
)
def test_each_fact_is_printed_as_its_language_writes_it(field: str, english: str, portuguese: str) -> None:
    for language, line in (("en", english), ("pt", portuguese)):
        assert f"{label(field, language)}: {printed(FACTS, field, language)}" == line


def test_the_table_above_leaves_out_only_what_the_title_says() -> None:
    assert set(SWIM.facts.KINDS) - set(FACTS.supplied()) == set()
