"""The port on which Prometheus and supervisors ask how the process is: /metrics, /health and /live.

The server works in threads of its own, so that it answers when the event loop hangs, and never blocks it.
"""

from __future__ import annotations

import asyncio
import errno
import json
import socket
from collections.abc import Callable, Iterable
from concurrent.futures import TimeoutError as TooLate
from socketserver import ThreadingMixIn
from threading import Thread
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from prometheus_client import make_wsgi_app

from bot.running.health import Health
from factguard.texts import translations

HANGS_S = 5.0
"""A loop that does not come to a question in this time answers nobody else either."""
READ_S = 10.0
"""How long a connection may say nothing."""

StartResponse = Callable[[str, list[tuple[str, str]]], Any]
Answer = Iterable[bytes]


class Monitor:
    """Listens from the beginning; OSError where the port is taken. Until `watch` was called, nothing serves yet."""

    def __init__(self, host: str, port: int) -> None:
        self._metrics = make_wsgi_app()
        self._watched: tuple[Health, asyncio.AbstractEventLoop] | None = None
        kind = _Server6 if ":" in host else _Server
        self._server = make_server(host, port, self._answer, kind, handler_class=_Handler)
        self._thread = Thread(target=self._server.serve_forever, name="monitor", daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        """Where it listens: the system's choice where 0 was asked for."""
        return self._server.server_port

    def watch(self, health: Health) -> None:
        """Tell of this health from now on, which the running loop looks after."""
        self._watched = health, asyncio.get_running_loop()

    def close(self) -> None:
        """Listen no more."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _answer(self, environ: dict[str, Any], start_response: StartResponse) -> Answer:
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return _said(start_response, "405 Method Not Allowed", {"error": "GET"})
        match environ["PATH_INFO"]:
            case "/metrics":
                answer: Answer = self._metrics(environ, start_response)
                return answer
            case "/live":
                return _said(start_response, "200 OK", {"status": "live"})
            case "/health":
                found = self._health()
                return _said(start_response, "200 OK" if found["serves"] else "503 Service Unavailable", found)
            case _:
                return _said(start_response, "404 Not Found", {"paths": ["/metrics", "/health", "/live"]})

    def _health(self) -> dict[str, Any]:
        if self._watched is None:
            return {"status": "starting", "serves": False}
        health, loop = self._watched
        looking = health.look()
        try:
            looked = asyncio.run_coroutine_threadsafe(looking, loop)
        except RuntimeError:  # the loop is closed
            looking.close()
            return {"status": "stopping", "serves": False}
        try:
            return looked.result(HANGS_S)
        except TooLate:
            looked.cancel()
            return {"status": "hanging", "serves": False}


def port_problem(error: OSError, host: str, port: int, language: str) -> str:
    """Why a port cannot be had, and what to do: one sentence."""
    _ = translations(language).gettext
    sentence = _("Nothing can listen at {address} ({reason}): correct BOIA_METRICS_PORT or BOIA_METRICS_LISTEN.")
    if error.errno == errno.EADDRINUSE:
        sentence = _("Port {port} is taken by another program: set BOIA_METRICS_PORT to a free one.")
    return sentence.format(address=f"{host}:{port}", port=port, reason=error.strerror or error)


def _said(start_response: StartResponse, status: str, content: dict[str, Any]) -> Answer:
    body = json.dumps(content).encode() + b"\n"
    start_response(status, [("Content-Type", "application/json"), ("Content-Length", str(len(body)))])
    return [body]


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True

    def server_bind(self) -> None:
        """Bind without asking the name service who we are, as the standard server does: that may take long."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = str(self.server_address[0]), int(self.server_address[1])
        self.setup_environ()


class _Server6(_Server):
    address_family = socket.AF_INET6


class _Handler(WSGIRequestHandler):
    timeout = READ_S

    def log_message(self, *_: object) -> None:
        """Say nothing: a question a second is no news."""
