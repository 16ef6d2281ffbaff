"""Which parameters each method takes, and the kind of each: nothing else is let in."""

import json
import re
from collections.abc import Mapping
from typing import Any

from botapi.refusals import Refusal, bad, ours
from botapi.words import words

_EDITED = "business_connection_id chat_id message_id inline_message_id reply_markup"
_SENT = (
    "business_connection_id chat_id message_thread_id direct_messages_topic_id disable_notification protect_content "
    "allow_paid_broadcast message_effect_id suggested_post_parameters reply_parameters reply_markup"
)

METHODS: dict[str, frozenset[str]] = {
    method: frozenset(names.split())
    for method, names in {
        "answerCallbackQuery": "callback_query_id text show_alert url cache_time",
        "answerInlineQuery": "inline_query_id results cache_time is_personal next_offset button",
        "deleteMessage": "chat_id message_id",
        "deleteMyCommands": "scope language_code",
        "deleteWebhook": "drop_pending_updates",
        "editMessageCaption": f"{_EDITED} caption parse_mode caption_entities show_caption_above_media",
        "editMessageMedia": f"{_EDITED} media",
        "editMessageReplyMarkup": _EDITED,
        "editMessageText": f"{_EDITED} text parse_mode entities link_preview_options",
        "getChat": "chat_id",
        "getChatMember": "chat_id user_id",
        "getMe": "",
        "getMyCommands": "scope language_code",
        "getMyDescription": "language_code",
        "getMyName": "language_code",
        "getMyShortDescription": "language_code",
        "getUpdates": "offset limit timeout allowed_updates",
        "getWebhookInfo": "",
        "sendChatAction": "business_connection_id chat_id message_thread_id action",
        "sendMessage": f"{_SENT} text parse_mode entities link_preview_options",
        "sendPhoto": f"{_SENT} photo caption parse_mode caption_entities show_caption_above_media has_spoiler",
        "setChatMenuButton": "chat_id menu_button",
        "setMyCommands": "commands scope language_code",
        "setMyDescription": "description language_code",
        "setMyName": "name language_code",
        "setMyShortDescription": "short_description language_code",
        "setWebhook": "url certificate ip_address max_connections allowed_updates drop_pending_updates secret_token",
    }.items()
}

WHOLE_NUMBERS = words(
    "message_id message_thread_id direct_messages_topic_id user_id offset limit timeout cache_time max_connections"
)
YES_OR_NO = words(
    "show_alert is_personal drop_pending_updates disable_notification protect_content allow_paid_broadcast "
    "show_caption_above_media has_spoiler"
)
OBJECTS = words(
    "reply_markup link_preview_options reply_parameters suggested_post_parameters media scope menu_button button"
)
LISTS = words("entities caption_entities allowed_updates commands results")


def method_named(name: str) -> str:
    """The method as the documentation writes it; Telegram does not look at capitals."""
    for known in METHODS:
        if known.lower() == name.lower():
            return known
    raise Refusal(404, "Not Found: method not found")


def read(method: str, raw: Mapping[str, Any], files: Mapping[str, object]) -> dict[str, Any]:
    """The parameters in their kinds; a name that the method does not have is refused."""
    for name in raw:
        if name not in METHODS[method]:
            raise ours(f"{method} has no parameter “{name}”")
    attached = str(raw)
    for name in files:
        if name not in METHODS[method] and f"attach://{name}" not in attached:
            raise ours(f"{method} has no parameter “{name}”, and no attach://{name} asks for that file")
    return {name: _value(name, value) for name, value in raw.items()}


def _value(name: str, value: Any) -> Any:
    if name == "chat_id":
        return value if isinstance(value, str) and value.startswith("@") else _whole(name, value)
    if name in WHOLE_NUMBERS:
        return _whole(name, value)
    if name in YES_OR_NO:
        return _yes(name, value)
    if name in OBJECTS:
        return _parsed(name, value, dict)
    if name in LISTS:
        return _parsed(name, value, list)
    if not isinstance(value, str):
        raise ours(f"the parameter “{name}” must be a text, not {value!r}")
    return value


def _whole(name: str, value: Any) -> int:
    if name == "chat_id" and value == "":
        raise bad("chat_id is empty")
    if isinstance(value, bool) or not re.fullmatch(r"-?\d+", str(value)):
        raise ours(f"the parameter “{name}” must be a whole number, not {value!r}")
    return int(value)


def _yes(name: str, value: Any) -> bool:
    said = {"true": True, "false": False}.get(str(value).lower())
    if said is None:
        raise ours(f"the parameter “{name}” must be true or false, not {value!r}")
    return said


def _parsed(name: str, value: Any, kind: type) -> Any:
    try:
        found = json.loads(value) if isinstance(value, str) else value
    except ValueError as exc:
        raise ours(f"the parameter “{name}” is not JSON: {value!r}") from exc
    if not isinstance(found, kind):
        raise ours(f"the parameter “{name}” must be a JSON {'object' if kind is dict else 'list'}, not {value!r}")
    return found
