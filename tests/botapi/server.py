"""HTTP on loopback, in a thread and an event loop of its own."""

import asyncio
import contextlib
import socket
import struct
import threading
from collections.abc import Awaitable, Callable
from http import HTTPStatus

from botapi import requests
from botapi.refusals import Refusal
from botapi.requests import Request
from botapi.service import Reply, refused

Respond = Callable[[Request, Callable[[], bool]], Awaitable[Reply | None]]


class Server:
    """Listens from `start` to `close`; every connection is kept alive until the peer leaves."""

    def __init__(self, respond: Respond, beside: Callable[[], Awaitable[None]]) -> None:
        self._respond, self._beside = respond, beside
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), name="botapi", daemon=True)
        self._connections: set[asyncio.Task[None]] = set()
        self.port = 0

    def start(self) -> None:
        self._thread.start()
        self._ready.wait()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._closing.set)
        self._thread.join()

    async def _run(self) -> None:
        self._loop, self._closing = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        beside = asyncio.ensure_future(self._beside())
        await asyncio.sleep(0)  # let it begin
        self._ready.set()
        await self._closing.wait()
        beside.cancel()
        await asyncio.gather(beside, return_exceptions=True)
        server.close()
        for connection in self._connections:
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                await self._converse(reader, writer)
        finally:
            self._connections.discard(task)
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while (request := await _next(reader)) is not None:
            reply = request if isinstance(request, Reply) else await self._respond(request, reader.at_eof)
            if reply is None:
                _cut(writer)
                return
            writer.write(_head(reply) + reply.body)
            await writer.drain()
            if isinstance(request, Reply):  # what was left of the request cannot be told from the next one
                return


async def _next(reader: asyncio.StreamReader) -> Request | Reply | None:
    try:
        return await requests.read(reader)
    except Refusal as refusal:
        return refused(refusal)


def _head(reply: Reply) -> bytes:
    status = f"HTTP/1.1 {reply.status} {HTTPStatus(reply.status).phrase}"
    return f"{status}\r\nContent-Type: application/json\r\nContent-Length: {len(reply.body)}\r\n\r\n".encode()


def _cut(writer: asyncio.StreamWriter) -> None:
    """Close with a TCP reset: no lingering, so that the kernel answers RST instead of FIN."""
    connection = writer.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()
