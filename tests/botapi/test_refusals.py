"""What Telegram refuses is refused in its words."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import httpx
import pytest
from telegram import (
    Bot,
    BotCommand,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InputTextMessageContent,
    MessageEntity,
    ReplyParameters,
)
from telegram.error import BadRequest

from botapi import DEFAULT_NOW, QUERY_LIFETIME, BotApi

NOT_MODIFIED = (
    "Message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
OLD_QUERY = "Query is too old and response timeout expired or query id is invalid"


def _entities(*ranges: tuple[str, int, int]) -> list[MessageEntity]:
    return [MessageEntity(kind, offset, length) for kind, offset, length in ranges]


def _buttons(*rows: int, data: str = "x") -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup([[InlineKeyboardButton("Go", callback_data=data)] * count for count in rows])


def _articles(*ids: str) -> list[InlineQueryResultArticle]:
    return [InlineQueryResultArticle(each, "Joaquina", InputTextMessageContent("19 °C")) for each in ids]


async def _refusal(request: Awaitable[object]) -> str:
    with pytest.raises(BadRequest) as refused:
        await request
    return refused.value.message


@pytest.mark.parametrize(
    ("request_of", "said"),
    [
        (lambda bot: bot.send_message(42, ""), "Message text is empty"),
        (lambda bot: bot.send_message(42, " \n "), "Message text is empty"),
        (lambda bot: bot.send_message(42, "a" * 4097), "Message is too long"),
        (lambda bot: bot.send_message(42, "🌊" * 2049), "Message is too long"),
        (lambda bot: bot.send_message(43, "a"), "Chat not found"),
        (lambda bot: bot.send_message("@nobody", "a"), "Chat not found"),
        (lambda bot: bot.send_message("", "a"), "Chat_id is empty"),
        (lambda bot: bot.send_message(42, "a", reply_parameters=ReplyParameters(9)), "Message to be replied not found"),
        (lambda bot: bot.send_chat_action(42, "dancing"), "Wrong parameter action in request"),
        (lambda bot: bot.edit_message_text("a", 42, 9), "Message to edit not found"),
        (lambda bot: bot.edit_message_text("a", 42), "Message identifier is not specified"),
        (lambda bot: bot.edit_message_text("a", 42, 1), "Message can't be edited"),
        (lambda bot: bot.edit_message_text("a", inline_message_id="7"), "Invalid inline message identifier specified"),
        (lambda bot: bot.delete_message(42, 9), "Message to delete not found"),
        (lambda bot: bot.send_message(42, "a", reply_markup=_buttons(8, data="é" * 33)), "Button_data_invalid"),
        (lambda bot: bot.send_message(42, "a", reply_markup=_buttons(*[8] * 12, 5)), "Reply markup is too long"),
        (
            lambda bot: bot.send_message(42, "a", reply_markup=_buttons(9)),
            "Stand-in: a row has 9 buttons; telegram shows 8",
        ),
        (
            lambda bot: bot.send_message(42, "a", reply_markup=InlineKeyboardMarkup([[InlineKeyboardButton("Go")]])),
            "Can't parse inline keyboard button: text buttons are unallowed in the inline keyboard",
        ),
        (lambda bot: bot.answer_callback_query("7"), OLD_QUERY),
        (lambda bot: bot.answer_inline_query("7", []), OLD_QUERY),
        (lambda bot: bot.get_chat(43), "Chat not found"),
        (lambda bot: bot.get_chat_member(42, 43), "Invalid user_id specified"),
        (lambda bot: bot.set_my_commands([BotCommand("Praia", "x")]), "Bot_command_invalid"),
        (lambda bot: bot.set_my_commands([BotCommand("praia", "")]), "Bot_command_description_invalid"),
        (lambda bot: bot.set_my_commands([BotCommand("praia", "x")] * 101), "Bot_commands_too_much"),
        (lambda bot: bot.set_my_commands([], language_code="pt-br"), "Invalid language code specified"),
        (
            lambda bot: bot.set_my_short_description("a" * 121),
            "Stand-in: the short_description has 121 characters; telegram takes 120",
        ),
        (
            lambda bot: bot.send_message(42, "<b>a</b>", parse_mode="HTML"),
            "Stand-in: parse_mode is not read here: send entities instead",
        ),
    ],
)
async def test_request_is_refused_in_the_words_of_telegram(
    bot_api: BotApi, bot: Bot, request_of: Callable[[Bot], Awaitable[object]], said: str
) -> None:
    bot_api.user_sends("hello")
    assert (await _refusal(request_of(bot))).lower() == said.lower()
    assert bot_api.messages() == ()
    assert [each.status for each in bot_api.refusals] == [400]


@pytest.mark.parametrize(
    ("text", "entities", "said"),
    [
        ("aba caba", [("bold", -1, 1)], "receive an entity with incorrect offset -1"),
        ("aba caba", [("bold", 0, -1)], "receive an entity with incorrect length -1"),
        ("aba caba", [("bold", 9, 1)], "entity begins after the end of the text at UTF-16 offset 9"),
        (
            "aba caba",
            [("bold", 3, 6)],
            "entity beginning at UTF-16 offset 3 ends after the end of the text at UTF-16 offset 9",
        ),
        ("👉 👉", [("bold", 1, 1)], "entity begins in a middle of a UTF-16 symbol at byte offset 4"),
        (
            "👉 👉",
            [("bold", 0, 1)],
            "entity beginning at UTF-16 offset 0 ends in a middle of a UTF-16 symbol at byte offset 4",
        ),
        ("aba", [("shiny", 0, 1)], "can't parse MessageEntity: Unsupported type specified"),
        ("aba", [("text_link", 0, 1)], "can't parse MessageEntity: Can't find field \"url\""),
        ("aba", [("bold", 1, 0)], "stand-in: the bold entity at UTF-16 offset 1 has no length"),
        (
            "aba caba",
            [("bold", 0, 4), ("italic", 2, 4)],
            "stand-in: the italic entity at UTF-16 offset 2 overlaps the bold entity at 0: "
            "nest them or keep them apart",
        ),
        (
            "aba caba",
            [("code", 0, 8), ("italic", 2, 4)],
            "stand-in: the italic entity at UTF-16 offset 2 stands in the code entity: "
            "code and pre cannot be combined with others",
        ),
    ],
)
async def test_entity_that_does_not_fit_its_text_is_refused(
    bot: Bot, text: str, entities: list[tuple[str, int, int]], said: str
) -> None:
    assert (await _refusal(bot.send_message(42, text, entities=_entities(*entities)))).lower() == said.lower()


async def test_entities_that_nest_or_stand_apart_are_kept(bot_api: BotApi, bot: Bot) -> None:
    entities = _entities(("bold", 0, 8), ("italic", 3, 2), ("blockquote", 9, 4), ("code", 9, 4))
    await bot.send_message(42, "🌊 água. código", entities=entities[:2])
    await bot.send_message(42, "aba caba código", entities=entities)
    assert [each.marked("bold") for each in bot_api.messages()] == [["🌊 água."[:7]], ["aba caba"]]


async def test_white_space_at_the_ends_is_cut_and_the_entities_with_it(bot_api: BotApi, bot: Bot) -> None:
    await bot.send_message(42, "  Joaquina \n", entities=_entities(("bold", 0, 12), ("italic", 2, 3)))
    [message] = bot_api.messages()
    assert (message.text, message.marked("bold"), message.marked("italic")) == ("Joaquina", ["Joaquina"], ["Joa"])


async def test_longest_text_and_widest_keyboard_are_taken(bot_api: BotApi, bot: Bot) -> None:
    await bot.send_message(42, "🌊" * 2048, reply_markup=_buttons(*[8] * 12, 4, data="é" * 32))
    assert bot_api.refusals == ()


async def test_edit_that_changes_nothing_is_refused(bot_api: BotApi, bot: Bot) -> None:
    sent = await bot.send_message(42, "a", reply_markup=_buttons(1))
    assert await _refusal(sent.edit_text("a", reply_markup=_buttons(1))) == NOT_MODIFIED
    await sent.edit_text("a")
    assert await _refusal(sent.edit_reply_markup(None)) == NOT_MODIFIED
    assert await _refusal(sent.edit_text(" a ")) == NOT_MODIFIED
    await sent.edit_text("a", entities=_entities(("bold", 0, 1)))
    assert len(bot_api.messages()[0].history) == 2


async def test_deleted_message_can_neither_be_edited_nor_deleted_again(bot_api: BotApi, bot: Bot) -> None:
    sent = await bot.send_message(42, "a")
    await sent.delete()
    assert await _refusal(sent.edit_text("b")) == "Message to edit not found"
    assert await _refusal(sent.delete()) == "Message to delete not found"
    assert bot_api.messages() == ()
    assert [each.text for each in bot_api.messages(deleted=True)] == ["a"]


async def test_answer_to_a_button_has_two_hundred_characters_at_most(bot_api: BotApi, bot: Bot) -> None:
    await bot.send_message(42, "a", reply_markup=_buttons(1))
    query = bot_api.press(bot_api.messages()[0].buttons[0])
    assert await _refusal(bot.answer_callback_query(query, "a" * 201)) == "Message_too_long"
    await bot.answer_callback_query(query, "a" * 200)


async def test_answer_that_comes_too_late_is_refused() -> None:
    now = [DEFAULT_NOW]

    def clock() -> datetime:
        return now[0]

    with BotApi(clock=clock) as api:
        api.add_chat(42)
        async with Bot(api.token, base_url=api.base_url) as bot:
            await bot.send_message(42, "a", reply_markup=_buttons(1))
            query = api.press(api.messages()[0].buttons[0])
            now[0] += QUERY_LIFETIME
            await bot.answer_callback_query(query)
            now[0] += timedelta(seconds=1)
            assert await _refusal(bot.answer_callback_query(query)) == OLD_QUERY


async def test_test_may_say_that_queries_are_too_old(bot_api: BotApi, bot: Bot) -> None:
    query = bot_api.user_queries("joa")
    await bot.answer_inline_query(query, _articles("1"))
    bot_api.expire_queries()
    assert await _refusal(bot.answer_inline_query(query, _articles("1"))) == OLD_QUERY


@pytest.mark.parametrize(
    ("ids", "said"),
    [
        ([str(number) for number in range(51)], "RESULTS_TOO_MUCH"),
        (["1", "1"], "RESULT_ID_DUPLICATE"),
        (["é" * 33], "RESULT_ID_INVALID"),
    ],
)
async def test_inline_results_that_telegram_does_not_take_are_refused(
    bot_api: BotApi, ids: list[str], said: str
) -> None:
    # not through the Bot: its paging of results would hide the limit
    given = {"inline_query_id": bot_api.user_queries("joa"), "results": [each.to_dict() for each in _articles(*ids)]}
    async with httpx.AsyncClient() as client:
        answer = await client.post(f"{bot_api.base_url}{bot_api.token}/answerInlineQuery", json=given)
    assert answer.json()["description"] == f"Bad Request: {said}"
