"""Telegram fails while it takes an answer: whoever asked gets the answer, or a sentence that says what to do."""

from __future__ import annotations

import httpx
import pytest
import structlog
from telegram.error import BadRequest, NetworkError, TelegramError, TimedOut

from bot.messaging.delivery import Patience
from bot_parts import Serving
from botapi import BotApi

UNCONFIRMED = "Telegram did not confirm my answer. If you do not see it, please ask again."


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.messaging.delivery.PAUSE_S", 0.0)


def _texts(api: BotApi) -> list[str]:
    return [message.text for message in api.messages()]


@pytest.mark.parametrize("code", [500, 502])
async def test_an_answer_that_telegram_failed_on_is_followed_by_a_sentence(
    bot_api: BotApi, serving: Serving, code: int
) -> None:
    bot_api.fail_next("sendMessage", code)
    async with serving():
        bot_api.user_sends("/conditions joaquina")
        await bot_api.wait_for(lambda: bot_api.messages())
    assert _texts(bot_api) == [UNCONFIRMED]


async def test_an_answer_that_was_cut_off_is_followed_by_a_sentence_and_stands_there_once(
    bot_api: BotApi, serving: Serving
) -> None:
    bot_api.reset_next("sendMessage", delivered=True)
    async with serving():
        bot_api.user_sends("/conditions joaquina")
        await bot_api.wait_for(lambda: len(bot_api.messages()) == 2)
    assert _texts(bot_api)[0].startswith("Praia da Joaquina")
    assert _texts(bot_api)[1] == UNCONFIRMED


async def test_the_sentence_is_in_the_chat_s_own_language(bot_api: BotApi, serving: Serving) -> None:
    async with serving() as application:
        bot_api.user_sends("/start")
        await bot_api.wait_for(lambda: bot_api.messages())
        await application.bot_data["services"].chats.set_language(42, "pt_BR")
        bot_api.fail_next("sendMessage", 500)
        bot_api.user_sends("/help", language_code="en")
        await bot_api.wait_for(lambda: len(bot_api.messages()) == 2)
    assert _texts(bot_api)[1].startswith("O Telegram não confirmou a minha resposta.")


async def test_a_sentence_that_gets_lost_is_said_again(bot_api: BotApi, serving: Serving) -> None:
    bot_api.fail_next("sendMessage", 500, times=3)
    async with serving():
        bot_api.user_sends("/conditions joaquina")
        await bot_api.wait_for(lambda: bot_api.messages())
    assert _texts(bot_api) == [UNCONFIRMED]


async def test_a_reason_that_gets_lost_is_said_again(bot_api: BotApi, serving: Serving) -> None:
    bot_api.reset_next("sendMessage")
    async with serving():
        bot_api.user_sends("/conditions 27.0,-100.0,5")
        await bot_api.wait_for(lambda: bot_api.messages())
    assert len(bot_api.messages()) == 1
    assert len(bot_api.calls_to("sendMessage")) == 2


async def test_telegram_down_for_longer_is_left_to_the_log(bot_api: BotApi, serving: Serving) -> None:
    bot_api.fail_next("sendMessage", 502, times=4)
    with structlog.testing.capture_logs() as logged:
        async with serving():
            bot_api.user_sends("/start")
            await bot_api.wait_for(lambda: len([each for each in logged if each["event"] == "telegram.failed"]) == 4)
    assert _texts(bot_api) == []


@pytest.mark.parametrize("behind", [httpx.ConnectError("refused"), httpx.ConnectTimeout(""), httpx.PoolTimeout("")])
async def test_what_never_went_out_is_sent_again(behind: httpx.TransportError) -> None:
    assert await _tries(NetworkError("not reached"), behind) == 2


@pytest.mark.parametrize("error", [NetworkError("cut"), TimedOut(), BadRequest("no")])
async def test_what_may_have_gone_out_is_not_sent_again(error: TelegramError) -> None:
    with pytest.raises(type(error)):
        await _tries(error, httpx.ReadError("cut"))


async def _tries(error: TelegramError, behind: Exception) -> int:
    """How often a message is sent whose first try fails."""
    tries = 0

    async def send() -> bool:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise error from behind
        return True

    await Patience().process_request(send, (), {}, "sendMessage", {"chat_id": 7}, None)
    return tries
