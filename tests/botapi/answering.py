"""Methods that answer queries and look chats up."""

from typing import Any

from botapi import checks
from botapi.refusals import bad, ours
from botapi.requests import Upload
from botapi.state import BOT, BOT_AS_USER, State
from botapi.utf16 import units
from botapi.words import words

LONGEST_ANSWER = 200
MOST_RESULTS = 50
LONGEST_RESULT_ID = 64  # bytes
RIGHTS = words(
    "can_be_edited is_anonymous can_manage_chat can_delete_messages can_manage_video_chats can_restrict_members "
    "can_promote_members can_change_info can_invite_users can_post_stories can_edit_stories can_delete_stories"
)


def answer_callback_query(state: State, given: dict[str, Any], _files: dict[str, Upload]) -> bool:
    state.check_query(given.get("callback_query_id"))
    if units(given.get("text", "")) > LONGEST_ANSWER:
        raise bad("MESSAGE_TOO_LONG")
    return True


def answer_inline_query(state: State, given: dict[str, Any], _files: dict[str, Upload]) -> bool:
    state.check_query(given.get("inline_query_id"))
    results = given.get("results", [])
    if len(results) > MOST_RESULTS:
        raise bad("RESULTS_TOO_MUCH")
    ids = [each.get("id", "") for each in results]
    if len(set(ids)) < len(ids):
        raise bad("RESULT_ID_DUPLICATE")
    if any(not 1 <= len(each.encode()) <= LONGEST_RESULT_ID for each in ids):
        raise bad("RESULT_ID_INVALID")
    for each in results:
        _check_result(each)
    return True


def get_chat(state: State, given: dict[str, Any], _files: dict[str, Upload]) -> dict[str, Any]:
    gifts = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")
    more = {"accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": dict.fromkeys(gifts, False)}
    return state.chat(given.get("chat_id")).json | more


def get_chat_member(state: State, given: dict[str, Any], _files: dict[str, Upload]) -> dict[str, Any]:
    chat = state.chat(given.get("chat_id"))
    user_id = given.get("user_id")
    if user_id == BOT["id"]:
        return member(BOT_AS_USER, "member")
    if user_id not in state.users:
        raise bad("invalid user_id specified")
    return member(state.users[user_id], chat.members.get(user_id, "left"))


def member(user: dict[str, Any], status: str, **rights: bool) -> dict[str, Any]:
    """A ChatMember object; of an administrator, with the rights that are not the usual ones."""
    base = {"user": user, "status": status}
    if status == "creator":
        return base | {"is_anonymous": False}
    if status == "administrator":
        return base | dict.fromkeys(RIGHTS, False) | {"can_manage_chat": True} | rights
    return base | {"until_date": 0} if status == "kicked" else base


def _check_result(result: dict[str, Any]) -> None:
    content = result.get("input_message_content")
    if result.get("type") != "article":
        raise ours(f"only articles are played here, not “{result.get('type')}”")
    if not result.get("title"):
        raise bad("can't parse inline query result: Can't find field \"title\"")
    if not content:
        raise bad("can't parse inline query result: Can't find field \"input_message_content\"")
    checks.text(content.get("message_text", ""), content.get("entities"), content.get("parse_mode"))
    checks.keyboard(result.get("reply_markup"), inline_only=True)
