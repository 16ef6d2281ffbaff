"""What is kept of chats."""

from __future__ import annotations

import asyncio
from datetime import time

from sqlalchemy import Column
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

from bot.schedule import Schedule
from bot.store import METADATA, Chats, Gone, Preferences, Subscriptions
from bot.store.chats import OF_A_CHAT, OF_DAILY_REPORTS
from bot.store.subscription_rows import Daily
from bot.units import System, WindUnit
from conditions import SWIM
from conditions.places import one
from databases import refusing

GROUP, SUPERGROUP = -100, -1_000_000_000_100


async def rows(engine: AsyncEngine, query: str) -> list[tuple[object, ...]]:
    async with engine.connect() as connection:
        return [tuple(row) for row in await connection.exec_driver_sql(query)]


async def test_a_chat_that_chose_nothing_has_defaults_and_is_noted_once(engine: AsyncEngine, chats: Chats) -> None:
    await asyncio.gather(*(chats.seen(7) for _ in range(5)))
    assert await chats.seen(7) == Preferences(language=None, system=System.METRIC, wind=None)
    assert await rows(engine, "SELECT id, active, reason FROM chats") == [(7, 1, None)]


async def test_what_a_chat_chooses_is_kept(chats: Chats) -> None:
    await chats.seen(7)
    assert await chats.set_language(7, "pt_PT")
    assert await chats.set_units(7, System.IMPERIAL, WindUnit.KNOTS)
    assert await chats.seen(7) == Preferences("pt_PT", System.IMPERIAL, WindUnit.KNOTS)
    assert await chats.seen(8) == Preferences()


async def test_favourites_stay_in_the_order_in_which_they_came_and_each_once(engine: AsyncEngine, chats: Chats) -> None:
    for place in ("Ipanema", "Bondi Beach", "Ipanema"):
        assert await chats.add_favourite(7, place)
        async with engine.begin() as connection:
            await connection.exec_driver_sql("UPDATE favourites SET added_at = added_at - 10")
    assert await chats.favourites(7) == ("Ipanema", "Bondi Beach")
    assert await chats.drop_favourite(7, "Ipanema")
    assert await chats.favourites(7) == ("Bondi Beach",)


async def test_forgetting_leaves_no_row_of_the_chat_and_all_of_the_others(engine: AsyncEngine, chats: Chats) -> None:
    for chat in (7, 8):
        await chats.seen(chat)
        await chats.add_favourite(chat, "Ipanema")
    assert await chats.forget(7)
    assert await rows(engine, "SELECT id FROM chats") == [(8,)]
    assert await rows(engine, "SELECT chat_id FROM favourites") == [(8,)]


async def test_a_group_keeps_everything_under_its_new_id_however_often_it_is_told(chats: Chats) -> None:
    await chats.seen(GROUP)
    await chats.set_language(GROUP, "en")
    await chats.add_favourite(GROUP, "Ipanema")
    await chats.seen(SUPERGROUP)  # a message came in before the news
    for _ in range(2):
        assert await chats.move(GROUP, SUPERGROUP)
    assert await chats.seen(SUPERGROUP) == Preferences("en")
    assert await chats.favourites(SUPERGROUP) == ("Ipanema",)
    assert await chats.favourites(GROUP) == ()


async def test_a_group_s_daily_reports_move_with_all_the_rest_or_not_at_all(engine: AsyncEngine, chats: Chats) -> None:
    kept = Subscriptions(engine)
    place = one("ipanema")
    await chats.seen(GROUP)
    await kept.add(Daily(GROUP, place, Schedule(time(7), place.timezone), "en", SWIM))
    async with engine.begin() as connection:
        for statement in refusing(engine.dialect.name, "UPDATE OF chat_id ON subscriptions"):
            await connection.exec_driver_sql(statement)
    assert not await chats.move(GROUP, SUPERGROUP)
    assert await rows(engine, "SELECT id FROM chats") == [(GROUP,)]
    async with engine.begin() as connection:
        on = " ON subscriptions" if engine.dialect.name == "postgresql" else ""
        await connection.exec_driver_sql(f"DROP TRIGGER no_more{on}")
    assert await chats.move(GROUP, SUPERGROUP)
    assert await rows(engine, "SELECT chats.id, chat_id FROM chats, subscriptions") == [(SUPERGROUP, SUPERGROUP)]


async def test_two_who_are_told_of_a_move_at_once_lose_nothing(chats: Chats) -> None:
    for group in range(1, 11):
        await chats.seen(-group)
        await chats.set_language(-group, "en")
        await asyncio.gather(*(chats.move(-group, -1000 - group) for _ in range(4)))
        assert await chats.preferences(-1000 - group) == Preferences("en")


async def test_a_move_that_fails_half_way_moves_nothing(engine: AsyncEngine, chats: Chats) -> None:
    await chats.seen(GROUP)
    await chats.add_favourite(GROUP, "Ipanema")
    async with engine.begin() as connection:
        for statement in refusing(engine.dialect.name, "UPDATE OF id ON chats"):
            await connection.exec_driver_sql(statement)
    with capture_logs() as logs:
        assert not await chats.move(GROUP, SUPERGROUP)
    assert [each["event"] for each in logs] == ["chats.not_moved"]
    assert await chats.favourites(GROUP) == ("Ipanema",)


async def test_a_chat_that_is_gone_is_noted_and_comes_back_when_it_writes(engine: AsyncEngine, chats: Chats) -> None:
    await chats.seen(7)
    assert await chats.set_gone(7, Gone.BLOCKED)
    assert await rows(engine, "SELECT active, reason FROM chats") == [(0, "blocked")]
    await chats.seen(7)
    assert await rows(engine, "SELECT active, reason FROM chats") == [(1, None)]


async def test_a_chat_that_never_wrote_is_not_noted_for_being_gone(engine: AsyncEngine, chats: Chats) -> None:
    assert not await chats.set_gone(7, Gone.KICKED)
    assert await rows(engine, "SELECT id FROM chats") == []


async def test_a_word_that_another_version_kept_counts_as_none(engine: AsyncEngine, chats: Chats) -> None:
    await chats.seen(7)
    async with engine.begin() as connection:
        await connection.exec_driver_sql("UPDATE chats SET units = 'nautical', wind = 'beaufort'")
    assert await chats.seen(7) == Preferences()


async def test_a_database_that_fails_gives_defaults_and_says_that_nothing_was_kept(
    engine: AsyncEngine, chats: Chats
) -> None:
    async with engine.begin() as connection:
        await connection.exec_driver_sql("DROP TABLE chats")
        await connection.exec_driver_sql("DROP TABLE favourites")
    with capture_logs() as logs:
        assert await chats.seen(7) == Preferences()
        assert await chats.favourites(7) == ()
        assert not await chats.set_language(7, "en")
        assert not await chats.add_favourite(7, "Ipanema")
        assert not await chats.drop_favourite(7, "Ipanema")
        assert not await chats.forget(7)
    assert {each["log_level"] for each in logs} == {"warning"}


async def test_without_a_database_there_are_defaults() -> None:
    chats = Chats()
    assert await chats.seen(7) == Preferences()
    assert not await chats.set_language(7, "en")
    assert not await chats.forget(7)


def test_every_column_that_names_a_chat_is_forgotten_and_moved() -> None:
    columns: list[Column[object]] = [
        column for table in METADATA.tables.values() for column in table.c if column.name == "chat_id"
    ]
    assert set(map(str, columns)) | {"chats.id"} == set(map(str, (*OF_A_CHAT, *OF_DAILY_REPORTS)))
