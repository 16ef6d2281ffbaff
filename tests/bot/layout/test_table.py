"""A day's hours as a table."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest

from bot.layout.table import table
from bot.reports import Ask, ReportService
from bot.units import System, units
from bot_parts import ScriptedWriter, service_on
from conditions import AIR
from conditions.places import one


@pytest.fixture
async def service(writer: ScriptedWriter, forecast_url: str) -> AsyncIterator[ReportService]:
    async with httpx.AsyncClient(trust_env=False) as http:
        yield service_on(forecast_url, http, writer)


async def test_each_hour_has_its_numbers_as_they_are_printed_everywhere(service: ReportService) -> None:
    outlook = await service.outlook(one("joaquina"))
    shown = table(outlook, outlook.today, Ask("pt"), sample=True)
    assert shown.title == "Praia da Joaquina · ter., 16 de jun."
    assert shown.notes == ("Previsão de exemplo, não a de hoje.",)
    assert shown.headings == ("Hora", "Ondas", "Vento", "De", "Água", "UV", "Chuva", "Nota")
    assert shown.rows[9].cells == ("09:00", "1,3 m", "20 km/h", "sul", "19,0 °C", "1", "21%", "55/100, razoável")
    assert [row.best for row in shown.rows].index(True) == 9
    assert [row.night for row in shown.rows[6:9]] == [True, True, False]


async def test_units_are_the_reader_s(service: ReportService) -> None:
    outlook = await service.outlook(one("joaquina"))
    shown = table(outlook, outlook.today, Ask("en", units=units(System.IMPERIAL)))
    assert shown.rows[9].cells[1:5] == ("4.3 ft", "12 mph", "south", "66°F")


async def test_a_domain_has_its_own_columns(service: ReportService) -> None:
    ask = Ask("en", AIR)
    outlook = await service.outlook(await service.place("lisboa", ask), AIR)
    shown = table(outlook, outlook.tomorrow, ask)
    assert shown.headings == ("Hour", "AQI", "PM2.5", "PM10", "UV")
    assert shown.rows[8].cells == ("08:00", "42, moderate", "11.5 μg/m³", "22.3 μg/m³", "2")
