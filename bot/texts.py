"""The bot's languages and texts: a folder of `locales/` that holds a `messages.po` is a language."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

DEFAULT_LANGUAGE = "en"


@cache
def languages() -> tuple[str, ...]:
    """Every language that has a catalogue, a variety ("pt_PT") behind its language ("pt")."""
    folders = resources.files("locales").iterdir()
    return tuple(sorted(folder.name for folder in folders if folder.joinpath("messages.po").is_file()))


def language_of(code: str | None) -> str:
    """The language for a code of Telegram or an environment ("pt-br", "pt_PT.UTF-8"); English where we lack it.

    A variety that has a catalogue of its own is given as such, any other as its language: "pt_PT", but "pt".
    """
    language, region, *_ = [*re.split(r"[-_.@]", code or DEFAULT_LANGUAGE), ""]
    names = (f"{language.lower()}_{region.upper()}", language.lower())
    return next((name for name in names if name in languages()), DEFAULT_LANGUAGE)
