"""Methods about the bot itself: its commands, its name and its descriptions."""

import json
import re
from typing import Any

from botapi.refusals import bad, ours
from botapi.requests import Upload
from botapi.state import BOT, State

LONGEST = {"name": 64, "description": 512, "short_description": 120}
MOST_COMMANDS = 100


def get_me(_state: State, _given: dict[str, Any], _files: dict[str, Upload]) -> dict[str, Any]:
    return BOT


def set_my_commands(state: State, given: dict[str, Any], _files: dict[str, Upload]) -> bool:
    commands = given.get("commands", [])
    if len(commands) > MOST_COMMANDS:
        raise bad("BOT_COMMANDS_TOO_MUCH")
    for each in commands:
        _check_command(each)
    _check_scope(state, given)
    state.settings[_key("commands", given)] = commands
    return True


def delete_my_commands(state: State, given: dict[str, Any], _files: dict[str, Upload]) -> bool:
    _check_scope(state, given)
    state.settings.pop(_key("commands", given), None)
    return True


def get_my_commands(state: State, given: dict[str, Any], _files: dict[str, Upload]) -> Any:
    return state.settings.get(_key("commands", given), [])


def set_chat_menu_button(state: State, given: dict[str, Any], _files: dict[str, Upload]) -> bool:
    if "chat_id" in given:
        state.chat(given["chat_id"])
    state.settings["menu_button", str(given.get("chat_id", "")), ""] = given.get("menu_button", {"type": "default"})
    return True


def set_text(name: str, state: State, given: dict[str, Any]) -> bool:
    """setMyName, setMyDescription and setMyShortDescription."""
    value = given.get(name, "")
    if len(value) > LONGEST[name]:
        raise ours(f"the {name} has {len(value)} characters; Telegram takes {LONGEST[name]}")
    state.settings[_key(name, given)] = value
    return True


def get_text(name: str, state: State, given: dict[str, Any]) -> dict[str, str]:
    """getMyName, getMyDescription and getMyShortDescription; without one for the language, the general one."""
    general = state.settings.get((name, "", ""), "")
    return {name: state.settings.get(_key(name, given), general)}


def _check_scope(state: State, given: dict[str, Any]) -> None:
    """Commands may be one chat's own, but a channel has none."""
    scope = given.get("scope", {"type": "default"})
    if scope["type"] == "chat" and state.chat(scope.get("chat_id")).is_channel:
        raise bad("can't change commands in channel chats")


def _check_command(command: dict[str, str]) -> None:
    if not re.fullmatch(r"[a-z0-9_]{1,32}", command.get("command", "")):
        raise bad("BOT_COMMAND_INVALID")
    if not 1 <= len(command.get("description", "")) <= 256:
        raise bad("BOT_COMMAND_DESCRIPTION_INVALID")


def _key(name: str, given: dict[str, Any]) -> tuple[str, str, str]:
    language = given.get("language_code", "")
    if not re.fullmatch(r"([a-z]{2})?", language):
        raise bad("invalid language code specified")
    return name, json.dumps(given["scope"], sort_keys=True) if "scope" in given else "", language
