"""Who may change a chat's daily reports, and who wakes them when they had stopped."""

from __future__ import annotations

import pytest
from structlog.testing import capture_logs

from bot.context import SERVICES
from bot.store import Subscriptions
from bot_parts import ScriptedWriter, Serving, answers, asked, changed, pressed, until
from botapi import BotApi

GROUP = -70
ADMINISTRATOR, MEMBER = 7, 8
REFUSAL = "In a group only its administrators can change this."
SET_UP = "/daily joaquina 07:00"
RESTRICTIONS = (
    "can_change_info", "can_invite_users", "can_pin_messages", "can_manage_topics", "can_send_polls",
    "can_send_other_messages", "can_add_web_page_previews", "can_send_audios", "can_send_documents", "can_send_photos",
    "can_send_videos", "can_send_video_notes", "can_send_voice_notes", "can_edit_tag", "can_react_to_messages",
)  # fmt: skip


@pytest.fixture(autouse=True)
def no_sentence(writer: ScriptedWriter) -> None:
    """These tests are about the numbers."""
    writer.drafts = [""]


@pytest.fixture(autouse=True)
def group(bot_api: BotApi) -> None:
    bot_api.add_member(GROUP, ADMINISTRATOR, "administrator")
    bot_api.add_member(GROUP, MEMBER)


async def said(api: BotApi, text: str, user: int) -> str:
    """The answer to what somebody says in the group."""
    return (await asked(api, text, chat_id=GROUP, user_id=user)).text


async def stopped(kept: Subscriptions, chat: int = GROUP) -> bool:
    return all(each.stopped for each in await kept.of(chat))


@pytest.mark.parametrize(
    "words", ["mole 08:00", "mole", "pause", "resume 1", "cancel 1", "timezone lisbon", "someday", "mole 25:00"]
)
async def test_in_a_group_only_administrators_change_daily_reports(
    bot_api: BotApi, serving: Serving, words: str
) -> None:
    async with serving() as application:
        kept = application.bot_data[SERVICES].subscriptions
        await said(bot_api, SET_UP, ADMINISTRATOR)
        before = await kept.of(GROUP)
        assert await said(bot_api, f"/daily {words}", MEMBER) == REFUSAL
        assert await kept.of(GROUP) == before
        assert len(before) == 1


@pytest.mark.parametrize("text", ["/daily", "/diario lista"])
async def test_everybody_in_a_group_may_look_at_its_daily_reports(bot_api: BotApi, serving: Serving, text: str) -> None:
    async with serving():
        await said(bot_api, SET_UP, ADMINISTRATOR)
        assert (await said(bot_api, text, MEMBER)).startswith("1. Praia da Joaquina, 07:00, every day\n")


@pytest.mark.parametrize("text", ["Mon–Fri", "Without a sound", "Forecast for the next day", "Pause", "Cancel report"])
async def test_in_a_group_a_button_of_a_report_obeys_administrators_only(
    bot_api: BotApi, serving: Serving, text: str
) -> None:
    async with serving() as application:
        kept = application.bot_data[SERVICES].subscriptions
        answer = await asked(bot_api, SET_UP, chat_id=GROUP, user_id=ADMINISTRATOR)
        before = await kept.of(GROUP)
        button = answer.button(text)
        assert (await pressed(bot_api, button, user_id=MEMBER)).text == REFUSAL
        assert await kept.of(GROUP) == before
        await changed(bot_api, button, user_id=ADMINISTRATOR)
        assert await kept.of(GROUP) != before


async def test_in_a_group_the_buttons_of_a_report_and_of_the_hours_obey_administrators_only(
    bot_api: BotApi, serving: Serving
) -> None:
    async with serving() as application:
        kept = application.bot_data[SERVICES].subscriptions
        report = await asked(bot_api, "/conditions joaquina", chat_id=GROUP, user_id=MEMBER)
        assert (await pressed(bot_api, report.button("Every day"), user_id=MEMBER)).text == REFUSAL
        question = await pressed(bot_api, report.button("Every day"), user_id=ADMINISTRATOR)
        assert (await pressed(bot_api, question.button("07:00"), user_id=MEMBER)).text == REFUSAL
        assert await kept.of(GROUP) == ()
        await changed(bot_api, question.button("07:00"), user_id=ADMINISTRATOR)
        assert len(await kept.of(GROUP)) == 1


async def test_an_administrator_who_stays_anonymous_may_and_a_member_who_writes_as_a_channel_may_not(
    bot_api: BotApi, serving: Serving
) -> None:
    group = {"id": GROUP, "type": "group", "title": "Group 70"}
    head = {"message_id": 900, "date": 0, "chat": group, "text": SET_UP}
    command = {"entities": [{"type": "bot_command", "offset": 0, "length": 6}]}
    anonymous = {"id": 1087968824, "is_bot": True, "first_name": "Group"}
    channel = {"id": 136817688, "is_bot": True, "first_name": "Channel"}
    async with serving():
        bot_api.push("message", head | command | {"from": anonymous, "sender_chat": group})
        assert (await answers(bot_api, 1, chat_id=GROUP))[0].text.startswith("Praia da Joaquina, 07:00")
        other = {"id": -1001, "type": "channel", "title": "Other"}
        bot_api.push("message", head | command | {"from": channel, "sender_chat": other})
        assert (await answers(bot_api, 2, chat_id=GROUP))[1].text == REFUSAL


async def test_a_stopped_group_is_woken_by_an_administrator_who_looks_and_by_nobody_else(
    bot_api: BotApi, serving: Serving
) -> None:
    async with serving() as application:
        kept = application.bot_data[SERVICES].subscriptions
        await said(bot_api, SET_UP, ADMINISTRATOR)
        await kept.stop(GROUP, "not enough rights")
        for text in ("/daily pause", "/conditions joaquina", "/start", "/daily"):
            listed = await said(bot_api, text, MEMBER)
        assert await stopped(kept)
        assert listed == (
            "1. Praia da Joaquina, 07:00, every day, stopped, since I could not write here\n"
            "Time zone: America/Sao_Paulo"
        )
        assert "\nNext report: Wed, Jun 17, 07:00\n" in await said(bot_api, "/daily", ADMINISTRATOR)
        assert not await stopped(kept)


@pytest.mark.parametrize("text", ["/daily", "/start"])
async def test_a_person_who_comes_back_without_any_news_of_it_is_awake_again(
    bot_api: BotApi, serving: Serving, text: str
) -> None:
    async with serving() as application:
        kept = application.bot_data[SERVICES].subscriptions
        await asked(bot_api, SET_UP)
        await kept.stop(42, "Forbidden: user is deactivated")
        await asked(bot_api, text)

        async def awake() -> bool:
            return not await stopped(kept, 42)

        await until(awake)


@pytest.mark.parametrize(
    ("chat", "leave", "back"), [(42, "block", "unblock"), (GROUP, "kick", "let_in")], ids=["blocked", "kicked"]
)
async def test_reports_stop_when_the_bot_is_put_out_and_go_on_when_it_is_let_in_again(
    bot_api: BotApi, serving: Serving, chat: int, leave: str, back: str
) -> None:
    async with serving() as application:
        kept = application.bot_data[SERVICES].subscriptions
        await asked(bot_api, SET_UP, chat_id=chat, user_id=ADMINISTRATOR if chat == GROUP else chat)

        async def asleep() -> bool:
            return await stopped(kept, chat)

        async def awake() -> bool:
            return not await stopped(kept, chat)

        getattr(bot_api, leave)(chat)
        await until(asleep)
        getattr(bot_api, back)(chat)
        await until(awake)


@pytest.mark.parametrize(
    ("rights", "may_write"),
    [({"can_send_messages": False, "is_member": True}, False), ({"can_send_messages": True, "is_member": True}, True)],
    ids=["silenced", "restricted otherwise"],
)
async def test_reports_stop_where_the_bot_may_not_write_any_more(
    bot_api: BotApi, serving: Serving, rights: dict[str, bool], may_write: bool
) -> None:
    group = {"id": GROUP, "type": "supergroup", "title": "Group 70"}
    bot = {"id": 123456789, "is_bot": True, "first_name": "Boia"}
    owner = {"id": ADMINISTRATOR, "is_bot": False, "first_name": "Ana"}
    restricted = dict.fromkeys(RESTRICTIONS, False) | {"user": bot, "status": "restricted", "until_date": 0} | rights
    change = {"old_chat_member": {"user": bot, "status": "member"}, "new_chat_member": restricted}
    with capture_logs() as logs:
        async with serving() as application:
            await said(bot_api, SET_UP, ADMINISTRATOR)
            bot_api.push("my_chat_member", {"chat": group, "from": owner, "date": 0} | change)
            await bot_api.wait_for(lambda: [each for each in logs if each["event"] == "chat.changed"])
            assert await stopped(application.bot_data[SERVICES].subscriptions) is not may_write


async def test_who_left_and_came_back_while_nobody_listened_is_back(bot_api: BotApi, serving: Serving) -> None:
    people = range(1, 31)
    async with serving() as application:
        kept = application.bot_data[SERVICES].subscriptions
        for person in people:
            await asked(bot_api, SET_UP, chat_id=person)
    for person in people:
        bot_api.block(person)
        bot_api.unblock(person)
    with capture_logs() as logs:
        async with serving():
            await bot_api.wait_for(lambda: [each["event"] for each in logs].count("chat.changed") == 2 * len(people))
    assert [person for person in people if await stopped(kept, person)] == []
