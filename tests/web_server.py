"""The HTTP server that tests put on loopback."""

from __future__ import annotations

import sys
from http.server import ThreadingHTTPServer
from typing import Any


class WebServer(ThreadingHTTPServer):
    """A server that says nothing of a client which has left: whoever stops a request leaves its answer unread."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)
