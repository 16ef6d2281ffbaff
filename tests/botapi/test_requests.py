"""Requests are read in every form that the Bot API takes, and nothing passes that it does not know."""

import json
from typing import Any

import httpx
import pytest
from telegram import Bot, InputMediaPhoto
from telegram.error import BadRequest

from botapi import BotApi

CAPTION = "ondas de 1,3 m"


def _png(width: int = 40, height: int = 30) -> bytes:
    sides = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    return b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + sides + b"\x08\x02\x00\x00\x00\r\n--\r\n\x00\xff"


def _jpeg(width: int, height: int) -> bytes:
    frame = b"\xff\xc0\x00\x11\x08" + height.to_bytes(2, "big") + width.to_bytes(2, "big") + b"\x03\x01\x22\x00"
    return b"\xff\xd8\xff\xe0\x00\x04\x00\x00" + frame


async def _post(api: BotApi, method: str, token: str | None = None, **how: Any) -> tuple[int, dict[str, Any]]:
    async with httpx.AsyncClient() as client:
        answer = await client.post(f"{api.base_url}{token or api.token}/{method}", **how)
    assert answer.json().get("error_code", 200) == answer.status_code
    return answer.status_code, answer.json()


@pytest.mark.parametrize(
    "how",
    [
        {"data": {"chat_id": "42", "text": "água & sal", "reply_markup": json.dumps({"remove_keyboard": True})}},
        {"json": {"chat_id": 42, "text": "água & sal", "reply_markup": {"remove_keyboard": True}}},
        {"params": {"chat_id": "42", "text": "água & sal"}},
        {"files": {"chat_id": (None, b"42"), "text": (None, "água & sal".encode())}},
    ],
    ids=["form", "json", "query", "multipart"],
)
async def test_parameters_are_read_from_every_kind_of_body(bot_api: BotApi, how: dict[str, Any]) -> None:
    bot_api.add_chat(42)
    status, _ = await _post(bot_api, "sendmessage", **how)
    assert status == 200
    assert [each.text for each in bot_api.messages()] == ["água & sal"]
    assert bot_api.calls_to("sendMessage")[0].parameters["chat_id"] == 42


@pytest.mark.parametrize(
    ("method", "how", "code", "said"),
    [
        ("sendMesage", {"json": {}}, 404, "Not Found: method not found"),
        ("sendMessage", {"json": {"txt": "a"}}, 400, "Bad Request: stand-in: sendMessage has no parameter “txt”"),
        (
            "editMessageText",
            {"json": {"message_id": "two"}},
            400,
            "Bad Request: stand-in: the parameter “message_id” must be a whole number, not 'two'",
        ),
        (
            "sendMessage",
            {"json": {"protect_content": "perhaps"}},
            400,
            "Bad Request: stand-in: the parameter “protect_content” must be true or false, not 'perhaps'",
        ),
        (
            "sendMessage",
            {"json": {"text": 7}},
            400,
            "Bad Request: stand-in: the parameter “text” must be a text, not 7",
        ),
        (
            "sendMessage",
            {"data": {"entities": "[{"}},
            400,
            "Bad Request: stand-in: the parameter “entities” is not JSON: '[{'",
        ),
        (
            "sendMessage",
            {"data": {"reply_markup": "[]"}},
            400,
            "Bad Request: stand-in: the parameter “reply_markup” must be a JSON object, not '[]'",
        ),
        (
            "sendMessage",
            {"content": b"text=a", "headers": {"Content-Type": "text/plain"}},
            400,
            "Bad Request: stand-in: cannot read a body of type “text/plain”",
        ),
        (
            "sendMessage",
            {"content": b"{", "headers": {"Content-Type": "application/json"}},
            400,
            "Bad Request: can't parse request body as JSON object",
        ),
        (
            "sendMessage",
            {"files": {"picture": b"x"}},
            400,
            "Bad Request: stand-in: sendMessage has no parameter “picture”, and no attach://picture asks for that file",
        ),
    ],
)
async def test_request_that_telegram_would_not_know_is_refused(
    bot_api: BotApi, method: str, how: dict[str, Any], code: int, said: str
) -> None:
    status, answer = await _post(bot_api, method, **how)
    assert (status, answer["description"]) == (code, said)
    assert [(each.method, each.description) for each in bot_api.refusals] == [(method, said)]


@pytest.mark.parametrize(
    ("token", "code", "said"),
    [("123456789:" + "x" * 35, 401, "Unauthorized"), ("no-token", 404, "Not Found")],
)
async def test_wrong_token_is_refused(bot_api: BotApi, token: str, code: int, said: str) -> None:
    status, answer = await _post(bot_api, "getMe", token)
    assert (status, answer["description"]) == (code, said)


async def test_photo_arrives_byte_for_byte_and_is_replaced_by_an_edit(bot_api: BotApi, bot: Bot) -> None:
    sent = await bot.send_photo(42, _png(), caption=CAPTION)
    again = await bot.send_photo(42, sent.photo[0].file_id)
    await sent.edit_caption("calmo")
    await sent.edit_media(InputMediaPhoto(_jpeg(300, 200), caption="noite"))
    first, second = bot_api.messages()
    assert (first.photo, first.text, first.earlier_texts) == (_jpeg(300, 200), "noite", (CAPTION, "calmo"))
    assert (second.photo, again.photo[0].width, again.photo[0].height) == (_png(), 40, 30)
    assert first.json["photo"][0]["width"] == 300


@pytest.mark.parametrize(
    ("photo", "caption", "said"),
    [
        (b"not a picture", "", "Image_process_failed"),
        (b"", "", "File must be non-empty"),
        (_png(6000, 4001), "", "Photo_invalid_dimensions"),
        (_png(210, 10), "", "Photo_invalid_dimensions"),
        (_jpeg(6000, 4001), "", "Photo_invalid_dimensions"),
        (_png(), "a" * 1025, "Message caption is too long"),
        ("no-such-file", "", "Wrong file identifier/http url specified"),
        ("http://localhost/a.png", "", "Failed to get http url content"),
        (
            _png() + b"\0" * 10 * 1024 * 1024,
            "",
            "File of size 10485797 bytes is too big for a photo; the maximum size is 10485760 bytes",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else f"{len(value)} bytes",
)
async def test_photo_that_telegram_does_not_take_is_refused(
    bot: Bot, photo: bytes | str, caption: str, said: str
) -> None:
    with pytest.raises(BadRequest) as refused:
        await bot.send_photo(42, photo, caption=caption)
    assert refused.value.message == said


async def test_photo_and_text_are_not_edited_as_each_other(bot: Bot) -> None:
    photo, text = await bot.send_photo(42, _png()), await bot.send_message(42, "a")
    with pytest.raises(BadRequest, match="There is no text in the message to edit"):
        await photo.edit_text("b")
    with pytest.raises(BadRequest, match="There is no caption in the message to edit"):
        await text.edit_caption("b")


async def test_photo_that_is_missing_is_refused(bot_api: BotApi) -> None:
    bot_api.add_chat(42)
    _, answer = await _post(bot_api, "sendPhoto", data={"chat_id": "42"})
    assert answer["description"] == "Bad Request: there is no photo in the request"
