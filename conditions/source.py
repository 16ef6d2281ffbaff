"""Requests to a provider over HTTP: few at once, repeated while that may help, given up at a deadline.

A provider that said how long it will refuse, or that failed a moment ago, is left alone for that time: whoever asks
meanwhile gets the same error at once, not a request.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

import httpx
import structlog
from tenacity import AsyncRetrying, retry_if_exception, stop_after_attempt, wait_exponential_jitter
from tenacity.wait import wait_base

from conditions.errors import (
    SourceAnswerError,
    SourceError,
    SourceLimitError,
    SourceRefusedError,
    SourceUnreachableError,
    Span,
)

log = structlog.get_logger(__name__)

TIMEOUT = httpx.Timeout(10.0, connect=5.0, pool=None)
"""Seconds to connect and between two pieces of an answer; in the queue for a connection the deadline counts."""
DEADLINE_S = 15.0
AT_ONCE = 5
"""Requests in flight: what Open-Meteo allows one address."""
TRIES = 3
REST = timedelta(seconds=15)
"""How long a provider that failed is left alone."""
BACK_OFF = wait_exponential_jitter(multiplier=0.5, max=4, jitter=0.5)


class Source:
    """Makes requests over an HTTP client that the caller owns. `now` is the clock that limits by hour and day go by.

    `observe` is told of each request: its host, its outcome ("ok", an HTTP status or "lost") and its seconds.
    """

    def __init__(
        self,
        http: httpx.AsyncClient,
        *,
        deadline_s: float | None = None,
        wait: wait_base = BACK_OFF,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        observe: Callable[[str, str, float], None] = lambda _host, _outcome, _seconds: None,
    ) -> None:
        self._http, self._wait, self._now, self._observe = http, wait, now, observe
        self._deadline_s = DEADLINE_S if deadline_s is None else deadline_s
        self._places_in_flight = asyncio.Semaphore(AT_ONCE)
        self._resting: dict[str, tuple[datetime, SourceError]] = {}

    async def get(self, url: str, params: Mapping[str, str]) -> httpx.Response:
        """A good answer (HTTP 200); all else is a SourceError."""
        host = httpx.URL(url).host
        self._raise_if_resting(host)
        try:
            async with asyncio.timeout(self._deadline_s):
                return await self._repeatedly(host, url, params)
        except TimeoutError:
            slow = SourceUnreachableError(host, f"no answer in {self._deadline_s:g} s")
            self._rest(host, slow)
            raise slow from None
        except SourceError as error:
            self._rest(host, error)
            raise

    async def _repeatedly(self, host: str, url: str, params: Mapping[str, str]) -> httpx.Response:
        retrying = AsyncRetrying(
            stop=stop_after_attempt(TRIES), wait=self._wait, retry=retry_if_exception(_worth_repeating), reraise=True
        )
        async for attempt in retrying:
            with attempt:
                async with self._places_in_flight:
                    return await self._once(host, url, params)
        raise AssertionError("tenacity gives an answer or raises")

    async def _once(self, host: str, url: str, params: Mapping[str, str]) -> httpx.Response:
        began, outcome = time.perf_counter(), "lost"
        try:
            response = await self._http.get(url, params=params, timeout=TIMEOUT)
            outcome = "ok" if response.status_code == httpx.codes.OK else str(response.status_code)
        except httpx.TransportError as error:
            raise SourceUnreachableError(host, str(error) or type(error).__name__) from error
        except httpx.DecodingError as error:
            raise SourceAnswerError(host, str(error)) from error
        finally:
            self._observe(host, outcome, time.perf_counter() - began)
        if response.status_code != httpx.codes.OK:
            raise _refusal(response, host)
        return response

    def _raise_if_resting(self, host: str) -> None:
        until, error = self._resting.get(host, (None, None))
        if until is not None and error is not None and self._now() < until:
            raise error.with_traceback(None)

    def _rest(self, host: str, error: SourceError) -> None:
        """Leave a provider alone for as long as its error says; one that read the request and said no is well."""
        until = self._until(error)
        if until is not None:
            self._resting[host] = until, error
            log.warning("source.resting", source=host, until=until.isoformat(timespec="seconds"), reason=str(error))

    def _until(self, error: SourceError) -> datetime | None:
        now = self._now()
        match error:
            case SourceLimitError(span=Span.MINUTE):
                return now + timedelta(minutes=1)
            case SourceLimitError(span=Span.HOUR):
                return now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
            case SourceLimitError():
                return now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
            case SourceRefusedError(temporary=True) | SourceUnreachableError():
                return now + REST
            case _:
                return None


def _worth_repeating(error: BaseException) -> bool:
    """Whether the same request may soon get another answer."""
    match error:
        case SourceLimitError():
            return False
        case SourceRefusedError():
            return error.temporary
        case SourceUnreachableError():
            return not isinstance(error.__cause__, httpx.ReadTimeout)  # who was slow will be slow again
        case _:
            return False


def _refusal(response: httpx.Response, host: str) -> SourceRefusedError:
    """What an answer other than 200 means."""
    reason = _reason(response)
    span = next((span for span in Span if span.wording in reason), None)
    if response.status_code == httpx.codes.TOO_MANY_REQUESTS and span is not None:
        return SourceLimitError(host, reason, span)
    return SourceRefusedError(host, response.status_code, reason)


def _reason(response: httpx.Response) -> str:
    """The provider's reason, or HTTP's where it gives none (a proxy's page, a redirect)."""
    try:
        reason = response.json()["reason"]
    except (ValueError, KeyError, TypeError):
        reason = response.reason_phrase
    return str(reason).rstrip(".")
