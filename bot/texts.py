"""The bot's languages and texts: a folder of `locales/` that holds a `messages.po` is a language."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

DEFAULT_LANGUAGE = "en"


@cache
def languages() -> tuple[str, ...]:
    """Every language that has a catalogue."""
    folders = resources.files("locales").iterdir()
    return tuple(sorted(folder.name for folder in folders if folder.joinpath("messages.po").is_file()))


def language_of(code: str | None) -> str:
    """The language for a code of Telegram or an environment ("pt-br", "pt_BR.UTF-8"); English where we lack it."""
    language = re.split(r"[-_.@]", code or DEFAULT_LANGUAGE)[0].lower()
    return language if language in languages() else DEFAULT_LANGUAGE
