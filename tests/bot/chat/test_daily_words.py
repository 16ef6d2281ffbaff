"""How people say when they want a daily report."""

from __future__ import annotations

from datetime import time

import pytest

from bot.chat.daily_words import Request, action_of, find_timezone, read_request
from bot.errors import UsageError
from bot.schedule import EVERY_DAY

WORKING_DAYS, WEEKEND = frozenset(range(5)), frozenset((5, 6))


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ("joaquina 07:00", Request("joaquina", time(7))),
        ("praia 13 7:05", Request("praia 13", time(7, 5))),
        ("joaquina 7h", Request("joaquina", time(7))),
        ("joaquina às 7h30", Request("joaquina", time(7, 30))),
        ("joaquina at 7 pm", Request("joaquina", time(19))),
        ("joaquina 12am", Request("joaquina", time(0))),
        ("joaquina 12:15 p.m.", Request("joaquina", time(12, 15))),
        ("-27.63,-48.45 07:00", Request("-27.63,-48.45", time(7))),
        ("Santa Cruz, Madeira 07:00", Request("Santa Cruz, Madeira", time(7))),
        ("x 07:00 mon-fri", Request("x", time(7), WORKING_DAYS)),
        ("x 07:00 Monday to Friday", Request("x", time(7), WORKING_DAYS)),
        ("x 07:00 segunda-feira a sexta-feira", Request("x", time(7), WORKING_DAYS)),
        ("x 07:00 seg–sex", Request("x", time(7), WORKING_DAYS)),
        ("x 07:00 dias úteis", Request("x", time(7), WORKING_DAYS)),
        ("x 07:00 on weekdays", Request("x", time(7), WORKING_DAYS)),
        ("x 07:00 weekends", Request("x", time(7), WEEKEND)),
        ("x 07:00 no fim de semana", Request("x", time(7), WEEKEND)),
        ("x 07:00 terças e quintas-feiras", Request("x", time(7), frozenset((1, 3)))),
        ("x 07:00 tue, thurs and sundays", Request("x", time(7), frozenset((1, 3, 6)))),
        ("x 07:00 fri-mon", Request("x", time(7), frozenset((4, 5, 6, 0)))),
        ("x 07:00 todos os dias", Request("x", time(7), EVERY_DAY)),
        ("x 07:00 amanhã sem som", Request("x", time(7), tomorrow=True, quiet=True)),
        ("x 07:00 quiet tomorrow Europe/Lisbon", Request("x", time(7), EVERY_DAY, True, True, "Europe/Lisbon")),
        ("07:00", Request("", time(7))),
        ("joaquina", Request("joaquina", None)),
    ],
)
def test_request_is_read(text: str, request_: Request) -> None:
    assert read_request(text, "en") == request_


@pytest.mark.parametrize(
    ("text", "named"),
    [("x 24:00", "24:00"), ("x 7:60", "7:60"), ("x 13 pm", "13 pm"), ("x 0am", "0am"), ("x 07:00 often", "often")],
)
def test_what_cannot_be_read_is_named(text: str, named: str) -> None:
    with pytest.raises(UsageError, match=f"“{named}”"):
        read_request(text, "en")


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("list", ("list", "")),
        ("pause 2", ("pause", "2")),
        ("Cancelar 1", ("cancel", "1")),
        ("fuso horário são paulo", ("timezone", "são paulo")),
        ("timezone America/Sao_Paulo", ("timezone", "America/Sao_Paulo")),
        ("listen bay 07:00", None),
        ("joaquina 07:00", None),
    ],
)
def test_action_is_told_from_a_place(text: str, action: tuple[str, str] | None) -> None:
    assert action_of(text) == action


@pytest.mark.parametrize(
    ("said", "zone"),
    [
        ("America/Sao_Paulo", "America/Sao_Paulo"),
        ("são paulo", "America/Sao_Paulo"),
        ("america/new york", "America/New_York"),
        ("Lisbon", "Europe/Lisbon"),
        ("UTC", "Etc/UTC"),
    ],
)
def test_zone_is_found_by_name_or_city(said: str, zone: str) -> None:
    assert find_timezone(said, "en") == zone


def test_a_misspelt_zone_is_answered_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="write it like Europe/Lisbon"):
        find_timezone("Europe/Lisbonn", "en")
