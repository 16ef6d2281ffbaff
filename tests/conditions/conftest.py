"""A real HTTP server on loopback that stands for the sources, and the clients under test."""

from __future__ import annotations

import json
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

import httpx
import pytest
from tenacity import wait_none

from conditions import Sources
from conditions.forecasts import Forecasts
from conditions.open_meteo import OpenMeteo
from conditions.sample import sample_response
from conditions.source import Source
from web_server import WebServer

FORECAST = "/v1/forecast"
MARINE = "/v1/marine"
AIR = "/v1/air-quality"
SEARCH = "/v1/search"

Reply = tuple[int, bytes] | None
"""A status and a body; None hangs up without an answer."""


@dataclass
class Provider:
    """What the server answers, by path (the sample by default), and what it was asked."""

    url: str = ""
    asked: list[httpx.URL] = field(default_factory=list)
    replies: dict[str, Callable[[httpx.URL], Reply]] = field(default_factory=dict)

    @property
    def urls(self) -> dict[str, str]:
        """The services' addresses by name."""
        return {path.rpartition("/")[2]: self.url + path for path in (FORECAST, MARINE, AIR, SEARCH)}

    def count(self, path: str) -> int:
        """How often a path was asked for."""
        return sum(url.path == path for url in self.asked)

    def reply(self, path: str, status: int, body: bytes | dict[str, Any] | list[Any]) -> None:
        """Answer a path with this from now on."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.replies[path] = lambda url: (status, content)

    def alter(self, path: str, change: Callable[[dict[str, Any]], None]) -> None:
        """Answer a path with the sample, changed."""

        def changed(url: httpx.URL) -> Reply:
            answer = sample_response(url).json()
            for each in answer if isinstance(answer, list) else [answer]:
                change(each)
            return 200, json.dumps(answer).encode()

        self.replies[path] = changed

    def recover(self) -> None:
        """Answer with the sample again."""
        self.replies.clear()

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
    server = WebServer(("127.0.0.1", 0), _handler(provider))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    provider.url = f"http://127.0.0.1:{server.server_port}"
    thread.start()
    yield provider
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
async def http() -> AsyncIterator[httpx.AsyncClient]:
    """The shared HTTP client."""
    async with httpx.AsyncClient(trust_env=False) as client:
        yield client


@pytest.fixture
def source(http: httpx.AsyncClient) -> Source:
    """Requests that are repeated without a pause."""
    return Source(http, wait=wait_none())


@pytest.fixture
def open_meteo(source: Source, provider: Provider) -> OpenMeteo:
    """The client, pointed at the server."""
    return OpenMeteo(source, urls=provider.urls)


@pytest.fixture
def sources(open_meteo: OpenMeteo) -> Sources:
    """Where facts come from, without water samples."""
    return Sources(Forecasts(open_meteo))


def _handler(provider: Provider) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

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
