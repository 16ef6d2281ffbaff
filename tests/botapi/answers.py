"""Every method that is answered at once, with the function that answers it."""

from collections.abc import Callable
from functools import partial
from typing import Any

from botapi import answering, editing, sending, settings
from botapi.requests import Upload
from botapi.state import State

Answer = Callable[[State, dict[str, Any], dict[str, Upload]], Any]


def _set(name: str, state: State, given: dict[str, Any], _files: dict[str, Upload]) -> bool:
    return settings.set_text(name, state, given)


def _get(name: str, state: State, given: dict[str, Any], _files: dict[str, Upload]) -> dict[str, str]:
    return settings.get_text(name, state, given)


# getUpdates and what is about the webhook are not here: they are about the queue of updates.
ANSWERS: dict[str, Answer] = {
    "answerCallbackQuery": answering.answer_callback_query,
    "answerInlineQuery": answering.answer_inline_query,
    "deleteMessage": editing.delete_message,
    "deleteMyCommands": settings.delete_my_commands,
    "editMessageCaption": editing.edit_message_caption,
    "editMessageMedia": editing.edit_message_media,
    "editMessageReplyMarkup": editing.edit_message_reply_markup,
    "editMessageText": editing.edit_message_text,
    "getChat": answering.get_chat,
    "getChatMember": answering.get_chat_member,
    "getMe": settings.get_me,
    "getMyCommands": settings.get_my_commands,
    "getMyDescription": partial(_get, "description"),
    "getMyName": partial(_get, "name"),
    "getMyShortDescription": partial(_get, "short_description"),
    "sendChatAction": sending.send_chat_action,
    "sendMessage": sending.send_message,
    "sendPhoto": sending.send_photo,
    "setChatMenuButton": settings.set_chat_menu_button,
    "setMyCommands": settings.set_my_commands,
    "setMyDescription": partial(_set, "description"),
    "setMyName": partial(_set, "name"),
    "setMyShortDescription": partial(_set, "short_description"),
}
