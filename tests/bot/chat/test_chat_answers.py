"""Questions about a place on Telegram: commands, hours, buttons, tables and pictures."""

from __future__ import annotations

import asyncio
import threading

import pytest
from structlog.testing import capture_logs

from bot.chat.buttons import LONGEST_DATA, REFRESH, asked_as, data
from bot.layout import chart
from bot.when import When
from bot_parts import ScriptedWriter, Serving, answers, asked, changed, pressed
from botapi import BotApi
from botapi.utf16 import units
from conditions import SWIM
from conditions.places import Place, one

TRUE = "At 09:00 the water at Praia da Joaquina is at 19.0 °C, with waves of 1.3 m."
NINE = "Praia da Joaquina · Tue, Jun 16, 09:00"


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Of one kind: little of what is looked at here is in the database."""
    return sqlite_url


@pytest.fixture(autouse=True)
def nothing_is_refused(bot_api: BotApi) -> object:
    """Telegram would have taken every request of these tests."""
    yield
    assert [call for call in bot_api.refusals if "message is not modified" not in call.description] == []
    assert [call for call in bot_api.calls if "parse_mode" in call.parameters] == []


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("/conditions joaquina 15h", "Praia da Joaquina · Tue, Jun 16, 15:00"),
        ("/conditions joaquina tomorrow", "Praia da Joaquina · Wed, Jun 17, 09:00"),
        ("/condicoes joaquina amanhã 7:00", "Praia da Joaquina · Wed, Jun 17, 07:00"),
        ("/best joaquina", "Praia da Joaquina · Tue, Jun 16, 09:00"),
        ("/melhor joaquina tomorrow", "Praia da Joaquina · Wed, Jun 17, 08:00"),
    ],
)
async def test_the_hour_of_a_report_can_be_said_in_either_language(
    bot_api: BotApi, serving: Serving, text: str, title: str
) -> None:
    async with serving():
        answer = await asked(bot_api, text)
    assert answer.text.splitlines()[0] == title


async def test_a_sentence_that_is_ready_comes_with_the_numbers_in_one_message(
    bot_api: BotApi, serving: Serving
) -> None:
    async with serving():
        await asked(bot_api, "/conditions joaquina")
        second = await asked(bot_api, "/conditions joaquina", chat_id=8)
    assert TRUE in second.text
    assert second.earlier_texts == ()


async def test_a_sentence_in_other_units_or_another_language_is_another_one(
    bot_api: BotApi, serving: Serving, writer: ScriptedWriter
) -> None:
    writer.drafts = [TRUE, "Praia da Joaquina: ondas de 1,3 m às 09:00.", TRUE]
    async with serving():
        await asked(bot_api, "/conditions joaquina")
        bot_api.user_sends("/praia joaquina", chat_id=8, language_code="pt-br")
        await bot_api.wait_for(lambda: any("ondas de 1,3 m às" in each.text for each in bot_api.messages(8)))


async def test_buttons_refresh_the_same_message_and_turn_the_day(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        answer = await asked(bot_api, "/conditions joaquina")
        assert [[button.text for button in row] for row in answer.rows] == [
            ["Refresh", "Tomorrow"],
            ["Chart", "Hours", "Why?"],
            ["Best hour", "Every day"],
            ["☆ Favourite"],
        ]
        tomorrow = await changed(bot_api, answer.button("Tomorrow"))
        assert tomorrow.text.startswith("Praia da Joaquina · Wed, Jun 17, 09:00")
        today = await changed(bot_api, tomorrow.button("Today"))
    assert today.text.startswith(NINE)
    assert len(bot_api.messages()) == 1


async def test_a_refresh_that_changes_nothing_is_no_error(bot_api: BotApi, serving: Serving) -> None:
    with capture_logs() as logs:
        async with serving():
            answer = await asked(bot_api, "/conditions joaquina")
            edits = len(bot_api.calls_to("editMessageText"))
            bot_api.press(answer.button("Refresh"))
            (edit,) = await bot_api.wait_for(lambda: bot_api.calls_to("editMessageText")[edits:])
            await bot_api.wait_for(lambda: len([each for each in logs if each["event"] == "conditions.sent"]) == 2)
    assert "message is not modified" in edit.description
    assert bot_api.messages()[0].text == answer.text
    assert [each for each in logs if each["event"] == "telegram.failed"] == []


async def test_a_press_is_answered_before_the_sentence_is_written(
    bot_api: BotApi, serving: Serving, writer: ScriptedWriter
) -> None:
    async with serving():
        answer = await asked(bot_api, "/conditions joaquina")
        writer.ready = asyncio.Event()
        bot_api.press(answer.button("Tomorrow"))
        await bot_api.wait_for(lambda: "A sentence is being written…" in bot_api.messages()[0].text)
        assert [call.status for call in bot_api.calls_to("answerCallbackQuery")] == [200]
        writer.ready.set()
        await answers(bot_api, 1)


async def test_a_press_that_is_too_old_to_be_answered_is_worked_on_all_the_same(
    bot_api: BotApi, serving: Serving
) -> None:
    bot_api.fail_next("answerCallbackQuery", 400, "Bad Request: query is too old and response timeout expired")
    async with serving():
        answer = await asked(bot_api, "/conditions joaquina")
        tomorrow = await changed(bot_api, answer.button("Tomorrow"))
    assert "Wed, Jun 17" in tomorrow.text


async def test_several_matches_are_buttons_and_the_choice_takes_their_place(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        question = await asked(bot_api, "/conditions sydney tomorrow")
        assert question.text == "“sydney” can be Bondi Beach, Bronte Beach, Coogee Beach, or Manly Beach; say which."
        names = ["Bondi Beach", "Bronte Beach", "Coogee Beach", "Manly Beach"]
        assert [button.text for button in question.buttons] == names
        report = await changed(bot_api, question.button("Bondi Beach"))
    assert report.message_id == question.message_id
    assert report.text.startswith("Bondi Beach · Wed, Jun 17, 09:00")


async def test_a_slip_is_answered_with_what_may_be_meant_as_buttons(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        question = await asked(bot_api, "/conditions joakima")
        report = await changed(bot_api, question.button("Praia da Joaquina"))
    assert report.text.startswith(NINE)


async def test_hours_are_the_day_s_table_in_letters_of_one_width(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        report = await asked(bot_api, "/conditions joaquina")
        table = await pressed(bot_api, report.button("Hours"))
    (block,) = table.marked("pre")
    lines = block.splitlines()
    assert lines[:2] == [
        " Hour  Waves Wind  Sea UV Rain Score",
        "           m km/h   °C       %  /100",
    ]
    assert len(lines) == 26
    assert [line for line in lines if line.startswith("★")] == ["★09:00   1.3   20 19.0  1   21    55"]
    assert max(map(len, lines)) <= 38
    assert table.marked("bold") == ["Praia da Joaquina · Tue, Jun 16"]
    assert "★ best hour: 09:00 (55/100, fair)" in table.text
    assert units(table.text) <= 4096


@pytest.mark.parametrize("command", ["/chart joaquina tomorrow", "/grafico joaquina amanhã"])
async def test_a_chart_is_a_photo_with_a_caption(bot_api: BotApi, serving: Serving, command: str) -> None:
    async with serving():
        bot_api.user_sends(command)
        photo = (await answers(bot_api, 1))[-1]
    assert photo.photo
    assert photo.photo.startswith(b"\x89PNG")
    assert photo.text == "Praia da Joaquina · Wed, Jun 17\nWeather data by Open-Meteo.com (CC BY 4.0)"
    assert {call.parameters["action"] for call in bot_api.calls_to("sendChatAction")} == {"upload_photo"}


async def test_a_chart_is_drawn_beside_the_loop(
    bot_api: BotApi, serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = []
    draw = chart.draw

    def watched(*given: object) -> bytes:
        threads.append(threading.current_thread())
        return draw(*given)  # type: ignore[arg-type]  # passed on as it came

    monkeypatch.setattr(chart, "draw", watched)
    async with serving():
        await asked(bot_api, "/chart joaquina")
    assert [thread is threading.main_thread() for thread in threads] == [False]


async def test_why_lists_the_points_that_a_score_lost(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        answer = await asked(bot_api, "/why joaquina")
    assert answer.text == (
        f"{NINE}\n\nScore: 55/100, fair\nChoppy: −15\nBreezy: −10\nCold water: −20\n\n"
        "Weather data by Open-Meteo.com (CC BY 4.0)"
    )


@pytest.mark.parametrize("command", ["hours", "chart", "best", "why", "horas", "grafico", "melhor", "porque"])
async def test_a_command_without_a_place_says_how_to_ask(bot_api: BotApi, serving: Serving, command: str) -> None:
    async with serving():
        answer = await asked(bot_api, f"/{command}")
    assert answer.text == f"Which beach? For example: /{command} Joaquina"


@pytest.mark.parametrize(
    ("forged", "sentence"),
    [
        ("r::xyzzy", "There is no place called “xyzzy” here."),
        ("r:t2500:Praia da Joaquina", "This button is too old; please ask again."),
        ("r", "This button is too old; please ask again."),
        ("zz::Praia da Joaquina", "This button is too old; please ask again."),
        ("h::91, 0", "“91, 0” is no position: a latitude lies between −90 and 90, a longitude between −180 and 180."),
        ("l:tlh", "This button is too old; please ask again."),
        ("u:parsec", "This button is too old; please ask again."),
    ],
)
async def test_data_of_no_button_of_ours_gets_a_plain_sentence(
    bot_api: BotApi, serving: Serving, forged: str, sentence: str
) -> None:
    async with serving():
        report = await asked(bot_api, "/conditions joaquina")
        bot_api.forge_press(report, forged)
        assert (await answers(bot_api, 2))[-1].text == sentence


async def test_a_button_of_a_message_that_telegram_no_longer_gives_is_answered_in_a_new_one(
    bot_api: BotApi, serving: Serving
) -> None:
    async with serving():
        report = await asked(bot_api, "/conditions joaquina")
        bot_api.press_long_after(report.button("Tomorrow"))
        assert (await answers(bot_api, 2))[-1].text.startswith("Praia da Joaquina · Wed, Jun 17")


def test_every_place_of_the_catalogue_fits_into_a_button_and_comes_back() -> None:
    latest = When(tomorrow=True, best=True)
    for place in SWIM.places():
        assert len(data(REFRESH, asked_as(place), latest).encode()) <= LONGEST_DATA
        assert one(asked_as(place)) == place


@pytest.mark.parametrize(
    ("name", "region", "asked"),
    [
        ("Santa Cruz", "Madeira", "Santa Cruz, Madeira"),
        ("Santa Cruz", "", "32.6891,-16.7900"),
        ("Praia " * 12, "Madeira", "32.6891,-16.7900"),
    ],
)
def test_a_place_of_no_catalogue_is_asked_for_by_name_or_by_position(name: str, region: str, asked: str) -> None:
    place = Place(
        name=name, other_names=(), town="", region=region, country="PT", latitude=32.6891, longitude=-16.79,
        timezone="Atlantic/Madeira", whale_season=None, listed=False,
    )  # fmt: skip
    assert asked_as(place) == asked


async def test_an_answer_comes_even_if_the_question_was_deleted(bot_api: BotApi, serving: Serving) -> None:
    bot_api.user_deletes(bot_api.user_sends("/start", chat_id=-100))
    async with serving():
        (answer,) = await answers(bot_api, 1, chat_id=-100)
    assert "reply_to_message" not in answer.json
