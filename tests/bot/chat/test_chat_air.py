"""The air of a place, asked for like the sea: a command of its own, and buttons that stay with it."""

from __future__ import annotations

from dataclasses import replace
from datetime import time

import pytest

from bot.chat.buttons import LONGEST_DATA, REFRESH, asked_as, data, read_data
from bot.chat.domain_names import NAMES, by_word
from bot.context import Context
from bot.store import Chats
from bot.when import When
from bot_parts import ScriptedWriter, Serving, asked, changed, pressed
from botapi import BotApi
from conditions import AIR, DOMAINS, SWIM, Domain
from conditions.places import Place, one

LISBON = "Lisboa · Tue, Jun 16, 13:00"


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Of one kind: little of what is looked at here is in the database."""
    return sqlite_url


@pytest.fixture(autouse=True)
def nothing_is_refused(bot_api: BotApi) -> object:
    """Telegram would have taken every request of these tests."""
    yield
    assert [call for call in bot_api.refusals if "message is not modified" not in call.description] == []


@pytest.fixture(autouse=True)
def no_sentence(writer: ScriptedWriter) -> None:
    """These tests are about the numbers."""
    writer.drafts = [""]


def test_every_domain_has_its_name() -> None:
    assert tuple(NAMES) == DOMAINS


@pytest.mark.parametrize(
    ("text", "domain", "rest"),
    [
        ("air lisboa 07:00", AIR, "lisboa 07:00"),
        ("Ar  Lisboa", AIR, "Lisboa"),
        ("air", AIR, ""),
        ("airlie beach", SWIM, "airlie beach"),
        ("joaquina", SWIM, "joaquina"),
        ("", SWIM, ""),
    ],
)
def test_a_domain_s_word_stands_before_the_place(text: str, domain: Domain, rest: str) -> None:
    assert by_word(text) == (domain, rest)


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_every_place_of_a_domain_fits_into_its_buttons_and_comes_back(domain: Domain) -> None:
    latest = When(tomorrow=True, best=True)
    for place in domain.places():
        written = data(REFRESH, asked_as(place), latest, domain)
        assert len(written.encode()) <= LONGEST_DATA
        name, when, read = read_data(written.partition(":")[2], Context.__new__(Context))
        assert (one(name, domain.places()), when, read) == (place, latest, domain)


def test_a_name_that_fits_only_without_a_domain_is_asked_for_by_position() -> None:
    place = Place(
        name="N" * 26, other_names=(), town="", region="R" * 24, country="PT", latitude=32.6891, longitude=-16.79,
        timezone="Atlantic/Madeira", whale_season=None, listed=False,
    )  # fmt: skip
    name = f"{place.name}, {place.region}"
    lengths = [len(data(REFRESH, name, When(tomorrow=True, at=time()), domain)) for domain in DOMAINS]
    assert lengths == [LONGEST_DATA - 4, LONGEST_DATA]
    assert asked_as(place) == name
    assert asked_as(replace(place, name="N" * 27)) == "32.6891,-16.7900"


@pytest.mark.parametrize("command", ["/air lisboa", "/ar lisbon", "/air@boia_test_bot Lisboa", "ar lisboa"])
async def test_the_air_of_a_town_is_told_with_the_same_buttons(bot_api: BotApi, serving: Serving, command: str) -> None:
    async with serving():
        report = await asked(bot_api, command)
    assert report.text.splitlines()[0] == LISBON
    assert "European AQI: " in report.text
    assert [[button.text for button in row] for row in report.rows] == [
        ["Refresh", "Tomorrow"],
        ["Chart", "Hours", "Why?"],
        ["Best hour", "Every day"],
        ["☆ Favourite"],
    ]


async def test_every_button_under_the_air_stays_with_the_air(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        report = await asked(bot_api, "/air lisboa")
        table = await pressed(bot_api, report.button("Hours"))
        why = await pressed(bot_api, report.button("Why?"))
        chart = await pressed(bot_api, report.button("Chart"))
        again = await pressed(bot_api, chart.button("Report"))
        best = await changed(bot_api, again.button("Best hour"))
        tomorrow = await changed(bot_api, report.button("Tomorrow"))
    assert " AQI PM2.5" in table.marked("pre")[0]
    assert chart.photo
    assert chart.text.startswith("Lisboa · Tue, Jun 16\n")
    assert again.text.startswith(LISBON)
    assert "European AQI: " in best.text
    assert tomorrow.text.startswith("Lisboa · Wed, Jun 17, 09:00\n")
    assert why.text.startswith(f"{LISBON}\n\nThe index is that of the pollutant which is worst")
    assert "lost no points" not in why.text
    assert "PM10: " in why.text


async def test_a_slip_in_a_town_s_name_is_a_button_that_asks_about_its_air(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        question = await asked(bot_api, "/air lisbao")
        report = await changed(bot_api, question.button("Lisboa"))
    assert report.text.startswith(LISBON)


@pytest.mark.parametrize(
    ("command", "client", "sentence"),
    [
        ("/air", "en", "Which town or beach? For example: /air Lisbon"),
        ("/ar", "pt-br", "Qual cidade ou praia? Por exemplo: /ar Lisboa"),
        ("/ar", "pt-pt", "Que cidade ou praia? Por exemplo: /ar Lisboa"),
        ("/hours air", "en", "Which town or beach? For example: /hours air Lisbon"),
        ("/horas ar", "pt-br", "Qual cidade ou praia? Por exemplo: /horas ar Lisboa"),
    ],
)
async def test_without_a_place_it_is_asked_for(
    bot_api: BotApi, serving: Serving, command: str, client: str, sentence: str
) -> None:
    async with serving():
        assert (await asked(bot_api, command, language_code=client)).text == sentence


async def test_other_commands_take_the_domain_s_word_before_the_place(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        table = await asked(bot_api, "/hours air lisboa tomorrow")
    assert " AQI PM2.5" in table.marked("pre")[0]
    assert table.marked("bold") == ["Lisboa · Wed, Jun 17"]


async def test_a_favourite_of_the_air_opens_the_air_again(bot_api: BotApi, serving: Serving, chats: Chats) -> None:
    async with serving():
        report = await asked(bot_api, "/air lisboa")
        starred = await changed(bot_api, report.button("☆ Favourite"))
        await asked(bot_api, "/favourites joaquina")
        assert await chats.favourites(42) == ("@air Lisboa", "Praia da Joaquina")
        listed = await asked(bot_api, "/favourites")
        assert [button.text for button in listed.buttons] == ["Lisboa · air quality", "Praia da Joaquina"]
        opened = await pressed(bot_api, listed.button("Lisboa · air quality"))
        assert opened.text.startswith(LISBON)
        assert [button.text for button in (await asked(bot_api, "/conditions")).buttons] == ["Praia da Joaquina"]
        air = await asked(bot_api, "/air")
        assert [button.text for button in air.buttons] == ["Lisboa · air quality", "Praia da Joaquina"]
        await changed(bot_api, starred.button("★ Favourite"))
    assert await chats.favourites(42) == ("Praia da Joaquina",)
