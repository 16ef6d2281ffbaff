"""Looks at all that Boia needs: each check by itself, at the same time as the others, and none stops another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import httpx
import structlog

from bot.doctor import clock, languages, model, port, setup, sources, store, telegram
from bot.doctor.finding import Case, Check, Finding, Grade, skew_of
from factguard.texts import mark as _

__all__ = ["CHECKS", "Checked", "Finding", "Grade", "examined"]

log = structlog.get_logger(__name__)

CHECKS: tuple[Check, ...] = (
    setup.CHECK,
    telegram.CHECK,
    store.CHECK,
    sources.CHECK,
    sources.WATER,
    model.CHECK,
    clock.CHECK,
    languages.CHECK,
    port.CHECK,
)
"""In the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A check with what it found."""

    check: Check
    findings: tuple[Finding, ...]


async def examined(language: str) -> tuple[tuple[Checked, ...], tuple[str, ...]]:
    """What all checks find, and the secrets of the settings, which must not be shown."""
    settings, problems = setup.salvaged(language)
    skews: list[timedelta] = []
    async with _http(skews) as http:
        case = Case(settings, language, http, not problems, problems, skews)
        found: dict[str, Checked] = {}
        for last in (False, True):
            checks = [check for check in CHECKS if check.last is last]
            made = await asyncio.gather(*(_checked(check, case) for check in checks))
            found |= {each.check.name: each for each in made}
    return tuple(found[check.name] for check in CHECKS), settings.secrets


@asynccontextmanager
async def _http(skews: list[timedelta]) -> AsyncIterator[httpx.AsyncClient]:
    """A client that compares our clock with that of each server which answers."""

    async def compare(response: httpx.Response) -> None:
        if (skew := skew_of(response.headers.get("Date"), datetime.now(UTC))) is not None:
            skews.append(skew)

    async with httpx.AsyncClient(event_hooks={"response": [compare]}) as http:
        yield http


async def _checked(check: Check, case: Case) -> Checked:
    try:
        async with asyncio.timeout(check.deadline_s):
            return Checked(check, tuple(await check.run(case)))
    except TimeoutError:
        text = case.gettext(_("Not done after {seconds} s.")).format(seconds=case.number(check.deadline_s))
        return Checked(
            check, (Finding(Grade.FAULT, text, case.gettext(_("Try once more; if that does not help, it hangs."))),)
        )
    except Exception as error:  # a fault of ours in one must not end the others
        log.exception("doctor.check_failed", check=check.name)
        text = case.gettext(_("The check itself failed ({kind}); the log says more.")).format(kind=type(error).__name__)
        return Checked(check, (Finding(Grade.FAULT, text),))
