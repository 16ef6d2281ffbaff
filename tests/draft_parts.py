"""Drafts in a database, written by the real way of a report over the sample's facts at nine."""

from __future__ import annotations

from datetime import UTC, datetime

import httpx
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.reports import Ask
from bot.store import Drafts
from bot.store.drafts import DRAFTS
from bot_parts import ScriptedWriter, service_on
from conditions.places import one
from factguard import Mode

CLEAN = "At 09:00 the water at Praia da Joaquina is at 19.0 °C, with waves of 1.3 m."
WITHHELD = "Waves of 1.9 m roll in at Praia da Joaquina."
FLAGGED = "No whales are around at Praia da Joaquina, and the waves reach 1.3 m."
WITHHELD_PT = "Ondas de 1,9 m chegam à Praia da Joaquina às 09:00."


async def write(
    engine: AsyncEngine,
    forecast: str,
    *texts: str,
    language: str = "en",
    mode: Mode = Mode.BLOCK,
    at: datetime | None = None,
) -> int:
    """Write one report of these drafts, now or at a moment. Returns the number of its last draft."""
    drafts = Drafts(engine, lambda: at or datetime.now(UTC))
    async with httpx.AsyncClient(trust_env=False) as http:
        writer = ScriptedWriter(list(texts))
        service = service_on(forecast, http, writer, mode=mode, attempts=len(texts), drafts=drafts)
        await service.report(one("joaquina"), Ask(language))
    async with engine.connect() as connection:
        return int((await connection.execute(select(func.max(DRAFTS.c.id)))).scalar_one())
