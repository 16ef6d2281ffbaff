from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

import pytest

from bot.layout.page import page
from bot.reports import Report
from bot.units import System, WindUnit, units
from bot.writer import Failure, Outcome
from conditions import Deduction, Outlook, Reading
from conditions.open_meteo import CREDIT
from conditions.outlook import Credit, Detail, Remark
from conditions.places import one
from conditions.swim import SwimFacts
from factguard import GuardResult, Mode, Verdict, Violation

FACTS = SwimFacts.model_validate_json(
    """{"beach_name": "Praia da Joaquina", "hour_local": "09:00", "sea_temp_c": 19,
    "wave_height_m": 1.3, "score": 65}"""
)
DEDUCTIONS = (Deduction(15, "choppy"), Deduction(20, "cold water"))
PLACE = one("joaquina")
NINE = datetime(2026, 6, 16, 12, tzinfo=UTC).astimezone(PLACE.zone)
READING = Reading(PLACE, NINE, FACTS, DEDUCTIONS)
TEXT = "A 1.9 m sea, with wind from the south."
HARD = Violation(rule="number_mismatch", severity="hard", field="wave_height_m", quote="1.9 m", start=2, end=7)
SOFT = Violation(
    rule="unsupported_attribute", severity="soft", field="wind_direction", quote="from the south", start=23, end=37
)


def _report(language: str, result: GuardResult | None = None, failure: Failure | None = None) -> Report:
    outcome = Outcome(result=result, attempts=(), failure=failure) if result or failure else None
    return Report(READING, _outlook(), language, Mode.BLOCK, outcome=outcome)


def _outlook(*, daylight: bool = False, stale: bool = False) -> Outlook:
    """Two days that look like nine o'clock, fetched three hours and 20 minutes before it."""

    def read(hour: datetime) -> Reading:
        return replace(READING, hour=hour.astimezone(PLACE.zone), daylight=daylight)

    fetched_at = NINE - timedelta(hours=3, minutes=20)
    return Outlook(PLACE, NINE, read, lambda facts: facts.score, fetched_at, stale, (CREDIT,))  # type: ignore[attr-defined]


def test_a_page_has_the_numbers_before_there_is_a_sentence() -> None:
    shown = page(_report("en"), writing=True)
    assert (shown.title, shown.sentence, shown.notes) == (
        "Praia da Joaquina · Tue, Jun 16, 09:00",
        None,
        ("A sentence is being written…",),
    )
    assert shown.rows == (
        ("Score", "65/100, good"),
        ("Points lost", "choppy −15, cold water −20"),
        ("Sea temperature", "19.0°C"),
        ("Wave height", "1.3 m"),
    )
    assert shown.credits == (Credit("Weather data by Open-Meteo.com (CC BY 4.0)", "https://open-meteo.com/"),)


def test_a_page_is_portuguese_throughout() -> None:
    shown = page(replace(_report("pt"), sample=True), writing=True)
    assert shown.title == "Praia da Joaquina · ter., 16 de jun., 09:00"
    assert shown.notes == ("Previsão de exemplo, não a de hoje.", "Escrevendo uma frase…")
    assert shown.rows == (
        ("Nota", "65/100, boa"),
        ("Pontos perdidos", "mar mexido −15, água fria −20"),
        ("Temperatura da água", "19,0 °C"),
        ("Altura das ondas", "1,3 m"),
    )
    assert [credit.text for credit in shown.credits] == ["Dados meteorológicos: Open-Meteo.com (CC BY 4.0)"]


def test_no_row_of_lost_points_stands_where_none_were_lost() -> None:
    report = replace(_report("en"), reading=replace(READING, deductions=()))
    assert [name for name, _ in page(report).rows] == ["Score", "Sea temperature", "Wave height"]


def test_a_clean_sentence_stands_alone() -> None:
    shown = page(_report("en", GuardResult(verdict=Verdict.CLEAN, shown=TEXT)))
    assert (shown.sentence, shown.notes) == (TEXT, ())


@pytest.mark.parametrize(
    ("language", "note"),
    [
        ("en", "⚠️ The facts do not back all of this text: “1.9 m” and “from the south”."),
        ("pt", "⚠️ Nem tudo neste texto tem apoio nos fatos: “1.9 m” e “from the south”."),
    ],
)
def test_a_flagged_sentence_comes_with_the_words_that_are_in_doubt(language: str, note: str) -> None:
    shown = page(_report(language, GuardResult(verdict=Verdict.FLAGGED, violations=(HARD, SOFT), shown=TEXT)))
    assert (shown.sentence, shown.notes) == (TEXT, (note,))


@pytest.mark.parametrize(
    ("language", "note"),
    [
        ("en", "No summary: the sentence disagreed with the facts on wave height."),
        ("pt", "Sem resumo: a frase não concordava com os fatos em altura das ondas."),
    ],
)
def test_a_withheld_sentence_gives_its_subject_but_not_its_words(language: str, note: str) -> None:
    shown = page(_report(language, GuardResult(verdict=Verdict.WITHHELD, violations=(HARD, SOFT), shown=None)))
    assert (shown.sentence, shown.notes) == (None, (note,))


def test_an_unchecked_sentence_says_so() -> None:
    shown = page(_report("en", GuardResult(verdict=Verdict.UNCHECKED, shown=TEXT)))
    assert (shown.sentence, shown.notes) == (TEXT, ("⚠️ This text was not checked against the facts.",))


@pytest.mark.parametrize(
    ("failure", "english", "portuguese"),
    [
        (
            Failure.MODEL_MISSING,
            "No summary: the language model is not installed.",
            "Sem resumo: o modelo de linguagem não está instalado.",
        ),
        (
            Failure.MODEL_ERROR,
            "No summary: the language model failed.",
            "Sem resumo: o modelo de linguagem falhou.",
        ),
        (
            Failure.DEADLINE,
            "No summary: the language model took too long.",
            "Sem resumo: o modelo de linguagem demorou demais.",
        ),
        (
            Failure.NO_DRAFT,
            "No summary: the language model wrote nothing usable.",
            "Sem resumo: o modelo de linguagem não escreveu nada aproveitável.",
        ),
    ],
)
def test_numbers_only_says_why(failure: Failure, english: str, portuguese: str) -> None:
    notes = {language: page(_report(language, failure=failure)).notes for language in ("en", "pt")}
    assert notes == {"en": (english,), "pt": (portuguese,)}


def test_every_failure_has_its_reason() -> None:
    assert all(page(_report("en", failure=failure)).notes for failure in Failure)


@pytest.mark.parametrize(
    ("language", "note"),
    [
        ("en", "⚠️ The weather source gives nothing newer: this forecast is 3 hours old."),
        ("pt", "⚠️ A fonte de previsão não dá nada mais novo: esta previsão é de 3 horas atrás."),
    ],
)
def test_an_old_forecast_says_its_age(language: str, note: str) -> None:
    report = replace(_report(language), outlook=_outlook(stale=True))
    assert page(report).notes == (note,)


def test_the_best_hours_stand_under_the_score() -> None:
    report = replace(_report("pt"), outlook=_outlook(daylight=True))
    assert page(report).rows[2] == ("Melhor hora", "hoje 09:00 (65/100, boa), amanhã 00:00 (65/100, boa)")


def test_numbers_are_in_the_reader_s_units() -> None:
    report = replace(_report("en"), units=units(System.IMPERIAL, WindUnit.KNOTS))
    assert page(report).rows[2:] == (("Sea temperature", "66°F"), ("Wave height", "4.3 ft"))


@pytest.mark.parametrize(
    ("language", "row"),
    [
        ("en", ("Next tides", "high about 14:30, proper at Ponto 1 and Ponto 2, newest of Jun 9")),
        (
            "pt",
            ("Próximas marés", "cheia por volta das 14:30, própria em Ponto 1 e Ponto 2, a mais recente de 9 de jun."),
        ),
    ],
)
def test_details_follow_the_facts(language: str, row: tuple[str, str]) -> None:
    remarks = (
        Remark("high about {time}", {"time": time(14, 30)}),
        Remark("proper at {points}", {"points": ("Ponto 1", "Ponto 2")}),
        Remark("newest of {day}", {"day": date(2026, 6, 9)}),
    )
    report = replace(_report(language), reading=replace(READING, details=(Detail("Next tides", remarks),)))
    assert page(report).rows[-1] == row
