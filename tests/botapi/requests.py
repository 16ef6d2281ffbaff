"""HTTP requests as the Bot API takes them: form, JSON and multipart bodies."""

import asyncio
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from botapi.refusals import Refusal, bad, ours

LARGEST_BODY = 60 * 1024 * 1024  # an upload may have 50 MB


@dataclass(frozen=True)
class Upload:
    """A file that came in a multipart part."""

    filename: str
    content: bytes


@dataclass(frozen=True)
class Request:
    """One HTTP request, its body not yet read as parameters."""

    path: str
    query: str
    content_type: str
    body: bytes


@dataclass(frozen=True)
class Parameters:
    """The parameters of a request as they came, before their kinds are looked at."""

    values: dict[str, Any] = field(default_factory=dict)
    files: dict[str, Upload] = field(default_factory=dict)


async def read(stream: asyncio.StreamReader) -> Request | None:
    """The next request of a connection; None where the peer has hung up."""
    start = await stream.readline()
    if not start:
        return None
    _method, target, _version = start.decode("ascii").split()
    headers = await _headers(stream)
    if "transfer-encoding" in headers:
        raise Refusal(411, "Length Required")
    length = int(headers.get("content-length", "0"))
    if length > LARGEST_BODY:
        raise Refusal(413, "Request Entity Too Large")
    split = urlsplit(target)
    body = await stream.readexactly(length)
    return Request(unquote(split.path), split.query, headers.get("content-type", ""), body)


async def _headers(stream: asyncio.StreamReader) -> dict[str, str]:
    headers = {}
    while (line := (await stream.readline()).decode("latin-1").strip()) != "":
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    return headers


def parameters(request: Request) -> Parameters:
    """The parameters of the query and of the body, whichever way the body is written."""
    in_query = dict(parse_qsl(request.query, keep_blank_values=True))
    kind = request.content_type.partition(";")[0].strip().lower()
    if not request.body:
        return Parameters(in_query)
    if kind == "application/x-www-form-urlencoded":
        form = dict(parse_qsl(request.body.decode(), keep_blank_values=True))
        return Parameters(in_query | form)
    if kind == "application/json":
        return Parameters(in_query | _json_body(request.body))
    if kind == "multipart/form-data":
        return _multipart(request.body, request.content_type, in_query)
    raise ours(f"cannot read a body of type “{request.content_type}”")


def _json_body(body: bytes) -> dict[str, Any]:
    try:
        value = json.loads(body)
    except ValueError as exc:
        raise bad("can't parse request body as JSON object") from exc
    if not isinstance(value, dict):
        raise bad("can't parse request body as JSON object")
    return value


def _multipart(body: bytes, content_type: str, in_query: Mapping[str, str]) -> Parameters:
    boundary = re.search(r'boundary="?([^";]+)', content_type)
    if boundary is None:
        raise ours("a multipart body needs a boundary")
    values: dict[str, Any] = dict(in_query)
    files: dict[str, Upload] = {}
    for part in (b"\r\n" + body).split(b"\r\n--" + boundary[1].encode())[1:]:
        head, _, content = part.partition(b"\r\n\r\n")
        disposition = dict(re.findall(r'\b(name|filename)="([^"]*)"', head.decode()))
        if "filename" in disposition:
            files[unquote(disposition["name"])] = Upload(unquote(disposition["filename"]), content)
        elif "name" in disposition:
            values[unquote(disposition["name"])] = content.decode()
    return Parameters(values, files)
