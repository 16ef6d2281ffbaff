"""Channels: their administrators post commands there, and the daily reports come there."""

from __future__ import annotations

from datetime import time, timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.broadcast import Broadcaster
from bot.context import SERVICES, BoiaApplication
from bot.store import Chats, Preferences, Subscriptions
from bot_parts import NINE_IN_FLORIANOPOLIS, ScriptedWriter, Serving, answers, asked, until
from botapi import BotApi, Message

CHANNEL = -1_000_000_000_900
OWNER, READER = 42, 8


@pytest.fixture(autouse=True)
def no_sentence(writer: ScriptedWriter) -> None:
    """These tests are about the numbers."""
    writer.drafts = [""]


@pytest.fixture(autouse=True)
def channel(bot_api: BotApi) -> None:
    bot_api.add_to_channel(CHANNEL)


async def posted(api: BotApi, text: str) -> Message:
    """What the bot answers to a post."""
    # From the second request on, Telegram knows which kinds of updates are wanted.
    await api.wait_for(lambda: len(api.calls_to("getUpdates")) >= 2)
    before = len(api.messages(CHANNEL))
    api.channel_posts(text, chat_id=CHANNEL)
    return (await answers(api, before + 1, chat_id=CHANNEL))[-1]


async def broadcast(application: BoiaApplication) -> None:
    """Send what is due a day later."""
    services = application.bot_data[SERVICES]
    later = NINE_IN_FLORIANOPOLIS + timedelta(hours=1)
    broadcaster = Broadcaster(application.bot, services.engine, services.reports, now=lambda: later)
    await broadcaster.tick()
    await broadcaster.finished()
    await broadcaster.stop()


async def test_a_daily_report_is_set_up_by_a_post_and_goes_to_the_channel(bot_api: BotApi, serving: Serving) -> None:
    async with serving() as application:
        answer = await posted(bot_api, "/daily joaquina 10:00")
        await broadcast(application)
        report = bot_api.messages(CHANNEL)[-1]
    assert answer.text.startswith("Praia da Joaquina, 10:00, every day\nNext report: Tue, Jun 16, 10:00\n")
    assert report.text.startswith("Praia da Joaquina · Tue, Jun 16, ")
    assert "Wind: " in report.text
    assert report.buttons == []
    assert bot_api.refusals == ()


@pytest.mark.parametrize(
    ("posts", "language", "first"),
    [
        (["/diario ar lisboa 7h"], "pt", "Lisboa, qualidade do ar, 07:00, todos os dias"),
        (["/language pt_PT", "/daily ar lisboa 07:00"], "pt_PT", "Lisboa, qualidade do ar, 07:00, todos os dias"),
        (["/daily lisboa 25:00"], None, "“25:00” is no time of day; write it like 07:00."),
        (["/diario lisboa 25:00"], None, "“25:00” não é um horário; escreva como 07:00."),
        (["/daily"], None, "There is no daily report here yet. For example: /daily Joaquina 07:00"),
    ],
)
async def test_a_channel_is_answered_in_the_language_of_the_command_until_it_chooses_one(
    bot_api: BotApi, serving: Serving, posts: list[str], language: str | None, first: str
) -> None:
    async with serving() as application:
        for post in posts:
            answer = await posted(bot_api, post)
        kept = await application.bot_data[SERVICES].subscriptions.of(CHANNEL)
    assert answer.text.splitlines()[0] == first
    assert [each.daily.language for each in kept] == ([language] if language else [])


async def test_units_and_forgetting_are_for_channels_too(bot_api: BotApi, serving: Serving, chats: Chats) -> None:
    async with serving() as application:
        await posted(bot_api, "/daily joaquina 07:00")
        await posted(bot_api, "/units imperial")
        assert (await chats.preferences(CHANNEL)).system == "imperial"
        await posted(bot_api, "/forget")
        assert await chats.preferences(CHANNEL) == Preferences()
        assert await application.bot_data[SERVICES].subscriptions.of(CHANNEL) == ()
    assert bot_api.refusals == ()


async def test_nothing_else_that_is_posted_is_answered(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        for text in ("joaquina", "/conditions joaquina", "/xyzzy", "/xyzzy@boia_test_bot", "/help", "/guard", "Hello"):
            bot_api.channel_posts(text, chat_id=CHANNEL)
        await posted(bot_api, "/daily")
        await asked(bot_api, "/start", chat_id=READER)
    assert len(bot_api.messages(CHANNEL)) == 1


async def test_a_button_in_a_channel_obeys_administrators_and_says_nothing_to_others(
    bot_api: BotApi, serving: Serving
) -> None:
    async with serving() as application:
        kept: Subscriptions = application.bot_data[SERVICES].subscriptions
        answer = await posted(bot_api, "/daily joaquina 07:00")
        bot_api.press(answer.button("Cancel report"), user_id=READER)
        bot_api.forge_press(answer, "r::Praia da Joaquina", user_id=READER)
        await bot_api.wait_for(lambda: len(bot_api.calls_to("answerCallbackQuery")) == 2)
        await asked(bot_api, "/start", chat_id=READER)
        assert len(await kept.of(CHANNEL)) == 1
        assert bot_api.messages(CHANNEL) == (answer,)
        bot_api.press(answer.button("Cancel report"), user_id=OWNER)

        async def gone() -> bool:
            return not await kept.of(CHANNEL)

        await until(gone)


async def test_a_bot_that_loses_its_right_to_post_stops_and_goes_on_when_it_has_it_again(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine
) -> None:
    async def chat() -> tuple[object, ...]:
        async with engine.connect() as connection:
            found = await connection.exec_driver_sql(f"SELECT active, reason FROM chats WHERE id = {CHANNEL}")
            return tuple(found.one())

    async with serving() as application:
        kept: Subscriptions = application.bot_data[SERVICES].subscriptions

        async def stopped() -> bool:
            return all(each.stopped for each in await kept.of(CHANNEL))

        async def awake() -> bool:
            return not await stopped()

        await posted(bot_api, "/daily joaquina 07:00")
        bot_api.forbid_posts(CHANNEL)
        await until(stopped)
        assert await chat() == (False, "no_rights")
        bot_api.add_to_channel(CHANNEL)
        await until(awake)
        assert await chat() == (True, None)


async def test_a_right_that_is_lost_without_any_news_of_it_is_found_out_by_the_broadcast(
    bot_api: BotApi, serving: Serving
) -> None:
    async with serving() as application:
        await posted(bot_api, "/daily joaquina 10:00")
        bot_api.forbid_posts(CHANNEL, quietly=True)
        await broadcast(application)
        (each,) = await application.bot_data[SERVICES].subscriptions.of(CHANNEL)
    assert each.stopped == "Need administrator rights in the channel chat"
    assert each.daily.schedule.at == time(10)
