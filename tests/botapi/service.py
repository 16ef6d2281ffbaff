"""From a request to its answer: token, faults asked for, parameters, method."""

import asyncio
import json
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from botapi import parameters, requests
from botapi.answers import ANSWERS
from botapi.calls import Call
from botapi.faults import Fault, Faults, Garble, Refuse, Reset, Stall
from botapi.refusals import Refusal, usual
from botapi.requests import Request
from botapi.state import State
from botapi.updates import Updates
from botapi.webhook_methods import WEBHOOK_METHODS


@dataclass(frozen=True)
class Reply:
    """An HTTP answer."""

    status: int
    body: bytes


@dataclass
class Service:
    """The Bot API of one bot, without its HTTP."""

    token: str
    state: State
    updates: Updates
    lock: threading.RLock
    faults: Faults = field(default_factory=Faults)
    calls: list[Call] = field(default_factory=list)
    crashes: list[Exception] = field(default_factory=list)  # faults of the stand-in itself

    async def respond(self, request: Request, client_left: Callable[[], bool]) -> Reply | None:
        """The answer; None where the connection is to be cut."""
        call, wrong = self._read(request)
        with self.lock:
            self.calls.append(call)
            fault = None if wrong else self.faults.take(call.method)
        reply = _refused(call, wrong) if wrong else await self._answer(call, fault)
        if isinstance(fault, Reset):
            return None
        if isinstance(fault, Stall):
            await _pause(fault.seconds)
        if isinstance(fault, Garble):
            reply = Reply(200, b"<html>Please log in to this network</html>")
        if not client_left():
            call.status = reply.status
        return reply

    def _read(self, request: Request) -> tuple[Call, Refusal | None]:
        """The call, and what is wrong with the request as such."""
        call = Call(request.path.rpartition("/")[2], {})
        try:
            self._check_token(request.path)
            raw = requests.parameters(request)
            call.parameters, call.files = dict(raw.values), raw.files
            call.method = parameters.method_named(call.method)
            call.parameters = parameters.read(call.method, raw.values, raw.files)
        except Refusal as wrong:
            return call, wrong
        return call, None

    async def _answer(self, call: Call, fault: Fault | None) -> Reply:
        call.on_request = isinstance(fault, Refuse) or (fault is not None and not fault.delivered)
        if isinstance(fault, Refuse):
            return _refused(call, fault.refusal)
        if call.on_request:
            return _refused(call, usual(500))
        try:
            return _accepted(await self._result(call.method, call))
        except Refusal as refusal:
            return _refused(call, refusal)
        except Exception as exc:  # told when the stand-in closes, so that no test passes over it
            self.crashes.append(exc)
            return _refused(call, Refusal(500, f"Internal Server Error: the stand-in failed: {exc!r}"))

    async def _result(self, method: str, call: Call) -> Any:
        if method == "getUpdates":
            return await self.updates.get(call.parameters)
        with self.lock:
            if method in WEBHOOK_METHODS:
                return WEBHOOK_METHODS[method](self.updates, call.parameters)
            return ANSWERS[method](self.state, call.parameters, call.files)

    def _check_token(self, path: str) -> None:
        """Telegram answers 404 to what cannot be a token, and 401 to a token that it does not know."""
        asked = re.fullmatch(r"/bot(\d+:[\w-]{35})/[^/]+", path)
        if asked is None:
            raise Refusal(404, "Not Found")
        if asked[1] != self.token:
            raise Refusal(401, "Unauthorized")


def _refused(call: Call, refusal: Refusal) -> Reply:
    call.description = refusal.description
    return refused(refusal)


def _accepted(result: Any) -> Reply:
    return Reply(200, json.dumps({"ok": True, "result": result}, ensure_ascii=False).encode())


def refused(refusal: Refusal) -> Reply:
    content: dict[str, Any] = {"ok": False, "error_code": refusal.code, "description": refusal.description}
    if refusal.parameters:
        content["parameters"] = refusal.parameters
    return Reply(refusal.code, json.dumps(content, ensure_ascii=False).encode())


async def _pause(seconds: float | None) -> None:
    if seconds is None:
        await asyncio.Event().wait()
    else:
        await asyncio.sleep(seconds)
