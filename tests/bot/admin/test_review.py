"""/review: admins say whether the guard was right; for anybody else there is no such thing."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest
from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

from bot.chat.budget import REQUESTS
from bot.store import Reviews
from bot.store.drafts import DRAFTS
from bot.store.reviewing import Which
from bot.store.reviews import Judgement
from bot_parts import ADMIN, Serving, answers, asked, changed, pressed
from botapi import BotApi, Message
from botapi.utf16 import units
from draft_parts import CLEAN, FLAGGED, WITHHELD, WITHHELD_PT, write
from factguard import Verdict

FORGED = "This button is too old; please ask again."
NONE_LEFT = "No draft is waiting to be judged."
LIMIT = 4096


@pytest.fixture(autouse=True)
def nothing_is_refused(bot_api: BotApi) -> object:
    """Telegram would have taken every request of these tests."""
    yield
    assert bot_api.refusals == ()


async def _judgements(engine: AsyncEngine) -> Mapping[tuple[Verdict, Judgement], int]:
    return await Reviews(engine).counts()


def _marked(message: Message) -> list[str]:
    return [button.text for row in message.rows for button in row if button.text.startswith("✓")]


async def test_a_draft_is_shown_with_the_words_that_the_guard_objects_to(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine, forecast_url: str
) -> None:
    await write(engine, forecast_url, "🌊 Whales and waves of 1.9 m at Praia da Joaquina.", CLEAN)
    async with serving():
        shown = await asked(bot_api, "/review", chat_id=ADMIN)
    first, origin, *_ = shown.text.splitlines()
    assert first == "Praia da Joaquina · Tue, Jun 16, 09:00"
    assert origin == "English · draft no. 1 · withheld · no reader saw it"
    assert shown.marked("blockquote") == ["🌊 Whales and waves of 1.9 m at Praia da Joaquina."]
    assert shown.marked("underline") == ["Whales", "1.9 m"]
    assert shown.marked("bold") == [first, "Whales", "1.9 m"]
    assert "“1.9 m” is not what the facts say (wave height: 1.3 m). [number_mismatch, hard]" in shown.text
    assert "\n\nWave height: 1.3 m\nChance of whales: low\n\n" in shown.text
    assert "Sea temperature: 19.0°C" in shown.marked("expandable_blockquote")[0]
    assert shown.text.endswith("Waiting to be judged: 1")


async def test_pressing_judges_a_draft_and_shows_the_next_in_the_same_message(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine, forecast_url: str
) -> None:
    await write(engine, forecast_url, FLAGGED)
    await write(engine, forecast_url, CLEAN)
    await write(engine, forecast_url, WITHHELD)
    async with serving():
        first = await asked(bot_api, "/review", chat_id=ADMIN)
        second = await changed(bot_api, first.button("False alarm"))
        done = await changed(bot_api, second.button("Right"))
        again = await asked(bot_api, "/review", chat_id=ADMIN)
    assert first.marked("blockquote") == [WITHHELD]
    assert second.marked("blockquote") == [FLAGGED]
    assert second.text.startswith("Noted for Praia da Joaquina, 09:00: false alarm.\n\n")
    assert NONE_LEFT in done.text
    assert again.text.startswith(NONE_LEFT)
    assert "kept for 90 days" in again.text
    assert await _judgements(engine) == {
        (Verdict.WITHHELD, Judgement.FALSE_ALARM): 1,
        (Verdict.FLAGGED, Judgement.RIGHT): 1,
    }


async def test_a_draft_that_is_passed_over_comes_again_behind_the_others(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine, forecast_url: str
) -> None:
    await write(engine, forecast_url, FLAGGED)
    await write(engine, forecast_url, WITHHELD)
    async with serving():
        newest = await asked(bot_api, "/review", chat_id=ADMIN)
        older = await changed(bot_api, newest.button("Next"))
        newest_again = await changed(bot_api, older.button("Next"))
    assert [each.marked("blockquote") for each in (newest, older, newest_again)] == [[WITHHELD], [FLAGGED], [WITHHELD]]
    assert await _judgements(engine) == {}


async def test_a_judgement_may_be_changed(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine, forecast_url: str
) -> None:
    await write(engine, forecast_url, WITHHELD)
    async with serving():
        shown = await asked(bot_api, "/review", chat_id=ADMIN)
        done = await changed(bot_api, shown.button("Right"))
        again = await changed(bot_api, done.button("Change the last one"))
        done = await changed(bot_api, again.button("False alarm"))
    assert _marked(again) == ["✓ Right"]
    assert f"Judged: the guard was right ({ADMIN}, " in again.text
    assert f"false alarm. Before, {ADMIN} had said: the guard was right." in done.text
    assert await _judgements(engine) == {(Verdict.WITHHELD, Judgement.FALSE_ALARM): 1}


async def test_two_admins_at_once_judge_a_draft_once_and_the_later_one_is_told(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine, forecast_url: str
) -> None:
    number = await write(engine, forecast_url, WITHHELD)
    await Reviews(engine).judge(number, Judgement.RIGHT, ADMIN + 1)
    await asyncio.gather(*(Reviews(engine).judge(number, Judgement.RIGHT, ADMIN + 1) for _ in range(5)))
    async with serving():
        await write(engine, forecast_url, FLAGGED)
        shown = await asked(bot_api, "/review", chat_id=ADMIN)
        answer = bot_api.forge_press(shown, f"review:f{number}")
        assert answer
        later = await bot_api.wait_for(lambda: next((m for m in bot_api.messages(ADMIN) if "Before" in m.text), None))
    assert later.text.startswith(
        f"Noted for Praia da Joaquina, 09:00: false alarm. Before, {ADMIN + 1} had said: the guard was right."
    )
    assert await _judgements(engine) == {(Verdict.WITHHELD, Judgement.FALSE_ALARM): 1}


async def test_a_draft_that_was_deleted_meanwhile_leaves_no_judgement(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine, forecast_url: str
) -> None:
    await write(engine, forecast_url, FLAGGED)
    number = await write(engine, forecast_url, WITHHELD)
    async with serving():
        shown = await asked(bot_api, "/review", chat_id=ADMIN)
        async with engine.begin() as connection:
            await connection.execute(delete(DRAFTS).where(DRAFTS.c.id == number))
        after = await changed(bot_api, shown.button("Right"))
    assert after.text.startswith("That draft is no longer kept; here is another one.")
    assert after.marked("blockquote") == [FLAGGED]
    assert "Change the last one" not in [button.text for row in after.rows for button in row]
    assert await _judgements(engine) == {}


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("number_mismatch", [WITHHELD_PT, WITHHELD]),
        ("pt", [WITHHELD_PT]),
        ("EN", [WITHHELD, FLAGGED]),
        ("mention_policy en", [FLAGGED]),
        ("pt-PT", []),
        ("wrong_name", []),
    ],
)
async def test_drafts_can_be_chosen_by_rule_and_language(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine, forecast_url: str, words: str, shown: list[str]
) -> None:
    await write(engine, forecast_url, FLAGGED)
    await write(engine, forecast_url, WITHHELD)
    await write(engine, forecast_url, WITHHELD_PT, language="pt")
    seen = []
    async with serving():
        message = await asked(bot_api, f"/review {words}", chat_id=ADMIN)
        while message.marked("blockquote"):
            seen += message.marked("blockquote")
            message = await changed(bot_api, message.button("Right"))
    assert seen == shown
    assert "No draft of this kind is waiting to be judged: " in message.text


async def test_a_word_that_is_neither_rule_nor_language_is_told(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        answer = await asked(bot_api, "/revisar tubarão", chat_id=ADMIN, language_code="pt-br")
    assert answer.text.startswith("“tubarão” não é nem regra nem idioma. Escreva /revisar sozinho, ")
    assert "number_mismatch" in answer.text
    assert answer.text.endswith("ou de um dos idiomas en, pt ou pt_PT.")


@pytest.mark.parametrize(
    "data",
    ["review:r", "review:r0x1", "review:x1", "review:r1:shark", "review:r1:en,en", "review:", "review:r99999999999"],
)
async def test_even_an_admin_s_forged_press_is_refused(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine, forecast_url: str, data: str
) -> None:
    await write(engine, forecast_url, WITHHELD)
    async with serving():
        shown = await asked(bot_api, "/review", chat_id=ADMIN)
        bot_api.forge_press(shown, data)
        refused = (await answers(bot_api, 2, chat_id=ADMIN))[-1]
    assert refused.text == FORGED
    assert await _judgements(engine) == {}


@pytest.mark.parametrize("kind", ["clean", "unknown", "huge"])
async def test_only_drafts_that_the_guard_objected_to_are_judged(
    engine: AsyncEngine, forecast_url: str, kind: str
) -> None:
    clean = await write(engine, forecast_url, CLEAN)
    number = {"clean": clean, "unknown": 4711, "huge": 2**31}[kind]
    assert not await Reviews(engine).judge(number, Judgement.RIGHT, ADMIN)
    assert await Reviews(engine).find(number) is None


async def test_nobody_else_sees_or_judges_a_draft(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine, forecast_url: str
) -> None:
    number = await write(engine, forecast_url, WITHHELD)
    async with serving():
        answer = await asked(bot_api, "/review")
        bot_api.forge_press(answer, f"review:f{number}")
        refused = (await answers(bot_api, 2))[-1]
    assert answer.text == "There is no command /review here. /help shows what there is."
    assert refused.text == FORGED
    assert await _judgements(engine) == {}


@pytest.mark.parametrize("length", [1_000, 60_000])
async def test_whatever_a_model_wrote_the_message_keeps_to_telegram_s_limit(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine, forecast_url: str, length: int
) -> None:
    text = "🌊 Waves of 1.9 m and gusts of 77 km/h. " * (length // 40)
    number = await write(engine, forecast_url, WITHHELD)
    violation = (await Reviews(engine).next(Which())).violations[0]  # type: ignore[union-attr]
    many = [
        violation.model_copy(update={"start": at, "end": at + 30, "quote": text[at : at + 30] * 20})
        for at in range(0, len(text) - 30, 20)
    ]
    async with engine.begin() as connection:
        values = {"text": text, "violations": f"[{','.join(each.model_dump_json() for each in many)}]"}
        await connection.execute(update(DRAFTS).where(DRAFTS.c.id == number).values(values))
    async with serving():
        shown = await asked(bot_api, "/review", chat_id=ADMIN)
    assert units(shown.text) <= LIMIT
    assert shown.text.endswith("Waiting to be judged: 1")


async def test_a_database_that_fails_is_told_in_one_sentence(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine
) -> None:
    async with engine.begin() as connection:
        await connection.exec_driver_sql("DROP TABLE reviews")
    async with serving():
        with capture_logs() as logs:
            answer = await asked(bot_api, "/review", chat_id=ADMIN)
    assert answer.text == ("The database does not answer, so there are no drafts to judge. Please try again later.")
    assert "review.failed" in [event["event"] for event in logs]


async def test_facts_that_an_older_version_kept_are_shown_as_they_are(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine, forecast_url: str
) -> None:
    number = await write(engine, forecast_url, WITHHELD)
    async with engine.begin() as connection:
        values = {"facts": '{"beach": "Joaquina", "wave_height_m": 1.3, "current": null}'}
        await connection.execute(update(DRAFTS).where(DRAFTS.c.id == number).values(values))
    async with serving():
        shown = await asked(bot_api, "/review", chat_id=ADMIN)
    assert "wave_height_m: 1.3" in shown.text


async def test_the_guard_s_mode_comes_with_the_share_of_false_alarms(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine, forecast_url: str
) -> None:
    async with serving():
        before = await asked(bot_api, "/guard", chat_id=ADMIN)
        reviews = Reviews(engine)
        await reviews.judge(await write(engine, forecast_url, FLAGGED), Judgement.FALSE_ALARM, ADMIN)
        soft = await asked(bot_api, "/guard", chat_id=ADMIN)
        for judgement in (Judgement.RIGHT, Judgement.RIGHT, Judgement.FALSE_ALARM):
            await reviews.judge(await write(engine, forecast_url, WITHHELD), judgement, ADMIN)
        after = await asked(bot_api, "/guard", chat_id=ADMIN)
        warned = await changed(bot_api, after.button("warn"))
    assert "No draft has been judged yet, so nobody knows how often the guard is wrong: /review shows" in before.text
    assert "judged: 1 of 1 (100%).\nNone of them was withheld, so this says nothing about block yet." in soft.text
    share = (
        "False alarms among the drafts that were judged: 2 of 4 (50%).\n"
        "Among the withheld ones alone, which block keeps from readers: 1 of 3 (33%)."
    )
    assert share in after.text
    assert share in warned.text


async def test_a_judgement_goes_with_its_draft(engine: AsyncEngine, forecast_url: str) -> None:
    number = await write(engine, forecast_url, WITHHELD)
    await Reviews(engine).judge(number, Judgement.RIGHT, ADMIN)
    async with engine.begin() as connection:
        await connection.execute(update(DRAFTS).values(made_at=DRAFTS.c.made_at - 91 * 86400))
    await write(engine, forecast_url, CLEAN)
    async with engine.connect() as connection:
        assert (await connection.exec_driver_sql("SELECT count(*) FROM reviews")).scalar_one() == 0


async def test_the_texts_are_in_the_admin_s_language(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine, forecast_url: str
) -> None:
    await write(engine, forecast_url, WITHHELD_PT, language="pt")
    async with serving():
        shown = await asked(bot_api, "/revisar", chat_id=ADMIN, language_code="pt-br")
        done = await changed(bot_api, shown.button("Alarme falso"))
    assert "“1,9 m” não é o que dizem os fatos (altura das ondas: 1,3 m). [number_mismatch, grave]" in shown.text
    assert done.text.startswith("Anotado para Praia da Joaquina, 09:00: alarme falso.")


async def test_a_press_without_a_database_is_told(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine, forecast_url: str
) -> None:
    await write(engine, forecast_url, WITHHELD)
    async with serving():
        shown = await asked(bot_api, "/review", chat_id=ADMIN)
        async with engine.begin() as connection:
            await connection.exec_driver_sql("DROP TABLE reviews")
        answer = await pressed(bot_api, shown.button("Right"))
    assert answer.text.startswith("The database does not answer")


async def test_who_judges_one_draft_after_another_is_no_flood(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine, forecast_url: str
) -> None:
    await write(engine, forecast_url, FLAGGED)
    await write(engine, forecast_url, WITHHELD)
    async with serving():
        shown = await asked(bot_api, "/review", chat_id=ADMIN)
        for _press in range(REQUESTS + 5):
            shown = await changed(bot_api, shown.button("Next"))
    assert len(bot_api.messages(ADMIN)) == 1
