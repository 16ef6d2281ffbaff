"""The check seen from outside: verdicts, modes, spans, and texts of any kind."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conditions.swim import SwimFacts
from factguard import Mode, Verdict, check

FACTS = SwimFacts.model_validate(
    {
        "beach_name": "Praia da Joaquina",
        "hour_local": "09:00",
        "sea_temp_c": 19.0,
        "wind_kmh": 20,
        "wave_height_m": 1.3,
        "jellyfish_risk": "low",
        "whale_sighting_likelihood": "low",
        "score": 55,
    }
)
NORTHWEST = (
    "Praia da Joaquina at 9 am, with a wind speed of 20 km/h from the northwest. The wave height is relatively low at "
    "1.3 meters, and there are no reported jellyfish sightings or whale sighting likelihoods for this hour."
)
MODERATE = (
    "The sea is at 19 °C; swimmers should be aware that there is a moderate jellyfish risk present, and while whale "
    "sightings are unlikely, they cannot be entirely ruled out at this hour."
)
WRONG = "Waves of 1.9 m."
SOFT = "The sky is blue."


def _seen(text: str, mode: Mode = Mode.BLOCK) -> list[tuple[str, str, str]]:
    return [(found.rule, found.field, found.quote) for found in check(text, FACTS, mode=mode).violations]


def test_invented_wind_direction_and_kept_out_subjects_flag_a_text() -> None:
    assert check(NORTHWEST, FACTS, mode=Mode.BLOCK).verdict is Verdict.FLAGGED
    assert _seen(NORTHWEST) == [
        ("unsupported_attribute", "wind_direction", "from the northwest"),
        ("mention_policy", "jellyfish_risk", "jellyfish"),
        ("mention_policy", "whale_sighting_likelihood", "whale"),
    ]


def test_overstated_jellyfish_risk_withholds_a_text() -> None:
    result = check(MODERATE, FACTS, mode=Mode.BLOCK)

    assert result.verdict is Verdict.WITHHELD
    first = result.violations[0]
    assert (first.rule, first.severity, first.field, first.said, first.expected) == (
        ("category_contradicted", "hard", "jellyfish_risk", "moderate", "low")
    )
    assert _seen(MODERATE)[1:] == [("mention_policy", "whale_sighting_likelihood", "whale")]


@pytest.mark.parametrize(
    ("mode", "text", "verdict", "shown"),
    [
        (Mode.BLOCK, WRONG, Verdict.WITHHELD, None),
        (Mode.BLOCK, SOFT, Verdict.FLAGGED, SOFT),
        (Mode.BLOCK, "Waves of 1.3 m.", Verdict.CLEAN, "Waves of 1.3 m."),
        (Mode.WARN, WRONG, Verdict.FLAGGED, WRONG),
        (Mode.WARN, SOFT, Verdict.FLAGGED, SOFT),
        (Mode.OFF, WRONG, Verdict.UNCHECKED, WRONG),
    ],
)
def test_mode_decides_what_is_shown(mode: Mode, text: str, verdict: Verdict, shown: str | None) -> None:
    result = check(text, FACTS, mode=mode)

    assert (result.verdict, result.shown) == (verdict, shown)


def test_default_mode_warns() -> None:
    assert check(WRONG, FACTS).verdict is Verdict.FLAGGED


def test_result_for_agents_is_verdict_and_violations() -> None:
    dumped = json.loads(json.dumps(check(WRONG, FACTS).model_dump()))

    assert dumped == {
        "verdict": "flagged",
        "violations": [
            {
                "rule": "number_mismatch",
                "severity": "hard",
                "field": "wave_height_m",
                "quote": "1.9 m",
                "start": 9,
                "end": 14,
                "said": "1.9 m",
                "expected": "1.3 m",
            }
        ],
    }


def test_violation_reads_as_a_sentence_in_both_languages() -> None:
    [violation] = check(WRONG, FACTS).violations

    assert violation.message("en") == "“1.9 m” is not what the facts say (wave height: 1.3 m)."
    assert violation.message("pt_BR") == "“1.9 m” não é o que dizem os fatos (altura das ondas: 1,3 m)."


@pytest.mark.parametrize(
    "text",
    [
        "Ondas de 1\u00a0,9 m",
        "água a\u0301gua 🪼🪼 wind of １９ km/h",
        "\u200eWaves\u200f of \u20661.9 m\u2069",
        "WAVES OF 1,9 M",
        "temperatura −3 °C",
        "e\u0301 19,5ºC no mar",
    ],
)
def test_span_points_into_the_text_as_given(text: str) -> None:
    violations = check(text, FACTS).violations

    assert all(text[found.start : found.end] == found.quote for found in violations)


@given(st.text(max_size=300))
@settings(deadline=None)
def test_check_never_raises_and_its_spans_are_exact(text: str) -> None:
    result = check(text, FACTS, mode=Mode.WARN)

    assert result.shown == text
    assert all(text[found.start : found.end] == found.quote for found in result.violations)


VOCABULARY = (
    "waves wind water ondas vento água 1.3 1,3 m km/h °C and e of de not não high alto 55/100 score nota ( ) , . : - "
    "jellyfish baleias moderate moderado under quase 20 half meio a um at às 9 pm no the ½ 1.300 15–20 N O"
)
WORDS = st.sampled_from([*VOCABULARY.split(), "\n"])


@given(st.lists(WORDS, max_size=60).map(" ".join))
@settings(deadline=None)
def test_any_order_of_words_is_read(text: str) -> None:
    assert check(text, FACTS).shown == text


@given(
    wind=st.integers(0, 80),
    wave=st.integers(0, 50).map(lambda tenths: tenths / 10),
    sea=st.integers(80, 320).map(lambda tenths: tenths / 10),
    score=st.integers(0, 100),
)
@settings(deadline=None)
def test_text_rendered_from_the_facts_is_clean_and_a_changed_value_is_found(
    wind: int, wave: float, sea: float, score: int
) -> None:
    facts = SwimFacts.model_validate(
        FACTS.model_dump() | {"wind_kmh": wind, "wave_height_m": wave, "sea_temp_c": sea, "score": score}
    )
    values: dict[str, Any] = {"wind": wind, "wave": wave, "sea": sea, "score": score}
    for template, mark in ((_ENGLISH, "."), (_PORTUGUESE, ",")):
        assert check(_render(template, values, mark), facts, mode=Mode.BLOCK).violations == ()
        for changed in values:
            other = values | {changed: values[changed] + 7}
            assert check(_render(template, other, mark), facts, mode=Mode.BLOCK).verdict is Verdict.WITHHELD, changed


def _render(template: str, values: dict[str, Any], mark: str) -> str:
    return template.format(**{name: str(value).replace(".", mark) for name, value in values.items()})


_ENGLISH = "Joaquina at 09:00: water {sea} °C, waves of {wave} m, a {wind} km/h wind. Score {score}/100."
_PORTUGUESE = "Às 9h, a Joaquina tem água a {sea} °C, ondas de {wave} m e vento de {wind} km/h. Nota {score}/100."


def test_order_of_clauses_does_not_matter() -> None:
    clauses = ["water at 19 °C", "a 20 km/h wind", "waves of 1.9 m", "a score of 55"]

    for first in range(len(clauses)):
        text = ", ".join(clauses[first:] + clauses[:first])
        assert [found.quote for found in check(text, FACTS).violations] == ["1.9 m"]
