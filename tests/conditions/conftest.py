"""A real HTTP server on loopback that stands for Open-Meteo, and the client under test."""

from __future__ import annotations

import json
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest

from conditions.open_meteo import OpenMeteo
from conditions.sample import sample_response

FORECAST = "/v1/forecast"
MARINE = "/v1/marine"

Reply = tuple[int, bytes] | None
"""A status and a body; None hangs up without an answer."""


@dataclass
class Provider:
    """What the server answers, by path (the sample by default), and what it was asked."""

    url: str = ""
    asked: list[httpx.URL] = field(default_factory=list)
    replies: dict[str, Callable[[httpx.URL], Reply]] = field(default_factory=dict)

    def reply(self, path: str, status: int, body: bytes | dict[str, Any] | list[Any]) -> None:
        """Answer a path with this from now on."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.replies[path] = lambda url: (status, content)

    def alter(self, path: str, change: Callable[[dict[str, Any]], None]) -> None:
        """Answer a path with the sample, changed."""

        def changed(url: httpx.URL) -> Reply:
            answer = sample_response(url).json()
            change(answer)
            return 200, json.dumps(answer).encode()

        self.replies[path] = changed

    def answer(self, url: httpx.URL) -> Reply:
        """What a request gets."""
        self.asked.append(url)
        if url.path in self.replies:
            return self.replies[url.path](url)
        response = sample_response(url)
        return response.status_code, response.content


@pytest.fixture
def provider() -> Iterator[Provider]:
    """A running server."""
    provider = Provider()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(provider))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    provider.url = f"http://127.0.0.1:{server.server_port}"
    thread.start()
    yield provider
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
async def source(provider: Provider) -> AsyncIterator[OpenMeteo]:
    """The client, pointed at the server."""
    async with httpx.AsyncClient(trust_env=False) as client:
        yield OpenMeteo(client, forecast_url=provider.url + FORECAST, marine_url=provider.url + MARINE)


def _handler(provider: Provider) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            reply = provider.answer(httpx.URL(provider.url + self.path))
            if reply is None:
                self.close_connection = True
                return
            status, body = reply
            self.send_response(status)
            self.send_header("Content-Type", "application/json; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (http.server's parameter)
            """Nothing on the test's terminal."""

    return Handler
