"""`boia doctor`: what it finds, and that it shows no secret."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import httpx
import pytest

from bot import doctor
from bot.cli import main
from bot.command import Exit
from bot.doctor import Finding, Grade, clock, languages
from bot.doctor.finding import Case, Check
from bot.running.monitor import Monitor
from bot.store import open_store
from bot_parts import NOBODY, open_meteo
from botapi import BotApi
from botapi.state import BOT
from model_server import model_server, said
from process_parts import free_port, sources_at

TRUE = "At 09:00 the water at Praia da Joaquina is at 19.0 °C, with waves of 1.3 m."
SECRET = "s3cret-w0rd"
ALL_WELL = """✓ ok     Settings       All that are set can be read and fit together; guard mode: warn.
✓ ok     Admins         900
✓ ok     Token          @boia_test_bot answers after 0.0 s.
✓ ok     Database       /data/boia/boia.db will be made at the first start.
✓ ok     Disk space     0 MB are free at /data/boia.
✓ ok     Weather        Answers after 0.0 s.
✓ ok     Sea            Answers after 0.0 s.
✓ ok     Air quality    Answers after 0.0 s.
✓ ok     Geocoder       Answers after 0.0 s.
✓ ok     Water samples  52 sampling points after 0.0 s.
✓ ok     Model          An OpenAI-compatible server: ready after 0.0 s, a sentence after 0.0 s more (drafts: 1). \
Clean: the text says nothing that the facts do not.
✓ ok     Clock          Right to within a few seconds.
✓ ok     Time zones     Version 2026a.
✓ ok     Languages      en, pt, and pt_PT
✓ ok     Metrics        No port is set for metrics and health.

All is well.
"""


@pytest.fixture(autouse=True)
def well(bot_api: BotApi, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[pytest.MonkeyPatch]:
    """Settings with which all works, against servers on loopback."""
    with open_meteo(datetime.now(UTC).date()) as root, model_server(said("Hello"), said(TRUE)) as model:
        for name, value in {
            "COLUMNS": "80",
            "XDG_DATA_HOME": str(tmp_path),
            "BOIA_TELEGRAM_TOKEN": bot_api.token,
            "BOIA_TELEGRAM_URL": bot_api.url,
            "BOIA_ADMINS": "900",
            "BOIA_MODEL": "openai",
            "BOIA_MODEL_URL": model.url,
            "BOIA_MODEL_NAME": "m",
            **sources_at(root),
        }.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(clock, "zone_version", lambda: "2026a")
        yield monkeypatch


@pytest.fixture
def found(capsys: pytest.CaptureFixture[str]) -> Any:
    """What the command finds, as JSON: the worst grade of each title, and the lines."""

    def run(language: str = "en") -> tuple[int, dict[str, dict[str, Any]]]:
        code = main(["doctor", "--json", "--lang", language])
        printed = capsys.readouterr()
        assert printed.err == ""
        lines = json.loads(printed.out)["findings"]
        ranked = sorted(lines, key=lambda line: list(Grade).index(line["grade"]))
        return code, {line["title"]: line for line in ranked}

    return run


def _wrong(lines: dict[str, dict[str, Any]]) -> dict[str, str]:
    return {title: line["grade"] for title, line in lines.items() if line["grade"] != "ok"}


def test_each_thing_has_its_line_where_all_is_well(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["doctor"]) == Exit.DONE
    shown = capsys.readouterr().out
    assert max(len(line) for line in shown.splitlines() if str(tmp_path) not in line) <= 80
    unwrapped = re.sub(r"\n {24}", " ", shown).replace(str(tmp_path), "/data")
    assert re.sub(r"\d+\.\d s", "0.0 s", re.sub(r"[\d,]+ MB", "0 MB", unwrapped)) == ALL_WELL


def test_without_a_token_it_says_what_to_do_and_still_checks_the_rest(well: pytest.MonkeyPatch, found: Any) -> None:
    well.delenv("BOIA_TELEGRAM_TOKEN")
    code, lines = found()
    assert code == Exit.FAILED
    assert _wrong(lines) == {"Token": "fault"}
    said_ = found("pt_PT")[1]["Token"]
    assert said_["found"] == "Falta BOIA_TELEGRAM_TOKEN: boia run precisa dele."
    assert said_["remedy"].startswith("Peça um token ao @BotFather")


@pytest.mark.parametrize("token", ["999999:not-the-token-of-any-bot-0123456789a", "nonsense with\nlines"])
def test_a_token_that_telegram_refuses_is_told_and_not_shown(
    well: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], token: str
) -> None:
    well.setenv("BOIA_TELEGRAM_TOKEN", token)
    assert main(["doctor"]) == Exit.FAILED
    printed = capsys.readouterr()
    assert "✗ fault  Token          Telegram refuses BOIA_TELEGRAM_TOKEN.\n" in printed.out
    assert token not in printed.out + printed.err


def test_a_bot_that_is_not_set_up_as_meant_is_a_note(well: pytest.MonkeyPatch, found: Any, bot_api: BotApi) -> None:
    well.setitem(BOT, "supports_inline_queries", False)
    well.setitem(BOT, "can_read_all_group_messages", True)
    hook = f"https://hooks.example/{SECRET}"
    httpx.post(f"{bot_api.base_url}{bot_api.token}/setWebhook", json={"url": hook}, trust_env=False).raise_for_status()
    code, lines = found()
    assert code == Exit.DONE
    assert _wrong(lines) == {"Bot's set-up": "note", "Webhook": "note"}
    assert lines["Webhook"]["found"] == (
        "A webhook is set: updates go to hooks.example, and whoever polls takes it away."
    )
    assert SECRET not in str(lines)
    well.setenv("BOIA_WEBHOOK_URL", hook)
    well.setenv("BOIA_WEBHOOK_SECRET", "of-the-webhook")
    assert _wrong(found()[1]) == {"Bot's set-up": "note"}


def test_every_bad_setting_is_a_line_of_its_own_and_the_rest_is_checked(
    well: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    well.setenv("BOIA_ATTEMPTS", "0")
    well.setenv("BOIA_DEADLINE_S", "soon")
    well.setenv("BOIA_DEADLINE", "9")
    assert main(["doctor", "--lang", "pt"]) == Exit.FAILED
    shown = capsys.readouterr().out
    assert "✗ falha  Configurações     BOIA_ATTEMPTS precisa ser no mínimo 1, não “0”.\n" in shown
    assert "BOIA_DEADLINE_S precisa ser um número, não “soon”.\n" in shown
    assert "! aviso  Configurações     BOIA_DEADLINE não é uma configuração da Boia.\n" in shown
    assert "→ Você quis dizer BOIA_DEADLINE_S?\n" in shown
    assert "✓ ok     Token " in shown
    assert shown.endswith("\nAlgo não funciona: veja as linhas com ✗.\n")


def test_settings_that_do_not_fit_together_are_told_and_the_model_is_left_out(
    well: pytest.MonkeyPatch, found: Any
) -> None:
    well.delenv("BOIA_MODEL_URL")
    code, lines = found()
    assert code == Exit.FAILED
    assert _wrong(lines) == {"Settings": "fault", "Model": "fault"}
    assert lines["Model"]["found"] == "Not checked: its settings do not fit together."


def test_a_file_of_settings_that_is_no_text_is_told(found: Any) -> None:
    Path(".env").write_bytes(b"BOIA_ATTEMPTS=\xff\xfe")
    code, lines = found()
    assert code == Exit.FAILED
    assert lines["Settings"]["found"].startswith("The file .env cannot be read (")


@pytest.mark.parametrize(
    ("url", "begins"),
    [
        (f"nonsense {SECRET}", "BOIA_DATABASE_URL is no address of a database."),
        (f"postgresql://boia:{SECRET}@127.0.0.1:9/boia", "The database cannot be opened (connection failed"),
        (f"oracle://boia:{SECRET}@127.0.0.1/boia", "The database's driver is not installed ("),
        ("sqlite:////nowhere/at/all/boia.db", "The database cannot be opened (there is no folder /nowhere/at/all)."),
    ],
    ids=["no address", "nobody there", "no driver", "no folder"],
)
def test_a_database_that_cannot_be_opened_is_told_without_its_password(
    well: pytest.MonkeyPatch, found: Any, url: str, begins: str
) -> None:
    well.setenv("BOIA_DATABASE_URL", url)
    code, lines = found()
    assert code == Exit.FAILED
    assert _wrong(lines) == {"Database": "fault"}
    assert lines["Database"]["found"].startswith(begins)
    assert SECRET not in str(lines)


def _revision(file: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])


@pytest.mark.parametrize(
    ("revision", "grade", "says"),
    [
        (None, "ok", "Opens, reads and writes (SQLite "),
        ("0001", "note", "the next start brings it up to date."),
        ("9999", "fault", "The database was made by a newer Boia (at 9999)."),
    ],
)
def test_a_database_is_looked_at_as_it_is(
    well: pytest.MonkeyPatch, found: Any, tmp_path: Path, revision: str | None, grade: str, says: str
) -> None:
    file = tmp_path / "own.db"
    well.setenv("BOIA_DATABASE_URL", f"sqlite+aiosqlite:///{file}")

    async def made() -> None:
        async with open_store(f"sqlite+aiosqlite:///{file}") as engine:
            assert engine is not None

    asyncio.run(made())
    with closing(sqlite3.connect(file)) as connection, connection:
        if revision:
            connection.execute("UPDATE alembic_version SET version_num = ?", [revision])
        tables = connection.execute("SELECT name FROM sqlite_master ORDER BY name").fetchall()
    before = _revision(file)
    _, lines = found()
    assert lines["Database"]["grade"] == grade
    assert says in lines["Database"]["found"]
    assert _revision(file) == before
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master ORDER BY name").fetchall() == tables


def test_a_file_that_is_no_database_is_told(well: pytest.MonkeyPatch, found: Any, tmp_path: Path) -> None:
    (tmp_path / "own.db").write_text("a letter to grandmother " * 100)
    well.setenv("BOIA_DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path / 'own.db'}")
    code, lines = found()
    assert (code, lines["Database"]["found"]) == (
        Exit.FAILED,
        "The database cannot be opened (file is not a database).",
    )


def test_without_a_network_every_line_is_there(well: pytest.MonkeyPatch, found: Any) -> None:
    for name, url in sources_at(NOBODY).items():
        well.setenv(name, url)
    well.setenv("BOIA_TELEGRAM_URL", NOBODY)
    well.setenv("BOIA_MODEL_URL", NOBODY)
    code, lines = found("pt")
    assert code == Exit.FAILED
    assert _wrong(lines) == {
        "Token": "fault",
        "Tempo": "fault",
        "Mar": "fault",
        "Qualidade do ar": "fault",
        "Geocodificador": "note",
        "Amostras da água": "note",
        "Modelo": "fault",
        "Relógio": "note",
    }
    assert lines["Tempo"]["remedy"] == "Corrija BOIA_FORECAST_URL, ou inicie o que deveria responder ali."
    assert lines["Modelo"]["remedy"] == "Inicie o servidor do modelo, ou corrija BOIA_MODEL_URL."


def test_a_key_that_is_refused_is_told_and_not_shown(well: pytest.MonkeyPatch, found: Any) -> None:
    well.setenv("BOIA_OPEN_METEO_KEY", SECRET)
    well.setattr("bot_parts.sample_response", _refuses_the_key)
    code, lines = found()
    assert code == Exit.FAILED
    assert lines["Weather"]["remedy"] == "Correct BOIA_OPEN_METEO_KEY."
    assert SECRET not in str(lines)


def _refuses_the_key(url: httpx.URL, **_: Any) -> httpx.Response:
    assert url.params.get("apikey") == SECRET or "water" in url.path
    return httpx.Response(400, json={"error": True, "reason": f"The supplied API key {SECRET} is invalid"})


@pytest.mark.parametrize(
    ("ahead", "grade", "says"),
    [
        (timedelta(seconds=30), "note", "30 s slow."),
        (timedelta(hours=1), "fault", "3,600 s slow."),
        (timedelta(minutes=-5), "fault", "300 s fast."),
    ],
)
def test_a_clock_that_is_wrong_is_told(
    well: pytest.MonkeyPatch, found: Any, ahead: timedelta, grade: str, says: str
) -> None:
    fixed = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:  # type: ignore[override]
            return fixed

    well.setattr(doctor, "datetime", Clock)
    date = format_datetime(fixed + ahead, usegmt=True)
    well.setattr(BaseHTTPRequestHandler, "date_time_string", lambda *_: date)
    _, lines = found()
    assert (lines["Clock"]["grade"], lines["Clock"]["found"]) == (grade, says)


def test_an_old_time_zone_database_is_a_note(well: pytest.MonkeyPatch, found: Any) -> None:
    well.setattr(clock, "zone_version", lambda: "2019c")
    code, lines = found()
    assert (code, lines["Time zones"]["grade"]) == (Exit.DONE, "note")


def test_texts_that_are_not_translated_are_counted(well: pytest.MonkeyPatch, found: Any) -> None:
    whole = languages._texts
    well.setattr(
        languages, "_texts", lambda language: dict(list(whole(language).items())[: None if language == "en" else -3])
    )
    code, lines = found()
    assert code == Exit.DONE
    assert lines["Languages"]["found"] == "Texts not translated to pt_PT, which come in English: 3."


def test_a_model_that_is_not_there_is_a_fault_with_its_remedy(well: pytest.MonkeyPatch, found: Any) -> None:
    well.setenv("BOIA_MODEL", "embedded")
    well.delenv("BOIA_MODEL_URL")
    well.setenv("BOIA_MODEL_PATH", "/nowhere/model.gguf")
    code, lines = found()
    assert code == Exit.FAILED
    assert _wrong(lines) == {"Model": "fault"}
    assert "The model file /nowhere/model.gguf can't be read" in lines["Model"]["found"]
    assert lines["Model"]["remedy"].startswith("Correct BOIA_MODEL_PATH")


def test_a_port_is_told_apart_by_who_is_there(well: pytest.MonkeyPatch, found: Any) -> None:
    port = free_port()
    well.setenv("BOIA_METRICS_PORT", str(port))
    assert found()[1]["Metrics"]["found"] == f"Port {port} is free."
    monitor = Monitor("127.0.0.1", port)
    assert found()[1]["Metrics"]["found"] == f"Port {port}: boia run is there."
    monitor.close()
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0)
        well.setenv("BOIA_METRICS_PORT", str(server.getsockname()[1]))
        code, lines = found()
    assert (code, lines["Metrics"]["grade"]) == (Exit.FAILED, "fault")


def test_a_check_that_hangs_or_breaks_does_not_stop_the_others(
    well: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def hangs(_case: Case) -> list[Finding]:
        await asyncio.sleep(3600)
        return []

    async def breaks(_case: Case) -> list[Finding]:
        raise RuntimeError(f"with {SECRET}")

    async def works(_case: Case) -> list[Finding]:
        return [Finding(Grade.OK, "well")]

    well.setenv("BOIA_OPEN_METEO_KEY", SECRET)
    checks = (Check("a", "A", hangs, deadline_s=0.05), Check("b", "B", breaks), Check("c", "C", works))
    well.setattr(doctor, "CHECKS", checks)
    assert main(["doctor"]) == Exit.FAILED
    shown = capsys.readouterr().out
    assert "✗ fault  A  Not done after 0 s.\n" in shown
    assert "✗ fault  B  The check itself failed (RuntimeError); the log says more.\n" in shown
    assert "✓ ok     C  well\n" in shown
