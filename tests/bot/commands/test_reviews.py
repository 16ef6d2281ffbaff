"""`boia reviews`: judged drafts in the corpus's format."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from bot.cli import main
from bot.command import Exit
from bot.store import Reviews, open_store
from bot.store.drafts import DRAFTS
from bot.store.reviews import REVIEWS, Judgement
from bot_parts import ADMIN, open_meteo
from corpus_parts import facts_of, items
from draft_parts import FLAGGED, WITHHELD, WITHHELD_PT, write
from factguard import Mode, check

CORPUS = Path(__file__).parents[2] / "factguard" / "corpus" / "model_drafts.jsonl"
NONE = "No draft has been judged yet: an admin does that on Telegram with /review.\n"


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The settings' database, which is not there yet."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'boia.db'}"
    monkeypatch.setenv("BOIA_DATABASE_URL", url)
    return url


@pytest.fixture
def judged(database: str) -> Iterator[None]:
    """Three drafts that were judged, the middle one a false alarm, and one that was not."""

    async def judge(forecast: str) -> None:
        async with open_store(database) as engine:
            assert engine is not None
            reviews = Reviews(engine)
            for text, language, judgement in (
                (WITHHELD, "en", Judgement.RIGHT),
                (FLAGGED, "en", Judgement.FALSE_ALARM),
                (WITHHELD_PT, "pt", Judgement.RIGHT),
            ):
                await reviews.judge(await write(engine, forecast, text, language=language), judgement, ADMIN)
            await write(engine, forecast, WITHHELD)
            async with engine.begin() as connection:
                await connection.execute(update(DRAFTS).values(model="gemma"))
                await connection.execute(update(REVIEWS).where(REVIEWS.c.draft_id == 1).values(made_at=1_790_000_000))

    with open_meteo() as forecast:
        asyncio.run(judge(forecast))
        yield


def exported(capsys: pytest.CaptureFixture[str], *more: str) -> list[dict[str, Any]]:
    """What the command prints."""
    assert main(["reviews", "export", *more]) == Exit.DONE
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.usefixtures("judged")
def test_exported_lines_go_into_the_corpus_as_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "judged.jsonl"
    assert main(["reviews", "export", str(file)]) == Exit.DONE
    assert capsys.readouterr().out == f"Judged drafts in {file}: 3\n"
    read = items(file)
    assert {tuple(item) for item in read} == {tuple(items(CORPUS)[0])}
    for item in read:  # as the corpus's own tests judge them
        result = check(item["text"], facts_of(item), mode=Mode.BLOCK)
        if item["verdict"] != "clean":
            assert result.verdict == item["verdict"]
            assert [violation.quote for violation in result.violations] == [v["quote"] for v in item["violations"]]
            assert all(item["text"].index(violation["quote"]) >= 0 for violation in item["violations"])


@pytest.mark.usefixtures("judged")
def test_a_false_alarm_is_exported_as_clean_and_what_is_right_as_the_guard_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    right, alarm, portuguese = exported(capsys)
    assert (right["lang"], right["text"], right["verdict"], right["model"]) == ("en", WITHHELD, "withheld", "gemma")
    assert right["violations"] == [
        {"rule": "number_mismatch", "severity": "hard", "field": "wave_height_m", "quote": "1.9 m"}
    ]
    assert right["note"] == "judged right on 2026-09-21"
    assert right["facts"]["wave_height_m"] == 1.3
    assert None not in right["facts"].values()
    assert (alarm["verdict"], alarm["violations"]) == ("clean", [])
    assert alarm["note"].startswith("judged a false alarm on ")
    assert alarm["note"].endswith(": the guard had flagged it (mention_policy, whale_sighting_likelihood: “whales”)")
    assert (portuguese["lang"], portuguese["verdict"]) == ("pt_BR", "withheld")
    assert len({each["id"] for each in (right, alarm, portuguese)}) == 3


@pytest.mark.usefixtures("judged")
def test_a_file_is_overwritten_only_by_force(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "kept.jsonl"
    file.write_text("dear\n")
    assert main(["reviews", "export", str(file)]) == Exit.USAGE
    assert capsys.readouterr().err == (f"{file} is there already: name another file, or add --force to overwrite it.\n")
    assert file.read_text() == "dear\n"
    assert main(["reviews", "export", str(file), "--force"]) == Exit.DONE
    assert len(items(file)) == 3
    assert sorted(each.name for each in tmp_path.glob("*.jsonl*")) == ["kept.jsonl"]


@pytest.mark.usefixtures("judged")
def test_a_file_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reviews", "export", str(tmp_path / "nowhere" / "x.jsonl")]) == Exit.USAGE
    assert "cannot be written (No such file or directory)" in capsys.readouterr().err


@pytest.mark.usefixtures("judged")
def test_since_says_from_when_on(capsys: pytest.CaptureFixture[str], database: str) -> None:
    async def long_ago() -> None:
        async with open_store(database) as engine:
            assert engine is not None
            async with engine.begin() as connection:
                await connection.execute(update(REVIEWS).where(REVIEWS.c.draft_id == 1).values(made_at=1))

    asyncio.run(long_ago())
    assert [each["text"] for each in exported(capsys, "--since", "24h")] == [FLAGGED, WITHHELD_PT]


def test_a_time_that_cannot_be_read_is_told(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reviews", "export", "--since", "1y"]) == Exit.USAGE
    assert capsys.readouterr().err == ("--since must be a time of at most 90 days such as 24h, 30d, or 2w, not “1y”.\n")


@pytest.mark.usefixtures("judged")
def test_alone_it_shows_the_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reviews", "--lang", "pt"]) == Exit.DONE
    assert capsys.readouterr().out == (
        "Alarmes falsos entre os rascunhos julgados: 1 de 3 (33%).\n"
        "Só entre os retidos, que block não deixa chegar aos leitores: 0 de 2 (0%).\n"
    )


def test_nothing_judged_is_one_sentence(database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reviews"]) == Exit.DONE
    assert capsys.readouterr().out == NONE
    assert main(["reviews", "export", str(tmp_path / "x.jsonl")]) == Exit.DONE
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", NONE)
    assert not (tmp_path / "x.jsonl").exists()


@pytest.mark.parametrize("words", [["reviews"], ["reviews", "export"]], ids=["count", "export"])
def test_a_database_that_cannot_be_opened_is_told(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BOIA_DATABASE_URL", "sqlite+aiosqlite:////proc/nowhere/boia.db")
    assert main(words) == Exit.FAILED
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == (
        "The database cannot be read. Check BOIA_DATABASE_URL, or see why with BOIA_LOG_LEVEL=warning.\n"
    )
