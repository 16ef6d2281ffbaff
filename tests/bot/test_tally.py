"""Reports that are given are counted, seldom written down, and never lost to a database that fails for a while."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import event, select
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

from bot.context import SERVICES
from bot.store.report_counts import REPORT_COUNTS, ReportCounts
from bot.tally import Kind, Tally, tallying
from bot.writer import WriterError
from bot_parts import ScriptedWriter, Serving, answers, asked, changed, until
from botapi import BotApi
from draft_parts import WITHHELD_PT

HOUR = 3600


async def counted(engine: AsyncEngine) -> dict[tuple[str, ...], int]:
    """What the database holds, without the hours."""
    columns = [REPORT_COUNTS.c[name] for name in ("kind", "domain", "language", "fate", "count")]
    async with engine.connect() as connection:
        return {tuple(what): count for *what, count in (await connection.execute(select(*columns))).all()}


@asynccontextmanager
async def counting(serving: Serving, engine: AsyncEngine) -> AsyncIterator[Tally]:
    """The bot at work with a tally that writes at the end alone."""
    async with tallying(engine) as tally, serving() as application:
        application.bot_data[SERVICES] = replace(application.bot_data[SERVICES], tally=tally)
        yield tally


async def test_reports_from_the_model_and_from_the_cache_are_counted_with_their_fate(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine, writer: ScriptedWriter
) -> None:
    async with counting(serving, engine):
        first = await asked(bot_api, "/conditions joaquina")
        await asked(bot_api, "/conditions joaquina", chat_id=43)
        await changed(bot_api, first.button("Tomorrow"))
        writer.drafts = [WITHHELD_PT]
        await asked(bot_api, "/praia joaquina", chat_id=44, language_code="pt-br")
        writer.drafts = [WriterError("no model")]
        await asked(bot_api, "/conditions ipanema")
        assert await counted(engine) == {}  # no write for an answer
    assert await counted(engine) == {
        ("chat", "swim", "en", "clean"): 2,
        ("chat", "swim", "en", "withheld"): 1,
        ("chat", "swim", "pt", "withheld"): 1,
        ("chat", "swim", "en", "failed"): 1,
    }


async def test_an_inline_query_counts_once_however_many_places_it_offers(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine
) -> None:
    async with counting(serving, engine):
        for text in ("joaquina", "ipanema", "no such beach at all"):
            bot_api.user_queries(text)
        await bot_api.wait_for(lambda: len(bot_api.calls_to("answerInlineQuery")) == 3)
        await asked(bot_api, "/help")
    assert await counted(engine) == {("inline", "swim", "en", "numbers"): 2}


async def test_counts_are_written_once_in_a_while(engine: AsyncEngine) -> None:
    async with tallying(engine, every_s=0.01) as tally:
        tally.add(Kind.CHAT, "swim", "en", "clean")
        await until(lambda: counted(engine))
        tally.add(Kind.CHAT, "swim", "en", "clean")
    assert await counted(engine) == {("chat", "swim", "en", "clean"): 2}


async def test_a_thousand_answers_are_one_write(engine: AsyncEngine) -> None:
    writes: list[str] = []

    @event.listens_for(engine.sync_engine, "before_cursor_execute")
    def _note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        writes.append(statement.split()[0])

    tally = Tally(ReportCounts(engine))
    for _answer in range(1000):
        tally.add(Kind.CHAT, "swim", "en", "clean")
    await tally.write()
    assert writes == ["INSERT", "DELETE"]
    assert await counted(engine) == {("chat", "swim", "en", "clean"): 1000}


async def test_what_a_failing_database_did_not_take_is_written_later(engine: AsyncEngine) -> None:
    tally = Tally(ReportCounts(engine))
    tally.add(Kind.CHAT, "swim", "en", "clean")
    async with engine.begin() as connection:
        await connection.exec_driver_sql("ALTER TABLE report_counts RENAME TO away")
    with capture_logs() as logs:
        await tally.write()
    async with engine.begin() as connection:
        await connection.exec_driver_sql("ALTER TABLE away RENAME TO report_counts")
    tally.add(Kind.CHAT, "swim", "en", "clean")
    await tally.write()
    await tally.write()
    assert [event["event"] for event in logs] == ["tally.not_written"]
    assert await counted(engine) == {("chat", "swim", "en", "clean"): 2}


async def test_counts_older_than_drafts_are_forgotten(engine: AsyncEngine) -> None:
    counts = ReportCounts(engine)
    for hour, fate in ((0, "old"), (90 * 24 * HOUR, "kept"), (90 * 24 * HOUR + HOUR, "new")):
        tally = Tally(counts, now=lambda hour=hour: datetime.fromtimestamp(hour, UTC))  # type: ignore[misc]
        tally.add(Kind.CHAT, "swim", "en", fate)
        await tally.write()
    assert sorted(key[-1] for key in await counted(engine)) == ["kept", "new"]


async def test_without_a_database_nothing_is_counted(bot_api: BotApi, serving: Serving) -> None:
    async with tallying(None) as tally, serving() as application:
        application.bot_data[SERVICES] = replace(application.bot_data[SERVICES], tally=tally)
        await asked(bot_api, "/conditions joaquina")
    assert len(await answers(bot_api, 1)) == 1
