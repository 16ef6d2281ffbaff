import json
import os
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import bot
from bot.cli import build_parser, main
from bot.command import Exit
from bot.commands import COMMANDS
from bot.texts import languages
from bot_parts import NOBODY

ROOT = Path(bot.__file__).parent.parent

NINE = """Praia da Joaquina · Tue, Jun 16, 09:00

Sample forecast, not today's.

No summary: the language model is not installed.

Score             55/100, fair
Points lost       choppy −15, breezy −10, cold water −20
Best hour         today 09:00 (55/100, fair), tomorrow 08:00 (55/100, fair)
Sea temperature   19.0°C
Wind              20 km/h
Wave height       1.3 m
Jellyfish risk    low
Chance of whales  low
"""


@pytest.fixture(autouse=True)
def without_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports of these tests are about all but the sentence."""
    monkeypatch.setenv("BOIA_MODEL_PATH", "/nowhere/model.gguf")


def test_commands_are_the_files_of_their_folder() -> None:
    files = {path.stem for path in (ROOT / "bot" / "commands").glob("*.py")} - {"__init__"}
    assert {command.name for command in COMMANDS} == files


@pytest.mark.parametrize("language", languages())
def test_help_names_every_command(language: str) -> None:
    text = build_parser(language).format_help()
    assert [command.name for command in COMMANDS if f"    {command.name} " not in text] == []


def test_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == Exit.DONE
    assert capsys.readouterr().out == f"boia {version('boia')}\n"


def test_a_report_is_its_numbers_where_there_is_no_model(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "joaquina", "--sample"]) == Exit.DONE
    printed = capsys.readouterr()
    assert printed.out.startswith(NINE)
    assert printed.out.endswith(
        "\nWeather data by Open-Meteo.com (CC BY 4.0) · https://open-meteo.com/\n"
        "IMA Santa Catarina · https://balneabilidade.ima.sc.gov.br\n"
    )
    assert printed.err == ""


def test_a_report_takes_an_hour_a_language_and_a_name_of_several_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "praia", "da", "joaquina", "--sample", "--at", "7:00", "--lang", "pt"]) == Exit.DONE
    printed = capsys.readouterr().out
    assert printed.startswith("Praia da Joaquina · ter., 16 de jun., 07:00\n")
    assert "Sem resumo: o modelo de linguagem não está instalado." in printed
    assert "Temperatura da água" in printed


@pytest.mark.parametrize(
    ("arguments", "title", "row"),
    [
        (["--best"], "Praia da Joaquina · Tue, Jun 16, 09:00", ["Wind", "20 km/h"]),
        (["--day", "tomorrow"], "Praia da Joaquina · Wed, Jun 17, 09:00", ["Wind", "15 km/h"]),
        (["--day", "tomorrow", "--best"], "Praia da Joaquina · Wed, Jun 17, 08:00", ["Wind", "14 km/h"]),
        (["--day", "tomorrow", "--at", "18:00"], "Praia da Joaquina · Wed, Jun 17, 18:00", ["Wind", "21 km/h"]),
        (["--units", "imperial"], "Praia da Joaquina · Tue, Jun 16, 09:00", ["Wind", "12 mph"]),
        (["--wind", "knots"], "Praia da Joaquina · Tue, Jun 16, 09:00", ["Wind", "11 kn"]),
        (["--day", "amanhã", "--lang", "pt"], "Praia da Joaquina · qua., 17 de jun., 09:00", ["Vento", "15 km/h"]),
    ],
)
def test_a_report_is_of_the_day_hour_and_units_asked_for(
    arguments: list[str], title: str, row: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", "joaquina", "--sample", *arguments]) == Exit.DONE
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == title
    assert row in [re.split(r"\s{2,}", line) for line in lines]


def test_a_position_may_begin_with_a_minus(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hours", "-27.63,-48.45", "--sample"]) == Exit.DONE
    assert capsys.readouterr().out.startswith("Praia da Joaquina · Tue, Jun 16\n")


def test_air_has_reports_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "lisboa", "--domain", "air", "--sample", "--lang", "pt"]) == Exit.DONE
    printed = capsys.readouterr().out
    assert printed.startswith("Lisboa · ter., 16 de jun., 09:00\n")
    assert "Índice europeu do ar  42, moderado" in printed


def test_a_day_s_hours_are_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hours", "joaquina", "--sample"]) == Exit.DONE
    lines = capsys.readouterr().out.splitlines()
    assert lines[4] == "   Hour   Waves  Wind     From   Sea     UV  Rain  Score"
    assert lines[14] == "★  09:00  1.3 m  20 km/h  south  19.0°C  1   21%   55/100, fair"
    assert len(lines) == 4 + 1 + 24 + 3


def test_a_day_s_hours_as_json_have_their_facts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hours", "joaquina", "--sample", "--json", "--day", "tomorrow"]) == Exit.DONE
    data = json.loads(capsys.readouterr().out)
    assert [hour["facts"]["hour_local"] for hour in data["hours"]] == [f"{hour:02}:00" for hour in range(24)]


@pytest.mark.parametrize(("language", "said"), [("en", "The chart is in {}.\n"), ("pt", "O gráfico está em {}.\n")])
def test_a_chart_is_written_to_its_file(
    language: str, said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "day.png"
    assert main(["chart", "joaquina", "--sample", "-o", str(file), "--lang", language]) == Exit.DONE
    assert file.read_bytes().startswith(b"\x89PNG")
    assert capsys.readouterr().out == said.format(file)


def test_a_chart_that_cannot_be_written_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "day.png"
    assert main(["chart", "joaquina", "--sample", "-o", str(file)]) == Exit.USAGE
    assert capsys.readouterr().err == f"{file} cannot be written (No such file or directory).\n"


def test_a_report_as_json_has_the_guard_s_two_keys(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "joaquina", "--sample", "--json", "--mode", "block"]) == Exit.DONE
    data = json.loads(capsys.readouterr().out)
    assert data["fact_guard"] == {"verdict": None, "violations": []}
    assert (data["failure"], data["mode"], data["sample"]) == ("model_missing", "block", True)


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["report", "xyzzy"], Exit.FAILED, "There is no place called “xyzzy” here."),
        (["report", "xyzzy", "--lang", "pt"], Exit.FAILED, "Não há aqui nenhum lugar chamado “xyzzy”."),
        (["report", "barra"], Exit.FAILED, "“barra” can be Barra da Lagoa or Barra da Tijuca; say which."),
        (["places", "xyzzy"], Exit.FAILED, "There is no place called “xyzzy” here."),
        (
            ["report", "joaquina"],
            Exit.FAILED,
            "127.0.0.1 cannot be reached: check the network, or add --sample for a sample forecast.",
        ),
        (
            ["report", "joaquina", "--lang=pt"],
            Exit.FAILED,
            "Não foi possível acessar 127.0.0.1: verifique a rede ou acrescente --sample para usar a previsão de "
            "exemplo.",
        ),
        (
            ["report", "joaquina", "--sample", "--at", "9h"],
            Exit.USAGE,
            "--at must be a time such as 09:00, not “9h”.",
        ),
        (
            ["report", "campeche", "--sample"],
            Exit.FAILED,
            "There is no sample forecast for Campeche; ask for Praia da Joaquina, Ipanema, Porto da Barra, Carcavelos, "
            "Nazaré, or Bondi Beach.",
        ),
        (
            ["hours", "95,200"],
            Exit.FAILED,
            "“95,200” is no position: a latitude lies between −90 and 90, a longitude between −180 and 180.",
        ),
        (
            ["run"],
            Exit.SETTINGS,
            "BOIA_TELEGRAM_TOKEN is missing: get a token from @BotFather and set it, or put it in .env.",
        ),
        (
            ["run", "--lang", "pt"],
            Exit.SETTINGS,
            "Falta BOIA_TELEGRAM_TOKEN: peça um token ao @BotFather e defina a variável, no ambiente ou em .env.",
        ),
    ],
)
def test_an_error_is_one_sentence_on_standard_error(
    arguments: list[str],
    code: Exit,
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for service in ("FORECAST", "MARINE", "GEOCODING", "WATER"):
        monkeypatch.setenv(f"BOIA_{service}_URL", NOBODY)
    assert main(arguments) == code
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"{sentence}\n")


def test_a_bad_setting_is_told_in_the_language_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOIA_ATTEMPTS", "many")
    assert main(["report", "joaquina", "--sample", "--lang", "pt"]) == Exit.SETTINGS
    assert capsys.readouterr().err == "BOIA_ATTEMPTS precisa ser um número inteiro, não “many”.\n"


@pytest.mark.parametrize(
    ("variable", "code", "start"),
    [
        ("LANG", "pt_BR.UTF-8", "Não entendi esta chamada ("),
        ("LC_ALL", "pt_PT", "Não entendi esta chamada ("),
        ("LANG", "en_US.UTF-8", "This call cannot be read ("),
    ],
)
def test_without_lang_the_environment_s_language_is_taken(
    variable: str, code: str, start: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, code)
    with pytest.raises(SystemExit, match="64"):
        main(["report"])
    assert capsys.readouterr().err.startswith(start)


@pytest.mark.parametrize("arguments", [[], ["sail"], ["report", "joaquina", "--mode", "loud"], ["check"]])
def test_a_call_that_cannot_be_read_has_a_code_that_is_no_verdict(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == Exit.USAGE == 64


def test_places_are_found_without_their_accents(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["places", "jurere", "--lang", "pt"]) == Exit.DONE
    assert capsys.readouterr().out == "Jurerê  Florianópolis  Santa Catarina  Brasil\n"


def test_places_of_another_domain_are_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["places", "lisbon", "--domain", "air"]) == Exit.DONE
    assert capsys.readouterr().out.startswith("Lisboa  ")


def test_places_without_a_query_are_all_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["places"]) == Exit.DONE
    assert len(capsys.readouterr().out.splitlines()) >= 40


@pytest.mark.parametrize("query", [[], ["jurere"]], ids=["more than a buffer", "less than a buffer"])
def test_a_reader_that_leaves_early_is_no_error(query: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # with it, the two would be the same
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as output:  # noqa: PTH123 (a descriptor, not a path)
        call = [sys.executable, "-m", "bot", "places", *query]
        left = subprocess.run(call, cwd=ROOT, stdout=output, stderr=subprocess.PIPE)
    assert (left.returncode, left.stderr) == (0, b"")


def test_a_fault_of_ours_is_a_sentence_with_its_traceback_in_the_log(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr("conditions.places.find", fail)
    assert main(["places", "x", "--lang", "pt"]) == Exit.FAULT == 70
    *logged, sentence = capsys.readouterr().err.splitlines()
    assert [json.loads(line)["event"] for line in logged] == ["command.failed"]
    assert "ZeroDivisionError: a fault" in logged[0]
    assert sentence == "Algo deu errado na própria Boia; o registro acima diz o quê."
