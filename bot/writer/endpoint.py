"""A model's server over HTTP: JSON in, JSON out, and one sentence for an operator about whatever goes wrong."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Mapping
from typing import Any

import httpx
import structlog
from pydantic import SecretStr

from bot.writer.errors import ModelError, ModelMissingError, UnreachableError, WriterError

CONNECT_S = 5.0
READ_S = 300.0  # a model may be loaded from a slow disk before its first word
LOADING_PAUSE_S = 1.0
_LONGEST_REASON = 300

_log = structlog.get_logger(__name__)


class Endpoint:
    """The root of a server ("http://127.0.0.1:11434"), with the client and the key to it.

    A client that is passed in stays open; `pull` says how a model that the server lacks is got. `url` is the root
    without a name or password in it.
    """

    def __init__(self, url: str, *, key: SecretStr | None, client: httpx.AsyncClient | None, pull: str) -> None:
        self._root, self._key, self._pull = url.rstrip("/"), key, pull
        self.url = re.sub(r"(?<=://)[^/@]*@", "", self._root)
        self._own = client is None
        self._refuses_options = False
        self._client = client or httpx.AsyncClient()

    async def get(self, path: str) -> dict[str, Any]:
        """The answer to a GET request."""
        return self._answer(await self._request("GET", path, None))

    async def post(
        self, path: str, body: Mapping[str, Any], *, optional: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """The answer to a POST request. What is `optional` is left out where the server refuses it, from then on."""
        if not optional or self._refuses_options:
            return self._answer(await self._request("POST", path, body))
        response = await self._request("POST", path, {**body, **optional})
        if response.status_code not in (400, 422):
            return self._answer(response)
        _log.info("model.option_refused", url=self.url, reason=self._reason(response), options=list(optional))
        answer = self._answer(await self._request("POST", path, body))
        self._refuses_options = True
        return answer

    async def close(self) -> None:
        """Close the client, unless it was passed in."""
        if self._own:
            await self._client.aclose()

    async def _request(self, method: str, path: str, body: Mapping[str, Any] | None) -> httpx.Response:
        """One request, made again while the server says that it still loads the model."""
        until = time.monotonic() + READ_S
        while True:
            response = await self._send(method, path, body)
            if not _is_loading(response) or time.monotonic() > until:
                return response
            _log.info("model.loading", url=self.url)
            await asyncio.sleep(LOADING_PAUSE_S)

    async def _send(self, method: str, path: str, body: Mapping[str, Any] | None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self._key.get_secret_value()}"} if self._key else {}
        timeout = httpx.Timeout(READ_S, connect=CONNECT_S)
        try:
            return await self._client.request(method, self._root + path, json=body, headers=headers, timeout=timeout)
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.UnsupportedProtocol, httpx.InvalidURL) as exc:
            raise UnreachableError(
                f"Nothing answers at {self.url}: start the model's server, or correct BOIA_MODEL_URL."
            ) from exc
        except httpx.TimeoutException as exc:
            raise ModelError(f"{self.url} gave no answer for {READ_S:g} s: it is overloaded, or hangs.") from exc
        except httpx.HTTPError as exc:
            raise ModelError(f"{self.url} broke the connection ({type(exc).__name__}); look at its log.") from exc

    def _answer(self, response: httpx.Response) -> dict[str, Any]:
        if response.is_success and (answer := _object(response)) is not None and "error" not in answer:
            return answer
        raise self._refusal(response)

    def _refusal(self, response: httpx.Response) -> WriterError:
        """What a status means, in one sentence with a remedy."""
        reason, status = self._reason(response), response.status_code
        match status:
            case 401 | 403:
                return ModelError(f"{self.url} refuses the key ({status}): correct BOIA_MODEL_KEY.")
            case 404 if "model" in reason.casefold():
                return ModelMissingError(f"{self.url} has no such model ({reason}). {self._pull}")
            case 404 | 405:
                return UnreachableError(
                    f"{self.url} does not offer what BOIA_MODEL asks of it ({status} at {response.url.path}): correct "
                    "BOIA_MODEL_URL or BOIA_MODEL."
                )
            case 429:
                return ModelError(f"{self.url} is busy (429: {reason}).")
            case _ if status >= 500:
                return ModelError(f"{self.url} failed ({status}: {reason}); look at its log.")
            case _ if response.is_success and _object(response) is None:
                return UnreachableError(
                    f"{self.url} answers, but not as a model's server does: correct BOIA_MODEL_URL or BOIA_MODEL."
                )
        return ModelError(f"{self.url} refused the request ({status}: {reason}).")

    def _reason(self, response: httpx.Response) -> str:
        """The server's own words, of every form that servers use, without the key."""
        answer = _object(response) or {}
        error = answer.get("error", answer.get("message", answer.get("detail")))
        said = error.get("message", error) if isinstance(error, dict) else error
        words = " ".join(str(said or response.reason_phrase).split())[:_LONGEST_REASON]
        return words.replace(self._key.get_secret_value(), "[key]") if self._key else words


def _is_loading(response: httpx.Response) -> bool:
    return response.status_code == 503 and "loading" in response.text.casefold()


def _object(response: httpx.Response) -> dict[str, Any] | None:
    try:
        answer = response.json()
    except ValueError:
        return None
    return answer if isinstance(answer, dict) else None
