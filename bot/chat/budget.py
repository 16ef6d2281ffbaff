"""How many requests one person may make in a while: who floods is told once, then ignored for a minute."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto

REQUESTS = 20
SPAN_S = 60.0
SILENCE_S = 60.0
MOST_KEPT = 10_000
"""People who are remembered before those that have been quiet are swept out."""


class Standing(Enum):
    """What becomes of a request: it is answered, it gets the one warning, or it gets nothing."""

    WELCOME = auto()
    WARNED = auto()
    IGNORED = auto()


@dataclass(slots=True)
class _Account:
    made: deque[float] = field(default_factory=deque)
    silent_until: float = 0.0


class Budget:
    """Counts the requests of each person, in this process alone. `clock` gives seconds that only grow."""

    def __init__(
        self, requests: int = REQUESTS, *, span_s: float = SPAN_S, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._requests, self._span_s, self._clock = requests, span_s, clock
        self._accounts: dict[int, _Account] = {}

    def spend(self, who: int) -> Standing:
        """Take one request from a person's budget."""
        now = self._clock()
        if who not in self._accounts and len(self._accounts) >= MOST_KEPT:
            self._sweep(now)
        account = self._accounts.setdefault(who, _Account())
        if now < account.silent_until:
            return Standing.IGNORED
        while account.made and account.made[0] <= now - self._span_s:
            account.made.popleft()
        if len(account.made) < self._requests:
            account.made.append(now)
            return Standing.WELCOME
        account.made.clear()
        account.silent_until = now + SILENCE_S
        return Standing.WARNED

    def _sweep(self, now: float) -> None:
        """Forget who has made no request in the span and is not being ignored."""
        self._accounts = {
            who: account
            for who, account in self._accounts.items()
            if now < account.silent_until or (account.made and account.made[-1] > now - self._span_s)
        }
