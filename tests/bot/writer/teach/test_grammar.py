"""The sentences that the grammars make of a plan."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.writer.plan import STYLES, Plan, Segment
from bot.writer.prompt import prompt
from bot.writer.teach.grammar import grammar, write
from bot.writer.template import END, SCORE, template
from conditions import DOMAINS

LANGUAGES = ("en", "pt")
DOMAIN_NAMES = sorted(domain.name for domain in DOMAINS)
PLACE = Segment("place", "Praia do Breu", {"beach_name": "Praia do Breu"})
WATER_EN = Segment("water", "water 18.4", {"sea_temp_c": "18.4"})


def write_in_each_style(sentences, language="en"):
    """The plan in all the styles."""
    return {write(Plan(sentences, style), language) for style in range(1, STYLES + 1)}


@pytest.mark.parametrize("domain", DOMAIN_NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_order_of_the_template_has_wordings(language, domain):
    heads = grammar(language, domain)["head"]
    for order in template(domain, language).orders:
        words = order.split(END)[0].split()
        start = min(words.index(role) for role in ("place", "time", "score") if role in words)
        head = [word for word in words[start:] if word != "+"]
        key = " ".join((["+"] if start else []) + head)
        needed = {"full", "band"} if SCORE in head else {"alone"}
        assert needed <= set(heads[key]), key


@pytest.mark.parametrize("domain", DOMAIN_NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_segment_of_the_template_has_wordings(language, domain):
    details = grammar(language, domain)["detail"]
    for subject, forms in template(domain, language).segments.items():
        for form in forms:
            names = [part.split("}")[0] for part in form.split("{")[1:]]
            if subject not in ("place", "time", "score"):
                keys = [key for key in details if key.split("=")[0] == f"{subject}:{' '.join(names)}"]
                assert any("clause" in details[key] for key in keys), (subject, names)


def test_styles_say_the_same_thing_in_other_words():
    assert len(write_in_each_style(((PLACE, WATER_EN),))) >= STYLES - 2


def test_indefinite_article_suits_the_number():
    for number, article in (
        ("8", "an"),
        ("18", "an"),
        ("11", "an"),
        ("81", "an"),
        ("12", "a"),
        ("1", "a"),
        ("110", "a"),
    ):
        wind = Segment("wind", f"wind {number}", {"wind_kmh": number})
        said = " ".join(write_in_each_style(((PLACE, wind),)))
        assert f" {article} {number} km/h wind" in said


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Praia do Breu", "na Praia do Breu"), ("Porto Sereno", "no Porto Sereno"), ("Bude Haven", "em Bude Haven")],
)
def test_portuguese_name_takes_its_article(name, expected):
    place, water = Segment("place", name, {"beach_name": name}), Segment("water", "água 18", {"sea_temp_c": "18"})
    assert any(expected.casefold() in text.casefold() for text in write_in_each_style(((place, water),), "pt"))


@pytest.mark.parametrize(
    ("hour", "expected"),
    [("14h", "às 14h"), ("1h", "à 1h"), ("0:30", "à 0:30"), ("10:00", "às 10:00"), ("12h", "às 12h")],
)
def test_portuguese_hour_takes_its_preposition(hour, expected):
    time = Segment("time", hour, {"hour_local": hour})
    water = Segment("water", "água 18", {"sea_temp_c": "18"})
    assert all(expected in text.casefold() for text in write_in_each_style(((PLACE, time, water),), "pt"))


def test_report_says_there_is_only_once(make_facts):
    facts = make_facts(jellyfish_risk="moderate", whale_sighting_likelihood="high", rain_chance_pct=30)
    for language, word in (("en", "there"), ("pt", "há")):
        texts = [write(prompt(facts, language, variant=variant).plan, language) for variant in range(300)]
        counts = Counter(text.casefold().split().count(word) for text in texts)
        assert counts[0] + counts[1] > 290


def test_place_without_a_reading_is_said_to_have_none():
    assert write_in_each_style(((PLACE,),)) == {"There are no readings for Praia do Breu."}


def test_air_of_a_town_is_in_it_and_that_of_a_beach_is_at_it():
    score = Segment("score", "AQI 42 moderate", {"european_aqi": "42", "european_aqi_band": "moderate"})
    for name, expected in (("Graz", "in Graz"), ("Gull Bay", "at Gull Bay")):
        place = Segment("place", name, {"place_name": name})
        texts = {write(Plan(((place, score),), style), "en", "air") for style in range(1, STYLES + 1)}
        texts |= {write(Plan(((score, place),), style), "en", "air") for style in range(1, STYLES + 1)}
        assert any(expected in text for text in texts)
        assert not [text for text in texts if "/100" in text or "in Gull Bay" in text or "at Graz" in text]


def test_index_alone_is_a_second_sentence():
    place = Segment("place", "Graz", {"place_name": "Graz"})
    dust = Segment("pm10", "PM10 20", {"pm10_ug_m3": "20"})
    score = Segment("score", "IQA 42 moderado", {"european_aqi": "42", "european_aqi_band": "moderado"})
    texts = {write(Plan(((place, dust), (score,)), style), "pt", "air") for style in range(1, STYLES + 1)}
    assert all("42" in text.split(". ")[-1] and "com ." not in text for text in texts)
