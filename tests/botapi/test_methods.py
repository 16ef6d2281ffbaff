"""The methods' parameters agree with the library, and the bot's settings are kept."""

import inspect
import re

import pytest
from telegram import Bot, BotCommand, BotCommandScopeAllGroupChats, MenuButtonCommands

from botapi import BotApi
from botapi.answers import ANSWERS
from botapi.parameters import LISTS, METHODS, OBJECTS, WHOLE_NUMBERS, YES_OR_NO
from botapi.webhook_methods import WEBHOOK_METHODS
from botapi.words import words

# What the library adds for its callers' comfort and never sends under these names.
COMFORT = words(
    "self read_timeout write_timeout connect_timeout pool_timeout api_kwargs filename allow_sending_without_reply "
    "reply_to_message_id disable_web_page_preview current_offset auto_pagination"
)


@pytest.mark.parametrize("method", METHODS)
def test_parameters_are_those_that_the_library_sends(method: str) -> None:
    function = getattr(Bot, re.sub(r"(?=[A-Z])", "_", method).lower())
    sent = inspect.signature(function).parameters.keys() - COMFORT
    assert sent - {"next_offset"} == METHODS[method] - {"next_offset"}


def test_every_method_has_an_answer() -> None:
    assert METHODS.keys() - ANSWERS.keys() - WEBHOOK_METHODS.keys() == {"getUpdates"}
    assert ANSWERS.keys() <= METHODS.keys()


def test_every_parameter_with_a_kind_belongs_to_a_method() -> None:
    assert frozenset().union(*METHODS.values()) >= WHOLE_NUMBERS | YES_OR_NO | OBJECTS | LISTS


async def test_commands_are_kept_by_language_and_scope(bot_api: BotApi, bot: Bot) -> None:
    await bot.set_my_commands([BotCommand("praia", "Como está o mar")], language_code="pt")
    await bot.set_my_commands([("start", "Begin")], scope=BotCommandScopeAllGroupChats())
    assert bot_api.setting("commands", "pt") == [{"command": "praia", "description": "Como está o mar"}]
    assert [each.command for each in await bot.get_my_commands(scope=BotCommandScopeAllGroupChats())] == ["start"]
    await bot.delete_my_commands(language_code="pt")
    assert await bot.get_my_commands(language_code="pt") == ()


async def test_texts_about_the_bot_are_kept_by_language(bot_api: BotApi, bot: Bot) -> None:
    await bot.set_my_description("Swim reports")
    await bot.set_my_description("Relatos do mar", language_code="pt")
    await bot.set_my_short_description("Swim")
    await bot.set_my_name("Boia")
    assert (await bot.get_my_description("pt")).description == "Relatos do mar"
    assert (await bot.get_my_description("es")).description == "Swim reports"
    assert (await bot.get_my_short_description()).short_description == "Swim"
    assert (await bot.get_my_name()).name == "Boia"
    assert bot_api.setting("description", "pt") == "Relatos do mar"


async def test_menu_button_is_kept(bot_api: BotApi, bot: Bot) -> None:
    await bot.set_chat_menu_button(menu_button=MenuButtonCommands())
    assert bot_api.setting("menu_button") == {"type": "commands"}


async def test_bot_tells_who_it_is_and_that_it_has_no_webhook(bot: Bot) -> None:
    assert (bot.username, bot.id, bot.supports_inline_queries) == ("boia_test_bot", 123456789, True)
    assert (await bot.get_webhook_info()).url == ""


async def test_typing_is_on_record(bot_api: BotApi, bot: Bot) -> None:
    await bot.send_chat_action(42, "typing")
    assert [each.parameters for each in bot_api.calls_to("sendChatAction")] == [{"chat_id": 42, "action": "typing"}]


async def test_reply_shows_what_it_answers(bot_api: BotApi, bot: Bot) -> None:
    asked = bot_api.user_sends("/start")
    sent = await bot.send_message(42, "Olá", reply_to_message_id=asked.message_id)
    assert sent.reply_to_message is not None
    assert sent.reply_to_message.text == "/start"
    await bot.send_message(42, "Olá", reply_to_message_id=99, allow_sending_without_reply=True)
    assert bot_api.refusals == ()


async def test_only_a_button_with_data_can_be_pressed(bot_api: BotApi, bot: Bot) -> None:
    keyboard = {"inline_keyboard": [[{"text": "Data", "url": "https://open-meteo.com"}]]}
    await bot.send_message(42, "a", api_kwargs={"reply_markup": keyboard})
    [message] = bot_api.messages()
    assert message.button("Data").url == "https://open-meteo.com"
    with pytest.raises(LookupError, match="the button “Data” has no callback data"):
        bot_api.press(message.button("Data"))
    with pytest.raises(LookupError, match=r"0 buttons say “Again”; the buttons are \['Data'\]"):
        message.button("Again")
