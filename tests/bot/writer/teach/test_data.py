"""The teaching data: every pair is clean, in the prompt's own form, and none of it is from the catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

import factguard
from benchmarks import writer as benchmark
from bot.units import System, WindUnit, units
from bot.writer.prompt import prompt
from bot.writer.teach.air_maps import HELD_OUT_AIR, draw_air
from bot.writer.teach.data import AIR_SHARE, Pair, Refused, judged, load, pairs, save, summary
from bot.writer.teach.maps import HELD_OUT, draw_facts
from bot.writer.teach.names import draw_town, names
from conditions.air import AirFacts
from conditions.air.facts import BANDS, places
from conditions.swim import SwimFacts
from factguard import FactMap, Mode, Verdict

COUNT = 3000


def facts_of(pair: Pair) -> FactMap:
    """The map that a pair was made of."""
    return (AirFacts if '"place_name"' in pair.facts else SwimFacts).model_validate_json(pair.facts)


@pytest.fixture(scope="module")
def made() -> Sequence[Pair | Refused]:
    """A sample of the data, before anything is thrown away."""
    return list(pairs(COUNT, seed=5))


@pytest.fixture(scope="module")
def kept(made: Sequence[Pair | Refused]) -> Sequence[Pair]:
    """What the guard let through."""
    return [pair for pair in made if isinstance(pair, Pair)]


def test_every_training_text_is_clean(kept):
    verdicts = {factguard.check(pair.text, facts_of(pair), mode=Mode.BLOCK).verdict for pair in kept}
    assert verdicts == {Verdict.CLEAN}


def test_hardly_a_wording_is_refused(made, kept):
    assert len(made) - len(kept) < COUNT // 100, summary(made)


@pytest.mark.parametrize("language", ["en", "pt"])
def test_shapes_are_hundreds(kept, language):
    assert len({pair.shape for pair in kept if pair.language == language}) >= 300


def test_same_seed_gives_the_same_pairs():
    assert list(pairs(40, seed=9)) == list(pairs(40, seed=9))
    assert list(pairs(40, seed=9)) != list(pairs(40, seed=10))


def test_line_is_what_the_writer_asks(make_facts):
    facts = make_facts(jellyfish_risk="high")
    pair = judged(facts, prompt(facts, "en"), "en")
    assert isinstance(pair, Pair)
    assert pair.line == prompt(facts, "en").text


def test_text_says_each_value_of_its_line(kept):
    for pair in kept:
        line = pair.line.splitlines()[0].strip().replace(" | ", "; ")
        numbers = [word.rstrip("%") for part in line.split("; ")[:-1] for word in part.split() if word[0].isdigit()]
        assert [number for number in numbers if number not in pair.text] == [], pair


def test_text_that_is_not_clean_is_no_pair(make_facts):
    facts = make_facts()
    refused = judged(facts, prompt(facts, "en"), "en", "Waves of 1.9 m at Praia da Joaquina.")
    assert isinstance(refused, Refused)
    assert refused.violations == ("number_mismatch wave_height_m “1.9 m”",)


def test_text_that_is_no_draft_is_no_pair(make_facts):
    facts = make_facts()
    refused = judged(facts, prompt(facts, "en"), "en", "Praia da Joaquina has")
    assert isinstance(refused, Refused)
    assert refused.violations == ("cut_off",)


def test_names_are_many_and_none_is_in_the_catalogue():
    known = {name for place in places() for name in (place.name, *place.other_names)}
    assert len(names()) > 300
    assert known.isdisjoint(names())
    chance = Random(1)
    towns = {draw_town(chance) for _ in range(3000)}
    assert len(towns - set(names())) > 100
    assert known.isdisjoint(towns)


def test_values_that_are_kept_for_the_benchmark_are_never_drawn():
    chance = Random(3)
    drawn = [draw_facts(chance) for _ in range(1000)]
    for field, held_out in HELD_OUT.items():
        values = [getattr(facts, field) for facts in drawn if getattr(facts, field) is not None]
        assert values
        assert not [value for value in values if held_out(value)]


def test_benchmark_asks_for_names_and_values_that_are_not_taught():
    assert set(benchmark.PLACES).isdisjoint(names())
    drawn = [benchmark.drawn(Random(seed)) for seed in range(200)]
    unseen = [
        any(held_out(value) for field, held_out in HELD_OUT.items() if (value := getattr(facts, field)) is not None)
        for facts in drawn
    ]
    assert sum(unseen) > 100


def test_maps_miss_values_and_know_nights_and_every_level():
    chance = Random(4)
    drawn = [draw_facts(chance) for _ in range(1000)]
    for field in SwimFacts.model_fields:
        values = {getattr(facts, field) for facts in drawn}
        assert None in values or field in ("beach_name", "hour_local")
        assert len(values) > 2
    assert {facts.hour_local.hour for facts in drawn} == set(range(24))


def test_air_quality_is_an_eighth_of_what_is_taught(kept):
    assert 0.12 < AIR_SHARE < 0.15
    for language in ("en", "pt"):
        some = [pair for pair in kept if pair.language == language]
        share = sum(isinstance(facts_of(pair), AirFacts) for pair in some) / len(some)
        assert 0.10 < share < 0.16


def test_no_sentence_on_air_quality_speaks_of_swimming(kept):
    on_air = [pair.text.casefold() for pair in kept if isinstance(facts_of(pair), AirFacts)]
    assert not [
        text for text in on_air for word in ("swim", "bath", "dip", "nadar", "banh", "mar ") if f" {word}" in text
    ]


def test_air_maps_know_every_band_and_every_gap_and_hold_values_back():
    chance = Random(6)
    drawn = [draw_air(chance) for _ in range(1500)]
    kind = AirFacts.KINDS["european_aqi"]
    assert {kind.band(facts.european_aqi) for facts in drawn if facts.european_aqi is not None} == {b for _, b in BANDS}
    assert {facts.hour_local.hour for facts in drawn} == set(range(24))
    for field in ("european_aqi", "pm2_5_ug_m3", "pm10_ug_m3", "uv_index"):
        values = [getattr(facts, field) for facts in drawn]
        assert None in values
        assert not [value for value in values if value is not None and HELD_OUT_AIR.get(field, lambda _: False)(value)]


def test_particles_of_an_air_map_suit_its_index():
    chance = Random(8)
    for facts in (draw_air(chance) for _ in range(1500)):
        if facts.european_aqi is not None and facts.pm2_5_ug_m3 is not None:
            assert facts.european_aqi <= 100 or facts.pm2_5_ug_m3 > 4
            assert facts.european_aqi > 20 or facts.pm2_5_ug_m3 <= 10
            assert facts.pm10_ug_m3 is None or facts.pm10_ug_m3 >= facts.pm2_5_ug_m3


def test_night_has_no_sun_in_an_air_map():
    chance = Random(8)
    nights = [facts for facts in (draw_air(chance) for _ in range(500)) if facts.hour_local.hour in (0, 1, 2, 3, 23)]
    assert {facts.uv_index for facts in nights} == {0, None}


def test_other_units_are_taught_too(kept):
    lines = [pair.line for pair in kept if pair.language == "en"]
    share = sum(
        "°F" in line or "mph" in line or "knot" in line or " ft" in line or "m/s" in line for line in lines
    ) / len(lines)
    assert 0.08 < share < 0.25


def test_unit_before_a_noun_is_singular():
    facts = SwimFacts(beach_name="Itamambaí", hour_local="09:00", wind_kmh=20, sea_temp_c=20)
    texts = [judged(facts, prompt(facts, "en", variant=v, units=units(wind=WindUnit.KNOTS)), "en") for v in range(80)]
    said = " ".join(pair.text for pair in texts if isinstance(pair, Pair))
    assert "an 11-knot wind" in said
    assert "11 knots wind" not in said
    assert prompt(facts, "en", units=units(System.IMPERIAL)).text != prompt(facts, "en").text


def test_saved_pairs_are_read_back(tmp_path, kept):
    save(tmp_path / "new" / "data.jsonl", kept[:5])
    assert load(tmp_path / "new" / "data.jsonl") == kept[:5]


def test_summary_shows_what_was_refused_with_its_facts(make_facts):
    facts = make_facts()
    refused = judged(facts, prompt(facts, "en"), "en", "Waves of 1.9 m at Praia da Joaquina.")
    assert "number_mismatch wave_height_m “1.9 m”" in summary([refused])
    assert '"wave_height_m":1.3' in summary([refused])
