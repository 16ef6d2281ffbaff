"""What a broadcast says: the same as a report, made once however many chats get it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import httpx
import pytest
from sqlalchemy import update
from structlog.testing import capture_logs

from bot.guard_switch import GuardSwitch
from bot.layout.page import page
from bot.messaging.telegram_text import telegram_text
from bot.reports import Ask, Report, ReportService
from bot.store import GuardChanges
from bot.store.outbox import OUTBOX
from bot.units import System, WindUnit, units
from bot.when import NOW
from bot.writer import WriterError
from bot_parts import ADMIN, NOBODY, service_on
from botapi import BotApi
from broadcast_parts import JOAQUINA, Clock, Opening, TruthfulWriter
from conditions.places import one
from factguard import Mode


async def test_a_broadcast_says_the_same_as_a_report(
    bot_api: BotApi, office: Opening, forecast_url: str, clock: Clock
) -> None:
    bot_api.add_chat(7)
    async with office() as here, httpx.AsyncClient(trust_env=False) as http:
        await here.subscribe(7)
        await here.tick("07:00")
        reports = service_on(forecast_url, http, TruthfulWriter(), clock=clock)
        expected = telegram_text(page(await reports.report(JOAQUINA, Ask("en"), NOW)))
    (message,) = bot_api.messages(7)
    assert message.text == expected.text
    assert message.text.startswith("Praia da Joaquina · Tue, Jun 16, 07:00\n\nThe score at Praia da Joaquina is ")
    assert message.marked("bold") == ["Praia da Joaquina · Tue, Jun 16, 07:00"]
    assert message.marked("text_link") == ["Weather data by Open-Meteo.com (CC BY 4.0)"]


async def test_a_sentence_is_written_once_for_place_hour_language_and_units(
    bot_api: BotApi, office: Opening, writer: TruthfulWriter
) -> None:
    async with office() as here:
        for chat in range(1, 61):
            bot_api.add_chat(chat)
            more = {
                "place": JOAQUINA if chat % 2 else one("ipanema"),
                "language": "en" if chat % 3 else "pt",
                "units": System.METRIC if chat % 5 else System.IMPERIAL,
            }
            await here.subscribe(chat, **more)
        await here.tick("07:00")
        assert [state for _, state in await here.rows()] == ["sent"] * 60
    assert len(writer.written) == 2 * 2 * 2
    assert all(len(bot_api.messages(chat)) == 1 for chat in range(1, 61))
    assert "°F" in bot_api.messages(5)[0].text
    assert bot_api.messages(3)[0].text.startswith("Praia da Joaquina · ter., 16 de jun., 07:00\n\nA nota na ")


async def test_a_chat_s_own_unit_for_wind_holds_in_its_daily_report_as_in_one_that_it_asks_for(
    bot_api: BotApi, office: Opening, forecast_url: str, writer: TruthfulWriter, clock: Clock
) -> None:
    chosen = (None, WindUnit.KNOTS, WindUnit.MS, WindUnit.KNOTS)
    async with office() as here, httpx.AsyncClient(trust_env=False) as http:
        for chat, wind in enumerate(chosen, 1):
            bot_api.add_chat(chat)
            await here.subscribe(chat, wind=wind)
        await here.tick("07:00")
        assert len(writer.written) == 3
        reports = service_on(forecast_url, http, TruthfulWriter(), clock=clock)
        for chat, wind in enumerate(chosen, 1):
            ask = Ask("en", units=units(System.METRIC, wind))
            expected = telegram_text(page(await reports.report(JOAQUINA, ask, NOW)))
            assert [message.text for message in bot_api.messages(chat)] == [expected.text]
    assert " kn" in bot_api.messages(2)[0].text
    assert " m/s" in bot_api.messages(3)[0].text


async def test_a_chart_is_uploaded_for_each_unit_for_wind(bot_api: BotApi, office: Opening) -> None:
    async with office(charts=True) as here:
        for chat, wind in enumerate((None, WindUnit.KNOTS, WindUnit.KNOTS, None), 1):
            bot_api.add_chat(chat)
            await here.subscribe(chat, wind=wind)
        await here.tick("07:00")
    assert len([call for call in bot_api.calls_to("sendPhoto") if call.files]) == 2
    pictures = [bot_api.messages(chat)[0].photo for chat in (1, 2, 3, 4)]
    assert pictures == [pictures[0], pictures[1], pictures[1], pictures[0]]
    assert pictures[0] != pictures[1]


async def test_a_mode_that_was_set_after_a_report_was_made_holds_for_it(
    bot_api: BotApi, office: Opening, writer: TruthfulWriter
) -> None:
    writer.untruth = "The water at Praia da Joaquina is at 27 °C."
    for chat in (1, 2, 3):
        bot_api.add_chat(chat)
    async with office() as here:
        for chat, at in ((1, "07:00"), (2, "07:01"), (3, "07:02")):
            await here.subscribe(chat, at)
        guard = GuardSwitch(Mode.WARN, GuardChanges(here.engine))
        await here.tick("07:00")
        written = len(writer.written)
        await guard.set(Mode.BLOCK, ADMIN)
        await here.tick("07:01")
        await guard.set(Mode.WARN, ADMIN)
        await here.tick("07:02")
    shown = [writer.untruth in bot_api.messages(chat)[0].text for chat in (1, 2, 3)]
    assert shown == [True, False, True]
    assert len(writer.written) == written


async def test_a_mode_that_is_set_while_a_report_is_written_holds_for_it(
    bot_api: BotApi, office: Opening, writer: TruthfulWriter
) -> None:
    writer.untruth = "The water at Praia da Joaquina is at 27 °C."
    writer.ready = asyncio.Event()
    bot_api.add_chat(7)
    async with office() as here:
        await here.subscribe(7)
        guard = GuardSwitch(Mode.WARN, GuardChanges(here.engine))
        await guard.set(Mode.OFF, ADMIN)
        here.clock.set("07:00")
        await here.broadcaster.tick()
        await bot_api.wait_for(lambda: writer.written)
        await guard.set(Mode.BLOCK, ADMIN)
        writer.ready.set()
        await here.broadcaster.finished()
    assert writer.untruth not in bot_api.messages(7)[0].text
    assert "Wave height: " in bot_api.messages(7)[0].text


async def test_a_mode_that_is_set_while_the_source_is_asked_holds_for_the_report(
    bot_api: BotApi, office: Opening, writer: TruthfulWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer.untruth = "The water at Praia da Joaquina is at 27 °C."
    bot_api.add_chat(7)
    async with office() as here:
        await here.subscribe(7)
        guard = GuardSwitch(Mode.WARN, GuardChanges(here.engine))
        await guard.set(Mode.OFF, ADMIN)
        numbers = ReportService.numbers

        async def slow(reports: ReportService, *of: Any, **how: Any) -> Report:
            await guard.set(Mode.BLOCK, ADMIN)
            return await numbers(reports, *of, **how)

        monkeypatch.setattr(ReportService, "numbers", slow)
        await here.tick("07:00")
    assert writer.untruth not in bot_api.messages(7)[0].text
    assert "Wave height: " in bot_api.messages(7)[0].text


async def test_reports_are_made_before_their_time(bot_api: BotApi, office: Opening, writer: TruthfulWriter) -> None:
    bot_api.add_chat(7)
    async with office() as here:
        await here.subscribe(7)
        await here.tick("06:44")
        assert writer.written == []
        await here.tick("06:45")
        await bot_api.wait_for(lambda: writer.written)
        assert bot_api.messages(7) == ()
        await here.tick("07:00")
        assert bot_api.messages(7)[0].text.startswith("Praia da Joaquina · Tue, Jun 16, 07:00\n")
    assert len(writer.written) == 1


async def test_tomorrow_s_report_is_of_the_next_morning(bot_api: BotApi, office: Opening) -> None:
    bot_api.add_chat(7)
    async with office() as here:
        await here.subscribe(7, "18:00", tomorrow=True)
        await here.tick("18:00")
    assert bot_api.messages(7)[0].text.startswith("Praia da Joaquina · Wed, Jun 17, 09:00\n")


async def test_quiet_and_topic_go_with_the_message(bot_api: BotApi, office: Opening) -> None:
    bot_api.add_chat(-1_000_000_000_001, is_forum=True)
    async with office() as here:
        await here.subscribe(-1_000_000_000_001, quiet=True, topic_id=12)
        await here.tick("07:00")
    parameters = bot_api.calls_to("sendMessage")[0].parameters
    assert (parameters["disable_notification"], parameters["message_thread_id"]) == (True, 12)


async def test_when_the_model_fails_the_numbers_go_out(
    bot_api: BotApi, office: Opening, writer: TruthfulWriter
) -> None:
    writer.failure = WriterError("no answer")
    bot_api.add_chat(7)
    async with office() as here:
        await here.subscribe(7)
        await here.tick("07:00")
        assert await here.rows() == [(7, "sent")]
    (message,) = bot_api.messages(7)
    assert "Wave height: " in message.text
    assert len(message.marked("italic")) == 1


async def test_without_a_forecast_the_reason_goes_out(bot_api: BotApi, office: Opening) -> None:
    for chat in (1, 2):
        bot_api.add_chat(chat)
    async with office(forecast=NOBODY) as here:
        await here.subscribe(1)
        await here.subscribe(2, language="pt")
        await here.tick("07:00")
        assert await here.rows() == [(1, "sent"), (2, "sent")]
    assert bot_api.messages(1)[0].text.startswith(
        "Praia da Joaquina · Tue, Jun 16\n\nThe weather source 127.0.0.1 cannot be reached ("
    )
    assert bot_api.messages(1)[0].marked("bold") == ["Praia da Joaquina · Tue, Jun 16"]
    assert bot_api.messages(2)[0].text.startswith(
        "Praia da Joaquina · ter., 16 de jun.\n\nNão foi possível acessar a fonte da previsão, 127.0.0.1 ("
    )


async def test_a_place_that_is_in_no_catalogue_is_kept_with_all_that_a_report_needs(
    bot_api: BotApi, office: Opening
) -> None:
    unlisted = replace(JOAQUINA, name="Costão", other_names=("Costao",), listed=False)
    bot_api.add_chat(7)
    async with office() as here:
        kept = await here.subscribe(7, place=unlisted)
        assert kept.daily.place == unlisted
        await here.tick("07:00")
    assert bot_api.messages(7)[0].text.startswith("Costão · Tue, Jun 16, 07:00\n")


async def test_a_day_s_chart_is_uploaded_once(bot_api: BotApi, office: Opening) -> None:
    async with office(charts=True) as here:
        for chat in range(1, 6):
            bot_api.add_chat(chat)
            await here.subscribe(chat)
        await here.tick("07:00")
        assert [state for _, state in await here.rows()] == ["sent"] * 5
    uploads = [call for call in bot_api.calls_to("sendPhoto") if call.files]
    assert (len(bot_api.calls_to("sendPhoto")), len(uploads)) == (5, 1)
    for chat in range(1, 6):
        (message,) = bot_api.messages(chat)
        assert message.photo
        assert message.text.startswith("Praia da Joaquina · Tue, Jun 16, 07:00\n")


@pytest.mark.parametrize("part", ["chart_day", "drawn_day"])
async def test_a_chart_that_cannot_be_made_costs_the_picture_only(
    bot_api: BotApi, office: Opening, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(f"bot.messaging.pictures.{part}", broken)
    async with office(charts=True) as here:
        for chat in (1, 2):
            bot_api.add_chat(chat)
            await here.subscribe(chat)
        with capture_logs() as logged:
            await here.tick("07:00")
        assert await here.rows() == [(1, "sent"), (2, "sent")]
    assert bot_api.calls_to("sendPhoto") == ()
    for chat in (1, 2):
        assert bot_api.messages(chat)[0].text.startswith("Praia da Joaquina · Tue, Jun 16, 07:00\n\nThe score at ")
    assert {each["event"] for each in logged if each["log_level"] == "error"} == {"broadcast.chart_failed"}


async def test_a_fault_of_ours_in_one_report_is_told_and_the_others_go_out(
    bot_api: BotApi, office: Opening, writer: TruthfulWriter
) -> None:
    for chat in (1, 2):
        bot_api.add_chat(chat)
    async with office() as here:
        await here.subscribe(1, language="en")
        await here.subscribe(2, language="pt")
        writer.failure = KeyError("a bug")
        await here.tick("07:00")
        assert [state for _, state in await here.rows()] == ["sent", "sent"]
    assert bot_api.messages(1)[0].text.endswith("\n\nSomething went wrong here. Please try again later.")


async def test_a_fault_of_ours_in_a_page_is_told(
    bot_api: BotApi, office: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Report) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("bot.broadcast.preparing.page", broken)
    bot_api.add_chat(7)
    async with office() as here:
        await here.subscribe(7)
        await here.tick("07:00")
        assert await here.rows() == [(7, "sent")]
    assert bot_api.messages(7)[0].text.endswith("\n\nSomething went wrong here. Please try again later.")


async def test_a_report_that_failed_ahead_of_its_time_is_tried_again(
    bot_api: BotApi, office: Opening, writer: TruthfulWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.broadcast.preparing.FAILURE_LASTS_S", -1.0)
    bot_api.add_chat(7)
    async with office() as here:
        await here.subscribe(7)
        writer.failure = KeyError("a bug")
        await here.tick("06:50")
        await bot_api.wait_for(lambda: writer.written)
        await asyncio.sleep(0)
        writer.failure = None
        await here.tick("07:00")
    assert "The score at " in bot_api.messages(7)[0].text


async def test_what_goes_out_late_is_of_the_hour_in_which_it_goes_out(bot_api: BotApi, office: Opening) -> None:
    async with office() as here:
        for chat in (1, 2):
            bot_api.add_chat(chat)
            await here.subscribe(chat)
        await here.tick("07:00")
        async with here.engine.begin() as connection:  # as if it could not be sent at seven
            await connection.execute(update(OUTBOX).where(OUTBOX.c.chat_id == 2).values(state="planned"))
        await here.tick("08:00")
    assert [message.text[:38] for message in bot_api.messages(2)] == [
        "Praia da Joaquina · Tue, Jun 16, 07:00",
        "Praia da Joaquina · Tue, Jun 16, 08:00",
    ]
