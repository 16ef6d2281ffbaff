"""Brings updates to the webhook, again and again until it says 2xx, as Telegram does.

Telegram calls https addresses alone. A bot under test listens without TLS behind whatever ends it: the test names the
addresses on loopback that this stands for.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx

from botapi.updates import Updates
from botapi.webhook import Webhook

SECRET = "X-Telegram-Bot-Api-Secret-Token"
PAUSE = 0.02  # Telegram waits for longer, and for longer each time


@dataclass(frozen=True)
class Delivery:
    """One post; no status where nobody listened."""

    update_id: int
    address: str
    status: int | None


@dataclass
class Courier:
    """Takes the updates in their order; the next one goes when one of them has been taken."""

    updates: Updates
    addresses: Sequence[str] = ()
    to_all: bool = False  # a proxy that repeats what was slow: more than one replica gets the same
    deliveries: list[Delivery] = field(default_factory=list)
    _turn: int = 0

    async def run(self) -> None:
        self._loop, self._needed = asyncio.get_running_loop(), asyncio.Event()
        await self._needed.wait()  # most tests poll
        async with httpx.AsyncClient(trust_env=False, verify=False, timeout=10) as http:
            while True:
                if not await self._deliver(http):
                    await asyncio.sleep(PAUSE)

    def bring_to(self, addresses: Sequence[str], *, to_all: bool) -> None:
        """Begin, or go on with other addresses."""
        with self.updates.lock:
            self.addresses, self.to_all = addresses, to_all
        self._loop.call_soon_threadsafe(self._needed.set)

    async def _deliver(self, http: httpx.AsyncClient) -> bool:
        """Bring the oldest update; False where there is none, or nobody took it."""
        with self.updates.lock:
            webhook, addresses = self.updates.webhook, self._next()
            update = self.updates.pending[0] if self.updates.pending else None
        if webhook is None or update is None or not addresses:
            return False
        statuses = await asyncio.gather(*(self._post(http, address, webhook, update) for address in addresses))
        taken = any(status is not None and 200 <= status < 300 for status in statuses)
        if taken:
            self.updates.delivered(update["update_id"])
        return taken

    def _next(self) -> Sequence[str]:
        if self.to_all or not self.addresses:
            return self.addresses
        self._turn += 1
        return [self.addresses[self._turn % len(self.addresses)]]

    async def _post(
        self, http: httpx.AsyncClient, address: str, webhook: Webhook, update: dict[str, Any]
    ) -> int | None:
        headers = {SECRET: webhook.secret} if webhook.secret else {}
        try:
            status: int | None = (await http.post(address, json=update, headers=headers)).status_code
        except httpx.TransportError as error:
            status, webhook.last_error = None, str(error) or type(error).__name__
        if status is not None and not 200 <= status < 300:
            webhook.last_error = f"Wrong response from the webhook: {status}"
        with self.updates.lock:
            self.deliveries.append(Delivery(update["update_id"], address, status))
        return status
