"""Where the numbers come from: one small request to each service, with the key where there is one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx

from bot.doctor.finding import Case, Check, Finding, Grade
from conditions import geocoding
from conditions.air.gather import AIR_QUALITY
from conditions.errors import SourceError, SourceLimitError, SourceRefusedError, SourceUnreachableError
from conditions.geocoding import Geocoder
from conditions.hours import whole_hour
from conditions.open_meteo import FORECAST, MARINE, Api, OpenMeteo
from conditions.places import one
from conditions.source import Source
from conditions.water import Ima
from factguard.texts import mark as _

PLACE = "joaquina"
DEADLINE_S = 12.0
TITLES = {
    FORECAST.name: _("Weather"),
    MARINE.name: _("Sea"),
    AIR_QUALITY.name: _("Air quality"),
    geocoding.API: _("Geocoder"),
}
VARIABLES = {
    FORECAST.name: "BOIA_FORECAST_URL",
    MARINE.name: "BOIA_MARINE_URL",
    AIR_QUALITY.name: "BOIA_AIR_URL",
    geocoding.API: "BOIA_GEOCODING_URL",
}
KEY_REFUSED = (400, 401, 403)


async def run(case: Case) -> Sequence[Finding]:
    """Ask each service of Open-Meteo for a little."""
    key = case.settings.open_meteo_key.get_secret_value() if case.settings.open_meteo_key else None
    source = Source(case.http, deadline_s=DEADLINE_S)
    open_meteo = OpenMeteo(source, urls=case.settings.source_urls, key=key)
    geocoder = Geocoder(source, open_meteo, key=key)
    asked: dict[str, Callable[[], Awaitable[Any]]] = {
        api.name: lambda api=api: _hours(open_meteo, api)  # type: ignore[misc]
        for api in (FORECAST, MARINE, AIR_QUALITY)
    }
    asked[geocoding.API] = lambda: geocoder.hits("Florianópolis", case.language)
    return await asyncio.gather(*(_timed(case, name, ask) for name, ask in asked.items()))


async def _hours(open_meteo: OpenMeteo, api: Api[Any]) -> None:
    now = whole_hour(datetime.now(UTC))
    await open_meteo.hours(api, [one(PLACE).point], now, now + timedelta(hours=1))


async def _timed(case: Case, name: str, ask: Callable[[], Awaitable[Any]]) -> Finding:
    gettext, title, began = case.gettext, case.gettext(TITLES[name]), time.perf_counter()
    try:
        await ask()
    except SourceError as error:
        # The catalogue's places are found without the geocoder.
        grade = Grade.NOTE if name == geocoding.API else Grade.FAULT
        return Finding(grade, _said(case, error), _remedy(case, name, error), title, {"service": name})
    seconds = time.perf_counter() - began
    sentence = gettext(_("Answers after {seconds} s."))
    if case.settings.open_meteo_key:
        sentence = gettext(_("Answers after {seconds} s, with the key."))
    data = {"service": name, "seconds": round(seconds, 2), "key": bool(case.settings.open_meteo_key)}
    return Finding(Grade.OK, sentence.format(seconds=case.number(seconds, 1)), title=title, data=data)


def _said(case: Case, error: SourceError) -> str:
    """What went wrong; that one may try again is for who asked for a report."""
    if isinstance(error, SourceUnreachableError):
        return case.gettext(_("{host} cannot be reached ({reason}).")).format(host=error.source, reason=error.reason)
    return error.message(case.language)


def _remedy(case: Case, name: str, error: SourceError) -> str:
    gettext = case.gettext
    if isinstance(error, SourceLimitError):
        return gettext(_("Wait, or get a key from Open-Meteo and set BOIA_OPEN_METEO_KEY."))
    if isinstance(error, SourceRefusedError) and error.status in KEY_REFUSED and case.settings.open_meteo_key:
        return gettext(_("Correct BOIA_OPEN_METEO_KEY."))
    if name in case.settings.source_urls:
        return gettext(_("Correct {variable}, or start what should answer there.")).format(variable=VARIABLES[name])
    return gettext(_("Check the network and a proxy; https://open-meteo.com tells of outages."))


async def run_water(case: Case) -> Sequence[Finding]:
    """Ask the agency for its samples; a report without its water is still a report."""
    gettext, began = case.gettext, time.perf_counter()
    try:
        points = await Ima(Source(case.http, deadline_s=DEADLINE_S), base_url=case.settings.water_url).points()
    except SourceError as error:
        host = httpx.URL(case.settings.water_url).host
        text = gettext(_("No samples come from {host}: reports go out without them.")).format(host=host)
        remedy = gettext(_("Wait, or correct BOIA_WATER_URL if you have set it."))
        return [Finding(Grade.NOTE, text, remedy, data={"reason": str(error)})]
    seconds = time.perf_counter() - began
    text = gettext(_("{count} sampling points after {seconds} s."))
    text = text.format(count=case.number(len(points)), seconds=case.number(seconds, 1))
    return [Finding(Grade.OK, text, data={"points": len(points), "seconds": round(seconds, 2)})]


CHECK = Check("provider", _("Numbers"), run)
WATER = Check("water", _("Water samples"), run_water)
