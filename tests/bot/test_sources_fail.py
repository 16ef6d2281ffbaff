"""What somebody at a terminal reads when a source fails, and how soon."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from bot.cli import main
from bot.command import Exit
from conditions import source
from web_server import WebServer


class _Failing(BaseHTTPRequestHandler):
    """Answers every request with the same thing, or not at all until the test is over."""

    def __init__(self, reply: tuple[int, bytes] | None, over: threading.Event, *connection: Any) -> None:
        self.reply, self.over = reply, over
        super().__init__(*connection)

    def do_GET(self) -> None:
        if self.reply is None:
            self.over.wait(30)
            return
        status, body = self.reply
        self.send_response(status)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def failing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Sources that all fail in the way that the test names."""
    over = threading.Event()
    server = WebServer(("127.0.0.1", 0), partial(_Failing, request.param, over))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    for service in ("FORECAST", "MARINE", "GEOCODING", "WATER", "AIR"):
        monkeypatch.setenv(f"BOIA_{service}_URL", f"http://127.0.0.1:{server.server_port}/v1/x")
    monkeypatch.setattr(source, "DEADLINE_S", 1.0)
    yield
    over.set()
    server.shutdown()
    thread.join()
    server.server_close()


LIMIT = b'{"error": true, "reason": "Daily API request limit exceeded. Please try again tomorrow."}'
UNREADABLE = "The weather source 127.0.0.1 gave an answer that cannot be read (Invalid JSON: "


@pytest.mark.parametrize(
    ("failing", "sentence"),
    [
        (None, "127.0.0.1 cannot be reached: check the network, or add --sample for a sample forecast."),
        ((200, b"<html>Welcome</html>"), UNREADABLE),
        ((200, b'{"latitude": 1.0, "hourly": {"ti'), UNREADABLE),
        ((429, LIMIT), "The weather source 127.0.0.1 has had too many requests from here today; try again tomorrow."),
    ],
    indirect=["failing"],
    ids=["slow", "garbage", "half", "daily-limit"],
)
@pytest.mark.parametrize("domain", ["swim", "air"])
def test_a_failing_source_ends_in_one_sentence_in_time(
    failing: None, domain: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    began = time.monotonic()
    assert main(["report", "joaquina", "--domain", domain]) == Exit.FAILED
    assert time.monotonic() - began < 15
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(sentence)
    assert len(printed.err.splitlines()) == 1
