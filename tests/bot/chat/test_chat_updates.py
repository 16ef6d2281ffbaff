"""What the bot answers besides commands: plain text, locations, inline queries, groups, floods and news of chats."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

from bot.chat.budget import REQUESTS
from bot.store import Chats, Preferences
from bot_parts import NOBODY, ScriptedWriter, Serving, answers, asked, changed, pressed, until
from botapi import BotApi, Call
from botapi.checks import text as checked_text

GROUP, SUPERGROUP = -100, -1_000_000_000_100
JOAQUINA = (-27.62, -48.44)


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Of one kind: little of what is looked at here is in the database."""
    return sqlite_url


@pytest.fixture(autouse=True)
def nothing_is_refused(bot_api: BotApi) -> object:
    """Telegram would have taken every request of these tests, but for what a test is about."""
    yield
    meant = ("Forbidden", "group chat was upgraded", "query is too old", "message is not modified")
    assert [call for call in bot_api.refusals if not any(words in call.description for words in meant)] == []


@pytest.fixture(autouse=True)
def no_sentence(writer: ScriptedWriter) -> None:
    """These tests are about the numbers."""
    writer.drafts = [""]


async def inline_results(api: BotApi, text: str, **sender: Any) -> list[dict[str, Any]]:
    """The articles that an inline query is answered with."""
    before = len(api.calls_to("answerInlineQuery"))
    api.user_queries(text, **sender)

    def done() -> Call | None:
        new = api.calls_to("answerInlineQuery")[before:]
        return new[0] if new and new[0].status else None

    call = await api.wait_for(done)
    results = call.parameters["results"]
    assert call.parameters["cache_time"] <= 60
    assert call.parameters["is_personal"] is True
    return list(json.loads(results) if isinstance(results, str) else results)


@pytest.mark.parametrize("text", ["joaquina", "Praia da Joaquina", "joaquina today 9am", "joaquina hoje 9h"])
async def test_text_in_a_private_chat_names_a_place(bot_api: BotApi, serving: Serving, text: str) -> None:
    async with serving():
        assert (await asked(bot_api, text)).text.startswith("Praia da Joaquina · Tue, Jun 16, 09:00")


@pytest.mark.parametrize(
    ("text", "language_code", "sentence"),
    [
        ("tomorrow", "en", "Which beach? Just write its name: Joaquina tomorrow 9am"),
        ("xyzzy", "en", "There is no place called “xyzzy” here. /help shows what I understand."),
        ("/condition joaquina", "en", "There is no command /condition here; did you mean /conditions?"),
        ("/xyzzy", "en", "There is no command /xyzzy here. /help shows what there is."),
        ("/xyzzy", "pt-br", "Não há aqui nenhum comando /xyzzy. /ajuda mostra o que há."),
        ("/gráfico joaquina", "pt-br", "Não há aqui nenhum comando /gráfico; você quis dizer /grafico?"),
        ("/conditions@another_bot joaquina", "en", None),
    ],
)
async def test_what_cannot_be_understood_gets_a_useful_answer(
    bot_api: BotApi, serving: Serving, text: str, language_code: str, sentence: str | None
) -> None:
    async with serving():
        bot_api.user_sends(text, language_code=language_code)
        if sentence is None:
            await asked(bot_api, "/start")
        (answer,) = await answers(bot_api, 1)
    assert answer.text == sentence if sentence else answer.text.startswith("Hello!")


async def test_a_text_of_any_length_is_answered(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        answer = await asked(bot_api, "🏖" * 2048)
    assert answer.text.startswith("There is no place called “🏖")


async def test_a_location_gives_the_nearest_beaches_with_their_distances(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        bot_api.user_shares(*JOAQUINA)
        (nearest,) = await answers(bot_api, 1)
        assert nearest.text == "The beaches nearest to you:"
        assert nearest.buttons[0].text == "Praia da Joaquina · 1.4 km"
        assert len(nearest.buttons) == 5
        report = await changed(bot_api, nearest.buttons[0])
    assert report.text.startswith("Praia da Joaquina · Tue, Jun 16, 09:00")


async def test_distances_are_in_the_chat_s_units_and_language(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        await asked(bot_api, "/units imperial")
        bot_api.user_shares(*JOAQUINA)
        assert (await answers(bot_api, 2))[-1].buttons[0].text == "Praia da Joaquina · 0.8 mi"
        bot_api.user_shares(*JOAQUINA, chat_id=8, language_code="pt-br")
        assert (await answers(bot_api, 1, chat_id=8))[0].buttons[0].text == "Praia da Joaquina · 1,4 km"


async def test_inline_mode_gives_the_numbers_of_the_beaches_that_fit(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        (article,) = await inline_results(bot_api, "joaquina")
    assert article["type"] == "article"
    assert article["title"] == "Praia da Joaquina · Tue, Jun 16, 09:00"
    assert article["description"].startswith("Score: 55/100, fair · Points lost: ")
    content = article["input_message_content"]
    assert "being written" not in content["message_text"]
    assert "parse_mode" not in content
    assert checked_text(content["message_text"], content["entities"], None)


async def test_inline_mode_knows_the_person_s_language_and_favourites(
    bot_api: BotApi, serving: Serving, chats: Chats
) -> None:
    async with serving():
        await asked(bot_api, "/language pt")
        await asked(bot_api, "/favoritas joaquina")
        (article,) = await inline_results(bot_api, "")
        assert article["title"] == "Praia da Joaquina · ter., 16 de jun., 09:00"
        assert await inline_results(bot_api, "", user_id=8) == []
    assert await chats.favourites(8) == ()


@pytest.mark.parametrize("text", ["xyzzy", "🏖" * 120])
async def test_inline_mode_has_an_answer_for_what_it_does_not_know(
    bot_api: BotApi, serving: Serving, text: str
) -> None:
    async with serving():
        assert await inline_results(bot_api, text) == []


async def test_inline_mode_leaves_out_what_has_no_forecast(bot_api: BotApi, serving: Serving) -> None:
    async with serving(forecast=NOBODY):
        assert await inline_results(bot_api, "florianópolis") == []


async def test_an_inline_query_that_is_too_old_is_no_error(bot_api: BotApi, serving: Serving) -> None:
    bot_api.fail_next("answerInlineQuery", 400, "Bad Request: query is too old and response timeout expired")
    with capture_logs() as logs:
        async with serving():
            await inline_results(bot_api, "joaquina")
            await inline_results(bot_api, "joaquina")
    assert [each for each in logs if each["log_level"] in ("warning", "error")] == []


async def test_answers_stay_in_their_topic_and_so_do_those_to_buttons(bot_api: BotApi, serving: Serving) -> None:
    bot_api.add_topic(SUPERGROUP, 17)
    async with serving():
        report = await asked(bot_api, "/conditions joaquina", chat_id=SUPERGROUP, topic=17)
        table = await pressed(bot_api, report.button("Hours"))
    assert [message.json.get("message_thread_id") for message in (report, table)] == [17, 17]
    actions = {call.parameters.get("message_thread_id") for call in bot_api.calls_to("sendChatAction")}
    assert actions == {17}


async def test_a_group_s_talk_is_no_question_and_other_bots_commands_are_theirs(
    bot_api: BotApi, serving: Serving
) -> None:
    async with serving():
        for text in ("joaquina", "/xyzzy", "/start@another_bot"):
            bot_api.user_sends(text, chat_id=GROUP)
        bot_api.user_shares(*JOAQUINA, chat_id=GROUP)
        answer = await asked(bot_api, "/xyzzy@boia_test_bot", chat_id=GROUP)
    assert bot_api.messages(GROUP) == (answer,)
    assert answer.text.startswith("There is no command /xyzzy here.")


async def test_help_shows_what_works_in_this_kind_of_chat(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        private = await asked(bot_api, "/help")
        group = await asked(bot_api, "/help", chat_id=GROUP)
    assert "/conditions Joaquina tomorrow 9am: how the sea is at a beach\n" in private.text
    assert "Or just write the name of a beach, or send me a location" in private.text
    assert "Here in a group I read commands only." in group.text
    assert "In any other chat: @boia_test_bot joaquina" in group.text
    assert "post /daily Joaquina 07:00 there" in private.text
    assert "in your channel" not in group.text.casefold()
    assert "/daily air Lisbon 07:00" in group.text


async def test_who_floods_is_told_once_and_then_ignored_while_others_are_answered(
    bot_api: BotApi, serving: Serving
) -> None:
    async with serving():
        for _ in range(REQUESTS + 5):
            bot_api.user_sends("/start", chat_id=GROUP, user_id=7)
        bot_api.user_sends("joaquina", chat_id=7)
        await asked(bot_api, "/start", chat_id=GROUP, user_id=8)
    texts = [message.text for message in bot_api.messages(GROUP)]
    assert texts.count("That is a lot of requests. I read nothing from you for a minute.") == 1
    assert len(texts) == REQUESTS + 2
    assert bot_api.messages(7) == ()


async def test_a_flood_of_presses_is_a_flood(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        question = await asked(bot_api, "/units")
        for _ in range(REQUESTS + 5):
            bot_api.press(question.button("knots"))
        await bot_api.wait_for(lambda: len(bot_api.calls_to("answerCallbackQuery")) == REQUESTS + 5)
        await asked(bot_api, "/start", chat_id=8)
    assert [message.text for message in bot_api.messages()][1:] == [
        "That is a lot of requests. I read nothing from you for a minute."
    ]


async def test_a_group_that_becomes_a_supergroup_keeps_what_it_chose(
    bot_api: BotApi, serving: Serving, chats: Chats
) -> None:
    bot_api.add_member(GROUP, 7, "creator")
    async with serving():
        await asked(bot_api, "/language pt", chat_id=GROUP, user_id=7)
        await asked(bot_api, "/favoritas joaquina", chat_id=GROUP, user_id=7)
        bot_api.migrate(GROUP, SUPERGROUP)
        await until(lambda: chats.favourites(SUPERGROUP))
        answer = await asked(bot_api, "/start", chat_id=SUPERGROUP, user_id=7)
    assert answer.text.startswith("Olá!")
    assert await chats.preferences(SUPERGROUP) == Preferences("pt_BR")
    assert await chats.favourites(SUPERGROUP) == ("Praia da Joaquina",)
    assert await chats.preferences(GROUP) == Preferences()


@pytest.mark.parametrize(
    ("chat", "news"),
    [(GROUP, {"migrate_to_chat_id": SUPERGROUP}), (SUPERGROUP, {"migrate_from_chat_id": GROUP})],
    ids=["old", "new"],
)
async def test_the_news_of_the_old_chat_or_of_the_new_one_is_enough(
    bot_api: BotApi, serving: Serving, chats: Chats, chat: int, news: dict[str, int]
) -> None:
    await chats.seen(GROUP)
    await chats.add_favourite(GROUP, "Ipanema")
    head = {"message_id": 1, "date": 0, "chat": {"id": chat, "type": "supergroup"}}
    async with serving():
        bot_api.push("message", head | news)
        assert await until(lambda: chats.favourites(SUPERGROUP)) == ("Ipanema",)


async def test_an_answer_that_finds_the_group_moved_moves_what_is_kept(
    bot_api: BotApi, serving: Serving, chats: Chats
) -> None:
    bot_api.add_chat(GROUP)
    await chats.seen(GROUP)
    await chats.set_language(GROUP, "pt_PT")
    bot_api.fail_next("sendMessage", 400, migrate_to_chat_id=SUPERGROUP)
    with capture_logs() as logs:
        async with serving():
            bot_api.user_sends("/start", chat_id=GROUP)
            await bot_api.wait_for(lambda: any(each["event"] == "telegram.failed" for each in logs))
            await asked(bot_api, "/start", chat_id=8)
    assert await chats.preferences(SUPERGROUP) == Preferences("pt_PT")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda api: api.block(42), "blocked"),
        (lambda api: api.deactivate(42), "deactivated"),
        (lambda api: api.kick(GROUP), "kicked"),
    ],
    ids=["blocked", "deactivated", "kicked"],
)
async def test_a_chat_that_cannot_be_written_to_is_noted_and_others_are_answered(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine, change: Any, reason: str
) -> None:
    async def noted() -> list[tuple[Any, ...]]:
        async with engine.connect() as connection:
            found = await connection.exec_driver_sql("SELECT active, reason FROM chats WHERE NOT active")
            return [tuple(row) for row in found]

    async with serving():
        await asked(bot_api, "/start")
        await asked(bot_api, "/start", chat_id=GROUP)
        change(bot_api)
        bot_api.user_sends("/start")  # what was on its way when the door closed
        await asked(bot_api, "/start", chat_id=8)
        found = await until(noted)
    assert found == [(0, reason)]


async def test_a_person_who_lets_the_bot_in_again_is_active(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine
) -> None:
    async with serving():
        await asked(bot_api, "/start")
        bot_api.block()
        bot_api.unblock()
        await asked(bot_api, "/start", chat_id=8)
    async with engine.connect() as connection:
        rows = await connection.exec_driver_sql("SELECT id, active, reason FROM chats ORDER BY id")
        assert [tuple(row) for row in rows] == [(8, 1, None), (42, 1, None)]
