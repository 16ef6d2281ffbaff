"""Fixtures for every test."""

from collections.abc import Iterator

import pytest

from botapi import BotApi


@pytest.fixture
def bot_api() -> Iterator[BotApi]:
    """A Bot API on loopback, for a bot that is given its url and its token."""
    with BotApi() as api:
        yield api
