"""The line that the model completes: the very form that the adapter was taught."""

import re
import string
from pathlib import Path

import pytest

import locales
from bot.units import System, WindUnit, units
from bot.writer import PromptError
from bot.writer.prompt import prompt
from bot.writer.template import BAND, DETAILS, END, PLACE, SCORE, TIME, template
from conditions import DOMAINS
from factguard.facts import Category, Level, Quantity, Score

JOAQUINA_EN = " wind 20; waves 1.3; Praia da Joaquina; 9 am | water 19; score 55 fair; s1\nEN:"
JOAQUINA_PT = " 9:00; Praia da Joaquina; água 19; ondas 1,3; s2\nPT:"
LANGUAGES = sorted(folder.parent.name for folder in Path(locales.__path__[0]).glob("*/prompts"))


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", JOAQUINA_EN), ("en_GB", JOAQUINA_EN), ("pt", JOAQUINA_PT), ("pt_BR", JOAQUINA_PT), ("pt-pt", JOAQUINA_PT)],
)
def test_prompt_is_one_line_in_the_form_that_the_adapter_was_taught(make_facts, language, expected):
    assert prompt(make_facts(), language).text == expected


VARIANTS = range(40)


def segments(facts, language="en", **options):
    """What the lines of many plans say of these facts."""
    return {text for variant in VARIANTS for text in prompt(facts, language, variant=variant, **options).segments}


def test_hazard_above_low_is_in_every_line(make_facts):
    facts = make_facts(jellyfish_risk="moderate", whale_sighting_likelihood="high", water_quality="improper")
    for variant in VARIANTS:
        english, portuguese = (prompt(facts, language, variant=variant).segments for language in ("en", "pt"))
        assert {"jellyfish moderate", "whales high", "quality improper"} <= set(english)
        assert {"águas-vivas moderado", "baleias alta", "qualidade imprópria"} <= set(portuguese)


def test_low_hazard_is_in_no_line(make_facts):
    facts = make_facts(jellyfish_risk="low", whale_sighting_likelihood="low")
    assert not [text for text in segments(facts) if "low" in text]


def test_fact_that_is_not_supplied_is_left_out(make_facts):
    facts = make_facts(sea_temp_c=None, wave_height_m=None, score=None, jellyfish_risk=None)
    assert segments(facts) == {"Praia da Joaquina", "09:00", "9 am", "wind 20"}


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
    assert english in segments(make_facts(score=score))
    assert portuguese in segments(make_facts(score=score), "pt")


@pytest.mark.parametrize(
    ("temperature", "expected"),
    [(19, "água 19"), (19.04, "água 19"), (19.26, "água 19,3"), (-0.04, "água 0 fria"), (-1.26, "água -1,3 fria")],
)
def test_number_is_written_as_people_write_it(make_facts, temperature, expected):
    assert expected in segments(make_facts(sea_temp_c=temperature), "pt")


def test_units_are_named_where_they_are_not_metric(make_facts):
    facts = make_facts(sea_temp_c=19.0, wind_kmh=20, wave_height_m=1.3)
    assert {"water 66 °F", "wind 12 mph", "waves 4.3 ft"} <= segments(facts, units=units(System.IMPERIAL))
    assert {"água 19", "vento 11 nós", "ondas 1,3"} <= segments(facts, "pt", units=units(wind=WindUnit.KNOTS))
    assert "wind 1 knot" in segments(make_facts(wind_kmh=2), units=units(wind=WindUnit.KNOTS))


def test_units_of_a_reader_are_named_and_those_of_the_facts_are_not(make_facts):
    asked = units(System.IMPERIAL, WindUnit.MS)
    assert {"water 66 °F", "wind 5.6 m/s", "waves 4.3 ft"} <= segments(make_facts(wind_kmh=20), units=asked)
    assert "vento 20" in segments(make_facts(), "pt", units=units(wind=WindUnit.KMH))


def test_line_on_air_has_the_index_with_its_word_and_the_particles(make_air):
    assert {"AQI 42 moderate", "air moderate", "PM2.5 9.7", "PM10 61.4", "UV 7"} <= segments(make_air())
    assert {"IQA 42 moderado", "ar moderado", "PM2,5 9,7", "PM10 61,4"} <= segments(make_air(), "pt")
    assert {"PM2.5 80 high", "air extremely poor"} <= segments(make_air(european_aqi=101, pm2_5_ug_m3=80.0))
    assert {"ar muito ruim", "PM10 4 baixo"} <= segments(make_air(european_aqi=80, pm10_ug_m3=4), "pt")


def test_line_on_air_ends_as_every_line(make_air):
    assert re.fullmatch(r" .*; s\d+\nEN:", prompt(make_air(), "en").text)
    assert re.fullmatch(r" .*; s\d+\nPT:", prompt(make_air(), "pt").text)


def test_adjective_is_given_only_where_it_is_plainly_true(make_facts):
    assert "wind 50 strong" in segments(make_facts(wind_kmh=50))
    assert segments(make_facts(wind_kmh=30)) & {"wind 30 strong", "wind 30 light"} == set()


@pytest.mark.parametrize(
    ("hour", "english", "portuguese"),
    [
        ("22:00", {"22:00 night", "10 pm night"}, {"22:00 noite", "22h noite"}),
        ("02:00", {"02:00 night", "2 am night"}, {"2:00 madrugada", "2h madrugada"}),
        ("00:30", {"00:30 night"}, {"0:30 madrugada", "0h30 madrugada"}),
    ],
)
def test_every_line_of_a_night_says_so(make_facts, hour, english, portuguese):
    facts = make_facts(hour_local=hour)
    assert all(english & set(prompt(facts, "en", variant=variant).segments) for variant in VARIANTS)
    assert all(portuguese & set(prompt(facts, "pt", variant=variant).segments) for variant in VARIANTS)


@pytest.mark.parametrize(
    ("hour", "expected"),
    [("12:00", {"12:00"}), ("20:00", {"20:00", "8 pm"}), ("09:30", {"09:30", "9:30 am"}), ("05:00", {"05:00", "5 am"})],
)
def test_day_has_the_time_alone(make_facts, hour, expected):
    found = {text for text in segments(make_facts(hour_local=hour)) if text[0].isdigit()}
    assert found == expected


def test_line_break_in_a_name_does_not_end_the_line(make_facts):
    facts = make_facts(beach_name="Praia\nda  Joaquina")
    assert "Praia da Joaquina" in prompt(facts, "en").segments
    assert prompt(facts, "en").text.count("\n") == 1


def test_language_without_a_prompt_is_named_with_the_file_to_add(make_facts):
    with pytest.raises(PromptError) as caught:
        prompt(make_facts(), "tlh")
    assert str(caught.value) == (
        "There is no prompt for swim in the language “tlh”. Add locales/tlh/prompts/swim.toml."
    )


@pytest.mark.parametrize("domain", [pytest.param(domain, id=domain.name) for domain in DOMAINS])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_prompt_names_fields_of_its_facts_and_has_their_words(domain, language):
    form, kinds = template(domain.name, language), domain.facts.KINDS
    forms = [text for texts in form.segments.values() for text in texts]
    named = {name for text in forms for _, name, _, _ in string.Formatter().parse(text) if name}
    words = {word for name in named for word in _words(kinds[name.removesuffix(BAND)], banded=name.endswith(BAND))}
    assert {name.removesuffix(BAND) for name in named} == set(kinds)
    assert words <= set(form.words)


def _words(kind, *, banded):
    match kind:
        case Level():
            return kind.order
        case Category():
            return kind.values
        case Score() if banded:
            return [band for _, band in kind.bands]
        case Quantity() if banded:
            return [word for word, band in kind.bands.items() if band.plainly]
    return []


@pytest.mark.parametrize("domain", [pytest.param(domain, id=domain.name) for domain in DOMAINS])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_order_names_subjects_once_and_its_place_in_the_first_sentence(domain, language):
    for order in template(domain.name, language).orders:
        subjects = [word for word in order.split() if word not in (DETAILS, END)]
        assert set(subjects) <= {PLACE, TIME, SCORE}
        assert len(subjects) == len(set(subjects))
        assert PLACE in order.split(END)[0].split()


def test_every_language_with_texts_has_prompts():
    catalogues = Path(locales.__path__[0]).glob("*/messages.po")
    assert sorted({file.parent.name.partition("_")[0] for file in catalogues}) == LANGUAGES
