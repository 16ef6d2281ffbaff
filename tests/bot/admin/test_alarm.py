"""Admins hear of trouble: once an hour each, over all processes, in their own language, and once that it is over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager
from datetime import UTC, datetime, time, timedelta
from http.server import BaseHTTPRequestHandler
from threading import Thread
from typing import Any

import httpx
import pytest
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

from bot.admin.alarm_teller import AlarmTeller, told
from bot.alarm import MOST_NEWS, Alarm, Trouble
from bot.broadcast import Broadcaster
from bot.broadcast.watching import MISSED
from bot.reports import Ask, ReportService
from bot.schedule import Schedule
from bot.store import Alarms, Chats, Subscriptions
from bot.store.outbox import OUTBOX, State
from bot.store.subscription_rows import Daily
from bot.telegram import build_application
from bot.texts import languages
from bot.writer import DeadlineError, ModelError, ModelMissingError, UnreachableError
from bot_parts import ADMIN, NINE_IN_FLORIANOPOLIS, ScriptedWriter, service_on, until
from botapi import BotApi
from broadcast_parts import FLORIANOPOLIS, JOAQUINA, Clock
from conditions import SWIM, source
from conditions.errors import SourceError
from web_server import WebServer

OTHER = ADMIN + 1
ENGLISH = Ask("en")
SLOW = DeadlineError("No draft was ready after 60 s.")
GARBAGE = ""
SINCE = "Jun 16, 12:25 UTC"
NOT_WORKED = f"The language model has not worked since {SINCE}, and reports have numbers only."
AGAIN = f"The language model works again; it had not since {SINCE}."


@pytest.fixture
def clock() -> Clock:
    return Clock(NINE_IN_FLORIANOPOLIS)


@pytest.fixture
def alarm(clock: Clock) -> Alarm:
    return Alarm(now=clock, secrets=["sk-12345"])


Telling = Callable[..., AbstractAsyncContextManager[Any]]
"""Lets an alarm be told, as a process does that has its own connection to Telegram."""


@pytest.fixture
def telling(bot_api: BotApi, engine: AsyncEngine) -> Telling:
    @asynccontextmanager
    async def opened(alarm: Alarm, engine: AsyncEngine | None = engine) -> AsyncIterator[None]:
        async with build_application(bot_api.url, bot_api.token) as application:
            teller = AlarmTeller(application.bot, alarm, Alarms(engine), Chats(engine), [OTHER, ADMIN])
            teller.start()
            yield
            await teller.stop()

    for admin in (ADMIN, OTHER):
        bot_api.add_chat(admin)
    return opened


@pytest.fixture
async def http() -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(trust_env=False) as client:
        yield client


async def _told(api: BotApi, alarm: Alarm, admin: int = ADMIN) -> list[str]:
    """What an admin has read, once nothing is left to tell: the first line of each message."""
    await asyncio.wait_for(alarm.news.join(), 30)
    return [message.text.splitlines()[0] for message in api.messages(admin)]


async def _reports(service: ReportService, count: int = 1) -> None:
    for _ in range(count):
        await service.report(JOAQUINA, ENGLISH)


def _begins(texts: list[str], *starts: str) -> bool:
    return len(texts) == len(starts) and all(text.startswith(start) for text, start in zip(texts, starts, strict=True))


@pytest.mark.parametrize("failure", [SLOW, ModelError("It crashed."), UnreachableError("Nothing answers.")])
async def test_a_model_that_fails_three_times_in_a_row_is_told_of_and_one_that_fails_once_is_not(
    bot_api: BotApi, telling: Telling, alarm: Alarm, forecast_url: str, http: httpx.AsyncClient, failure: Exception
) -> None:
    good = "At 09:00 the water at Praia da Joaquina is at 19.0 °C, with waves of 1.3 m."
    writer = ScriptedWriter([failure, good, failure, failure, good, failure])
    service = service_on(forecast_url, http, writer, alarm=alarm)
    async with telling(alarm):
        await _reports(service, 7)
        assert await _told(bot_api, alarm) == []
        await _reports(service)
        assert _begins(await _told(bot_api, alarm), NOT_WORKED)
        await _reports(service, 5)
        assert len(await _told(bot_api, alarm)) == 1
    assert bot_api.messages(ADMIN)[0].text.endswith(f"\n\nIn detail: {failure}")


async def test_a_model_that_is_missing_is_told_of_at_once(
    bot_api: BotApi, telling: Telling, alarm: Alarm, forecast_url: str, http: httpx.AsyncClient
) -> None:
    writer = ScriptedWriter([ModelMissingError("There is no file x.gguf.")])
    async with telling(alarm):
        await _reports(service_on(forecast_url, http, writer, alarm=alarm))
        assert _begins(await _told(bot_api, alarm), NOT_WORKED)


async def test_a_model_that_writes_nothing_usable_is_no_trouble(
    bot_api: BotApi, telling: Telling, alarm: Alarm, forecast_url: str, http: httpx.AsyncClient
) -> None:
    async with telling(alarm):
        await _reports(service_on(forecast_url, http, ScriptedWriter([GARBAGE]), alarm=alarm), 5)
        assert await _told(bot_api, alarm) == []


async def test_a_model_that_cannot_be_loaded_is_told_of_once(
    bot_api: BotApi, telling: Telling, alarm: Alarm, forecast_url: str, http: httpx.AsyncClient
) -> None:
    class NotThere(ScriptedWriter):
        async def start(self) -> None:
            raise ModelMissingError("There is no file x.gguf.")

    service = service_on(forecast_url, http, NotThere([ModelMissingError("Still none.")]), alarm=alarm)
    async with telling(alarm):
        await service.warm_up()
        await _reports(service, 5)
        assert _begins(await _told(bot_api, alarm), NOT_WORKED)
    assert bot_api.messages(ADMIN)[0].text.endswith("In detail: There is no file x.gguf.")


async def test_of_a_trouble_that_goes_on_admins_hear_once_an_hour_and_once_that_it_is_over(
    bot_api: BotApi, telling: Telling, alarm: Alarm, clock: Clock
) -> None:
    async with telling(alarm):
        for _ in range(60):
            alarm.ring(Trouble.MODEL, "dead")
            await _told(bot_api, alarm)
            clock.now += timedelta(minutes=1)
        assert _begins(await _told(bot_api, alarm), NOT_WORKED)
        alarm.ring(Trouble.MODEL, "dead")
        assert _begins(await _told(bot_api, alarm), NOT_WORKED, NOT_WORKED)
        for _ in range(2):
            alarm.works(Trouble.MODEL)
            clock.now += timedelta(minutes=1)
        alarm.ring(Trouble.MODEL, "dead")  # within the hour: nobody hears of it, and so not of its end
        alarm.works(Trouble.MODEL)
        assert _begins(await _told(bot_api, alarm), NOT_WORKED, NOT_WORKED, AGAIN)
        clock.now += timedelta(hours=2)
        alarm.ring(Trouble.MODEL, "dead")
        assert (await _told(bot_api, alarm))[-1].startswith("The language model has not worked since Jun 16, 15:27 UTC")


async def test_of_two_processes_one_tells(bot_api: BotApi, telling: Telling, clock: Clock) -> None:
    alarms = [Alarm(now=clock), Alarm(now=clock)]
    async with telling(alarms[0]), telling(alarms[1]):
        for each in (*alarms, *alarms):
            each.ring(Trouble.PROVIDER, "no answer")
        await asyncio.gather(*(each.news.join() for each in alarms))
        assert len(bot_api.messages(ADMIN)) == 1
        for each in alarms:
            each.works(Trouble.PROVIDER)
        await asyncio.gather(*(each.news.join() for each in alarms))
        assert len(bot_api.messages(ADMIN)) == 2


async def test_a_restart_repeats_nothing_and_its_process_tells_that_it_is_over(
    bot_api: BotApi, telling: Telling, alarm: Alarm, clock: Clock
) -> None:
    async with telling(alarm):
        alarm.ring(Trouble.MODEL, "dead")
        await _told(bot_api, alarm)
    again = Alarm(now=clock)
    async with telling(again):
        again.ring(Trouble.MODEL, "dead")
        assert len(await _told(bot_api, again)) == 1
    third = Alarm(now=clock)
    async with telling(third):
        await until(lambda: asyncio.sleep(0, third._lasting))
        third.works(Trouble.MODEL)
        assert _begins(await _told(bot_api, third), NOT_WORKED, AGAIN)


@pytest.mark.parametrize("database", ["none", "broken"])
async def test_without_a_database_each_process_keeps_the_hour_itself(
    bot_api: BotApi, telling: Telling, alarm: Alarm, engine: AsyncEngine, clock: Clock, database: str
) -> None:
    if database == "broken":
        async with engine.begin() as connection:
            await connection.exec_driver_sql("DROP TABLE alarms")
    async with telling(alarm, engine if database == "broken" else None):
        for _ in range(5):
            alarm.ring(Trouble.MODEL, "dead")
            clock.now += timedelta(minutes=10)
        for _ in range(2):
            alarm.works(Trouble.MODEL)
        assert _begins(await _told(bot_api, alarm), NOT_WORKED, AGAIN)


async def test_an_admin_who_blocked_the_bot_does_no_harm_and_the_others_hear_it_in_their_language(
    bot_api: BotApi, telling: Telling, alarm: Alarm, engine: AsyncEngine
) -> None:
    bot_api.block(ADMIN)
    await Chats(engine).seen(OTHER)
    await Chats(engine).set_language(OTHER, "pt_PT")
    async with telling(alarm):
        alarm.ring(Trouble.PROVIDER, "no answer")
        (text,) = await _told(bot_api, alarm, OTHER)
    assert text.startswith("As previsões não chegam desde 16 de jun., 12:25 UTC: as conversas recebem")
    assert bot_api.messages(ADMIN) == ()


async def test_when_telegram_asks_to_wait_the_alarm_waits_and_is_told_once(
    bot_api: BotApi, telling: Telling, alarm: Alarm, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.messaging.delivery.LONGEST_WAIT_S", 0.5)
    bot_api.fail_next("sendMessage", 429, retry_after=1)
    async with telling(alarm):
        alarm.ring(Trouble.MODEL, "dead")
        assert len(await _told(bot_api, alarm)) == 1
    assert len(bot_api.messages(OTHER)) == 1


async def test_ringing_never_fails_and_never_grows(alarm: Alarm, clock: Clock) -> None:
    for _ in range(3 * MOST_NEWS):
        alarm.ring(Trouble.MODEL, "dead")
        clock.now += timedelta(hours=1)
    assert alarm.news.qsize() == MOST_NEWS


@pytest.mark.parametrize(
    ("detail", "shown"),
    [
        ("https://telegram.example/bot123456789:AAbbCCddEEffGGhhIIjjKK/getMe", "https://telegram.example/bot[token]/getMe"),
        ("GET https://x.example/v1?a=1&apikey=abc%20d&b=2", "GET https://x.example/v1?a=1&apikey=[token]&b=2"),
        ("postgresql://boia:pa:ss@db.example/boia", "postgresql://boia:[token]@db.example/boia"),
        ("the key sk-12345 is refused\nby  the server", "the key [token] is refused by the server"),
        ("nothing answers at http://127.0.0.1:11434", "nothing answers at http://127.0.0.1:11434"),
    ],
)  # fmt: skip
async def test_no_secret_is_told(bot_api: BotApi, telling: Telling, alarm: Alarm, detail: str, shown: str) -> None:
    with capture_logs() as logged:
        async with telling(alarm):
            alarm.ring(Trouble.MODEL, detail)
            await _told(bot_api, alarm)
    assert bot_api.messages(ADMIN)[0].text.splitlines()[-1] == f"In detail: {shown}"
    assert [each["detail"] for each in logged if each["event"] == "alarm.rung"] == [shown]


async def test_a_source_that_gives_nothing_is_told_of_until_it_answers_again(
    bot_api: BotApi, telling: Telling, alarm: Alarm, forecast_url: str, http: httpx.AsyncClient, clock: Clock,
    writer: ScriptedWriter, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(source, "REST", timedelta())
    with _gate(forecast_url) as gate:
        service = service_on(gate.url, http, writer, alarm=alarm, clock=clock)
        async with telling(alarm):
            await service.outlook(JOAQUINA)
            gate.open = False
            elsewhere = await service.place("ipanema", ENGLISH)
            with pytest.raises(SourceError):
                await service.outlook(elsewhere)
            (text,) = await _told(bot_api, alarm)
            assert text.startswith(f"Forecasts have not come since {SINCE}: chats get older ones, or none.")
            await service.outlook(JOAQUINA)  # kept from before: that does not mean that the source is back
            assert len(await _told(bot_api, alarm)) == 1
            gate.open = True
            clock.now += timedelta(minutes=20)
            await service.outlook(elsewhere)
            assert (await _told(bot_api, alarm))[1:] == [f"Forecasts come again; they had not since {SINCE}."]


async def test_an_old_forecast_in_place_of_a_new_one_is_told_of(
    bot_api: BotApi, telling: Telling, alarm: Alarm, forecast_url: str, http: httpx.AsyncClient, clock: Clock,
    writer: ScriptedWriter,
) -> None:  # fmt: skip
    with _gate(forecast_url) as gate:
        service = service_on(gate.url, http, writer, alarm=alarm, clock=clock)
        async with telling(alarm):
            await service.outlook(JOAQUINA)
            gate.open = False
            clock.now += timedelta(hours=1)
            assert (await service.outlook(JOAQUINA)).stale
            assert len(await _told(bot_api, alarm)) == 1
    assert bot_api.messages(ADMIN)[0].text.endswith(
        "In detail: Praia da Joaquina: no newer forecast than that of 2026-06-16 12:25 UTC."
    )


class _Gate:
    """A proxy before a source, which can be shut."""

    def __init__(self, target: str) -> None:
        self.open, self.target, self.url = True, target, ""


@contextmanager
def _gate(target: str) -> Iterator[_Gate]:
    gate = _Gate(target)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer = httpx.get(gate.target + self.path, trust_env=False) if gate.open else httpx.Response(503)
            self.send_response(answer.status_code)
            self.end_headers()
            self.wfile.write(answer.content)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = WebServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    gate.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield gate
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@asynccontextmanager
async def _broadcasting(
    api: BotApi, engine: AsyncEngine, forecast: str, alarm: Alarm, clock: Clock
) -> AsyncIterator[Broadcaster]:
    async with AsyncExitStack() as stack:
        application = await stack.enter_async_context(build_application(api.url, api.token))
        http = await stack.enter_async_context(httpx.AsyncClient(trust_env=False))
        reports = service_on(forecast, http, ScriptedWriter([GARBAGE]), clock=clock)
        broadcaster = Broadcaster(application.bot, engine, reports, now=clock, alarm=alarm)
        stack.push_async_callback(broadcaster.stop)
        yield broadcaster


async def _row(engine: AsyncEngine, chat: int, state: State, due: datetime, **more: Any) -> None:
    values = {
        "chat_id": chat, "local_date": "2026-06-16", "slot": "test", "subscription_id": 1, "state": state,
        "due_at": int(due.timestamp()), "planned_at": 0,
    }  # fmt: skip
    async with engine.begin() as connection:
        await connection.execute(insert(OUTBOX).values(values | more))


async def test_daily_reports_that_are_late_are_told_of_until_they_are_sent(
    bot_api: BotApi, telling: Telling, alarm: Alarm, engine: AsyncEngine, clock: Clock, forecast_url: str
) -> None:
    due = clock()
    await _row(engine, 7, State.CLAIMED, due, claimed_at=int(due.timestamp()))
    async with telling(alarm), _broadcasting(bot_api, engine, forecast_url, alarm, clock) as broadcaster:
        clock.now = due + timedelta(minutes=9)
        await broadcaster.tick()
        assert await _told(bot_api, alarm) == []
        clock.now = due + timedelta(minutes=12)
        await broadcaster.tick()
        assert _begins(
            await _told(bot_api, alarm), f"Daily reports have been late, or have not gone out, since {SINCE}."
        )
        clock.now = due + timedelta(minutes=18)  # the claim is given up: one unknown report is no trouble any more
        await broadcaster.tick()
        assert (await _told(bot_api, alarm))[1:] == [f"Daily reports go out on time again; they had not since {SINCE}."]
    assert "In detail: Reports not sent, the oldest due 2026-06-16 12:25 UTC: 1." in bot_api.messages(ADMIN)[0].text


async def test_daily_reports_that_are_skipped_are_told_of(
    bot_api: BotApi, telling: Telling, alarm: Alarm, engine: AsyncEngine, clock: Clock, forecast_url: str
) -> None:
    await Subscriptions(engine, clock).add(Daily(7, JOAQUINA, Schedule(time(10), FLORIANOPOLIS), "en", SWIM))
    clock.now += timedelta(hours=3)
    async with telling(alarm), _broadcasting(bot_api, engine, forecast_url, alarm, clock) as broadcaster:
        await broadcaster.tick()
        await _told(bot_api, alarm)
    assert "In detail: Reports skipped, because they were too late: 1." in bot_api.messages(ADMIN)[0].text


@pytest.mark.parametrize(("failed", "sent", "told_of"), [(5, 20, True), (4, 0, False), (6, 40, False)])
async def test_daily_reports_that_fail_in_numbers_are_told_of(
    bot_api: BotApi, telling: Telling, alarm: Alarm, engine: AsyncEngine, clock: Clock, forecast_url: str,
    failed: int, sent: int, told_of: bool,
) -> None:  # fmt: skip
    now = {"finished_at": int(clock().timestamp())}
    for chat in range(failed):
        await _row(engine, chat, (State.FAILED, State.UNKNOWN)[chat % 2], clock(), **now)
    for chat in range(failed, failed + sent):
        await _row(engine, chat, State.SENT, clock(), **now)
    for chat in range(100):  # an announcement's failures are told in its closing words
        await _row(engine, chat, State.FAILED, clock(), slot="announcement 1", announcement_id=1, **now)
    async with telling(alarm), _broadcasting(bot_api, engine, forecast_url, alarm, clock) as broadcaster:
        await broadcaster.tick()
        assert bool(await _told(bot_api, alarm)) is told_of


async def test_a_database_in_which_nothing_can_be_planned_is_told_of_after_some_ticks(
    bot_api: BotApi, telling: Telling, alarm: Alarm, engine: AsyncEngine, clock: Clock, forecast_url: str
) -> None:
    async with telling(alarm, None), _broadcasting(bot_api, engine, forecast_url, alarm, clock) as broadcaster:
        async with engine.begin() as connection:
            await connection.exec_driver_sql("ALTER TABLE outbox RENAME TO elsewhere")
        for count in range(1, MISSED + 1):
            await broadcaster.tick()
            assert len(await _told(bot_api, alarm)) == (count == MISSED)
        async with engine.begin() as connection:
            await connection.exec_driver_sql("ALTER TABLE elsewhere RENAME TO outbox")
        await broadcaster.tick()
        assert len(await _told(bot_api, alarm)) == 2


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("trouble", list(Trouble))
def test_every_trouble_has_its_words_in_every_language(trouble: Trouble, language: str) -> None:
    since = datetime(2026, 6, 16, 7, 5, tzinfo=UTC)
    begun, over = told(trouble, since, "why", language), told(trouble, since, None, language)
    assert begun.endswith("why")
    assert all("07:05 UTC" in text for text in (begun, over))
