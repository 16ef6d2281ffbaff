"""What a test asks to go wrong goes wrong, as often as it asks, and no more."""

import asyncio
from datetime import timedelta

import pytest
from telegram import Bot
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from botapi import BotApi
from botapi.faults import Refuse, Reset
from botapi.refusals import usual


@pytest.mark.parametrize(
    ("code", "kind", "said"),
    [
        (400, BadRequest, "Bad Request"),
        (403, Forbidden, "Forbidden: bot was blocked by the user"),
        (
            409,
            Conflict,
            "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
        ),
        (500, NetworkError, "Internal Server Error"),
        (502, NetworkError, "Bad Gateway"),
    ],
)
async def test_next_call_is_refused_and_the_one_after_it_is_not(
    bot_api: BotApi, bot: Bot, code: int, kind: type[TelegramError], said: str
) -> None:
    bot_api.fail_next("sendMessage", code)
    with pytest.raises(kind) as refused:
        await bot.send_message(42, "one")
    assert refused.value.message == said
    await bot.send_message(42, "two")
    assert [each.text for each in bot_api.messages()] == ["two"]
    assert [each.status for each in bot_api.calls_to("sendMessage")] == [code, 200]
    assert bot_api.refusals == ()


async def test_refusal_may_have_words_of_its_own_and_last_several_calls(bot_api: BotApi, bot: Bot) -> None:
    bot_api.fail_next("sendMessage", 400, "Bad Request: not enough rights to send text messages to the chat", times=2)
    for _ in range(2):
        with pytest.raises(BadRequest, match="Not enough rights to send text messages to the chat"):
            await bot.send_message(42, "one")
    await bot.send_message(42, "two")


async def test_too_many_requests_tells_how_long_to_wait(
    bot_api: BotApi, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    bot_api.fail_next("sendMessage", 429, retry_after=35)
    with pytest.raises(RetryAfter) as refused:
        await bot.send_message(42, "one")
    assert refused.value.retry_after == timedelta(seconds=35)
    assert bot_api.calls_to("sendMessage")[0].description == "Too Many Requests: retry after 35"


async def test_migration_tells_the_new_chat(bot_api: BotApi, bot: Bot) -> None:
    bot_api.fail_next("sendMessage", 400, migrate_to_chat_id=-1001234567890)
    with pytest.raises(ChatMigrated) as refused:
        await bot.send_message(42, "one")
    assert refused.value.new_chat_id == -1001234567890


@pytest.mark.parametrize("delivered", [True, False])
async def test_stalled_call_is_never_answered_but_may_have_been_done(
    bot_api: BotApi, bot: Bot, delivered: bool
) -> None:
    bot_api.stall_next("sendMessage", delivered=delivered)
    with pytest.raises(TimedOut):
        await bot.send_message(42, "one", read_timeout=0.05)
    assert [each.text for each in bot_api.messages()] == ["one"] * delivered
    assert bot_api.calls_to("sendMessage")[0].status is None


async def test_late_answer_is_an_answer(bot_api: BotApi, bot: Bot) -> None:
    bot_api.stall_next("sendMessage", seconds=0.2)
    sending = asyncio.create_task(bot.send_message(42, "one"))
    await bot_api.wait_for(lambda: bot_api.messages())
    assert bot_api.calls_to("sendMessage")[0].status is None
    assert (await sending).text == "one"


async def test_late_answer_to_a_call_that_was_not_done_is_an_error_of_the_server(bot_api: BotApi, bot: Bot) -> None:
    bot_api.stall_next("sendMessage", seconds=0, delivered=False)
    with pytest.raises(NetworkError, match="Internal Server Error"):
        await bot.send_message(42, "one")
    assert (bot_api.messages(), bot_api.refusals) == ((), ())
    assert bot_api.calls_to("sendMessage")[0].parameters["text"] == "one"


@pytest.mark.parametrize("delivered", [True, False])
async def test_connection_is_reset_instead_of_answered(bot_api: BotApi, bot: Bot, delivered: bool) -> None:
    bot_api.reset_next("sendMessage", delivered=delivered)
    with pytest.raises(NetworkError, match=r"httpx\.ReadError"):
        await bot.send_message(42, "one")
    await bot.send_message(42, "two")
    assert [each.text for each in bot_api.messages()] == ["one"] * delivered + ["two"]


def test_fault_in_a_method_that_does_not_exist_is_refused(bot_api: BotApi) -> None:
    with pytest.raises(ValueError, match="no method is called “sendMesage”"):
        bot_api.fail_next("sendMesage", 500)
    with pytest.raises(ValueError, match="no usual description for 418: give one"):
        bot_api.fail_next("sendMessage", 418)


def test_server_closes_while_a_call_hangs() -> None:
    async def hang(api: BotApi) -> None:
        async with Bot(api.token, base_url=api.base_url) as bot:
            api.stall_next("getChat")
            with pytest.raises(TimedOut):
                await bot.get_chat(42, read_timeout=0.01)

    with BotApi() as api:
        asyncio.run(hang(api))


async def _outcomes(api: BotApi, bot: Bot, calls: int) -> list[str]:
    outcomes = []
    for _ in range(calls):
        try:
            await bot.send_message(42, "one")
            outcomes.append("sent")
        except TelegramError as error:
            outcomes.append(error.message)
    return outcomes


async def test_a_storm_fails_the_same_share_of_calls_for_the_same_seed(bot_api: BotApi, bot: Bot) -> None:
    kinds = [Refuse(usual(500)), Reset(delivered=True)]
    bot_api.storm(0.3, 7, kinds)
    first = await _outcomes(bot_api, bot, 40)
    bot_api.storm(0.3, 7, kinds)
    assert await _outcomes(bot_api, bot, 40) == first
    bot_api.storm(0.3, 8, kinds)
    assert await _outcomes(bot_api, bot, 40) != first
    assert 4 <= len([each for each in first if each != "sent"]) <= 20
    assert "Internal Server Error" in first
    assert bot_api.refusals == ()


async def test_a_storm_spares_some_methods_and_ends(bot_api: BotApi, bot: Bot) -> None:
    bot_api.storm(1, 7, [Refuse(usual(502))], spared=["getMe"])
    await bot.get_me()
    with pytest.raises(NetworkError):
        await bot.send_message(42, "one")
    bot_api.calm()
    await bot.send_message(42, "two")
    assert [each.text for each in bot_api.messages()] == ["two"]


async def test_an_answer_that_is_none_comes_once(bot_api: BotApi, bot: Bot) -> None:
    bot_api.garble_next("sendMessage", delivered=True)
    with pytest.raises(TelegramError, match="Invalid server response") as garbled:
        await bot.send_message(42, "one")
    assert type(garbled.value) is TelegramError
    await bot.send_message(42, "two")
    assert [message.text for message in bot_api.messages()] == ["one", "two"]
