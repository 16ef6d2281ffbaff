"""A message as the chat shows it, with what it was before its edits."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from botapi.utf16 import at


@dataclass(frozen=True)
class Button:
    """One button under a message, as a user sees it."""

    text: str
    chat_id: int
    message_id: int
    callback_data: str | None = None
    url: str | None = None


@dataclass(frozen=True)
class Message:
    """A message of a chat; `json` is what Telegram says of it."""

    json: dict[str, Any]
    history: tuple[dict[str, Any], ...] = ()  # how it stood before each edit, oldest first
    photo: bytes | None = None
    deleted: bool = False
    from_bot: bool = False  # of a post in a channel its JSON does not say

    @property
    def message_id(self) -> int:
        return int(self.json["message_id"])

    @property
    def chat_id(self) -> int:
        return int(self.json["chat"]["id"])

    @property
    def text(self) -> str:
        """The text, or the caption of a photo."""
        return str(self.json.get("text", self.json.get("caption", "")))

    @property
    def earlier_texts(self) -> tuple[str, ...]:
        return tuple(each.get("text", each.get("caption", "")) for each in self.history)

    @property
    def entities(self) -> list[dict[str, Any]]:
        return list(self.json.get("entities", self.json.get("caption_entities", [])))

    def marked(self, kind: str) -> list[str]:
        """The parts of the text that entities of this kind cover."""
        return [at(self.text, each["offset"], each["length"]) for each in self.entities if each["type"] == kind]

    @property
    def rows(self) -> list[list[Button]]:
        """The buttons of the inline keyboard, row by row."""
        keyboard = self.json.get("reply_markup", {}).get("inline_keyboard", [])
        return [[self._button(each) for each in row] for row in keyboard]

    @property
    def buttons(self) -> list[Button]:
        return list(self._buttons())

    def button(self, text: str) -> Button:
        """The one button with this text."""
        found = [each for each in self._buttons() if each.text == text]
        if len(found) != 1:
            raise LookupError(f"{len(found)} buttons say “{text}”; the buttons are {[b.text for b in self._buttons()]}")
        return found[0]

    def _buttons(self) -> Iterator[Button]:
        for row in self.rows:
            yield from row

    def _button(self, raw: dict[str, Any]) -> Button:
        return Button(raw["text"], self.chat_id, self.message_id, raw.get("callback_data"), raw.get("url"))
