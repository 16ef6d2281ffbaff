"""A model's server on loopback that answers as a test wants, with bodies as Ollama and OpenAI's interface give them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler
from threading import Event, Thread
from typing import Any

from web_server import WebServer


@dataclass
class Reply:
    """One answer; it is held back until `when` is set, and a `body` that is no text is sent as JSON."""

    body: Any
    status: int = 200
    when: Event | None = None


@dataclass
class Asked:
    """One request that came in."""

    path: str
    authorization: str | None
    body: dict[str, Any]


@dataclass
class ModelServer:
    """Gives the replies in their order, the last one again and again."""

    replies: list[Reply]
    url: str = ""
    asked: list[Asked] = field(default_factory=list)

    def next(self) -> Reply:
        """The reply to the next request."""
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]

    @property
    def bodies(self) -> list[dict[str, Any]]:
        """What was asked, in order."""
        return [each.body for each in self.asked]


def said(text: object, *, finish: str = "stop", **more: Any) -> Reply:
    """A chat completion as OpenAI's interface gives it."""
    message = {"role": "assistant", "content": text, **more}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return Reply({"object": "chat.completion", "choices": [choice], "usage": {"completion_tokens": 31}})


def told(text: str, *, reason: str = "stop", **more: Any) -> Reply:
    """A chat's answer as Ollama gives it."""
    message = {"role": "assistant", "content": text, **more}
    return Reply({"model": "m", "message": message, "done": True, "done_reason": reason, "eval_count": 31})


LOADED = Reply({"model": "m", "message": {"role": "assistant", "content": ""}, "done": True, "done_reason": "load"})
"""Ollama's answer to a chat without messages."""


@contextmanager
def model_server(*replies: Reply) -> Iterator[ModelServer]:
    """A server with a script."""
    script = ModelServer(list(replies))
    server = WebServer(("127.0.0.1", 0), partial(_Handler, script))
    script.url = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield script
    finally:
        for reply in script.replies:
            if reply.when:
                reply.when.set()
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, script: ModelServer, *connection: Any) -> None:
        self.script = script
        super().__init__(*connection)

    def do_GET(self) -> None:
        self._reply({})

    def do_POST(self) -> None:
        self._reply(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

    def _reply(self, body: dict[str, Any]) -> None:
        self.script.asked.append(Asked(self.path, self.headers["Authorization"], body))
        reply = self.script.next()
        if reply.when:
            reply.when.wait()
        content = reply.body if isinstance(reply.body, str) else json.dumps(reply.body)
        self.send_response(reply.status)
        self.send_header("Content-Length", str(len(content.encode())))
        self.end_headers()
        with suppress(ConnectionError):  # a client that has left waits for nothing
            self.wfile.write(content.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""
