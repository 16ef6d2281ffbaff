"""What Telegram asks of texts, entities and keyboards."""

from typing import Any

from botapi.refusals import bad, ours
from botapi.utf16 import units
from botapi.words import words

LONGEST_TEXT = 4096
LONGEST_CAPTION = 1024
LONGEST_CALLBACK_DATA = 64  # bytes
LAST_OF_ONE_UNIT = "\uffff"
BUTTONS_A_ROW = 8
BUTTONS = 100

ENTITY_TYPES = words(
    "mention hashtag cashtag bot_command url email phone_number bold italic underline strikethrough spoiler blockquote "
    "expandable_blockquote code pre text_link text_mention custom_emoji date_time"
)
NEEDED_BY = {"text_link": "url", "text_mention": "user", "custom_emoji": "custom_emoji_id", "date_time": "unix_time"}
ALONE = frozenset(["code", "pre"])  # Telegram drops what is combined with these, without a word
QUOTES = frozenset(["blockquote", "expandable_blockquote"])
ACTIONS = words(
    "url callback_data web_app login_url switch_inline_query switch_inline_query_current_chat "
    "switch_inline_query_chosen_chat copy_text callback_game pay"
)

Formatted = tuple[str, list[dict[str, Any]]]


def text(given: str, entities: list[Any] | None, parse_mode: str | None) -> Formatted:
    """A message's text and entities as Telegram keeps them."""
    kept, kept_entities = _formatted(given, entities, parse_mode)
    if not kept:
        raise bad("message text is empty")
    if units(kept) > LONGEST_TEXT:
        raise bad("message is too long")
    return kept, kept_entities


def caption(given: str, entities: list[Any] | None, parse_mode: str | None) -> Formatted:
    """A photo's caption and entities; it may be empty."""
    kept, kept_entities = _formatted(given, entities, parse_mode)
    if units(kept) > LONGEST_CAPTION:
        raise bad("message caption is too long")
    return kept, kept_entities


def _formatted(given: str, entities: list[Any] | None, parse_mode: str | None) -> Formatted:
    if parse_mode:
        raise ours("parse_mode is not read here: send entities instead")
    _check_entities(given, entities or [])
    return _trimmed(given, entities or [])


def _trimmed(given: str, entities: list[dict[str, Any]]) -> Formatted:
    """Telegram cuts the white space at both ends, and the entities with it."""
    kept = given.strip()
    before, length = units(given) - units(given.lstrip()), units(kept)
    moved = []
    for entity in entities:
        start = max(entity["offset"] - before, 0)
        end = min(entity["offset"] + entity["length"] - before, length)
        if end > start:
            moved.append(entity | {"offset": start, "length": end - start})
    return kept, moved


def _check_entities(given: str, entities: list[Any]) -> None:
    if not entities:
        return
    for entity in entities:
        _check_entity(entity)
    bytes_at = _boundaries(given)
    ordered = sorted(entities, key=lambda each: (each["offset"], -each["length"]))
    for entity in ordered:
        _check_range(bytes_at, entity["offset"], entity["length"])
    open_entities: list[dict[str, Any]] = []
    for entity in ordered:
        while open_entities and _end(open_entities[-1]) <= entity["offset"]:
            open_entities.pop()
        if open_entities:
            _check_nesting(open_entities[-1], entity)
        open_entities.append(entity)


def _check_entity(entity: Any) -> None:
    if not isinstance(entity, dict):
        raise bad("can't parse MessageEntity: expected an Object")
    if entity.get("type") not in ENTITY_TYPES:
        raise bad("can't parse MessageEntity: Unsupported type specified")
    for name in ("offset", "length", NEEDED_BY.get(entity["type"], "type")):
        if name not in entity:
            raise bad(f"can't parse MessageEntity: Can't find field \"{name}\"")
    for name in ("offset", "length"):
        if not isinstance(entity[name], int):
            raise bad(f'can\'t parse MessageEntity: Field "{name}" must be of type Number')
        if entity[name] < 0:
            raise bad(f"receive an entity with incorrect {name} {entity[name]}")
    if entity["length"] == 0:
        raise ours(f"the {entity['type']} entity at UTF-16 offset {entity['offset']} has no length")


def _end(entity: dict[str, Any]) -> int:
    return int(entity["offset"] + entity["length"])


def _boundaries(given: str) -> dict[int, int]:
    """Where a character of the text begins, and where the last one ends: bytes by UTF-16 units."""
    place, bytes_before = 0, 0
    bytes_at = {0: 0}
    for character in given:
        place += 2 if character > LAST_OF_ONE_UNIT else 1
        bytes_before += len(character.encode())
        bytes_at[place] = bytes_before
    return bytes_at


def _check_range(bytes_at: dict[int, int], offset: int, length: int) -> None:
    """An entity must begin and end between two characters of the text."""
    place = next(reversed(bytes_at))
    end = offset + length
    if offset > place:
        raise bad(f"entity begins after the end of the text at UTF-16 offset {offset}")
    if offset not in bytes_at:
        raise bad(f"entity begins in a middle of a UTF-16 symbol at byte offset {bytes_at[offset + 1]}")
    said = f"entity beginning at UTF-16 offset {offset}"
    if end > place:
        raise bad(f"{said} ends after the end of the text at UTF-16 offset {end}")
    if end not in bytes_at:
        raise bad(f"{said} ends in a middle of a UTF-16 symbol at byte offset {bytes_at[end + 1]}")


def _check_nesting(outer: dict[str, Any], inner: dict[str, Any]) -> None:
    pair = f"the {inner['type']} entity at UTF-16 offset {inner['offset']}"
    if _end(inner) > _end(outer):
        raise ours(f"{pair} overlaps the {outer['type']} entity at {outer['offset']}: nest them or keep them apart")
    if outer["type"] in QUOTES:
        return
    if outer["type"] in ALONE or inner["type"] in ALONE:
        raise ours(f"{pair} stands in the {outer['type']} entity: code and pre cannot be combined with others")


def keyboard(markup: dict[str, Any] | None, *, inline_only: bool = False) -> dict[str, Any] | None:
    """A reply markup; None where there is none or it is an empty inline keyboard."""
    if not markup:
        return None
    if "inline_keyboard" not in markup:
        if inline_only:
            raise bad("inline keyboard expected")
        return markup
    rows = markup["inline_keyboard"]
    if sum(len(row) for row in rows) > BUTTONS:
        raise bad("reply markup is too long")
    for row in rows:
        if len(row) > BUTTONS_A_ROW:
            raise ours(f"a row has {len(row)} buttons; Telegram shows {BUTTONS_A_ROW}")
        for button in row:
            _check_button(button)
    return markup if any(rows) else None


def _check_button(button: dict[str, Any]) -> None:
    if "text" not in button:
        raise bad("can't parse inline keyboard button: Can't find field \"text\"")
    if not button["text"]:
        raise ours("a button has no text, and Telegram leaves such a button out")
    actions = [name for name in ACTIONS & button.keys() if button[name] not in ("", None)]
    if not actions:
        raise bad("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    if len(actions) > 1:
        raise ours(f"the button “{button['text']}” has several actions: {', '.join(sorted(actions))}")
    if len(button.get("callback_data", "").encode()) > LONGEST_CALLBACK_DATA:
        raise bad("BUTTON_DATA_INVALID")
