"""The application of python-telegram-bot polls the stand-in as it polls Telegram."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from telegram import Bot
from telegram.error import Conflict, NetworkError
from telegram.ext import Application

from botapi import BotApi, NothingHappenedError
from botapi.answers import ANSWERS

SCRIPT = """
import sys
from telegram.ext import Application, CommandHandler

async def start(update, context):
    await update.message.reply_text("Olá")

application = Application.builder().token(sys.argv[1]).base_url(sys.argv[2]).build()
application.add_handler(CommandHandler("start", start))
application.run_polling()
"""


@pytest.mark.usefixtures("polling")
async def test_command_is_answered_and_the_answer_is_edited(bot_api: BotApi) -> None:
    bot_api.user_sends("/conditions joaquina", language_code="pt-br")
    [message] = await bot_api.wait_for(lambda: [each for each in bot_api.messages() if each.history])
    assert message.text == "joaquina: 19 °C, pt-br"
    assert message.earlier_texts == ("joaquina: 19 °C",)
    assert message.json["edit_date"] == message.json["date"] == 1768478400
    assert bot_api.refusals == ()


@pytest.mark.usefixtures("polling")
async def test_pressed_button_reaches_the_bot_and_its_answer_comes_back(bot_api: BotApi) -> None:
    bot_api.user_sends("/conditions ipanema")
    [message] = await bot_api.wait_for(lambda: [each for each in bot_api.messages() if each.history])
    query = bot_api.press(message.button("Again"))
    await bot_api.wait_for(lambda: bot_api.messages()[0].text == "again:ipanema, done")
    [answer] = bot_api.calls_to("answerCallbackQuery")
    assert answer.parameters == {"callback_query_id": query, "text": "Looking again"}
    assert bot_api.messages()[0].buttons == []
    with pytest.raises(LookupError, match="there is no button “Again” under message 2 any more"):
        bot_api.press(message.button("Again"))


async def test_stopping_an_application_that_polls_is_no_conflict(
    bot_api: BotApi, polling: Application[Any, Any, Any, Any, Any, Any]
) -> None:
    await bot_api.wait_for(lambda: bot_api.calls_to("getUpdates"))
    assert polling.updater is not None
    await polling.updater.stop()
    assert bot_api.refusals == ()
    await polling.updater.start_polling(timeout=20)


def test_bot_in_another_process_is_answered_without_an_event_loop_here(bot_api: BotApi) -> None:
    with subprocess.Popen([sys.executable, "-c", SCRIPT, bot_api.token, bot_api.base_url]) as process:
        bot_api.user_sends("/start", chat_id=7)
        [message] = bot_api.wait_for_sync(lambda: bot_api.messages(7))
        process.terminate()
        assert process.wait(timeout=30) == 0
    assert message.text == "Olá"
    assert bot_api.refusals == ()


async def test_update_stays_until_a_later_offset_confirms_it(bot_api: BotApi, bot: Bot) -> None:
    for text in ("one", "two", "three"):
        bot_api.user_sends(text)
    first, second, _ = await bot.get_updates()
    assert len(await bot.get_updates()) == 3
    assert [each.update_id for each in await bot.get_updates(offset=second.update_id, limit=1)] == [second.update_id]
    assert len(await bot.get_updates(offset=-1)) == 1
    assert (await bot.get_updates(offset=first.update_id))[0].message.text == "three"  # type: ignore[union-attr]


async def test_empty_poll_returns_when_its_time_is_over(bot: Bot) -> None:
    assert await bot.get_updates(timeout=1) == ()


async def test_waiting_poll_returns_as_soon_as_someone_writes(bot_api: BotApi, bot: Bot) -> None:
    poll = asyncio.create_task(bot.get_updates(timeout=600))
    await bot_api.wait_for(lambda: bot_api.calls_to("getUpdates"))
    bot_api.user_sends("hello")
    assert len(await poll) == 1


async def test_kinds_that_the_bot_does_not_allow_never_come(bot_api: BotApi, bot: Bot) -> None:
    bot_api.user_queries("joa")
    assert [each.inline_query is not None for each in await bot.get_updates(allowed_updates=["message"])] == [True]
    bot_api.user_queries("joaq")
    bot_api.user_sends("hello")
    assert [each.inline_query is not None for each in await bot.get_updates(offset=100000002)] == [False]


async def test_pending_updates_are_dropped_on_request(bot_api: BotApi, bot: Bot) -> None:
    bot_api.user_sends("hello")
    await bot.delete_webhook()
    assert len(await bot.get_updates()) == 1
    await bot.delete_webhook(drop_pending_updates=True)
    assert await bot.get_updates() == ()


async def test_second_poller_ends_the_first_with_a_conflict(bot_api: BotApi, bot: Bot) -> None:
    first = asyncio.create_task(bot.get_updates(timeout=600))
    await bot_api.wait_for(lambda: bot_api.calls_to("getUpdates"))
    async with Bot(bot_api.token, base_url=bot_api.base_url) as second:
        await second.get_updates()
    with pytest.raises(Conflict) as refused:
        await first
    assert refused.value.message == (
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
    )


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("/start", ["/start"]),
        ("🌊 /conditions Água", ["/conditions"]),
        ("/praia@boia_test_bot joaquina /help", ["/praia@boia_test_bot", "/help"]),
        ("km/h", []),
        ("//start </start> /água /", []),
    ],
)
def test_commands_in_a_text_are_marked_as_telegram_marks_them(bot_api: BotApi, text: str, commands: list[str]) -> None:
    assert bot_api.user_sends(text).marked("bot_command") == commands


def test_command_after_an_emoji_is_marked_in_utf16_units(bot_api: BotApi) -> None:
    [entity] = bot_api.user_sends("🌊 /conditions").entities
    assert entity == {"type": "bot_command", "offset": 3, "length": 11}


async def test_what_does_not_happen_is_told_with_what_the_bot_did(bot_api: BotApi, bot: Bot) -> None:
    await bot.send_message(42, "hello")
    told = "waited 0 s in vain; the bot did:\n  getMe {} → 200\n  sendMessage {'chat_id': 42, 'text': 'hello'} → 200"
    with pytest.raises(NothingHappenedError) as error:
        await bot_api.wait_for(lambda: None, timeout=0)
    assert str(error.value) == told
    with pytest.raises(NothingHappenedError) as error:
        bot_api.wait_for_sync(lambda: None, timeout=0)
    assert str(error.value) == told


def test_fault_of_the_stand_in_itself_is_told_when_it_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Callable[[], None]:
        raise KeyError("oops")

    monkeypatch.setitem(ANSWERS, "getMe", broken)

    async def ask(api: BotApi) -> None:
        async with Bot(api.token, base_url=api.base_url):
            pass

    api = BotApi()
    with pytest.raises(ExceptionGroup, match="the stand-in itself failed"), api, pytest.raises(NetworkError) as error:
        asyncio.run(ask(api))
    assert error.value.message == "Internal Server Error: the stand-in failed: KeyError('oops')"
