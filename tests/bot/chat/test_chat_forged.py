"""Buttons that there never were, or not any more, and commands that no person types: each gets one plain sentence."""

from __future__ import annotations

import pytest
from structlog.testing import capture_logs

from bot_parts import ScriptedWriter, Serving, answers, asked
from botapi import BotApi

OLD = "This button is too old; please ask again."


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Of one kind: little of what is looked at here is in the database."""
    return sqlite_url


@pytest.fixture(autouse=True)
def no_sentence(writer: ScriptedWriter) -> None:
    """These tests are about the numbers."""
    writer.drafts = [""]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("", OLD),
        (":", OLD),
        ("r", OLD),
        ("r:", OLD),
        ("r::", OLD),
        ("r::   ", OLD),
        ("r:@water:Ipanema", OLD),
        ("r:@:Ipanema", OLD),
        ("r:t2460:Ipanema", OLD),
        ("r:b0900:Ipanema", OLD),
        ("g::xyzzy", "There is no place called “xyzzy” here."),
        ("g:@air:\u0000", "There is no place called “\u0000” here."),
        ("w::nan,nan", "There is no place called “nan,nan” here"),
        ("h::999,999", "“999,999” is no position"),
        ("d:@air:Praia " + "x" * 44, "There is no place called “Praia x"),
        ("d::barra", "“barra” can be "),
        ("e::Ipanema", OLD),
        ("e:b:Ipanema", OLD),
        ("e:2500:Ipanema", OLD),
        ("e:0700@tide:Ipanema", OLD),
        ("daily:at:07:00:Praia da Joaquina", OLD),
        ("daily:cancel:", OLD),
        ("daily:cancel:-1", OLD),
        ("daily:cancel:1;DROP TABLE chats", OLD),
        ("daily:drop:1", OLD),
        ("daily:weekend:", OLD),
        ("daily:list:1", OLD),
        ("daily:days:1", OLD),
        ("daily:open:1:1", OLD),
        ("s:@air:xyzzy", "There is no place called “xyzzy” here."),
        ("a::😀", "There is no place called “😀” here."),
        ("l:" + "x" * 62, OLD),
        ("u:", OLD),
        ("m:off!", OLD),
        ("\u202er::Ipanema", OLD),
    ],
)
async def test_data_of_no_button_of_ours_get_one_sentence_and_no_fault(
    bot_api: BotApi, serving: Serving, data: str, sentence: str
) -> None:
    with capture_logs() as logs:
        async with serving():
            report = await asked(bot_api, "/conditions joaquina")
            bot_api.forge_press(report, data)
            answer = (await answers(bot_api, 2))[-1]
    assert answer.text.startswith(sentence)
    assert [each for each in logs if each["log_level"] in ("error", "critical")] == []


@pytest.mark.parametrize("number", ["99999999999999999999999999", "0", "٣", "7" * 55])
@pytest.mark.parametrize("word", ["cancel", "open", "weekend", "quiet", "next"])
async def test_a_number_of_no_report_changes_nothing(bot_api: BotApi, serving: Serving, number: str, word: str) -> None:
    with capture_logs() as logs:
        async with serving():
            listed = await asked(bot_api, "/daily joaquina 07:00")
            bot_api.forge_press(listed, f"daily:{word}:{number}")
            await bot_api.wait_for(lambda: bot_api.messages()[0].text.startswith("1. Praia da Joaquina"))
    assert [each for each in logs if each["log_level"] in ("error", "critical")] == []


@pytest.mark.parametrize(
    "text",
    [
        "/air @air:lisboa",
        "/air 91,0",
        "/daily air air air 07:00",
        "/daily air 07:00 25:00",
        "/daily joaquina 07:00 Mars/Olympus",
        "/daily pause 99999999999999999999",
        "/daily cancel ٣",
        "/daily 07:00 07:00",
        "/favourites air",
        "/favourites @air Lisboa",
        "/hours air tomorrow",
        "/chart 2026-11-30",
        "/why 🏖",
        "/language ' OR 1=1",
        "/units " + "x" * 3000,
        "/air " + "🏖" * 2000,
    ],
)
async def test_commands_that_no_person_types_are_answered_without_a_fault(
    bot_api: BotApi, serving: Serving, text: str
) -> None:
    with capture_logs() as logs:
        async with serving():
            answer = await asked(bot_api, text)
    assert answer.text
    assert "Something went wrong" not in answer.text
    assert [each for each in logs if each["log_level"] in ("error", "critical")] == []
    assert bot_api.refusals == ()
