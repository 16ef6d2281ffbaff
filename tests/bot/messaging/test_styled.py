"""Messages of stretches in styles: nested, counted in UTF-16 units, and cut where Telegram's limit is."""

from __future__ import annotations

import pytest
from telegram import MessageEntity

from bot.messaging.styled import bold, composed, cut, length, styled

QUOTE, UNDERLINE = MessageEntity.BLOCKQUOTE, MessageEntity.UNDERLINE


def test_styles_lie_in_each_other_and_count_in_utf_16_units() -> None:
    shown = composed(["🌊 ", styled(QUOTE, "sea ", styled(UNDERLINE, bold("high 🌊")), "!"), " end"])
    assert shown.text == "🌊 sea high 🌊! end"
    assert [(each.type, each.offset, each.length) for each in shown.entities] == [
        ("blockquote", 3, 12),
        ("underline", 7, 7),
        ("bold", 7, 7),
    ]


def test_what_is_beyond_the_limit_is_cut_with_its_styles() -> None:
    shown = composed(["sea ", bold("high"), " and ", bold("low")], limit=7)
    assert shown.text == "sea hi…"
    assert [(each.type, each.offset, each.length) for each in shown.entities] == [("bold", 4, 3)]


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [("sea", 3, "sea"), ("seas", 3, "se…"), ("🌊🌊", 4, "🌊🌊"), ("🌊🌊", 3, "🌊…"), ("🌊🌊🌊", 4, "🌊…")],
)
def test_no_character_is_cut_in_two(text: str, limit: int, expected: str) -> None:
    assert cut(text, limit) == expected
    assert length(cut(text, limit)) <= limit
