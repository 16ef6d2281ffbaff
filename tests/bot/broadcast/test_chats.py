"""Chats that cannot be written to, and chats that have got another id."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from bot.broadcast import sending
from bot.broadcast.broadcaster import WINDOW
from bot.broadcast.planning import Moment, plan
from bot.store import Announcements, Chats
from bot_parts import ADMIN
from botapi import BotApi
from broadcast_parts import Office, Opening
from databases import refusing

GROUP, SUPERGROUP = -70, -1_000_000_000_070


@pytest.mark.parametrize(
    ("leave", "reason"),
    [
        (lambda api: api.block(2), "Forbidden: bot was blocked by the user"),
        (lambda api: api.deactivate(2), "Forbidden: user is deactivated"),
        (lambda api: api.kick(2), "Forbidden: bot was kicked from the private chat"),
        (lambda api: api.fail_next("sendMessage", 400, "Bad Request: chat not found"), "Chat not found"),
        (
            lambda api: api.fail_next("sendMessage", 400, "Bad Request: not enough rights to send text messages"),
            "Not enough rights to send text messages",
        ),
        (lambda api: api.fail_next("sendMessage", 400, "Bad Request: PEER_ID_INVALID"), "Peer_id_invalid"),
        (lambda api: api.fail_next("sendMessage", 400, "Bad Request: CHAT_WRITE_FORBIDDEN"), "Chat_write_forbidden"),
    ],
    ids=["blocked", "deactivated", "kicked", "not-found", "no-rights", "no-peer", "no-writing"],
)
async def test_a_chat_that_cannot_be_written_to_is_set_inactive_and_the_others_get_theirs(
    bot_api: BotApi, office: Opening, leave: Callable[[BotApi], None], reason: str
) -> None:
    async with office(sent_at_once=1) as here:
        for chat in (2, 1, 3):  # the one in question comes first where only the next call is refused
            bot_api.add_chat(chat)
            await here.subscribe(chat)
        leave(bot_api)
        await here.tick("07:00")
        assert await here.rows() == [(2, "failed"), (1, "sent"), (3, "sent")]
        assert [each.stopped for each in await here.subscriptions.of(2)] == [reason]
        await _next_day(here)
        assert [chat for chat, state in await here.rows() if state == "sent"] == [1, 3, 1, 3]
        assert len([call for call in bot_api.calls_to("sendMessage") if call.parameters["chat_id"] == 2]) == 1


async def _next_day(here: Office) -> None:
    await here.tick("07:00", day=date(2026, 6, 17))


async def test_the_second_of_three_who_blocked_the_bot_ends_nothing(bot_api: BotApi, office: Opening) -> None:
    async with office() as here:
        for chat in (1, 2, 3):
            bot_api.add_chat(chat)
            await here.subscribe(chat)
        bot_api.block(2)
        await here.tick("07:00")
        assert await here.rows() == [(1, "sent"), (2, "failed"), (3, "sent")]


async def test_a_message_that_telegram_refuses_does_not_make_the_chat_inactive(
    bot_api: BotApi, office: Opening
) -> None:
    bot_api.add_chat(7)
    bot_api.fail_next("sendMessage", 400, "Bad Request: message is too long")
    async with office() as here:
        await here.subscribe(7)
        await here.tick("07:00")
        assert await here.rows("state", "reason") == [("failed", "Message is too long")]
        assert [each.stopped for each in await here.subscriptions.of(7)] == [None]


async def test_a_chat_that_comes_back_gets_its_next_report(bot_api: BotApi, office: Opening) -> None:
    bot_api.add_chat(7)
    async with office() as here:
        await here.subscribe(7, "07:00")
        await here.subscribe(7, "08:00")
        bot_api.block(7)
        await here.tick("07:00")
        bot_api.unblock(7)
        await here.subscriptions.wake(7)
        await here.tick("08:00")
        assert await here.rows() == [(7, "failed"), (7, "sent")]


async def test_a_group_that_becomes_a_supergroup_during_a_broadcast_gets_its_report_there_once(
    bot_api: BotApi, office: Opening
) -> None:
    bot_api.add_chat(GROUP)
    async with office() as here:
        await here.subscribe(GROUP, "07:00")
        await here.subscribe(GROUP, "08:00")
        bot_api.migrate(GROUP, SUPERGROUP)
        await here.tick("07:00")
        await here.tick("08:00")
        assert len(bot_api.messages(SUPERGROUP)) == 2
        assert len(bot_api.calls_to("sendMessage")) == 3
        assert await here.rows() == [(SUPERGROUP, "sent"), (SUPERGROUP, "sent")]
        assert await here.subscriptions.of(GROUP) == ()


async def test_a_group_s_move_that_cannot_be_written_down_moves_nothing_and_is_made_with_the_next_try(
    bot_api: BotApi, office: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "PAUSE_S", 0.0)
    bot_api.add_chat(GROUP)
    async with office() as here:
        chats = Chats(here.engine)
        await chats.seen(GROUP)
        await here.subscribe(GROUP)
        bot_api.migrate(GROUP, SUPERGROUP)
        async with here.engine.begin() as connection:
            for statement in refusing(here.engine.dialect.name, "UPDATE OF id ON chats"):
                await connection.exec_driver_sql(statement)
        await here.tick("07:00")
        assert await here.rows() == [(GROUP, "planned")]
        assert len(await here.subscriptions.of(GROUP)) == 1
        async with here.engine.begin() as connection:
            on = " ON chats" if here.engine.dialect.name == "postgresql" else ""
            await connection.exec_driver_sql(f"DROP TRIGGER no_more{on}")
        await here.tick("07:01")
        assert await here.rows() == [(SUPERGROUP, "sent")]
        assert await here.subscriptions.of(GROUP) == ()


@pytest.mark.parametrize("at_once", [1, 8])
async def test_a_group_whose_move_was_missed_gets_one_of_its_two_reports(
    bot_api: BotApi, office: Opening, at_once: int
) -> None:
    """Somebody asked for the same in the supergroup before the bot heard that it was the group."""
    bot_api.add_chat(GROUP)
    async with office(sent_at_once=at_once) as here:
        await here.subscribe(GROUP)
        bot_api.migrate(GROUP, SUPERGROUP)
        await here.subscribe(SUPERGROUP)
        await here.tick("07:00")
        await here.tick("07:01")
        assert await here.rows() == [(SUPERGROUP, "sent")]
    assert len([message for message in bot_api.messages(SUPERGROUP) if message.text]) == 1


async def test_a_group_whose_move_was_missed_gets_an_announcement_once(bot_api: BotApi, office: Opening) -> None:
    bot_api.add_chat(GROUP)
    async with office() as here:
        bot_api.migrate(GROUP, SUPERGROUP)
        for chat in (GROUP, SUPERGROUP):
            await Chats(here.engine).seen(chat)
        kept = Announcements(here.engine, here.clock)
        assert await kept.confirm(await kept.draft(ADMIN, "en", "Hello", "[]"), ADMIN, 1)
        for _ in range(2):
            await here.tick()
        assert await here.rows() == [(SUPERGROUP, "sent")]
    assert [message.text for message in bot_api.messages(SUPERGROUP) if message.text] == ["Hello"]


async def test_a_topic_that_is_gone_stops_its_own_reports_alone(bot_api: BotApi, office: Opening) -> None:
    bot_api.add_topic(GROUP, 6)
    async with office() as here:
        await here.subscribe(GROUP, "07:00", topic_id=5)
        await here.subscribe(GROUP, "07:01", topic_id=6)
        await here.subscribe(GROUP, "07:02")
        for at in ("07:00", "07:01", "07:02"):
            await here.tick(at)
        assert await here.rows("state", "reason") == [
            ("failed", "Message thread not found"),
            ("sent", None),
            ("sent", None),
        ]
        assert [each.stopped for each in await here.subscriptions.of(GROUP)] == ["Message thread not found", None, None]


async def test_moving_a_chat_twice_keeps_one_of_each(bot_api: BotApi, office: Opening) -> None:
    """The service message and the refused message both tell of the same move."""
    bot_api.add_chat(GROUP)
    bot_api.add_chat(SUPERGROUP)
    async with office() as here:
        for chat in (GROUP, SUPERGROUP):
            await here.subscribe(chat)
        await here.tick("07:00")
        for _ in range(2):
            assert await Chats(here.engine).move(GROUP, SUPERGROUP)
        assert len(await here.subscriptions.of(SUPERGROUP)) == 1
        assert await here.rows() == [(SUPERGROUP, "sent")]


async def test_forgetting_a_chat_leaves_nothing_of_it(bot_api: BotApi, office: Opening) -> None:
    for chat in (1, 2):
        bot_api.add_chat(chat)
    async with office() as here:
        for chat in (1, 2):
            await here.subscribe(chat)
        await here.tick("07:00")
        await plan(here.engine, Moment(here.clock() + timedelta(days=1), WINDOW))
        assert len(await here.rows()) == 4
        assert await Chats(here.engine).forget(1)
        assert await here.rows() == [(2, "sent"), (2, "planned")]
        assert await here.subscriptions.of(1) == ()


@pytest.mark.parametrize("end", ["cancel", "pause"])
async def test_what_was_planned_of_a_report_goes_with_it(bot_api: BotApi, office: Opening, end: str) -> None:
    bot_api.add_chat(1)
    async with office() as here:
        each = await here.subscribe(1)
        here.clock.set("07:00")
        await plan(here.engine, Moment(here.clock(), WINDOW))
        assert await here.rows() == [(1, "planned")]
        await getattr(here.subscriptions, end)(each)
        assert await here.rows() == []
        await here.tick("07:01")
    assert bot_api.messages(1) == ()
