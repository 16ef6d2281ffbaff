"""What the server knows: chats, people, messages, open queries and the bot's own settings."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from botapi.messages import Message
from botapi.refusals import OLD_QUERY, Refusal, bad

DEFAULT_NOW = datetime(2026, 1, 15, 12, 0, tzinfo=UTC)
# Telegram publishes no figure; bots see their answers refused some fifteen seconds after the press.
QUERY_LIFETIME = timedelta(seconds=15)
BOT = {
    "id": 123456789,
    "is_bot": True,
    "first_name": "Boia",
    "username": "boia_test_bot",
    "can_join_groups": True,
    "can_read_all_group_messages": False,
    "supports_inline_queries": True,
}
BOT_AS_USER = {name: BOT[name] for name in ("id", "is_bot", "first_name", "username")}


@dataclass
class Chat:
    """One chat and what stands between the bot and it."""

    json: dict[str, Any]
    refusal: Refusal | None = None  # why nothing can be sent there
    members: dict[int, str] = field(default_factory=dict)  # user id → status
    topics: set[int] = field(default_factory=set)

    @property
    def is_channel(self) -> bool:
        return bool(self.json["type"] == "channel")

    def topic(self, number: int | None) -> dict[str, Any]:
        """What a message in a topic says of it; a topic that the chat does not have is refused."""
        if number is None:
            return {}
        if number not in self.topics:
            raise bad("message thread not found")
        return {"message_thread_id": number, "is_topic_message": True}


@dataclass
class State:
    """Everything that lasts from one request to the next."""

    clock: Callable[[], datetime]
    chats: dict[int, Chat] = field(default_factory=dict)
    users: dict[int, dict[str, Any]] = field(default_factory=dict)
    messages: dict[tuple[int, int], Message] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    queries: dict[str, datetime] = field(default_factory=dict)  # callback and inline queries, when they were made
    settings: dict[tuple[str, str, str], Any] = field(default_factory=dict)  # name, scope, language
    _last_message: dict[int, int] = field(default_factory=dict)

    def now(self) -> int:
        return int(self.clock().timestamp())

    def chat(self, chat_id: int | str | None) -> Chat:
        """The chat with this id or @username, where the bot may act."""
        if chat_id is None:
            raise bad("chat_id is empty")
        chat = self.known_chat(chat_id)
        if chat.refusal is not None:
            raise chat.refusal
        return chat

    def known_chat(self, chat_id: int | str) -> Chat:
        if isinstance(chat_id, int):
            if chat_id in self.chats:
                return self.chats[chat_id]
            raise bad("chat not found")
        for chat in self.chats.values():
            if f"@{chat.json.get('username', '')}" == chat_id:
                return chat
        raise bad("chat not found")

    def add_chat(self, chat_id: int, kind: str | None = None, **more: Any) -> Chat:
        """The chat with this id, made where there was none."""
        if chat_id not in self.chats:
            guess = "private" if chat_id > 0 else "supergroup" if chat_id < -1_000_000_000_000 else "group"
            title = {} if chat_id > 0 else {"title": f"Group {-chat_id}"}
            self.chats[chat_id] = Chat({"id": chat_id, "type": kind or guess} | title | more)
        return self.chats[chat_id]

    def add_user(self, user_id: int, **more: Any) -> dict[str, Any]:
        """The person with this id, with what is newly known of them."""
        known = self.users.get(user_id, {"id": user_id, "is_bot": False, "first_name": f"User {user_id}"})
        self.users[user_id] = known | {name: value for name, value in more.items() if value is not None}
        return self.users[user_id]

    def add_message(
        self, chat: Chat, sender: dict[str, Any], content: dict[str, Any], photo: bytes | None = None
    ) -> Message:
        """A new message of the chat. Ids count from 1 in each chat."""
        chat_id = chat.json["id"]
        number = self._last_message[chat_id] = self._last_message.get(chat_id, 0) + 1
        # What is posted in a channel is the channel's own; it names no person, and not the bot either.
        of = {"sender_chat": chat.json} if chat.is_channel else {"from": sender}
        head = {"message_id": number, "chat": chat.json, "date": self.now()} | of
        shown = head | {name: value for name, value in content.items() if value}
        message = Message(shown, photo=photo, from_bot=sender["is_bot"])
        self.messages[chat_id, number] = message
        return message

    def change_message(self, old: Message, json: dict[str, Any], photo: bytes | None = None) -> Message:
        """The message as it stands after an edit; how it stood is kept."""
        changed = Message(json | {"edit_date": self.now()}, (*old.history, old.json), photo, from_bot=old.from_bot)
        self.messages[old.chat_id, old.message_id] = changed
        return changed

    def delete_message(self, message: Message) -> None:
        self.messages[message.chat_id, message.message_id] = replace(message, deleted=True)

    def open_query(self) -> str:
        """The id of a new callback or inline query."""
        number = f"{9_000_000_000_000_000_000 + len(self.queries) + 1}"
        self.queries[number] = self.clock()
        return number

    def check_query(self, number: str | None) -> None:
        made = self.queries.get(number or "")
        if made is None or self.clock() - made > QUERY_LIFETIME:
            raise bad(OLD_QUERY)
