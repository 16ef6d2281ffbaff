import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from bot.logs import configure
from bot.settings import LogLevel

TOKEN = "123456789:AAbbCCddEEffGGhhIIjjKKllMMnnOOpp"
SHORT_TOKEN = "42:short"


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def logs_as_before() -> Iterator[None]:
    yield
    configure()


def _fail() -> None:
    raise RuntimeError(f"https://api.telegram.org/bot{TOKEN}/getMe answered 500")


@pytest.mark.parametrize("stream", [io.StringIO(), Terminal()], ids=["json", "terminal"])
def test_a_token_stands_neither_in_an_event_nor_in_a_traceback(stream: io.StringIO) -> None:
    configure(LogLevel.INFO, secrets=[SHORT_TOKEN], stream=stream)
    log = structlog.get_logger("bot")
    log.info("bot.started", url=f"https://api.telegram.org/bot{TOKEN}/getMe", token=SHORT_TOKEN)
    logging.getLogger("some.library").warning("GET /bot%s/getMe", SHORT_TOKEN)
    try:
        _fail()
    except RuntimeError:
        log.exception("bot.failed")
    logged = stream.getvalue()
    assert "RuntimeError: https://api.telegram.org/bot[token]/getMe answered 500" in logged.replace("\\n", "\n")
    assert logged.count("[token]") == 4
    assert TOKEN not in logged
    assert SHORT_TOKEN not in logged


def test_logs_are_json_lines_away_from_a_terminal() -> None:
    stream = io.StringIO()
    configure(LogLevel.INFO, stream=stream)
    structlog.get_logger("bot.reports").info("report.made", place="Jurerê", violations=["number_mismatch"])
    line = json.loads(stream.getvalue())
    assert line.pop("timestamp").endswith("Z")
    assert line == {
        "event": "report.made",
        "level": "info",
        "logger": "bot.reports",
        "place": "Jurerê",
        "violations": ["number_mismatch"],
    }


def test_logs_are_for_reading_at_a_terminal() -> None:
    stream = Terminal()
    configure(LogLevel.INFO, stream=stream)
    structlog.get_logger("bot.reports").info("report.made")
    assert "report.made" in stream.getvalue()
    assert not stream.getvalue().startswith("{")


@pytest.mark.parametrize("library", ["aiohttp.client", "httpx", "httpcore.connection", "telegram.ext.Updater"])
def test_libraries_that_log_each_request_are_quiet_below_a_warning(library: str) -> None:
    stream = io.StringIO()
    configure(LogLevel.DEBUG, stream=stream)
    logging.getLogger(library).info("HTTP Request: POST …")
    assert stream.getvalue() == ""


def test_events_below_the_level_are_left_out() -> None:
    stream = io.StringIO()
    configure(LogLevel.ERROR, stream=stream)
    structlog.get_logger("bot").warning("telegram.waiting")
    assert stream.getvalue() == ""
