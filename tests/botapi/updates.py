"""The queue of updates, and the one poller or the webhook that they go to."""

import asyncio
import threading
from dataclasses import dataclass, field
from typing import Any

from botapi.refusals import CONFLICT, ENDED_BY_WEBHOOK, WEBHOOK_IS_SET, Refusal
from botapi.webhook import Webhook

ON_REQUEST_ONLY = frozenset(["chat_member", "message_reaction", "message_reaction_count"])


@dataclass
class Poll:
    """A getUpdates that waits."""

    loop: asyncio.AbstractEventLoop
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    terminated: str | None = None  # what the poller is told


@dataclass
class Updates:
    """Updates in order, kept until an offset above theirs confirms them."""

    lock: threading.RLock
    last_id: int = 100_000_000
    pending: list[dict[str, Any]] = field(default_factory=list)
    allowed: frozenset[str] = frozenset()  # none: all but those that must be asked for
    webhook: Webhook | None = None
    _poll: Poll | None = None

    def add(self, kind: str, content: dict[str, Any]) -> int:
        """Queue an update, unless the bot has said that it does not want this kind. Returns its id."""
        with self.lock:
            self.last_id += 1
            wanted = kind in self.allowed if self.allowed else kind not in ON_REQUEST_ONLY
            if wanted:
                self.pending.append({"update_id": self.last_id, kind: content})
                self._wake()
            return self.last_id

    def drop(self) -> None:
        """Forget what waits, as deleteWebhook does when asked to."""
        self.pending.clear()

    def confirm(self, offset: int) -> None:
        if offset < 0:
            del self.pending[:offset]
        else:
            self.pending = [each for each in self.pending if each["update_id"] >= offset]

    async def get(self, parameters: dict[str, Any]) -> list[dict[str, Any]]:
        """Answer a getUpdates; whichever poll was still waiting ends with a conflict."""
        poll = Poll(asyncio.get_running_loop())
        with self.lock:
            if self.webhook is not None:
                raise Refusal(409, WEBHOOK_IS_SET)
            self._take_over(poll)
            self.confirm(parameters.get("offset", 0))
            if "allowed_updates" in parameters:
                self.allowed = frozenset(parameters["allowed_updates"])
            waits = not self.pending
        if waits:
            await _wait(poll, parameters.get("timeout", 0))
        with self.lock:
            if poll.terminated:
                raise Refusal(409, poll.terminated)
            if self._poll is poll:
                self._poll = None
            return self.pending[: parameters.get("limit", 100)]

    def bring_to(self, webhook: Webhook | None) -> None:
        """Let updates be brought to an address from now on, or be polled for."""
        if webhook is not None:
            self._end_poll(ENDED_BY_WEBHOOK)
        self.webhook = webhook

    def delivered(self, update_id: int) -> None:
        """The webhook has taken it."""
        with self.lock:
            self.pending = [each for each in self.pending if each["update_id"] != update_id]

    def _take_over(self, poll: Poll) -> None:
        self._end_poll(CONFLICT)
        self._poll = poll

    def _end_poll(self, why: str) -> None:
        if self._poll is not None:
            self._poll.terminated = why
            self._poll.woken.set()
            self._poll = None

    def _wake(self) -> None:
        if self._poll is not None:
            self._poll.loop.call_soon_threadsafe(self._poll.woken.set)


async def _wait(poll: Poll, seconds: int) -> None:
    try:
        async with asyncio.timeout(seconds):
            await poll.woken.wait()
    except TimeoutError:
        return
