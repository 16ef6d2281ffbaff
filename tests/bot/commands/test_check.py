import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.cli import main
from bot.verdict_words import VERDICTS
from factguard import Verdict

FACTS = {
    "beach_name": "Praia da Joaquina",
    "hour_local": "09:00",
    "sea_temp_c": 19.0,
    "wind_kmh": 20,
    "wave_height_m": 1.3,
    "jellyfish_risk": "low",
    "whale_sighting_likelihood": "low",
    "score": 55,
}
CLEAN = "The water at Praia da Joaquina is at 19.0 °C and waves reach 1.3 m."
FLAGGED = "A 20 km/h wind from the northwest."
WITHHELD = "A moderate jellyfish risk is present."

Check = Callable[..., int]


@pytest.fixture
def facts_file(tmp_path: Path) -> Path:
    return tmp_path / "facts.json"


@pytest.fixture
def check(facts_file: Path) -> Check:
    def run(text: str, *options: str, facts: object = FACTS) -> int:
        facts_file.write_text(json.dumps(facts), encoding="utf-8")
        return main(["check", "--facts", str(facts_file), "--text", text, *options])

    return run


@pytest.mark.parametrize(
    ("text", "options", "code"),
    [
        (CLEAN, [], 0),
        (FLAGGED, [], 1),
        (WITHHELD, [], 2),
        (WITHHELD, ["--mode", "warn"], 1),
        (WITHHELD, ["--mode", "off"], 0),
    ],
)
def test_the_exit_code_is_the_verdict(check: Check, text: str, options: list[str], code: int) -> None:
    assert check(text, *options) == code


def test_each_violation_is_a_line_and_the_verdict_the_last(check: Check, capsys: pytest.CaptureFixture[str]) -> None:
    check(f"{FLAGGED} {WITHHELD}")
    first, second, verdict = capsys.readouterr().out.splitlines()
    assert "northwest" in first
    assert first.endswith("[unsupported_attribute, soft]")
    assert "moderate" in second
    assert second.endswith("[category_contradicted, hard]")
    assert verdict == "Withheld: the text would not be shown."


def test_messages_are_in_the_language_asked_for(check: Check, capsys: pytest.CaptureFixture[str]) -> None:
    check(FLAGGED, "--lang", "pt")
    violation, verdict = capsys.readouterr().out.splitlines()
    assert violation.endswith("[unsupported_attribute, leve]")
    assert verdict == "Com ressalva: o texto seria mostrado com um aviso."


def test_json_is_the_guard_s_answer(check: Check, capsys: pytest.CaptureFixture[str]) -> None:
    check(WITHHELD, "--json")
    answer = json.loads(capsys.readouterr().out)
    assert answer["verdict"] == "withheld"
    assert [(each["rule"], each["field"], each["expected"]) for each in answer["violations"]] == [
        ("category_contradicted", "jellyfish_risk", "low")
    ]


def test_a_hyphen_reads_the_text_from_standard_input(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(WITHHELD))
    assert check("-") == 2


def test_facts_may_name_their_domain(check: Check) -> None:
    assert check(CLEAN, facts={"domain": "swim"} | FACTS) == 0


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        (FACTS | {"sea_temp_c": "warm"}, "sea_temp_c must be a number, not “warm”."),
        (FACTS | {"sea_temp_c": 900}, "sea_temp_c must be at most 60, not 900."),
        (FACTS | {"jellyfish_risk": "huge"}, "jellyfish_risk must be low, moderate, or high, not “huge”."),
        (FACTS | {"hour_local": "soon"}, "hour_local must be a time such as 09:00, not “soon”."),
        (FACTS | {"score": 55.5}, "score must be a whole number, not 55.5."),
        (FACTS | {"beach_name": 7}, "beach_name must be a text, not 7."),
        (FACTS | {"sea_temp": 19}, "swim has no field “sea_temp”; did you mean sea_temp_c or air_temp_c?"),
        (
            FACTS | {"crowds": 3},
            "swim has no field “crowds”; it has beach_name, hour_local, sea_temp_c, wind_kmh, wave_height_m, "
            "jellyfish_risk, whale_sighting_likelihood, score, air_temp_c, wind_gust_kmh, wind_direction, "
            "wave_period_s, uv_index, rain_chance_pct, tide_state, and water_quality.",
        ),
        ({"hour_local": "09:00"}, "beach_name is missing."),
        (FACTS | {"domain": "surf"}, "domain must be “swim” or “air”, not “surf”."),
    ],
)
def test_a_bad_field_is_named_in_one_sentence(
    check: Check, facts: object, sentence: str, facts_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(CLEAN, facts=facts) == 64
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"{facts_file}: {sentence}\n")


def test_a_bad_field_is_named_in_portuguese(check: Check, facts_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(CLEAN, "--lang", "pt", facts=FACTS | {"jellyfish_risk": "huge"}) == 64
    sentence = "jellyfish_risk precisa ser low, moderate ou high, não “huge”."
    assert capsys.readouterr().err == f"{facts_file}: {sentence}\n"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"{", "{file} is not JSON: look at line 1, column 2."),
        (b"\xff", "{file} is not a text in UTF-8."),
        (b"[1]", "{file} must hold one JSON object of facts."),
        (None, "There is no file {file}."),
    ],
)
def test_a_file_that_is_no_fact_map_is_told_in_one_sentence(
    content: bytes | None, sentence: str, facts_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if content is not None:
        facts_file.write_bytes(content)
    assert main(["check", "--facts", str(facts_file), "--text", CLEAN]) == 64
    assert capsys.readouterr().err == sentence.format(file=facts_file) + "\n"


def test_a_folder_is_no_fact_map(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--facts", str(tmp_path), "--text", CLEAN]) == 64
    assert capsys.readouterr().err == f"{tmp_path} cannot be read (Is a directory).\n"


def test_every_verdict_has_its_sentence() -> None:
    assert set(VERDICTS) == set(Verdict)
