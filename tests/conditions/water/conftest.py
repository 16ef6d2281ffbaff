"""The IMA's map on loopback, a clock, and the client under test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from tenacity import wait_none

from conditions.source import Source
from conditions.water import Ima

MAP = "/relatorio/mapa"


@dataclass
class Clock:
    """A time that moves when told to."""

    time: datetime = datetime(2026, 6, 16, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def move(self, span: timedelta) -> None:
        self.time += span


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def ima(provider, clock: Clock) -> AsyncIterator[Ima]:
    """The client, pointed at the server."""
    async with httpx.AsyncClient(trust_env=False) as client:
        yield Ima(Source(client, wait=wait_none(), now=clock), base_url=provider.url, now=clock)


@pytest.fixture
def entry() -> Callable[..., dict[str, Any]]:
    """One entry of the map as it is recorded, with changes by key; None as a value is null."""

    def made(**changes: Any) -> dict[str, Any]:
        return {
            "CODIGO": "0d1f0f9c-6f0e-4a53-8d19-1f5d3c1a7e11",
            "MUNICIPIO_COD_IBGE": "4205407",
            "MUNICIPIO": "FLORIANÓPOLIS",
            "PONTO_NOME": "Ponto 35",
            "BALNEARIO": "PRAIA DO CAMPECHE",
            "LOCALIZACAO": "Em frente à Avenida Pequeno Príncipe",
            "LATITUDE": "-27.68986350",
            "LONGITUDE": "-48.48182920",
            "CONDICAO": "PRÓPRIO",
            "ANALISES": [{"DATA": "09/06/2026", "CONDICAO": "PRÓPRIO", "CHUVA": "Ausente", "RESULTADO": "10"}],
        } | changes

    return made
