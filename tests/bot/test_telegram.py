"""The bot as a person sees it, through the Bot API on loopback; the sentences are a test's own."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
import structlog

import bot
from bot.context import SERVICES
from bot.handlers import HANDLERS, conditions
from bot.menu import publish_menus
from bot.store import Chats
from bot_parts import ADMIN, NOBODY, ScriptedWriter, Serving
from botapi import BotApi, Message

TRUE = "At 09:00 the water at Praia da Joaquina is at 19.0 °C, with waves of 1.3 m."
FALSE = "Waves of 1.9 m roll in at Praia da Joaquina."


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Of one kind: little of what is looked at here is in the database."""
    return sqlite_url


async def _answer(api: BotApi, text: str, **sender: str) -> Message:
    api.user_sends(text, **sender)
    return (await api.wait_for(api.messages))[-1]


async def _edited(api: BotApi, text: str, **sender: str) -> Message:
    await _answer(api, text, **sender)
    return await api.wait_for(lambda: next((each for each in api.messages() if each.earlier_texts), None))


def test_handlers_are_the_files_of_their_folder() -> None:
    files = {path.stem for path in (Path(bot.__file__).parent / "handlers").glob("*.py")} - {"__init__"}
    own = [handler for handler in HANDLERS if handler not in conditions.OTHERS]
    assert {handler.name("en") for handler in own} == files


@pytest.mark.parametrize(
    ("language_code", "hello", "example"),
    [
        ("en", "Hello! I am Boia", "Try /conditions Joaquina"),
        ("pt-br", "Olá! Eu sou a Boia.", "Experimente /praia Joaquina"),
        ("de", "Hello! I am Boia", "Try /conditions Joaquina"),
    ],
)
async def test_start_says_what_to_type_in_the_user_s_language(
    bot_api: BotApi, serving: Serving, language_code: str, hello: str, example: str
) -> None:
    async with serving():
        answer = await _answer(bot_api, "/start", language_code=language_code)
    assert answer.text.startswith(hello)
    assert answer.text.endswith(example)


@pytest.mark.parametrize(
    ("language_code", "line"), [("en", "/conditions Joaquina tomorrow 9am: "), ("pt", "/praia Joaquina amanhã 9h: ")]
)
async def test_help_names_the_commands(bot_api: BotApi, serving: Serving, language_code: str, line: str) -> None:
    async with serving():
        answer = await _answer(bot_api, "/help", language_code=language_code)
    assert answer.text.startswith(line)


@pytest.mark.parametrize(
    "command", ["/conditions joaquina", "/praia Praia da Joaquina", "/conditions@boia_test_bot joaca"]
)
async def test_numbers_come_at_once_and_the_sentence_into_the_same_message(
    bot_api: BotApi, serving: Serving, command: str
) -> None:
    async with serving():
        answer = await _edited(bot_api, command)
    assert len(bot_api.messages()) == 1
    assert answer.earlier_texts[0].startswith(
        "Praia da Joaquina · Tue, Jun 16, 09:00\n\nA sentence is being written…\n\nScore: 55/100, fair\n"
    )
    assert answer.text.startswith(f"Praia da Joaquina · Tue, Jun 16, 09:00\n\n{TRUE}\n\nScore: 55/100, fair\n")
    assert answer.text.endswith("\n\nWeather data by Open-Meteo.com (CC BY 4.0)")
    assert answer.marked("bold") == ["Praia da Joaquina · Tue, Jun 16, 09:00"]
    assert answer.marked("text_link") == ["Weather data by Open-Meteo.com (CC BY 4.0)"]
    assert bot_api.refusals == ()


async def test_a_withheld_sentence_leaves_the_numbers_with_the_reason(
    bot_api: BotApi, serving: Serving, writer: ScriptedWriter
) -> None:
    writer.drafts = ["Às 09:00, as ondas na Praia da Joaquina chegam a 1,9 m."]
    async with serving():
        answer = await _edited(bot_api, "/praia joaquina", language_code="pt-br")
    assert "1,9 m" not in answer.text
    assert answer.marked("italic") == ["Sem resumo: a frase não concordava com os fatos em altura das ondas."]
    assert "Altura das ondas: 1,3 m" in answer.text


async def test_the_user_sees_that_something_is_being_written(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        await _edited(bot_api, "/conditions joaquina")
    assert {call.parameters["action"] for call in bot_api.calls_to("sendChatAction")} == {"typing"}


@pytest.mark.parametrize(
    ("text", "language_code", "sentence"),
    [
        ("/conditions", "en", "Which beach? For example: /conditions Joaquina"),
        ("/praia", "pt-br", "Qual praia? Por exemplo: /praia Joaquina"),
        ("/conditions xyzzy", "en", "There is no place called “xyzzy” here. /help shows what I understand."),
        (
            "/praia joakima",
            "pt",
            "Não há aqui nenhum lugar chamado “joakima”; você quis dizer Praia da Joaquina?",
        ),
        ("/conditions barra", "en", "“barra” can be Barra da Lagoa or Barra da Tijuca; say which."),
    ],
)
async def test_a_request_that_names_no_one_beach_is_answered_in_one_sentence(
    bot_api: BotApi, serving: Serving, text: str, language_code: str, sentence: str
) -> None:
    async with serving():
        answer = await _answer(bot_api, text, language_code=language_code)
    assert answer.text == sentence


async def test_a_forecast_that_cannot_be_reached_is_told_in_the_chat_s_language(
    bot_api: BotApi, serving: Serving
) -> None:
    async with serving(forecast=NOBODY):
        answer = await _answer(bot_api, "/praia joaquina", language_code="pt-br")
    assert answer.text.startswith("Não foi possível acessar a fonte da previsão, 127.0.0.1 (")
    assert answer.text.endswith("); tente de novo em alguns minutos.")


async def test_a_fault_of_ours_is_one_sentence_for_the_user_and_a_traceback_for_the_log(
    bot_api: BotApi, serving: Serving
) -> None:
    with structlog.testing.capture_logs() as logged:
        async with serving() as application:
            application.bot_data[SERVICES] = replace(application.bot_data[SERVICES], reports=None)
            answer = await _answer(bot_api, "/conditions joaquina")
    assert answer.text == "Something went wrong here. Please try again later."
    assert [repr(event["exc_info"]) for event in logged if event["event"] == "update.failed"] == [
        """AttributeError("'NoneType' object has no attribute 'place'")"""
    ]


async def test_telegram_s_wish_to_wait_is_met_and_nothing_is_lost(bot_api: BotApi, serving: Serving) -> None:
    bot_api.fail_next("editMessageText", 429, retry_after=1)
    with structlog.testing.capture_logs() as logged:
        async with serving():
            answer = await _edited(bot_api, "/conditions joaquina")
    assert TRUE in answer.text
    waits = [(each["endpoint"], each["seconds"]) for each in logged if each["event"] == "telegram.waiting"]
    assert waits == [("editMessageText", 1.0)]


async def test_an_edit_whose_answer_got_lost_is_made_again(bot_api: BotApi, serving: Serving) -> None:
    bot_api.reset_next("editMessageText")
    async with serving():
        answer = await _edited(bot_api, "/conditions joaquina")
    assert TRUE in answer.text


async def test_a_message_whose_answer_got_lost_is_not_sent_twice(bot_api: BotApi, serving: Serving) -> None:
    bot_api.reset_next("sendMessage", delivered=True)
    with structlog.testing.capture_logs() as logged:
        async with serving():
            await _answer(bot_api, "/start")
            await bot_api.wait_for(lambda: any(each["event"] == "telegram.failed" for each in logged))
    assert len([each for each in bot_api.messages() if each.text.startswith("Hello!")]) == 1


async def test_a_user_who_blocked_the_bot_does_not_stop_it_for_others(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        bot_api.user_sends("/start", chat_id=7)
        bot_api.block(7)
        answer = await _answer(bot_api, "/start")
    assert answer.text.startswith("Hello!")


async def test_a_chat_is_answered_while_another_waits_for_its_sentence(
    bot_api: BotApi, serving: Serving, writer: ScriptedWriter
) -> None:
    writer.ready = asyncio.Event()
    async with serving():
        bot_api.user_sends("/conditions joaquina", chat_id=7)
        numbers = (await bot_api.wait_for(lambda: bot_api.messages(7)))[0]
        bot_api.user_sends("/start", chat_id=8)
        await bot_api.wait_for(lambda: bot_api.messages(8))
        assert bot_api.messages(7) == (numbers,)
        writer.ready.set()
        await bot_api.wait_for(lambda: TRUE in bot_api.messages(7)[0].text)


async def test_a_second_poller_is_named_in_the_log(bot_api: BotApi, serving: Serving) -> None:
    with structlog.testing.capture_logs() as logged:
        async with serving(), httpx.AsyncClient() as other:
            await bot_api.wait_for(lambda: bot_api.calls_to("getUpdates"))
            await other.get(f"{bot_api.base_url}{bot_api.token}/getUpdates", params={"timeout": 0})
            await bot_api.wait_for(lambda: any(each["event"] == "telegram.conflict" for each in logged))
    assert {each["advice"] for each in logged if each["event"] == "telegram.conflict"} == {
        "Another process polls with this token: stop one of the two."
    }


async def test_the_menu_is_there_in_each_language(bot_api: BotApi, serving: Serving) -> None:
    bot_api.add_chat(ADMIN)
    async with serving() as application:
        await publish_menus(application.bot, HANDLERS, Chats(), [ADMIN])
    everybody = [command.name("en") for command in HANDLERS if not command.admin]
    assert [each["command"] for each in bot_api.setting("commands")] == everybody
    assert bot_api.setting("commands")[0] == {"command": "conditions", "description": "how the sea is at a beach"}
    assert [each["command"] for each in bot_api.setting("commands", "pt")] == [
        *("praia", "ar", "horas", "grafico", "melhor", "porque", "diario", "favoritas", "idioma", "unidades"),
        *("privacidade", "esquecer", "ajuda", "start"),
    ]
    scopes = [call.parameters.get("scope") for call in bot_api.calls_to("setMyCommands")]
    assert scopes == [None, None, {"type": "chat", "chat_id": ADMIN}]
    own = bot_api.calls_to("setMyCommands")[-1].parameters["commands"]
    assert [each["command"] for each in own] == [command.name("en") for command in HANDLERS]


def test_no_name_means_two_commands_and_no_button_does_two_things() -> None:
    names = [name for command in HANDLERS for name in command.all_names]
    assert len(set(names)) == len(names)
    actions = [action for command in HANDLERS for action in command.actions]
    assert len(set(actions)) == len(actions)
