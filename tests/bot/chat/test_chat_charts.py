"""Charts in chats: each is drawn and uploaded once, and has buttons to go on from."""

from __future__ import annotations

import asyncio
from datetime import time, timedelta

import pytest

from bot.broadcast import Broadcaster
from bot.context import SERVICES
from bot.layout import chart
from bot.schedule import Schedule
from bot.store import Subscriptions
from bot.store.subscription_rows import Daily
from bot_parts import NINE_IN_FLORIANOPOLIS, Serving, answers, asked, changed, pressed
from botapi import BotApi, Call
from conditions import SWIM
from conditions.places import one


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Of one kind: little of what is looked at here is in the database."""
    return sqlite_url


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The title of each chart that is drawn."""
    titles: list[str] = []
    draw = chart.draw

    def watched(day: chart.Day, *more: object) -> bytes:
        titles.append(day.title)
        return draw(day, *more)  # type: ignore[arg-type]  # passed on as it came

    monkeypatch.setattr(chart, "draw", watched)
    return titles


def uploads(api: BotApi) -> list[Call]:
    return [call for call in api.calls if call.files]


async def test_a_second_chat_that_asks_for_the_same_chart_causes_no_drawing_and_no_upload(
    bot_api: BotApi, serving: Serving, drawings: list[str]
) -> None:
    async with serving():
        first = await asked(bot_api, "/chart joaquina")
        second = await asked(bot_api, "/grafico praia da joaquina", chat_id=8)
        report = await asked(bot_api, "/conditions joaquina", chat_id=9)
        third = await pressed(bot_api, report.button("Chart"))
    assert first.photo == second.photo == third.photo
    assert drawings == ["Praia da Joaquina · Tue, Jun 16"]
    assert len(uploads(bot_api)) == 1
    assert bot_api.refusals == ()


async def test_two_chats_that_ask_at_once_get_one_drawing(
    bot_api: BotApi, serving: Serving, drawings: list[str]
) -> None:
    async with serving():
        await asyncio.gather(*(asked(bot_api, "/chart joaquina", chat_id=chat) for chat in range(1, 6)))
    assert len(drawings) == len(uploads(bot_api)) == 1


@pytest.mark.parametrize(
    ("before", "command", "more"),
    [
        ("/start", "/chart joaquina tomorrow", {}),
        ("/start", "/chart ipanema", {}),
        ("/start", "/chart joaquina", {"language_code": "pt-br"}),
        ("/units imperial", "/chart joaquina", {}),
    ],
    ids=["day", "place", "language", "units"],
)
async def test_another_day_place_language_or_unit_is_another_chart(
    bot_api: BotApi, serving: Serving, drawings: list[str], before: str, command: str, more: dict[str, str]
) -> None:
    async with serving():
        await asked(bot_api, "/chart joaquina")
        await asked(bot_api, before, chat_id=8)
        await asked(bot_api, command, chat_id=8, **more)
    assert len(drawings) == len(uploads(bot_api)) == 2


async def test_a_file_id_that_telegram_refuses_is_replaced_by_a_new_upload(
    bot_api: BotApi, serving: Serving, drawings: list[str]
) -> None:
    async with serving():
        await asked(bot_api, "/chart joaquina")
        bot_api.fail_next("sendPhoto", 400, "Bad Request: wrong file identifier/HTTP URL specified")
        second = await asked(bot_api, "/chart joaquina", chat_id=8)
        third = await asked(bot_api, "/chart joaquina", chat_id=9)
    assert second.photo
    assert third.photo == second.photo
    assert len(drawings) == len(uploads(bot_api)) == 2


async def test_another_refusal_uploads_nothing_again(bot_api: BotApi, serving: Serving, drawings: list[str]) -> None:
    async with serving():
        await asked(bot_api, "/chart joaquina")
        bot_api.fail_next("sendPhoto", 400, "Bad Request: not enough rights to send photos to the chat")
        bot_api.user_sends("/chart joaquina", chat_id=8)
        await bot_api.wait_for(lambda: len(bot_api.calls_to("sendPhoto")) == 2)
        await asked(bot_api, "/start", chat_id=9)
    assert len(drawings) == len(uploads(bot_api)) == 1
    assert bot_api.messages(8) == ()


async def test_buttons_under_a_chart_turn_its_day_and_open_the_report_and_the_hours(
    bot_api: BotApi, serving: Serving
) -> None:
    async with serving():
        today = await asked(bot_api, "/chart joaquina")
        assert [button.text for button in today.buttons] == ["Tomorrow", "Hours", "Report"]
        tomorrow = await changed(bot_api, today.button("Tomorrow"))
        assert tomorrow.text.startswith("Praia da Joaquina · Wed, Jun 17\n")
        assert tomorrow.photo != today.photo
        again = await changed(bot_api, tomorrow.button("Today"))
        assert again.photo == today.photo
        assert len(bot_api.messages()) == 1
        table = await pressed(bot_api, again.button("Hours"))
        report = await pressed(bot_api, again.button("Report"))
    assert table.marked("bold") == ["Praia da Joaquina · Tue, Jun 16"]
    assert report.text.startswith("Praia da Joaquina · Tue, Jun 16, 09:00\n")
    assert len(uploads(bot_api)) == 2
    assert bot_api.refusals == ()


async def test_a_chart_of_a_broadcast_is_that_of_the_chats(
    bot_api: BotApi, serving: Serving, drawings: list[str]
) -> None:
    async with serving() as application:
        await asked(bot_api, "/chart joaquina")
        services = application.bot_data[SERVICES]
        now = NINE_IN_FLORIANOPOLIS
        kept = Subscriptions(services.engine, lambda: now - timedelta(minutes=1))
        place = one("joaquina")
        await kept.add(Daily(42, place, Schedule(time(9, 25), place.timezone), "en", SWIM))
        broadcaster = Broadcaster(
            application.bot, services.engine, services.reports, charts=True, pictures=services.pictures, now=lambda: now
        )
        await broadcaster.tick()
        await broadcaster.finished()
        await broadcaster.stop()
        chart_, report = await answers(bot_api, 2)
    assert report.photo == chart_.photo
    assert len(drawings) == len(uploads(bot_api)) == 1
