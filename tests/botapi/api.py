"""The stand-in as a test sees it: what users do, what the bot did, what is to go wrong."""

import asyncio
import re
import threading
import time
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from random import Random
from types import TracebackType
from typing import Any, Self, TypeVar

from botapi.answering import member
from botapi.calls import Call
from botapi.courier import Courier, Delivery
from botapi.faults import USUAL, Fault, Garble, Refuse, Reset, Stall, Weather
from botapi.messages import Button, Message
from botapi.refusals import bad, forbidden, migrated, usual
from botapi.server import Server
from botapi.service import Service
from botapi.state import BOT, BOT_AS_USER, DEFAULT_NOW, Chat, State
from botapi.updates import Updates
from botapi.utf16 import units

Seen = TypeVar("Seen")

TOKEN = "123456789:stand-in-token-for-tests-of-the-bot"
USER = 42
BOT_ID = int(str(BOT["id"]))
COMMAND = re.compile(r"(?<![\w/<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/<>])")
PAUSE = 0.005  # seconds between two looks


class NothingHappenedError(AssertionError):
    """What a test waited for did not happen; the message lists what the bot did instead."""


class BotApi:
    """A running stand-in. Everything may be called from any thread, and from a running event loop."""

    token = TOKEN

    def __init__(self, *, clock: Callable[[], datetime] = lambda: DEFAULT_NOW) -> None:
        self._lock = threading.RLock()
        self._updates = Updates(self._lock)
        self._state = State(clock)
        self._service = Service(TOKEN, self._state, self._updates, self._lock)
        self._courier = Courier(self._updates)
        self._server = Server(self._service.respond, self._courier.run)

    def __enter__(self) -> Self:
        self._server.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._server.close()
        if self._service.crashes and error is None:
            raise ExceptionGroup("the stand-in itself failed", self._service.crashes)

    @property
    def url(self) -> str:
        """For BOIA_TELEGRAM_URL."""
        return f"http://127.0.0.1:{self._server.port}"

    @property
    def base_url(self) -> str:
        """For ApplicationBuilder.base_url and telegram.Bot."""
        return f"{self.url}/bot"

    # What people do

    def user_sends(
        self, text: str, *, chat_id: int = USER, user_id: int | None = None, language_code: str | None = None,
        first_name: str | None = None, username: str | None = None, topic: int | None = None,
        entities: Sequence[dict[str, Any]] = (),
    ) -> Message:  # fmt: skip
        """A person writes to a chat; a chat with a positive id is private and belongs to the user of that id.

        Commands are found in the text; `entities` are the formatting that the person gave it.
        """
        with self._lock:
            chat, user = self._present(chat_id, user_id, language_code, first_name=first_name, username=username)
            content = {"text": text, "entities": [*_commands(text), *entities]} | chat.topic(topic)
            message = self._state.add_message(chat, user, content)
            self._updates.add("message", message.json)
            return message

    def user_shares(
        self, latitude: float, longitude: float, *, chat_id: int = USER, user_id: int | None = None,
        language_code: str | None = None,
    ) -> Message:  # fmt: skip
        """A person shares a location."""
        with self._lock:
            chat, user = self._present(chat_id, user_id, language_code)
            place = {"location": {"latitude": latitude, "longitude": longitude}}
            message = self._state.add_message(chat, user, place)
            self._updates.add("message", message.json)
            return message

    def channel_posts(self, text: str, *, chat_id: int) -> Message:
        """An administrator posts in a channel: in its name, and the bot hears of it only as long as it is there."""
        with self._lock:
            chat = self._state.add_chat(chat_id, "channel")
            poster = self._state.add_user(USER)
            message = self._state.add_message(chat, poster, {"text": text, "entities": _commands(text)})
            if chat.members.get(BOT_ID) == "administrator":
                self._updates.add("channel_post", message.json)
            return message

    def user_edits(self, message: Message, text: str) -> Message:
        """A person changes a message of theirs."""
        with self._lock:
            rest = {name: value for name, value in message.json.items() if name != "entities"}
            entities = _commands(text)
            new = rest | {"text": text} | ({"entities": entities} if entities else {})
            changed = self._state.change_message(message, new)
            self._updates.add("edited_message", changed.json)
            return changed

    def user_deletes(self, message: Message) -> None:
        """A person deletes a message for everybody."""
        with self._lock:
            self._state.delete_message(message)

    def press(self, button: Button, *, user_id: int | None = None, language_code: str | None = None) -> str:
        """A person presses a button that is still there. Returns the id of the callback query."""
        with self._lock:
            message = self._message(button.chat_id, button.message_id)
            if message is None or button not in message.buttons:
                raise LookupError(f"there is no button “{button.text}” under message {button.message_id} any more")
            if button.callback_data is None:
                raise LookupError(f"the button “{button.text}” has no callback data")
            return self._press(message.json, button.callback_data, user_id, language_code)

    def forge_press(self, message: Message, data: str, *, user_id: int | None = None) -> str:
        """A person's own program presses a button that there is not under a message. Returns the query's id."""
        with self._lock:
            return self._press(message.json, data, user_id, None)

    def press_long_after(self, button: Button, *, user_id: int | None = None) -> str:
        """A person presses a button of a message so old that Telegram gives no more of it than where it is."""
        with self._lock:
            chat = self._state.known_chat(button.chat_id).json
            left = {"chat": chat, "message_id": button.message_id, "date": 0}
            return self._press(left, button.callback_data or "", user_id, None)

    def user_queries(self, text: str, *, user_id: int = USER, language_code: str | None = None) -> str:
        """A person types an inline query. Returns its id."""
        with self._lock:
            user = self._state.add_user(user_id, language_code=language_code)
            query = {"id": self._state.open_query(), "from": user, "query": text, "offset": "", "chat_type": "sender"}
            self._updates.add("inline_query", query)
            return str(query["id"])

    def push(self, kind: str, content: dict[str, Any]) -> int:
        """Any other update, as it stands. Returns its id."""
        return self._updates.add(kind, content)

    # What stands before the bot

    def proxy(self, *addresses: str, to_all: bool = False) -> None:
        """What ends TLS before the bot: updates for its webhook go to one of these addresses in turn, or to all."""
        self._courier.bring_to(addresses, to_all=to_all)

    @property
    def deliveries(self) -> tuple[Delivery, ...]:
        """What was brought to the webhook, oldest first, and how it was taken."""
        with self._lock:
            return tuple(self._courier.deliveries)

    # What becomes of chats

    def add_topic(self, chat_id: int, topic: int) -> None:
        """A topic of a supergroup, which is a forum from then on."""
        with self._lock:
            chat = self._state.add_chat(chat_id)
            chat.json["is_forum"] = True
            chat.topics.add(topic)

    def add_chat(self, chat_id: int, kind: str | None = None, **more: Any) -> None:
        """Make a chat known before anyone writes in it: a group by a negative id, else a private one."""
        with self._lock:
            self._state.add_chat(chat_id, kind, **more)

    def add_member(self, chat_id: int, user_id: int, status: str = "member") -> None:
        """A person's place in a group: creator, administrator, member, left or kicked."""
        with self._lock:
            self._state.add_user(user_id)
            self._state.add_chat(chat_id).members[user_id] = status

    def add_to_channel(self, chat_id: int, *, by: int = USER) -> None:
        """An administrator of a channel makes the bot one of them: there is no other way in for a bot."""
        with self._lock:
            chat = self._state.add_chat(chat_id, "channel")
            chat.refusal, chat.members[BOT_ID], chat.members[by] = None, "administrator", "creator"
            self._bot_is(chat_id, "left", "administrator", by, can_post_messages=True)

    def forbid_posts(self, chat_id: int, *, by: int = USER, quietly: bool = False) -> None:
        """The bot loses its right to post in a channel; `quietly`: the news of it never reach the bot."""
        with self._lock:
            self._state.known_chat(chat_id).refusal = bad("need administrator rights in the channel chat")
            if not quietly:
                self._bot_is(chat_id, "administrator", "administrator", by, can_post_messages=False)

    def block(self, chat_id: int = USER) -> None:
        """The user blocks the bot: everything sent there is answered with 403."""
        with self._lock:
            self._state.known_chat(chat_id).refusal = forbidden("bot was blocked by the user")
            self._bot_is(chat_id, "member", "kicked", chat_id)

    def unblock(self, chat_id: int = USER) -> None:
        with self._lock:
            self._state.known_chat(chat_id).refusal = None
            self._bot_is(chat_id, "kicked", "member", chat_id)

    def deactivate(self, chat_id: int = USER) -> None:
        """The account is gone; Telegram tells the bot only when it writes."""
        with self._lock:
            self._state.known_chat(chat_id).refusal = forbidden("user is deactivated")

    def kick(self, chat_id: int, *, by: int = USER) -> None:
        """The bot is thrown out of a group."""
        with self._lock:
            chat = self._state.known_chat(chat_id)
            chat.refusal = forbidden(f"bot was kicked from the {chat.json['type']} chat")
            before = chat.members.pop(BOT_ID, "member")
            self._bot_is(chat_id, before, "kicked", by)

    def let_in(self, chat_id: int, *, by: int = USER) -> None:
        """The bot is added to a group again."""
        with self._lock:
            self._state.known_chat(chat_id).refusal = None
            self._bot_is(chat_id, "kicked", "member", by)

    def migrate(self, old: int, new: int, *, by: int = USER) -> None:
        """A group becomes a supergroup with another id: the old id is answered with migrate_to_chat_id."""
        with self._lock:
            before, user = self._state.add_chat(old, "group"), self._state.add_user(by)
            after = self._state.add_chat(new, "supergroup", title=before.json["title"])
            for chat, content in ((before, {"migrate_to_chat_id": new}), (after, {"migrate_from_chat_id": old})):
                self._updates.add("message", self._state.add_message(chat, user, content).json)
            before.refusal = migrated(new)

    def expire_queries(self) -> None:
        """Every open callback and inline query is too old to be answered from now on."""
        with self._lock:
            self._state.queries.clear()

    # What goes wrong

    def fail_next(
        self, method: str, code: int, description: str | None = None, *, times: int = 1,
        retry_after: int | None = None, migrate_to_chat_id: int | None = None,
    ) -> None:  # fmt: skip
        """The next calls are refused, with the description that this code usually has, or the given one."""
        refusal = usual(code, description, retry_after=retry_after, migrate_to_chat_id=migrate_to_chat_id)
        with self._lock:
            self._service.faults.plan(method, Refuse(refusal), times)

    def stall_next(self, method: str, seconds: float | None = None, *, delivered: bool = True, times: int = 1) -> None:
        """The next calls are answered late, or never; what they ask for is done all the same if `delivered`."""
        with self._lock:
            self._service.faults.plan(method, Stall(seconds, delivered), times)

    def reset_next(self, method: str, *, delivered: bool = False, times: int = 1) -> None:
        """The connection of the next calls is reset instead of answered."""
        with self._lock:
            self._service.faults.plan(method, Reset(delivered), times)

    def garble_next(self, method: str, *, delivered: bool = False, times: int = 1) -> None:
        """The next calls are answered by something that is not Telegram and knows no JSON."""
        with self._lock:
            self._service.faults.plan(method, Garble(delivered), times)

    def storm(
        self, share: float, seed: int, kinds: Sequence[Fault] = USUAL, *, spared: Collection[str] = ("getUpdates",)
    ) -> None:
        """From now on a share of the calls fails at random, but not those to the spared methods."""
        with self._lock:
            self._service.faults.weather = Weather(share, Random(seed), kinds, spared)

    def calm(self) -> None:
        """Nothing fails at random any more."""
        with self._lock:
            self._service.faults.weather = None

    # What the bot did

    @property
    def calls(self) -> tuple[Call, ...]:
        """Every request so far, in the order of arrival."""
        with self._lock:
            return tuple(self._service.calls)

    def calls_to(self, method: str) -> tuple[Call, ...]:
        return tuple(each for each in self.calls if each.method == method)

    @property
    def refusals(self) -> tuple[Call, ...]:
        """Calls refused that no test asked to be: in most tests there should be none."""
        return tuple(each for each in self.calls if each.refused and not each.on_request)

    def messages(self, chat_id: int = USER, *, everyone: bool = False, deleted: bool = False) -> tuple[Message, ...]:
        """The bot's messages of a chat as they stand now; on request also people's, and deleted ones."""
        with self._lock:
            found = [each for (chat, _), each in self._state.messages.items() if chat == chat_id]
        return tuple(each for each in found if (everyone or each.from_bot) and (deleted or not each.deleted))

    def setting(self, name: str, language_code: str = "", scope: str = "") -> Any:
        """What the bot has set: commands, name, description, short_description, menu_button."""
        with self._lock:
            return self._state.settings.get((name, scope, language_code))

    async def wait_for(self, seen: Callable[[], Seen], timeout: float = 30) -> Seen:  # noqa: ASYNC109 - tells what happened instead
        """Look until `seen` answers with something true, and return that."""
        deadline = time.monotonic() + timeout
        while not (value := seen()):
            self._check_deadline(deadline, timeout)
            await asyncio.sleep(PAUSE)
        return value

    def wait_for_sync(self, seen: Callable[[], Seen], timeout: float = 30) -> Seen:
        """The same for a test without an event loop."""
        deadline = time.monotonic() + timeout
        while not (value := seen()):
            self._check_deadline(deadline, timeout)
            time.sleep(PAUSE)
        return value

    # Inner parts

    def _check_deadline(self, deadline: float, timeout: float) -> None:
        if time.monotonic() > deadline:
            did = "\n".join(f"  {each}" for each in self.calls if each.method != "getUpdates") or "  nothing"
            raise NothingHappenedError(f"waited {timeout:g} s in vain; the bot did:\n{did}")

    def _message(self, chat_id: int, message_id: int) -> Message | None:
        message = self._state.messages.get((chat_id, message_id))
        return None if message is None or message.deleted else message

    def _press(self, message: dict[str, Any], data: str, user_id: int | None, language_code: str | None) -> str:
        chat_id = message["chat"]["id"]
        _, user = self._present(chat_id, user_id, language_code)
        query = {"id": self._state.open_query(), "from": user, "message": message, "data": data}
        self._updates.add("callback_query", query | {"chat_instance": f"{chat_id}"})
        return str(query["id"])

    def _present(
        self, chat_id: int, user_id: int | None, language_code: str | None, **more: Any
    ) -> tuple[Chat, dict[str, Any]]:
        user = self._state.add_user(user_id or (chat_id if chat_id > 0 else USER), language_code=language_code, **more)
        names = {name: user[name] for name in ("first_name", "username") if name in user} if chat_id > 0 else {}
        chat = self._state.add_chat(chat_id, **names)
        chat.members.setdefault(user["id"], "member")
        return chat, user

    def _bot_is(self, chat_id: int, before: str, after: str, by: int, **rights: bool) -> None:
        change = {"chat": self._state.known_chat(chat_id).json, "from": self._state.add_user(by)}
        states = {
            "old_chat_member": member(BOT_AS_USER, before),
            "new_chat_member": member(BOT_AS_USER, after, **rights),
        }
        self._updates.add("my_chat_member", change | {"date": self._state.now()} | states)


def _commands(text: str) -> list[dict[str, Any]]:
    return [
        {"type": "bot_command", "offset": units(text[: found.start()]), "length": units(found[0])}
        for found in COMMAND.finditer(text)
    ]
