"""Methods that make messages: sendMessage, sendPhoto, sendChatAction."""

from typing import Any

from botapi import checks, photos
from botapi.refusals import bad, ours
from botapi.requests import Upload
from botapi.state import BOT_AS_USER, Chat, State
from botapi.words import words

CHAT_ACTIONS = words(
    "typing upload_photo record_video upload_video record_voice upload_voice upload_document choose_sticker "
    "find_location record_video_note upload_video_note"
)


def send_message(state: State, given: dict[str, Any], _files: dict[str, Upload]) -> dict[str, Any]:
    text, entities = checks.text(given.get("text", ""), given.get("entities"), given.get("parse_mode"))
    markup = checks.keyboard(given.get("reply_markup"))
    chat = state.chat(given.get("chat_id"))
    content = {"text": text, "entities": entities, "reply_markup": _shown(markup)}
    where = chat.topic(given.get("message_thread_id"))
    return state.add_message(chat, BOT_AS_USER, content | where | _reply(state, chat, given)).json


def send_photo(state: State, given: dict[str, Any], files: dict[str, Upload]) -> dict[str, Any]:
    caption, entities = checks.caption(given.get("caption", ""), given.get("caption_entities"), given.get("parse_mode"))
    markup = checks.keyboard(given.get("reply_markup"))
    chat = state.chat(given.get("chat_id"))
    sizes, photo = photo_of(state, given.get("photo"), files)
    content = {"photo": sizes, "caption": caption, "caption_entities": entities, "reply_markup": _shown(markup)}
    where = chat.topic(given.get("message_thread_id"))
    return state.add_message(chat, BOT_AS_USER, content | where | _reply(state, chat, given), photo).json


def send_chat_action(state: State, given: dict[str, Any], _files: dict[str, Upload]) -> bool:
    if given.get("action") not in CHAT_ACTIONS:
        raise bad("wrong parameter action in request")
    state.chat(given.get("chat_id")).topic(given.get("message_thread_id"))
    return True


def photo_of(state: State, wanted: str | None, files: dict[str, Upload]) -> tuple[list[dict[str, Any]], bytes]:
    """The photo that is uploaded with the request, or that an earlier file_id names."""
    if wanted is None and "photo" in files:
        content = files["photo"].content
    elif wanted is not None and wanted.removeprefix("attach://") in files:
        content = files[wanted.removeprefix("attach://")].content
    elif wanted in state.files:
        content = state.files[wanted]
    elif not wanted:
        raise bad("there is no photo in the request")
    elif "://" in wanted and not wanted.startswith("attach:"):
        raise bad("failed to get HTTP URL content")  # there is no network here
    else:
        raise bad("wrong file identifier/HTTP URL specified")
    width, height = photos.size(content)
    file_id = f"photo-{len(state.files) + 1}" if wanted not in state.files else wanted
    state.files[file_id] = content
    named = {"file_id": file_id, "file_unique_id": f"unique-{file_id}", "file_size": len(content)}
    return [named | {"width": width, "height": height}], content


def _shown(markup: dict[str, Any] | None) -> dict[str, Any] | None:
    """Only an inline keyboard belongs to the message; the other keyboards belong to the chat."""
    return markup if markup and "inline_keyboard" in markup else None


def _reply(state: State, chat: Chat, given: dict[str, Any]) -> dict[str, Any]:
    asked = given.get("reply_parameters")
    if asked is None:
        return {}
    if "chat_id" in asked and asked["chat_id"] != chat.json["id"]:
        raise ours("replies to another chat are not played here")
    answered = state.messages.get((chat.json["id"], asked.get("message_id", 0)))
    if answered is not None and not answered.deleted:
        return {"reply_to_message": answered.json}
    if asked.get("allow_sending_without_reply"):
        return {}
    raise bad("message to be replied not found")
