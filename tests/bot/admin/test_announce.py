"""/announce: what an admin confirms goes to each active chat at most once; for anybody else there is no such thing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime, time, timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import event, select, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine
from telegram.ext import ApplicationBuilder

from bot.broadcast import Broadcaster
from bot.context import SERVICES, BoiaApplication
from bot.schedule import Schedule
from bot.services import Services
from bot.store import Announcements, Chats, Gone, Subscriptions, announcement_rows, outbox
from bot.store.announcement_rows import AnnouncementRows
from bot.store.announcements import ANNOUNCEMENTS, Announcement
from bot.store.chats import CHATS
from bot.store.outbox import OUTBOX
from bot.store.subscription_rows import Daily
from bot_parts import ADMIN, NINE_IN_FLORIANOPOLIS, NOBODY, Serving, answers, asked, changed, service_on, until
from botapi import BotApi, Message
from broadcast_parts import FLORIANOPOLIS, JOAQUINA, Clock, TruthfulWriter
from conditions import SWIM

HELLO = "/announce Hello"
TOO_OLD = "This preview is too old, and nothing was sent. Write /announce with the text once more."
SENDING = "It goes out within a minute, after the daily reports that are due. I will tell you here when it is done."
DISCARDED = "Discarded: nobody gets it."
FORGED = "This button is too old; please ask again."

Announcing = Callable[..., AbstractAsyncContextManager[Broadcaster]]
"""Runs the bot, with what sends by the minute."""


@pytest.fixture
def clock() -> Clock:
    return Clock(NINE_IN_FLORIANOPOLIS)


@pytest.fixture
def announcing(serving: Serving, engine: AsyncEngine, clock: Clock) -> Announcing:
    @asynccontextmanager
    async def opened(**how: Any) -> AsyncIterator[Broadcaster]:
        async with serving() as application:
            broadcaster = _broadcaster(application, engine, clock, **how)
            yield broadcaster
            await broadcaster.stop()

    return opened


def _broadcaster(application: BoiaApplication, engine: AsyncEngine, clock: Clock, **how: Any) -> Broadcaster:
    return Broadcaster(application.bot, engine, application.bot_data[SERVICES].reports, now=clock, **how)


async def _tick(broadcaster: Broadcaster) -> None:
    await broadcaster.tick()
    await broadcaster.finished()


async def _known(api: BotApi, chats: Chats, *ids: int) -> None:
    for each in ids:
        api.add_chat(each)
        await chats.seen(each)


async def _previewed(api: BotApi, text: str = HELLO, **more: Any) -> tuple[Message, Message]:
    """What the admin sees: the announcement, and the question with the buttons."""
    before = len(api.messages(ADMIN))
    api.user_sends(text, chat_id=ADMIN, **more)
    preview, question = (await answers(api, before + 2, chat_id=ADMIN))[-2:]
    return preview, question


async def _confirmed(api: BotApi, text: str = HELLO, **more: Any) -> Message:
    question = (await _previewed(api, text, **more))[1]
    return await changed(api, question.rows[0][0])


async def _rows(engine: AsyncEngine) -> list[tuple[int, str]]:
    async with engine.connect() as connection:
        query = select(OUTBOX.c.chat_id, OUTBOX.c.state).order_by(OUTBOX.c.chat_id)
        return [tuple(row) for row in await connection.execute(query)]


def _texts(api: BotApi, chat: int) -> list[str]:
    return [message.text for message in api.messages(chat)]


async def test_the_preview_is_what_chats_get_with_the_admin_s_own_formatting(
    bot_api: BotApi, announcing: Announcing, chats: Chats
) -> None:
    text = "/announce@boia_test_bot \n🏖 New: air quality\n\n  see boia.example 🏄 <b>&amp;</b> *x*\n"
    bold = {"type": "bold", "offset": text.index("New") + 1, "length": 3}  # behind an emoji of two units
    link = {"type": "text_link", "offset": text.index("boia.example") + 1, "length": 12, "url": "https://boia.example/"}
    await _known(bot_api, chats, 1)
    async with announcing() as broadcaster:
        preview, question = await _previewed(bot_api, text, entities=[bold, link])
        assert bot_api.messages(1) == ()
        await changed(bot_api, question.button("Send to 2 chats"))
        await _tick(broadcaster)
    sent = bot_api.messages(1)[0]
    for message in (preview, sent):
        assert message.text == "🏖 New: air quality\n\n  see boia.example 🏄 <b>&amp;</b> *x*"
        assert message.marked("bold") == ["New"]
        assert message.marked("text_link") == ["boia.example"]
        assert message.marked("bot_command") == []
    assert question.text == "This is how chats will see it. Send it?"
    assert bot_api.refusals == ()


async def test_formatting_that_reaches_over_the_command_is_cut_with_it(bot_api: BotApi, announcing: Announcing) -> None:
    whole = {"type": "italic", "offset": 0, "length": len(HELLO)}
    gone = {"type": "underline", "offset": 0, "length": 9}
    async with announcing():
        preview, _ = await _previewed(bot_api, entities=[whole, gone])
    assert (preview.marked("italic"), preview.marked("underline")) == (["Hello"], [])


async def test_every_active_chat_gets_it_once_and_the_admin_is_told_in_the_end(
    bot_api: BotApi, announcing: Announcing, chats: Chats, engine: AsyncEngine
) -> None:
    await _known(bot_api, chats, 1, 2, 3)
    await chats.set_gone(3, Gone.BLOCKED)
    kept = Subscriptions(engine, lambda: NINE_IN_FLORIANOPOLIS)
    for channel in (-1, -2, 3):  # a chat that is gone is not brought back by its daily report
        bot_api.add_chat(channel)
        await kept.add(Daily(channel, JOAQUINA, Schedule(time(7), FLORIANOPOLIS), "en", SWIM))
    await kept.stop(-2, "kicked")
    async with announcing() as broadcaster:
        assert (await _confirmed(bot_api)).text == SENDING
        for _ in range(3):
            await _tick(broadcaster)
        closing = bot_api.messages(ADMIN)[-1]
    assert [_texts(bot_api, chat) for chat in (1, 2, 3, -1, -2)] == [["Hello"], ["Hello"], [], ["Hello"], []]
    assert closing.text == "The announcement has gone out.\n\nSent: 4"
    assert _texts(bot_api, ADMIN).count(closing.text) == 1
    assert await _rows(engine) == [(-1, "sent"), (1, "sent"), (2, "sent"), (ADMIN, "sent")]


async def test_pressing_again_sends_nothing_twice(
    bot_api: BotApi, announcing: Announcing, chats: Chats, engine: AsyncEngine
) -> None:
    await _known(bot_api, chats, 1)
    async with announcing() as broadcaster:
        _, question = await _previewed(bot_api)
        data = question.rows[0][0].callback_data or ""
        for _ in range(3):
            bot_api.forge_press(question, data)
        await bot_api.wait_for(lambda: len(bot_api.calls_to("answerCallbackQuery")) == 3)
        await bot_api.wait_for(lambda: _texts(bot_api, ADMIN)[-1] == SENDING)
        await _tick(broadcaster)
        bot_api.forge_press(question, data)
        await bot_api.wait_for(lambda: "This announcement has gone out already." in _texts(bot_api, ADMIN))
        bot_api.forge_press(question, data.replace("s", "d"))
        await bot_api.wait_for(lambda: len(bot_api.calls_to("answerCallbackQuery")) == 5)
        await _tick(broadcaster)
    assert _texts(bot_api, 1) == ["Hello"]
    assert len(await _rows(engine)) == 2


async def test_what_was_discarded_is_not_sent(
    bot_api: BotApi, announcing: Announcing, chats: Chats, engine: AsyncEngine
) -> None:
    await _known(bot_api, chats, 1)
    async with announcing() as broadcaster:
        _, question = await _previewed(bot_api)
        assert (await changed(bot_api, question.button("Discard"))).text == DISCARDED
        bot_api.forge_press(question, question.rows[0][0].callback_data or "")
        await bot_api.wait_for(lambda: len(bot_api.calls_to("editMessageText")) == 2)
        await _tick(broadcaster)
    assert (_texts(bot_api, 1), await _rows(engine)) == ([], [])


async def test_a_preview_of_more_than_a_day_ago_sends_nothing(
    bot_api: BotApi, announcing: Announcing, engine: AsyncEngine
) -> None:
    async with announcing() as broadcaster:
        _, question = await _previewed(bot_api)
        async with engine.begin() as connection:
            await connection.execute(update(ANNOUNCEMENTS).values(made_at=ANNOUNCEMENTS.c.made_at - 24 * 3600 - 1))
        assert (await changed(bot_api, question.rows[0][0])).text == TOO_OLD
        await _tick(broadcaster)
    assert await _rows(engine) == []


@pytest.mark.parametrize("who", [42, ADMIN + 1], ids=["anybody", "another-admin"])
async def test_nobody_else_can_confirm_or_discard_it(
    bot_api: BotApi, announcing: Announcing, engine: AsyncEngine, who: int
) -> None:
    async with announcing() as broadcaster:
        _, question = await _previewed(bot_api)
        theirs = await asked(bot_api, "/help", chat_id=who)
        for button in question.buttons:
            before = len(bot_api.messages(who))
            bot_api.forge_press(theirs, button.callback_data or "", user_id=who)
            assert (await answers(bot_api, before + 1, chat_id=who))[-1].text == FORGED
        await _tick(broadcaster)
        assert await _rows(engine) == []
        assert (await changed(bot_api, question.rows[0][0])).text == SENDING


async def test_nobody_else_has_the_command(bot_api: BotApi, announcing: Announcing) -> None:
    async with announcing():
        answer = await asked(bot_api, HELLO)
        assert "/announce" in (await asked(bot_api, "/help", chat_id=ADMIN)).text
    assert answer.text == "There is no command /announce here. /help shows what there is."


@pytest.mark.parametrize("data", ["an:s99", "an:d99", "an:s", "an:x1", "an:s1x", "an:"])
async def test_made_up_buttons_are_refused(bot_api: BotApi, announcing: Announcing, data: str) -> None:
    async with announcing():
        _, question = await _previewed(bot_api)
        before = len(bot_api.messages(ADMIN))
        bot_api.forge_press(question, data)
        assert (await answers(bot_api, before + 1, chat_id=ADMIN))[-1].text == FORGED


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("/announce", "Write the text after the command: /announce No reports tomorrow before 9 am"),
        ("/announce \n ", "Write the text after the command: /announce No reports tomorrow before 9 am"),
        (
            "/announce " + "🏖" * 2049,
            "This text is too long for one message: it has 4,098 characters, and 4,096 are possible.",
        ),
    ],
    ids=["empty", "blank", "long"],
)
async def test_what_is_no_message_is_said_in_one_sentence(
    bot_api: BotApi, announcing: Announcing, text: str, sentence: str
) -> None:
    async with announcing():
        assert (await asked(bot_api, text, chat_id=ADMIN)).text == sentence


async def test_a_text_that_telegram_refuses_is_not_asked_about(bot_api: BotApi, announcing: Announcing) -> None:
    bot_api.fail_next("sendMessage", 400, "Bad Request: can't parse entities")
    async with announcing():
        answer = await asked(bot_api, HELLO, chat_id=ADMIN)
    assert answer.text == "Telegram does not take this text (Can't parse entities); change it and try again."
    assert answer.buttons == []


async def test_daily_reports_that_are_due_go_before_all_that_waits_of_an_announcement(
    bot_api: BotApi, announcing: Announcing, chats: Chats, engine: AsyncEngine, clock: Clock
) -> None:
    await _known(bot_api, chats, *range(1, 31))
    kept = Subscriptions(engine, clock)
    async with announcing(sent_at_once=1) as broadcaster:
        await _confirmed(bot_api)
        assert await AnnouncementRows(engine, "test").plan(clock())
        for chat in (50, 51, 52):
            bot_api.add_chat(chat)
            await kept.add(Daily(chat, JOAQUINA, Schedule(time(9, 26), FLORIANOPOLIS), "en", SWIM))
        clock.now += timedelta(minutes=1)
        before = len(bot_api.calls_to("sendMessage"))
        await _tick(broadcaster)
    order = [call.parameters["chat_id"] for call in bot_api.calls_to("sendMessage")[before:]]
    assert order[:3] == [50, 51, 52]
    assert sorted(order[3:]) == [*range(1, 31), ADMIN, ADMIN]  # to the admin the closing words, too


async def test_chats_that_refuse_are_set_inactive_and_what_is_unknown_is_not_repeated(
    bot_api: BotApi, announcing: Announcing, chats: Chats, engine: AsyncEngine
) -> None:
    await _known(bot_api, chats, 1, 2, 3)
    bot_api.deactivate(1)
    async with announcing(sent_at_once=1) as broadcaster:
        await _confirmed(bot_api)
        bot_api.reset_next("sendMessage", delivered=True)
        for _ in range(2):
            await _tick(broadcaster)
        closing = _texts(bot_api, ADMIN)[-1]
    assert await _rows(engine) == [(1, "failed"), (2, "sent"), (3, "sent"), (ADMIN, "unknown")]
    assert _texts(bot_api, ADMIN).count("Hello") == 2  # the preview, and the one that nobody knows of
    assert closing.splitlines()[2:] == [
        "Sent: 2",
        "Failed, for example because the bot was blocked: 1",
        "Unknown, because Telegram did not answer; not sent again: 1",
    ]
    async with engine.connect() as connection:
        gone = (await connection.execute(select(CHATS.c.id, CHATS.c.reason).where(CHATS.c.active.is_(False)))).all()
    assert gone == [(1, "deactivated")]


async def test_when_telegram_asks_to_wait_the_rest_comes_after_it(
    bot_api: BotApi, announcing: Announcing, chats: Chats, engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.messaging.delivery.LONGEST_WAIT_S", 0.5)
    await _known(bot_api, chats, 1, 2, 3)
    async with announcing(sent_at_once=1) as broadcaster:
        await _confirmed(bot_api)
        bot_api.fail_next("sendMessage", 429, retry_after=1)
        await _tick(broadcaster)
        assert {state for _, state in await _rows(engine)} == {"sent"}
    assert [_texts(bot_api, chat) for chat in (1, 2, 3)] == [["Hello"]] * 3


async def test_it_is_still_sent_hours_later_but_not_after_a_day(
    bot_api: BotApi, announcing: Announcing, chats: Chats, engine: AsyncEngine, clock: Clock
) -> None:
    await _known(bot_api, chats, 1)
    async with announcing() as broadcaster:
        await _confirmed(bot_api)
        clock.now += timedelta(hours=23)
        await _tick(broadcaster)
        assert _texts(bot_api, 1) == ["Hello"]
        await _confirmed(bot_api, "/announce Again")
        clock.now += timedelta(hours=2)
        for _ in range(2):
            await _tick(broadcaster)
        closing = _texts(bot_api, ADMIN)[-1]
    assert _texts(bot_api, 1) == ["Hello"]
    assert closing == (
        "The announcement has gone out.\n\nSent: 0\nSkipped, because it was too late for them: 2"
    )  # fmt: skip


async def test_two_processes_plan_chunk_by_chunk_and_send_once(
    bot_api: BotApi, announcing: Announcing, serving: Serving, chats: Chats, engine: AsyncEngine, clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(announcement_rows, "CHUNK", 7)
    many = tuple(range(1, 101))
    await _known(bot_api, chats, *many)
    async with serving() as application:
        one, other = (_broadcaster(application, engine, clock) for _ in range(2))
        await _confirmed(bot_api)
        await asyncio.gather(one.tick(), other.tick())
        await asyncio.gather(one.finished(), other.finished())
        for each in (one, other):
            await _tick(each)
            await each.stop()
        assert {chat: _texts(bot_api, chat) for chat in many} == {chat: ["Hello"] for chat in many}
        assert _texts(bot_api, ADMIN)[-1] == "The announcement has gone out.\n\nSent: 101"
    async with engine.connect() as connection:
        assert len(set((await connection.execute(select(OUTBOX.c.claimed_by))).scalars())) == 2


async def test_a_group_that_becomes_a_supergroup_meanwhile_gets_it_once(
    bot_api: BotApi, announcing: Announcing, chats: Chats, engine: AsyncEngine
) -> None:
    await _known(bot_api, chats, -70)
    async with announcing() as broadcaster:
        await _confirmed(bot_api)
        bot_api.migrate(-70, -1_000_000_000_070)
        for _ in range(2):
            await _tick(broadcaster)
    assert _texts(bot_api, -1_000_000_000_070) == ["Hello"]
    assert (-1_000_000_000_070, "sent") in await _rows(engine)


async def test_a_text_that_cannot_be_read_for_a_moment_is_sent_after_it(
    bot_api: BotApi, announcing: Announcing, chats: Chats, engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    get, failures = Announcements.get, [OperationalError("SELECT", {}, Exception("database is locked"))] * 8

    async def locked(announcements: Announcements, number: int) -> Announcement | None:
        if failures:
            raise failures.pop()
        return await get(announcements, number)

    monkeypatch.setattr("bot.broadcast.announcing.PAUSE_S", 0.0)
    await _known(bot_api, chats, *range(1, 11))
    async with announcing() as broadcaster:
        await _confirmed(bot_api)
        monkeypatch.setattr(Announcements, "get", locked)
        for _ in range(2):
            await _tick(broadcaster)
    assert await _rows(engine) == [*((chat, "sent") for chat in range(1, 11)), (ADMIN, "sent")]
    assert [_texts(bot_api, chat) for chat in range(1, 11)] == [["Hello"]] * 10


async def test_a_process_keeps_no_text_of_what_another_one_ended(
    bot_api: BotApi, announcing: Announcing, engine: AsyncEngine, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def none(_: AnnouncementRows, __: datetime) -> list[Any]:
        return []

    async with announcing() as broadcaster:
        await _confirmed(bot_api)
        with monkeypatch.context() as patch:
            patch.setattr(AnnouncementRows, "finish", none)
            await _tick(broadcaster)
        kept = broadcaster._announcer
        assert len(kept._texts) == 1
        assert len(await AnnouncementRows(engine, "other").finish(clock())) == 1
        await _tick(broadcaster)
        assert kept._texts == {}


async def test_rows_that_are_too_late_are_skipped_part_by_part(
    engine: AsyncEngine, chats: Chats, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PART", 2)
    for chat in range(1, 6):
        await chats.seen(chat)
    kept, rows, parts = Announcements(engine, clock), AnnouncementRows(engine, "test"), list[None]()
    assert await kept.confirm(await kept.draft(ADMIN, "en", "Hello", "[]"), ADMIN, 1)
    assert await rows.plan(clock())
    event.listen(engine.sync_engine, "commit", lambda _: parts.append(None))
    assert await rows.skip(clock() + timedelta(hours=25)) == 5
    assert len(parts) == 3
    assert await _rows(engine) == [(chat, "skipped") for chat in range(1, 6)]


async def test_a_chat_that_wants_to_be_forgotten_is_forgotten_here_too(
    bot_api: BotApi, announcing: Announcing, chats: Chats, engine: AsyncEngine
) -> None:
    await _known(bot_api, chats, 1)
    async with announcing() as broadcaster:
        await _confirmed(bot_api)
        await _tick(broadcaster)
        await asked(bot_api, "/forget", chat_id=1)
        await _tick(broadcaster)
    assert await _rows(engine) == [(ADMIN, "sent")]
    assert _texts(bot_api, 1).count("Hello") == 1


async def test_announcements_are_kept_for_90_days(
    bot_api: BotApi, announcing: Announcing, engine: AsyncEngine, clock: Clock
) -> None:
    async def kept() -> int:
        async with engine.connect() as connection:
            return len((await connection.execute(select(ANNOUNCEMENTS.c.id))).all())

    async with announcing() as broadcaster:
        await _confirmed(bot_api)
        await _tick(broadcaster)
        clock.now += timedelta(days=89)
        await _tick(broadcaster)
        assert (await kept(), len(await _rows(engine))) == (1, 1)
        clock.now += timedelta(days=2)
        await _tick(broadcaster)
    assert (await kept(), await _rows(engine)) == (0, [])


async def test_what_never_reached_telegram_is_sent_when_it_can_be_reached(
    bot_api: BotApi, announcing: Announcing, engine: AsyncEngine, clock: Clock
) -> None:
    async def reasons() -> list[str]:
        async with engine.connect() as connection:
            query = select(OUTBOX.c.reason).where(OUTBOX.c.state == "queued", OUTBOX.c.reason.is_not(None))
            return list((await connection.execute(query)).scalars())

    async with announcing() as broadcaster, httpx.AsyncClient(trust_env=False) as http:
        await _confirmed(bot_api)
        nowhere = ApplicationBuilder().token(bot_api.token).base_url(f"{NOBODY}/bot").build()
        for request in nowhere.bot._request:  # the bot itself would ask Telegram who it is
            await request.initialize()
        cut_off = Broadcaster(nowhere.bot, engine, service_on(NOBODY, http, TruthfulWriter()), now=clock)
        await cut_off.tick()
        assert "ConnectError" in (await until(reasons))[0]
        await cut_off.stop()
        for request in nowhere.bot._request:
            await request.shutdown()
        assert await _rows(engine) == [(ADMIN, "queued")]
        await _tick(broadcaster)
        assert await _rows(engine) == [(ADMIN, "sent")]


async def test_the_texts_are_in_the_admin_s_language(bot_api: BotApi, announcing: Announcing) -> None:
    async with announcing() as broadcaster:
        _, question = await _previewed(bot_api, "/anunciar Olá", language_code="pt-br")
        assert question.text == "É assim que as conversas vão ver o aviso. Enviar?"
        await changed(bot_api, question.button("Enviar a 1 conversa"), language_code="pt-br")
        await _tick(broadcaster)
        assert _texts(bot_api, ADMIN)[-1] == "O aviso foi enviado.\n\nEnviados: 1"


async def test_without_a_database_there_are_no_announcements(bot_api: BotApi, serving: Serving) -> None:
    async with serving() as application:
        reports = application.bot_data[SERVICES].reports
        application.bot_data[SERVICES] = Services(reports, admins=frozenset([ADMIN]))
        answer = await asked(bot_api, HELLO, chat_id=ADMIN)
    assert answer.text == "Announcements are not possible now: the database cannot be opened."


async def test_of_several_processes_one_says_that_an_announcement_is_done(engine: AsyncEngine, clock: Clock) -> None:
    kept, processes = Announcements(engine, clock), [AnnouncementRows(engine, f"{number}") for number in range(4)]
    for _ in range(5):
        assert await kept.confirm(await kept.draft(ADMIN, "en", "Hello", "[]"), ADMIN, 1)
        assert await processes[0].plan(clock())  # there is no chat to send it to
    said = await asyncio.gather(*(each.finish(clock()) for each in processes))
    assert sorted(announcement.id for each in said for announcement, _ in each) == [1, 2, 3, 4, 5]
