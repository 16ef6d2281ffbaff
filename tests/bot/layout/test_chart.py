"""A day as a picture: what it shows, and the picture itself."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import httpx
import pytest
from PIL import Image

from bot.layout.chart import Theme, draw, drawn
from bot.layout.chart_data import Day, chart_day
from bot.reports import Ask, ReportService
from bot.units import System, WindUnit, units
from bot_parts import ScriptedWriter, service_on
from conditions import AIR, Outlook, Reading
from conditions.open_meteo import CREDIT
from conditions.places import one
from conditions.swim import SwimFacts
from factguard.facts import FactMap

MOST_BYTES = 200_000
MOST_PIXELS = 10_000
"""Width and height of a photo together, on Telegram."""


@pytest.fixture
async def service(writer: ScriptedWriter, forecast_url: str) -> AsyncIterator[ReportService]:
    async with httpx.AsyncClient(trust_env=False) as http:
        yield service_on(forecast_url, http, writer)


@pytest.fixture
async def outlook(service: ReportService) -> Outlook:
    return await service.outlook(one("joaquina"))


def bare(outlook: Outlook) -> Outlook:
    """The same hours, of which nothing is known."""

    def read(hour: datetime) -> Reading:
        facts = SwimFacts(beach_name="Joaquina", hour_local=hour.astimezone(outlook.place.zone).time())
        return Reading(outlook.place, hour.astimezone(outlook.place.zone), facts)

    return replace(outlook, read=read, _made={})


def test_content_is_in_the_reader_s_language_and_units(outlook: Outlook) -> None:
    day = chart_day(outlook, outlook.today, Ask("pt", units=units(System.IMPERIAL, WindUnit.KNOTS)), sample=True)
    assert day.title == "Praia da Joaquina · ter., 16 de jun."
    assert day.subtitle == "Previsão de exemplo, não a de hoje.  ★ melhor hora: 09:00 (55/100, razoável)"
    assert day.credit == "Dados meteorológicos: Open-Meteo.com (CC BY 4.0)"
    assert [panel.title for panel in day.panels] == ["Altura das ondas (ft)", "nós", "°F", "Maré (modelo, aproximada)"]
    assert [series.name for panel in day.panels for series in panel.series][1:5] == [
        *("Vento", "Rajadas", "Temperatura da água", "Temperatura do ar"),
    ]


def test_content_is_the_facts_of_each_hour(outlook: Outlook) -> None:
    day = chart_day(outlook, outlook.today, Ask("en"))
    readings = outlook.day(outlook.today)
    facts = [reading.facts for reading in readings]
    assert day.score.series[0].values == tuple(float(each.score) for each in facts)  # type: ignore[attr-defined]
    assert day.panels[0].series[0].values == tuple(each.wave_height_m for each in facts)  # type: ignore[attr-defined]
    assert day.nights == tuple(not 8 <= hour < 18 for hour in range(24))
    assert (day.best, day.bands[9], day.bands[0], day.band_count) == (9, 2, 3, 4)
    assert day.panels[3].series[0].values == tuple(reading.level_m for reading in readings)


@pytest.mark.parametrize(
    ("comes_from", "step"),
    [("N", (0, -1)), ("E", (-1, 0)), ("S", (0, 1)), ("W", (1, 0)), ("NE", (-0.7, -0.7)), (None, None)],
)
def test_an_arrow_points_where_the_wind_blows_to(
    outlook: Outlook, comes_from: str | None, step: tuple[float, float] | None
) -> None:
    def read(hour: datetime) -> Reading:
        reading = outlook.at(hour)
        return replace(reading, facts=reading.facts.model_copy(update={"wind_direction": comes_from}))

    arrow = chart_day(replace(outlook, read=read, _made={}), outlook.today, Ask("en")).panels[1].arrows[0]
    assert (arrow and tuple(round(part, 1) for part in arrow)) == step


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("language", ["en", "pt"])
async def test_the_picture_is_a_photo_for_telegram(outlook: Outlook, language: str, theme: Theme) -> None:
    picture = await drawn(outlook, outlook.today, Ask(language), theme=theme)
    image = Image.open(io.BytesIO(picture))
    assert (image.format, image.width) == ("PNG", 1080)
    assert image.width + image.height <= MOST_PIXELS
    assert len(picture) <= MOST_BYTES


def colours(picture: bytes) -> set[tuple[int, ...]]:
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    return {colour for _, colour in image.getcolors(1 << 24)}  # type: ignore[misc]


def test_themes_and_bands_differ_to_the_eye(outlook: Outlook) -> None:
    day = chart_day(outlook, outlook.today, Ask("en"))
    light, dark = colours(draw(day, "en", Theme.LIGHT)), colours(draw(day, "en", Theme.DARK))
    fair = (0xF2, 0xCF, 0x5B)
    assert (255, 255, 255) in light
    assert (255, 255, 255) not in dark
    assert fair in light
    assert fair not in dark


async def test_a_day_of_which_nothing_is_known_is_still_a_picture(outlook: Outlook) -> None:
    day = chart_day(bare(outlook), outlook.today, Ask("en"))
    assert {value for panel in (day.score, *day.panels) for series in panel.series for value in series.values} == {None}
    assert len(draw(day, "en")) < len(draw(chart_day(outlook, outlook.today, Ask("en")), "en"))


@pytest.mark.parametrize(("day", "hours"), [(date(2026, 3, 29), 23), (date(2026, 10, 25), 25)])
def test_a_day_when_clocks_change_has_all_its_hours(day: date, hours: int) -> None:
    place = one("carcavelos")

    def read(hour: datetime) -> Reading:
        local = hour.astimezone(place.zone)
        return Reading(place, local, SwimFacts(beach_name=place.name, hour_local=local.time(), score=60))

    def merit(facts: FactMap) -> float | None:
        return None

    now = datetime.combine(day, datetime.min.time(), UTC) + timedelta(hours=12)
    content: Day = chart_day(Outlook(place, now, read, merit, now, False, (CREDIT,)), day, Ask("pt"))
    assert len(content.hours) == len(content.score.series[0].values) == hours
    assert draw(content, "pt").startswith(b"\x89PNG")


async def test_air_has_a_picture_of_its_own(service: ReportService) -> None:
    ask = Ask("en", AIR)
    outlook = await service.outlook(await service.place("lisboa", ask), AIR)
    day = chart_day(outlook, outlook.today, ask)
    assert [panel.title for panel in (day.score, *day.panels)] == ["European AQI", "μg/m³", "UV index"]
    assert draw(day, "en").startswith(b"\x89PNG")


async def test_the_loop_goes_on_while_a_picture_is_drawn(outlook: Outlook) -> None:
    await drawn(outlook, outlook.today, Ask("en"))  # loads the library
    longest, began = 0.0, time.monotonic()
    drawing = asyncio.create_task(drawn(outlook, outlook.tomorrow, Ask("en")))
    turns = 0
    while not drawing.done():
        turn = time.monotonic()
        await asyncio.sleep(0.005)
        longest, turns = max(longest, time.monotonic() - turn), turns + 1
    assert turns > 3
    assert longest < time.monotonic() - began
