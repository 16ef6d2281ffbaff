"""Methods that change a message: editMessageText and its kin, deleteMessage."""

from typing import Any

from botapi import checks
from botapi.messages import Message
from botapi.refusals import NOT_MODIFIED, bad, ours
from botapi.requests import Upload
from botapi.sending import photo_of
from botapi.state import State

SHOWN = ("text", "entities", "caption", "caption_entities", "photo", "reply_markup")


def edit_message_text(state: State, given: dict[str, Any], _files: dict[str, Upload]) -> dict[str, Any]:
    text, entities = checks.text(given.get("text", ""), given.get("entities"), given.get("parse_mode"))
    message = _to_edit(state, given)
    if "text" not in message.json:
        raise bad("there is no text in the message to edit")
    return _changed(state, message, given, text=text, entities=entities)


def edit_message_caption(state: State, given: dict[str, Any], _files: dict[str, Upload]) -> dict[str, Any]:
    caption, entities = checks.caption(given.get("caption", ""), given.get("caption_entities"), given.get("parse_mode"))
    message = _to_edit(state, given)
    if "photo" not in message.json:
        raise bad("there is no caption in the message to edit")
    return _changed(state, message, given, photo=message.json["photo"], caption=caption, caption_entities=entities)


def edit_message_reply_markup(state: State, given: dict[str, Any], _files: dict[str, Upload]) -> dict[str, Any]:
    message = _to_edit(state, given)
    kept = {name: message.json.get(name) for name in SHOWN if name != "reply_markup"}
    return _changed(state, message, given, **kept)


def edit_message_media(state: State, given: dict[str, Any], files: dict[str, Upload]) -> dict[str, Any]:
    media = given.get("media", {})
    if media.get("type") != "photo":
        raise ours(f"only photos are played here, not “{media.get('type')}”")
    caption, entities = checks.caption(media.get("caption", ""), media.get("caption_entities"), media.get("parse_mode"))
    message = _to_edit(state, given)
    sizes, photo = photo_of(state, media.get("media"), files)
    return _changed(state, message, given, photo, photo=sizes, caption=caption, caption_entities=entities)


def delete_message(state: State, given: dict[str, Any], _files: dict[str, Upload]) -> bool:
    chat = state.chat(given.get("chat_id"))
    message = state.messages.get((chat.json["id"], given.get("message_id", 0)))
    if message is None or message.deleted:
        raise bad("message to delete not found")
    if not message.from_bot and chat.json["type"] != "private":
        raise bad("message can't be deleted")
    state.delete_message(message)
    return True


def _to_edit(state: State, given: dict[str, Any]) -> Message:
    if "inline_message_id" in given:
        raise bad("invalid inline message identifier specified")  # no inline message was ever sent from here
    chat = state.chat(given.get("chat_id"))
    if not given.get("message_id"):
        raise bad("message identifier is not specified")
    message = state.messages.get((chat.json["id"], given["message_id"]))
    if message is None or message.deleted:
        raise bad("message to edit not found")
    if not message.from_bot:
        raise bad("message can't be edited")
    return message


def _changed(
    state: State, old: Message, given: dict[str, Any], new_photo: bytes | None = None, /, **content: Any
) -> dict[str, Any]:
    """The message with new content and, as Telegram does it, without its keyboard where none is given."""
    content["reply_markup"] = checks.keyboard(given.get("reply_markup"), inline_only=True)
    shown = {name: value for name, value in content.items() if value}
    if shown == {name: old.json[name] for name in SHOWN if name in old.json}:
        raise bad(NOT_MODIFIED)
    rest = {name: value for name, value in old.json.items() if name not in SHOWN}
    return state.change_message(old, rest | shown, new_photo or old.photo).json
