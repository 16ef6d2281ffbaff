"""Structured logs on standard error: for people at a terminal, JSON lines elsewhere. Secrets never reach them."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Sequence
from typing import TextIO
from urllib.parse import quote

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from bot.settings import LogLevel

# Telegram puts the token into every URL, so that it also stands in libraries' messages and in tracebacks.
TOKEN = re.compile(r"(?<!\d)\d{5,}(?::|%3A)[\w-]{20,}")
# Keys of services stand behind "?apikey=", passwords in "https://user:password@host".
IN_ADDRESS = re.compile(
    r"""([?&](?:api_?key|key|(?:access_)?token|secret|password)=)[^\s&"']+|(://[^\s/:@"']*:)[^\s/@"']+(?=@)""",
    re.IGNORECASE,
)
HIDDEN = "[token]"
TALKATIVE = ("alembic", "apscheduler", "asyncio", "httpcore", "httpx", "telegram")

_handler: logging.StreamHandler[TextIO] = logging.StreamHandler()


def configure(level: LogLevel = LogLevel.ERROR, *, secrets: Sequence[str] = (), stream: TextIO | None = None) -> None:
    """Send structlog's and the libraries' events the same way; `secrets` are left out wherever they would stand."""
    _handler.stream = stream or sys.stderr
    _handler.setFormatter(_formatter(terminal=_handler.stream.isatty(), secrets=secrets))
    root = logging.getLogger()
    root.addHandler(_handler)  # the same handler is not added twice
    root.setLevel(level.upper())
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_common(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
    )


def _common() -> list[Processor]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]


def _formatter(*, terminal: bool, secrets: Sequence[str]) -> logging.Formatter:
    renderers: list[Processor] = (
        [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
        if terminal
        else [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]
    )
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=_common(),
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderers, _without(secrets)],
    )


def _without(secrets: Sequence[str]) -> Processor:
    """A last processor, over the rendered line: an exception's text and its traceback are in it by then."""

    def hide(_logger: WrappedLogger, _method: str, line: EventDict | str) -> str:
        return without_secrets(str(line), secrets)

    return hide


def without_secrets(text: str, secrets: Sequence[str]) -> str:
    """A text without tokens, keys in addresses, and `secrets`, as they are and as an address has them."""
    text = IN_ADDRESS.sub(rf"\1\2{HIDDEN}", TOKEN.sub(HIDDEN, text))
    for secret in secrets:
        for form in {secret, quote(secret, safe="")} - {""}:
            text = text.replace(form, HIDDEN)
    return text
