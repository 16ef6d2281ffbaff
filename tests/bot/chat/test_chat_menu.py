"""The menu beside the text field follows what a chat chooses."""

from __future__ import annotations

import json

import pytest

from bot.handlers import HANDLERS
from bot_parts import ADMIN, Serving, asked, changed
from botapi import BotApi

GROUP = -70


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Of one kind: little of what is looked at here is in the database."""
    return sqlite_url


def menu(api: BotApi, chat: int = 42) -> list[str] | None:
    """The commands of a chat's own menu; None where it has none."""
    commands = api.setting("commands", scope=json.dumps({"chat_id": chat, "type": "chat"}, sort_keys=True))
    return None if commands is None else [each["command"] for each in commands]


def names(language: str, *, admin: bool = False) -> list[str]:
    return [command.name(language) for command in HANDLERS if admin or not command.admin]


async def test_a_chat_s_menu_shows_the_language_that_it_chose_until_it_follows_the_client_again(
    bot_api: BotApi, serving: Serving
) -> None:
    async with serving():
        await asked(bot_api, "/language pt-PT")
        await bot_api.wait_for(lambda: menu(bot_api) == names("pt"))
        descriptions = bot_api.calls_to("setMyCommands")[0].parameters["commands"]
        assert [each["description"] for each in descriptions if each["command"] == "favoritas"] == [
            "os lugares que guarda"
        ]
        question = await asked(bot_api, "/language")
        await changed(bot_api, question.button("English"))
        await bot_api.wait_for(lambda: menu(bot_api) == names("en"))
        question = await asked(bot_api, "/language")
        await changed(bot_api, question.button("As in my Telegram"))
        await bot_api.wait_for(lambda: menu(bot_api) is None)
    assert bot_api.refusals == ()


async def test_a_group_has_a_menu_of_its_own(bot_api: BotApi, serving: Serving) -> None:
    bot_api.add_member(GROUP, 7, "creator")
    async with serving():
        await asked(bot_api, "/language pt", chat_id=GROUP, user_id=7)
        await bot_api.wait_for(lambda: menu(bot_api, GROUP) == names("pt"))
    assert menu(bot_api) is None


@pytest.mark.parametrize("method", ["setMyCommands", "deleteMyCommands"])
async def test_a_menu_that_fails_never_fails_the_choice(bot_api: BotApi, serving: Serving, method: str) -> None:
    bot_api.fail_next(method, 400, "Bad Request: chat not found")
    async with serving():
        chosen = await asked(bot_api, "/language pt")
        question = await asked(bot_api, "/idioma")
        followed = await changed(bot_api, question.button("Como no meu Telegram"))
        await bot_api.wait_for(lambda: [call.status for call in bot_api.calls_to("deleteMyCommands")][-1:] != [None])
    assert chosen.text == "A partir de agora respondo em português do Brasil."
    assert followed.text == "I answer in the language of your Telegram from now on."
    assert len(bot_api.messages()) == 2


async def test_a_channel_s_language_asks_for_no_menu(bot_api: BotApi, serving: Serving) -> None:
    bot_api.add_to_channel(-1_000_000_000_900)
    async with serving():
        bot_api.channel_posts("/language pt", chat_id=-1_000_000_000_900)
        await bot_api.wait_for(lambda: bot_api.messages(-1_000_000_000_900))
        await asked(bot_api, "/start")
    assert bot_api.calls_to("setMyCommands") == ()


async def test_an_admin_s_menu_keeps_the_commands_of_admins(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        await asked(bot_api, "/language pt", chat_id=ADMIN)
        await bot_api.wait_for(lambda: menu(bot_api, ADMIN) == names("pt", admin=True))
        question = await asked(bot_api, "/language", chat_id=ADMIN)
        await changed(bot_api, question.button("Como no meu Telegram"))
        await bot_api.wait_for(lambda: menu(bot_api, ADMIN) == names("en", admin=True))


async def test_what_is_forgotten_leaves_no_menu(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        await asked(bot_api, "/language pt")
        await bot_api.wait_for(lambda: menu(bot_api))
        await asked(bot_api, "/esquecer")
        await bot_api.wait_for(lambda: menu(bot_api) is None)
