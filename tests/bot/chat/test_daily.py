"""/daily as a person in a chat sees it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from bot.chat.buttons import position_of
from bot.context import SERVICES
from bot.store import Subscriptions
from bot.units import System, WindUnit
from bot_parts import Serving, asked, pressed
from botapi import BotApi, Message
from conditions.places import one

Serve = Callable[[], AbstractAsyncContextManager[Subscriptions]]

EVERY_MORNING = (
    "Praia da Joaquina, 07:00, every day\n"
    "Next report: Wed, Jun 17, 07:00\n\n"
    "Times are those of America/Sao_Paulo; /daily timezone changes that. All your reports: /daily"
)


@pytest.fixture
def daily(serving: Serving) -> Serve:
    """The bot with a database, at 09:25 in Florianópolis."""

    @asynccontextmanager
    async def serve() -> AsyncIterator[Subscriptions]:
        async with serving() as application:
            yield application.bot_data[SERVICES].subscriptions

    return serve


async def _answer(api: BotApi, text: str, **sender: object) -> Message:
    chat = int(str(sender.get("chat_id", 42)))
    before = len(api.messages(chat))
    api.user_sends(text, **sender)  # type: ignore[arg-type]
    return (await api.wait_for(lambda: api.messages(chat)[before:]))[-1]


async def _pressed(api: BotApi, message: Message, text: str) -> Message:
    api.press(message.button(text))
    number = len(message.history)

    def edited() -> list[Message]:
        now = api.messages(message.chat_id)
        return [each for each in now if each.message_id == message.message_id and len(each.history) > number]

    return (await api.wait_for(edited))[0]


@pytest.mark.parametrize("command", ["/daily joaquina 07:00", "/diario joaquina 7h", "/daily Joaquina at 7 am"])
async def test_a_report_is_set_up_and_its_next_run_is_told_in_local_time(
    bot_api: BotApi, daily: Serve, command: str
) -> None:
    async with daily() as kept:
        answer = await _answer(bot_api, command)
        assert len(await kept.of(42)) == 1
    assert answer.text == EVERY_MORNING
    assert [button.text for button in answer.buttons] == [
        "Mon–Fri",
        "Without a sound",
        "Forecast for the next day",
        "Pause",
        "Cancel report",
    ]
    assert bot_api.refusals == ()


async def test_weekdays_tomorrow_and_quiet_are_told_back_in_portuguese(bot_api: BotApi, daily: Serve) -> None:
    async with daily() as kept:
        answer = await _answer(
            bot_api, "/diario praia mole 18h30 seg-sex e domingo amanhã sem som", language_code="pt-br"
        )
        (each,) = await kept.of(42)
    assert answer.text.startswith(
        "Praia Mole, 18:30, seg–sex e dom, a previsão do dia seguinte, sem som\n"
        "Próximo boletim: ter., 16 de jun., 18:30\n"
    )
    assert (each.daily.tomorrow, each.daily.quiet, each.daily.language) == (True, True, "pt")
    assert sorted(each.daily.schedule.weekdays) == [0, 1, 2, 3, 4, 6]


async def test_a_chat_s_clock_is_the_place_s_until_another_is_set(bot_api: BotApi, daily: Serve) -> None:
    async with daily() as kept:
        await _answer(bot_api, "/daily joaquina 07:00")
        listed = await _answer(bot_api, "/daily timezone lisbon")
        await _answer(bot_api, "/daily bondi 08:00")
        assert [each.daily.schedule.timezone for each in await kept.of(42)] == ["Europe/Lisbon"] * 2
    assert listed.text == (
        "1. Praia da Joaquina, 07:00, every day\n\nNext report: Wed, Jun 17, 07:00\nTime zone: Europe/Lisbon"
    )


async def test_a_zone_can_be_said_with_the_report(bot_api: BotApi, daily: Serve) -> None:
    async with daily():
        answer = await _answer(bot_api, "/daily joaquina 09:00 America/New_York")
    assert "Next report: Tue, Jun 16, 09:00\n" in answer.text
    assert "America/New_York" in answer.text


async def test_reports_are_listed_paused_resumed_and_cancelled_by_words(bot_api: BotApi, daily: Serve) -> None:
    async with daily():
        await _answer(bot_api, "/daily joaquina 07:00")
        await _answer(bot_api, "/daily mole 12:00 weekends")
        texts = [
            (await _answer(bot_api, f"/daily {words}")).text
            for words in ("", "pause 2", "pausar 1", "resume 1", "cancel 1", "stop", "list")
        ]
    zone = "Time zone: America/Sao_Paulo"
    assert texts == [
        "1. Praia da Joaquina, 07:00, every day\n2. Praia Mole, 12:00, Sat and Sun\n\n"
        f"Next report: Wed, Jun 17, 07:00\n{zone}",
        "1. Praia da Joaquina, 07:00, every day\n2. Praia Mole, 12:00, Sat and Sun, paused\n\n"
        f"Next report: Wed, Jun 17, 07:00\n{zone}",
        f"1. Praia da Joaquina, 07:00, every day, paused\n2. Praia Mole, 12:00, Sat and Sun, paused\n{zone}",
        "1. Praia da Joaquina, 07:00, every day\n2. Praia Mole, 12:00, Sat and Sun, paused\n\n"
        f"Next report: Wed, Jun 17, 07:00\n{zone}",
        f"1. Praia Mole, 12:00, Sat and Sun, paused\n{zone}",
        "There is no daily report here yet. For example: /daily Joaquina 07:00",
        "There is no daily report here yet. For example: /daily Joaquina 07:00",
    ]


async def test_without_a_time_there_are_times_to_choose_from(bot_api: BotApi, daily: Serve) -> None:
    async with daily():
        question = await _answer(bot_api, "/daily joaquina")
        assert question.text == "At what time every day? Choose, or write another: /daily joaquina 07:30"
        assert [button.text for button in question.buttons] == ["06:00", "07:00", "08:00", "12:00", "18:00", "20:00"]
        answer = await _pressed(bot_api, question, "07:00")
    assert answer.text == EVERY_MORNING


async def test_a_forged_button_reaches_no_other_chat_s_reports(bot_api: BotApi, daily: Serve) -> None:
    async with daily() as kept:
        await _answer(bot_api, "/daily joaquina 07:00", chat_id=7)
        (theirs,) = await kept.of(7)
        mine = await _answer(bot_api, "/daily mole 08:00", chat_id=8)
        forged = mine.json | {"reply_markup": {"inline_keyboard": [[]]}}
        user = {"id": 8, "is_bot": False, "first_name": "Eve"}
        query = {"id": "1", "from": user, "message": forged, "chat_instance": "1", "data": f"daily:cancel:{theirs.id}"}
        bot_api.push("callback_query", query)
        await bot_api.wait_for(lambda: bot_api.calls_to("editMessageText"))
        assert len(await kept.of(7)) == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("/daily joaquina 25:00", "“25:00” is no time of day; write it like 07:00."),
        ("/daily xyzzy 07:00", "There is no place called “xyzzy” here. /help shows what I understand."),
        ("/daily barra 07:00", "“barra” can be Barra da Lagoa or Barra da Tijuca; say which."),
        ("/daily 07:00", "Which beach? For example: /daily Joaquina 07:00"),
        (
            "/daily joaquina 07:00 someday",
            "I do not understand “someday”. Say it like this: /daily Joaquina 07:00 mon-fri quiet",
        ),
        ("/daily timezone", "Which time zone? For example: /daily timezone America/Sao_Paulo"),
        (
            "/daily timezone Mars/Olympus",
            "“Mars/Olympus” is no time zone that I know; write it like America/Sao_Paulo.",
        ),
        (
            "/daily timezone lisbon",
            "There is no daily report here yet; say the time zone with the first: /daily Joaquina 07:00 Europe/Lisbon",
        ),
        ("/daily pause", "There is no daily report here yet. For example: /daily Joaquina 07:00"),
    ],
)
async def test_what_cannot_be_set_up_is_answered_in_one_sentence(
    bot_api: BotApi, daily: Serve, text: str, sentence: str
) -> None:
    async with daily():
        assert (await _answer(bot_api, text)).text == sentence


async def test_a_number_that_is_not_in_the_list_is_asked_for_again(bot_api: BotApi, daily: Serve) -> None:
    async with daily() as kept:
        await _answer(bot_api, "/daily joaquina 07:00")
        await _answer(bot_api, "/daily joaquina 08:00")
        for words in ("cancel", "cancel 3", "cancel joaquina"):
            answer = await _answer(bot_api, f"/daily {words}")
            assert answer.text == "Which one? Say its number in the list that /daily shows."
        assert len(await kept.of(42)) == 2


async def test_the_same_report_again_is_changed_and_not_doubled(bot_api: BotApi, daily: Serve) -> None:
    async with daily() as kept:
        await _answer(bot_api, "/daily joaquina 07:00")
        await _answer(bot_api, "/daily joaquina 07:00 weekends quiet")
        (each,) = await kept.of(42)
    assert (each.daily.schedule.weekdays, each.daily.quiet) == (frozenset((5, 6)), True)


async def test_a_chat_cannot_have_any_number_of_reports(bot_api: BotApi, daily: Serve) -> None:
    async with daily() as kept:
        for hour in range(10):
            await _answer(bot_api, f"/daily joaquina {hour}:00")
        answer = await _answer(bot_api, "/daily joaquina 11:00")
        assert len(await kept.of(42)) == 10
    assert answer.text == "This chat has 10 daily reports, and more are not possible; cancel one first."


async def test_a_group_s_reports_go_with_it_when_it_becomes_a_supergroup(bot_api: BotApi, daily: Serve) -> None:
    bot_api.add_member(-70, 42, "creator")
    async with daily() as kept:
        await _answer(bot_api, "/daily joaquina 07:00", chat_id=-70, user_id=42)
        with capture_logs() as logged:
            bot_api.migrate(-70, -1_000_000_000_070)
            await bot_api.wait_for(lambda: [each["event"] for each in logged].count("chat.moved") == 2)
        assert await kept.of(-70) == ()
        assert len(await kept.of(-1_000_000_000_070)) == 1


async def test_without_a_database_the_reason_is_told(bot_api: BotApi, serving: Serving) -> None:
    async with serving() as application:
        application.bot_data[SERVICES] = replace(application.bot_data[SERVICES], subscriptions=None)
        answer = await _answer(bot_api, "/daily joaquina 07:00")
    assert answer.text == "Daily reports are not possible now: the database cannot be opened."


@pytest.mark.parametrize(
    ("place", "kilometres"), [("joaquina", 3), (position_of(one("joaquina")), -1)], ids=["listed", "position"]
)
async def test_a_button_under_a_report_asks_for_the_hour_and_sets_the_report_up(
    bot_api: BotApi, daily: Serve, place: str, kilometres: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("conditions.lookup.AT_THE_PLACE_KM", kilometres)  # −1: no position stands for a beach
    async with daily() as kept:
        report = await asked(bot_api, f"/conditions {place}")
        question = await pressed(bot_api, report.button("Every day"))
        assert [button.text for button in question.buttons] == ["06:00", "07:00", "08:00", "12:00", "18:00", "20:00"]
        answer = await _pressed(bot_api, question, "18:00")
        (each,) = await kept.of(42)
    name = report.text.partition(" · ")[0]
    assert question.text.startswith("At what time every day? Choose, or write another: /daily ")
    assert answer.text.startswith(f"{name}, 18:00, every day\nNext report: Tue, Jun 16, 18:00\n")
    assert each.daily.place.name == name
    assert bot_api.refusals == ()


async def test_the_air_comes_every_day_by_words_and_by_button(bot_api: BotApi, daily: Serve) -> None:
    async with daily() as kept:
        by_words = await _answer(bot_api, "/diario ar lisboa 07:00 seg-sex", language_code="pt-br")
        report = await asked(bot_api, "/air lisboa", chat_id=8)
        question = await pressed(bot_api, report.button("Every day"))
        answer = await _pressed(bot_api, question, "07:00")
        assert [each.daily.domain.name for chat in (42, 8) for each in await kept.of(chat)] == ["air", "air"]
    assert by_words.text.startswith("Lisboa, qualidade do ar, 07:00, seg–sex\n")
    assert question.text == "At what time every day? Choose, or write another: /daily air Lisboa 07:30"
    assert answer.text.startswith("Lisboa, air quality, 07:00, every day\nNext report: Wed, Jun 17, 07:00\n")


async def test_the_air_without_a_place_is_asked_for(bot_api: BotApi, daily: Serve) -> None:
    async with daily():
        answer = await _answer(bot_api, "/diario ar 07:00", language_code="pt-br")
    assert answer.text == "Qual cidade ou praia? Por exemplo: /diario ar Lisboa"


async def test_a_place_that_could_be_several_is_chosen_by_a_button_that_knows_the_hour(
    bot_api: BotApi, daily: Serve
) -> None:
    async with daily() as kept:
        question = await _answer(bot_api, "/daily barra 07:00")
        answer = await _pressed(bot_api, question, "Barra da Lagoa")
        (each,) = await kept.of(42)
    assert answer.text.startswith("Barra da Lagoa, 07:00, every day\n")
    assert each.daily.place.name == "Barra da Lagoa"


async def test_a_place_of_any_length_is_answered(bot_api: BotApi, daily: Serve) -> None:
    async with daily():
        for text in ("/daily " + "x" * 4080, "/daily " + "x" * 4070 + " 07:00 quiet"):
            assert (await _answer(bot_api, text)).text.startswith("There is no place called “xxx")


async def test_reports_follow_the_language_and_the_units_that_the_chat_chooses(bot_api: BotApi, daily: Serve) -> None:
    async with daily() as kept:
        await _answer(bot_api, "/daily joaquina 07:00")
        await _answer(bot_api, "/language pt-PT")
        assert [each.daily.language for each in await kept.of(42)] == ["pt_PT"]
        await _answer(bot_api, "/units imperial")
        assert [each.daily.units for each in await kept.of(42)] == [System.IMPERIAL]


async def test_reports_have_the_chat_s_own_unit_for_wind_from_the_start_and_when_it_changes(
    bot_api: BotApi, daily: Serve
) -> None:
    said = ["/units knots", "/daily joaquina 07:00", "/language pt-PT", "/units m/s", "/units imperial"]
    wind = []
    async with daily() as kept:
        for text in said:
            await _answer(bot_api, text)
            wind.append([each.daily.wind for each in await kept.of(42)])
    assert wind == [[], [WindUnit.KNOTS], [WindUnit.KNOTS], [WindUnit.MS], [None]]
