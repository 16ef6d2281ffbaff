"""How requests to Telegram travel: by aiohttp, whose parser is compiled; through a proxy by httpx, as the library does.

A message costs half of what it costs by httpx, and a broadcast goes out twice as fast. Errors are told apart as the
library does it, and what lies behind one says whether anything can have reached Telegram.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.request import getproxies

import httpx
from aiohttp import (
    ClientConnectorError,
    ClientError,
    ClientSession,
    ClientTimeout,
    ConnectionTimeoutError,
    DummyCookieJar,
    FormData,
    TCPConnector,
)
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, HTTPXRequest, RequestData


class NotReachedError(Exception):
    """There was no connection."""


NEVER_WENT_OUT = (NotReachedError, httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
"""What lies behind an error after which nothing can have reached Telegram."""

CONNECTIONS = 256
IDLE_S = 5.0
"""How long an idle connection is kept: a message on one that is being closed has an unknown fate."""
READ_S = WRITE_S = CONNECT_S = 5.0
POOL_S = 1.0
UPLOAD_S = 20.0


def request() -> BaseRequest:
    """What requests are made by; the proxies of the environment count."""
    return HTTPXRequest() if getproxies().keys() & {"http", "https", "all"} else AiohttpRequest()


class AiohttpRequest(BaseRequest):
    """Requests by aiohttp, with the connections of one session."""

    def __init__(self, connections: int = CONNECTIONS) -> None:
        self._connections = connections
        self._session: ClientSession | None = None

    @property
    def read_timeout(self) -> float | None:
        """Seconds that an answer is waited for where a request says nothing else."""
        return READ_S

    async def initialize(self) -> None:
        """Open the session."""
        if self._session is None:
            connector = TCPConnector(
                limit=self._connections, keepalive_timeout=IDLE_S, ssl=httpx.create_ssl_context()
            )  # fmt: skip
            headers = {"User-Agent": self.USER_AGENT}
            self._session = ClientSession(connector=connector, cookie_jar=DummyCookieJar(), headers=headers)

    async def shutdown(self) -> None:
        """Close the session."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """Make a request. Errors of aiohttp may name the address, which holds the token: none of them goes on."""
        if self._session is None:
            raise NetworkError("The request is not initialized") from NotReachedError("there is no session")
        uploads = request_data.multipart_data if request_data else None
        body = _form(request_data.json_parameters, uploads) if request_data else None
        timeout = _timeout(
            _seconds(read_timeout, READ_S),
            _seconds(write_timeout, UPLOAD_S if uploads else WRITE_S),
            _seconds(connect_timeout, CONNECT_S),
            _seconds(pool_timeout, POOL_S),
        )
        try:
            async with self._session.request(
                method, url, data=body, timeout=timeout, allow_redirects=False
            ) as answer:  # fmt: skip
                return answer.status, await answer.read()
        except ConnectionTimeoutError:
            raise TimedOut from NotReachedError("there was no connection in time")
        except ClientConnectorError as error:
            raise NetworkError(_said(error)) from NotReachedError(_said(error))
        except TimeoutError:
            raise TimedOut from None
        except ClientError as error:
            raise NetworkError(_said(error)) from None


def _said(error: ClientError) -> str:
    """The kind of an error, with what the system says of it."""
    reason = error.strerror if isinstance(error, OSError) else None
    return f"{type(error).__name__}: {reason}" if reason else type(error).__name__


def _form(parameters: Mapping[str, str], uploads: Mapping[str, Any] | None) -> Mapping[str, str] | FormData:
    """The body: a form, in several parts where there are files."""
    if not uploads:
        return parameters
    form = FormData(default_to_multipart=True)
    for name, value in parameters.items():
        form.add_field(name, value)
    for name, (filename, content, kind) in uploads.items():
        form.add_field(name, content, filename=filename, content_type=kind)
    return form


def _seconds(asked: Any, usual: float) -> float | None:
    return usual if asked is BaseRequest.DEFAULT_NONE else asked


def _timeout(read: float | None, write: float | None, connect: float | None, pool: float | None) -> ClientTimeout:
    """A limit for each phase; what is written has none of its own, so that the whole is limited too."""
    phases = (read, write, connect, pool)
    total = None if None in phases else sum(phase for phase in phases if phase is not None)
    waiting = None if connect is None or pool is None else connect + pool
    return ClientTimeout(total=total, connect=waiting, sock_connect=connect, sock_read=read)
