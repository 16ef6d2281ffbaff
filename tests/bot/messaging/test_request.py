"""Requests to Telegram by aiohttp: what went wrong is told apart, and no error tells the token."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import AsyncIterator

import pytest
from telegram import Bot
from telegram.error import Forbidden, NetworkError, TelegramError, TimedOut
from telegram.request import HTTPXRequest

from bot.messaging.request import NEVER_WENT_OUT, AiohttpRequest, request
from bot_parts import NOBODY
from botapi import BotApi

PICTURE = b"\x89PNG\r\n\x1a\n" + (13).to_bytes(4, "big") + b"IHDR" + (3).to_bytes(4, "big") + (2).to_bytes(4, "big")
"""The head of a picture of 3 × 2."""


@pytest.fixture
async def bot(bot_api: BotApi) -> AsyncIterator[Bot]:
    bot_api.add_chat(42)
    async with Bot(bot_api.token, base_url=bot_api.base_url, request=AiohttpRequest(connections=1)) as bot:
        yield bot


def _went_out(error: TelegramError) -> bool:
    assert BotApi.token not in "".join(traceback.format_exception(error))
    return not isinstance(error.__cause__, NEVER_WENT_OUT)


async def test_texts_and_files_arrive_as_they_are(bot_api: BotApi, bot: Bot) -> None:
    await bot.send_message(42, "Água & sal + 100 % = ü 🌊")
    photo = await bot.send_photo(42, PICTURE, caption="São João", filename="day.png")
    assert [each.text for each in bot_api.messages()] == ["Água & sal + 100 % = ü 🌊", "São João"]
    assert bot_api.messages()[1].photo == PICTURE
    assert (photo.photo[0].width, photo.photo[0].height) == (3, 2)


async def test_a_refusal_is_telegram_s_own_error(bot_api: BotApi, bot: Bot) -> None:
    bot_api.fail_next("sendMessage", 403)
    with pytest.raises(Forbidden, match="bot was blocked by the user"):
        await bot.send_message(42, "one")


async def test_a_cut_connection_may_have_been_an_answer_and_is_not_asked_again(bot_api: BotApi, bot: Bot) -> None:
    bot_api.reset_next("sendMessage", delivered=True)
    with pytest.raises(NetworkError) as cut:
        await bot.send_message(42, "one")
    assert _went_out(cut.value)
    assert len(bot_api.calls_to("sendMessage")) == 1


async def test_an_answer_that_does_not_come_may_have_been_given(bot_api: BotApi, bot: Bot) -> None:
    bot_api.stall_next("sendMessage")
    with pytest.raises(TimedOut) as late:
        await bot.send_message(42, "one", read_timeout=0.05)
    assert _went_out(late.value)
    assert len(bot_api.calls_to("sendMessage")) == 1


async def test_without_a_free_connection_nothing_goes_out(bot_api: BotApi, bot: Bot) -> None:
    bot_api.stall_next("sendMessage", seconds=0.6)
    first = asyncio.create_task(bot.send_message(42, "one"))
    await bot_api.wait_for(lambda: bot_api.calls_to("sendMessage"))
    with pytest.raises(TimedOut) as full:
        await bot.send_message(42, "two", pool_timeout=0.05, connect_timeout=0.05)
    assert not _went_out(full.value)
    await first
    assert [each.text for each in bot_api.messages()] == ["one"]


async def test_where_nobody_listens_nothing_goes_out() -> None:
    by = AiohttpRequest()
    await by.initialize()
    with pytest.raises(NetworkError) as refused:
        await by.post(f"{NOBODY}/bot{BotApi.token}/getMe")
    await by.shutdown()
    assert not _went_out(refused.value)


async def test_a_request_can_be_opened_again(bot_api: BotApi) -> None:
    by = AiohttpRequest()
    for _ in range(2):
        await by.initialize()
        assert await by.post(f"{bot_api.base_url}{bot_api.token}/getMe")
        await by.shutdown()
    with pytest.raises(NetworkError, match="not initialized") as closed:
        await by.post(f"{bot_api.base_url}{bot_api.token}/getMe")
    assert not _went_out(closed.value)


@pytest.mark.parametrize("variable", ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"])
async def test_a_proxy_of_the_environment_is_the_library_s_own_business(
    monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.setenv(variable, "http://127.0.0.1:9")
    by = request()
    assert isinstance(by, HTTPXRequest)
    await by.shutdown()


def test_without_a_proxy_it_is_aiohttp(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    assert isinstance(request(), AiohttpRequest)
