"""/guard: admins see and set the mode of the guard; for anybody else there is no such thing."""

from __future__ import annotations

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

from bot.guard_switch import GuardSwitch
from bot.store import GuardChanges, open_store
from bot_parts import ADMIN, ScriptedWriter, Serving, answers, asked, changed, pressed
from botapi import BotApi, Message
from factguard import Mode

TRUE = "At 09:00 the water at Praia da Joaquina is at 19.0 °C."
WRONG = "At 09:00 the water at Praia da Joaquina is at 23.0 °C."
UNKNOWN = "There is no command /guard here. /help shows what there is."
FORGED = "This button is too old; please ask again."


@pytest.fixture(autouse=True)
def nothing_is_refused(bot_api: BotApi) -> object:
    """Telegram would have taken every request of these tests."""
    yield
    assert bot_api.refusals == ()


def _marked(message: Message) -> list[str]:
    return [button.text for row in message.rows for button in row if button.text.startswith("✓")]


async def _forged(api: BotApi, message: Message, data: str) -> Message:
    """What comes of a press that no button of ours makes."""
    before = len(api.messages(message.chat_id))
    api.forge_press(message, data)
    return (await answers(api, before + 1, chat_id=message.chat_id))[-1]


async def test_an_admin_sees_the_mode_and_sets_another_one(
    bot_api: BotApi, serving: Serving, guard: GuardSwitch
) -> None:
    async with serving():
        before = await asked(bot_api, "/guard", chat_id=ADMIN)
        after = await changed(bot_api, before.button("warn"))
        again = await asked(bot_api, "/guarda", chat_id=ADMIN, language_code="pt-br")
    assert before.text.startswith(
        "The guard's mode is block.\n\nblock: a sentence that contradicts the facts is withheld"
    )
    assert _marked(before) == ["✓ block"]
    assert after.text.startswith("The guard's mode is warn.")
    assert after.text.endswith(f" · block → warn · {ADMIN}")
    assert _marked(after) == ["✓ warn"]
    assert again.text.startswith("O modo da guarda é warn.")
    assert await guard.mode() is Mode.WARN


async def test_off_is_asked_for_once_more_and_may_be_thought_better_of(
    bot_api: BotApi, serving: Serving, guard: GuardSwitch
) -> None:
    async with serving():
        question = await changed(bot_api, (await asked(bot_api, "/guard", chat_id=ADMIN)).button("off"))
        assert question.text.endswith("Switch the guard off?")
        assert await guard.mode() is Mode.BLOCK
        kept = await changed(bot_api, question.button("Keep block"))
        assert _marked(kept) == ["✓ block"]
        question = await changed(bot_api, kept.button("off"))
        off = await changed(bot_api, question.button("Switch off"))
    assert _marked(off) == ["✓ off"]
    assert await guard.mode() is Mode.OFF


async def test_a_change_holds_for_the_next_report_without_another_draft(
    bot_api: BotApi, serving: Serving, guard: GuardSwitch, writer: ScriptedWriter
) -> None:
    writer.drafts = [*[WRONG] * 4, TRUE]  # four attempts; a fifth draft would be the true one
    async with serving():
        withheld = await asked(bot_api, "/conditions joaquina")
        await guard.set(Mode.WARN, ADMIN)
        shown = await asked(bot_api, "/conditions joaquina")
        await guard.set(Mode.BLOCK, ADMIN)
        again = await asked(bot_api, "/conditions joaquina")
    assert WRONG not in withheld.text
    assert WRONG in shown.text
    assert WRONG not in again.text


async def test_a_change_holds_in_every_process_and_after_a_restart(engine: AsyncEngine) -> None:
    here, there = (GuardSwitch(Mode.WARN, GuardChanges(engine)) for _ in range(2))
    assert await there.mode() is Mode.WARN
    await here.set(Mode.BLOCK, ADMIN)
    assert await there.mode() is Mode.BLOCK
    async with open_store(str(engine.url.render_as_string(hide_password=False))) as reopened:
        assert reopened is not None
        assert await GuardSwitch(Mode.OFF, GuardChanges(reopened)).mode() is Mode.BLOCK


async def test_the_log_says_who_changed_what(engine: AsyncEngine) -> None:
    guard = GuardSwitch(Mode.WARN, GuardChanges(engine))
    await guard.set(Mode.OFF, ADMIN)
    await guard.set(Mode.BLOCK, ADMIN + 1)
    seen = [(each.admin_id, each.from_mode, each.to_mode) for each in await guard.history(5)]
    assert seen == [(ADMIN + 1, Mode.OFF, Mode.BLOCK), (ADMIN, Mode.WARN, Mode.OFF)]


async def test_a_mode_that_cannot_be_kept_does_not_hold(bot_api: BotApi, serving: Serving, engine: AsyncEngine) -> None:
    async with serving():
        shown = await asked(bot_api, "/guard", chat_id=ADMIN)
        async with engine.begin() as connection:
            await connection.exec_driver_sql("DROP TABLE guard_changes")
        with capture_logs() as logged:
            answer = await pressed(bot_api, shown.button("warn"))
    assert answer.text == "The mode could not be changed: the database does not answer. block still holds."
    assert "guard.mode_not_kept" in [event["event"] for event in logged]


@pytest.mark.parametrize(
    ("sender", "text"),
    [
        ({"chat_id": 42}, UNKNOWN),
        ({"chat_id": 42, "text": "/guarda"}, "There is no command /guarda here. /help shows what there is."),
    ],
)
async def test_nobody_else_has_the_command(
    bot_api: BotApi, serving: Serving, sender: dict[str, object], text: str
) -> None:
    who = {"text": "/guard"} | sender
    async with serving():
        answer = await asked(bot_api, str(who.pop("text")), **who)
        assert answer.text == text
        assert "/guard" not in (await asked(bot_api, "/help")).text
        assert "/guard" in (await asked(bot_api, "/help", chat_id=ADMIN)).text


async def test_in_a_group_even_an_admin_has_no_such_command(bot_api: BotApi, serving: Serving) -> None:
    bot_api.add_chat(-5, type="group", title="Beach")
    async with serving():
        bot_api.user_sends("/guard", chat_id=-5, user_id=ADMIN)
        await asked(bot_api, "/help", chat_id=-5, user_id=ADMIN)
    assert len(bot_api.messages(-5)) == 1


@pytest.mark.parametrize("data", ["m:off!", "m:warn", "m:off"])
async def test_a_forged_press_changes_nothing(bot_api: BotApi, serving: Serving, guard: GuardSwitch, data: str) -> None:
    async with serving():
        answer = await asked(bot_api, "/conditions joaquina")
        refused = await _forged(bot_api, answer, data)
    assert refused.text == FORGED
    assert await guard.mode() is Mode.BLOCK
    assert await guard.history(5) == ()


@pytest.mark.parametrize("data", ["m:loud", "m:", "m:!", "m:off!!"])
async def test_even_an_admin_s_forged_press_is_refused(
    bot_api: BotApi, serving: Serving, guard: GuardSwitch, data: str
) -> None:
    async with serving():
        answer = await asked(bot_api, "/guard", chat_id=ADMIN)
        refused = await _forged(bot_api, answer, data)
    assert refused.text == FORGED
    assert await guard.mode() is Mode.BLOCK
