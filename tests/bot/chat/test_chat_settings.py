"""What a chat chooses and what is kept of it: language, units, favourites, privacy."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.broadcast.broadcaster import WINDOW
from bot.broadcast.planning import Moment, plan
from bot.context import SERVICES
from bot.store import Chats, Preferences
from bot.store.chats import MOST_FAVOURITES
from bot.store.tables import TABLES
from bot.units import System, WindUnit
from bot_parts import ADMIN, NINE_IN_FLORIANOPOLIS, ScriptedWriter, Serving, answers, asked, changed, pressed
from botapi import BotApi
from databases import refusing

GROUP = -100
OF_CHATS = sorted(table.name for table in TABLES if "chat_id" in table.c)


@pytest.fixture(autouse=True)
def nothing_is_refused(bot_api: BotApi) -> object:
    """Telegram would have taken every request of these tests."""
    yield
    assert bot_api.refusals == ()


@pytest.fixture(autouse=True)
def no_sentence(writer: ScriptedWriter) -> None:
    """These tests are about the numbers."""
    writer.drafts = [""]


@pytest.mark.parametrize(
    ("button", "client", "done", "title", "wind"),
    [
        ("English", "pt-br", "I answer in English from now on.", "Tue, Jun 16", "Wind: 20 km/h"),
        (
            "Português (Brasil)",
            "en",
            "A partir de agora respondo em português do Brasil.",
            "ter., 16 de jun.",
            "Vento: 20 km/h",
        ),
        (
            "Português (Portugal)",
            "en",
            "A partir de agora respondo em português de Portugal.",
            "terça, 16/06",
            "Risco de alforrecas: baixo",
        ),
    ],
)
async def test_a_chat_is_answered_in_the_language_that_it_chose(
    bot_api: BotApi, serving: Serving, button: str, client: str, done: str, title: str, wind: str
) -> None:
    async with serving():
        question = await asked(bot_api, "/language", language_code=client)
        confirmation = await changed(bot_api, question.button(button), language_code=client)
        bot_api.user_sends("/conditions joaquina", language_code=client)
        await bot_api.wait_for(lambda: len(bot_api.messages()) == 2)
        report = bot_api.messages()[-1]
    assert confirmation.text == done
    assert report.text.splitlines()[0] == f"Praia da Joaquina · {title}, 09:00"
    assert wind in report.text


async def test_the_language_follows_the_client_until_one_is_chosen_and_again_afterwards(
    bot_api: BotApi, serving: Serving
) -> None:
    async with serving():
        assert (await asked(bot_api, "/idioma", language_code="pt-br")).text.startswith("Em que idioma")
        await asked(bot_api, "/language en", language_code="pt-br")
        question = await asked(bot_api, "/language", language_code="pt-br")
        assert question.buttons[0].text == "✓ English"
        followed = await changed(bot_api, question.button("As in my Telegram"), language_code="pt-br")
    assert followed.text == "A partir de agora respondo no idioma do seu Telegram."


async def test_an_error_is_told_in_the_language_that_the_chat_chose(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        await asked(bot_api, "/language pt")
        answer = await asked(bot_api, "/best 91,0")
    assert answer.text.startswith("“91,0” não é uma posição")


@pytest.mark.parametrize("command", ["/units", "/unidades"])
async def test_units_are_chosen_by_buttons_and_marked(bot_api: BotApi, serving: Serving, command: str) -> None:
    async with serving():
        question = await asked(bot_api, command)
        assert [[button.text for button in row] for row in question.rows] == [
            ["✓ metric: °C, m, km/h"],
            ["imperial: °F, ft, mph"],
            ["km/h", "mph", "knots", "m/s"],
        ]
        question = await changed(bot_api, question.button("imperial: °F, ft, mph"))
        question = await changed(bot_api, question.button("knots"))
        assert [button.text for button in question.buttons if "✓" in button.text] == [
            "✓ imperial: °F, ft, mph",
            "✓ knots",
        ]
        report = await asked(bot_api, "/conditions joaquina")
    assert "Sea temperature: 66°F" in report.text
    assert "Wind: 11 kn" in report.text


async def test_units_can_be_said_with_the_command(bot_api: BotApi, serving: Serving, chats: Chats) -> None:
    async with serving():
        await asked(bot_api, "/units imperial m/s")
    assert await chats.preferences(42) == Preferences(None, System.IMPERIAL, WindUnit.MS)


async def test_a_favourite_is_a_star_under_a_report_and_a_button_of_the_list(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        assert (await asked(bot_api, "/favourites")).text.startswith("You keep no place yet.")
        report = await asked(bot_api, "/conditions joaquina")
        report = await changed(bot_api, report.button("☆ Favourite"))
        listed = await asked(bot_api, "/favoritas")
        assert listed.text == "Your places:"
        opened = await pressed(bot_api, listed.button("Praia da Joaquina"))
        assert opened.text.startswith("Praia da Joaquina · Tue, Jun 16, 09:00")
        await changed(bot_api, opened.button("★ Favourite"))
        assert (await asked(bot_api, "/favourites")).text.startswith("You keep no place yet.")


async def test_a_favourite_can_be_said_with_the_command_and_offers_itself_where_no_place_is_named(
    bot_api: BotApi, serving: Serving
) -> None:
    async with serving():
        assert (await asked(bot_api, "/favourites joaca")).text == "Praia da Joaquina is among your places now."
        question = await asked(bot_api, "/hours tomorrow")
        table = await pressed(bot_api, question.button("Praia da Joaquina"))
    assert table.text.startswith("Praia da Joaquina · Wed, Jun 17")


async def test_a_choice_of_favourites_keeps_the_one_that_is_pressed(
    bot_api: BotApi, serving: Serving, chats: Chats
) -> None:
    async with serving():
        question = await asked(bot_api, "/favourites sydney")
        await pressed(bot_api, question.button("Bronte Beach"))
    assert await chats.favourites(42) == ("Bronte Beach",)


async def test_there_are_so_many_favourites_and_no_more(bot_api: BotApi, serving: Serving, chats: Chats) -> None:
    for number in range(MOST_FAVOURITES):
        await chats.add_favourite(42, f"-27.{number},-48")
    async with serving():
        refused = await asked(bot_api, "/favourites joaquina")
        report = await asked(bot_api, "/conditions joaquina")
        assert (await pressed(bot_api, report.button("☆ Favourite"))).text == refused.text
    assert refused.text.startswith("You keep 20 places already")
    assert len(await chats.favourites(42)) == MOST_FAVOURITES


async def test_what_is_kept_is_told_and_forgotten_at_once_and_for_good(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine
) -> None:
    async def kept() -> list[object]:
        tables = "SELECT id FROM chats", *(f"SELECT chat_id FROM {name}" for name in OF_CHATS)
        async with engine.connect() as connection:
            return list((await connection.exec_driver_sql(" UNION ".join(tables))).scalars())

    async with serving():
        await asked(bot_api, "/language pt")
        await asked(bot_api, "/favoritas joaquina")
        await asked(bot_api, "/diario joaquina 07:00")
        await plan(engine, Moment(NINE_IN_FLORIANOPOLIS + timedelta(days=1), WINDOW))
        assert await kept() == [42]
        assert "/esquecer apaga tudo" in (await asked(bot_api, "/privacy")).text
        assert (await asked(bot_api, "/esquecer")).text.startswith("Tudo o que eu guardava desta conversa foi apagado.")
        assert await kept() == []
        assert (await asked(bot_api, "/start")).text.startswith("Hello!")


async def test_what_cannot_be_deleted_whole_is_not_deleted_in_part(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine, chats: Chats
) -> None:
    async with engine.begin() as connection:
        for statement in refusing(engine.dialect.name, "DELETE ON chats"):
            await connection.exec_driver_sql(statement)
    async with serving() as application:
        await asked(bot_api, "/language pt")
        await asked(bot_api, "/favoritas joaquina")
        await asked(bot_api, "/diario joaquina 07:00")
        answer = await asked(bot_api, "/esquecer")
        assert len(await application.bot_data[SERVICES].subscriptions.of(42)) == 1
    assert answer.text == "Não foi possível apagar agora; tente de novo mais tarde."
    assert await chats.favourites(42) == ("Praia da Joaquina",)


@pytest.mark.parametrize("words", ["daily reports", "time zone", "for 90 days", "number of the message", "your places"])
async def test_what_is_said_of_privacy_names_what_is_kept(bot_api: BotApi, serving: Serving, words: str) -> None:
    async with serving():
        theirs = await asked(bot_api, "/privacy")
        admin_s = await asked(bot_api, "/privacy", chat_id=ADMIN)
    assert words in theirs.text
    assert "the guard's mode" not in theirs.text
    assert "each change of the guard's mode for good" in admin_s.text


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("/forget", "It could not be deleted just now; please try again later."),
        ("/language pt", "That could not be kept; please try again later."),
        ("/units imperial", "That could not be kept; please try again later."),
        ("/favourites joaquina", "That could not be kept; please try again later."),
    ],
)
async def test_a_database_that_fails_is_told_where_it_matters(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine, command: str, sentence: str
) -> None:
    async with engine.begin() as connection:
        await connection.exec_driver_sql("DROP TABLE chats")
        await connection.exec_driver_sql("DROP TABLE favourites")
    async with serving():
        assert (await asked(bot_api, command)).text == sentence
        assert "Wind: 20 km/h" in (await asked(bot_api, "/conditions joaquina")).text


@pytest.mark.parametrize("command", ["/language pt", "/units imperial", "/forget"])
async def test_in_a_group_only_administrators_change_what_all_share(
    bot_api: BotApi, serving: Serving, chats: Chats, command: str
) -> None:
    bot_api.add_member(GROUP, 7, "administrator")
    async with serving():
        await chats.seen(GROUP)
        refused = await asked(bot_api, command, chat_id=GROUP, user_id=8)
        assert refused.text == "In a group only its administrators can change this."
        assert await chats.preferences(GROUP) == Preferences()
        allowed = await asked(bot_api, command, chat_id=GROUP, user_id=7)
    assert allowed.text != refused.text


async def test_in_a_group_a_button_of_the_settings_obeys_administrators_only(
    bot_api: BotApi, serving: Serving, chats: Chats
) -> None:
    bot_api.add_member(GROUP, 7, "creator")
    async with serving():
        question = await asked(bot_api, "/language", chat_id=GROUP, user_id=7)
        bot_api.press(question.button("English"), user_id=8)
        refused = (await answers(bot_api, 2, chat_id=GROUP))[-1]
        assert refused.text == "In a group only its administrators can change this."
        await changed(bot_api, question.button("Português (Portugal)"), user_id=7)
    assert (await chats.preferences(GROUP)).language == "pt_PT"
