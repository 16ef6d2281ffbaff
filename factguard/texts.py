"""Translated texts: the gettext catalogues in `locales/<language>/messages.po`, read through Babel.

The msgid is the English text. A locale without a catalogue of its own falls back to its language ("pt_BR" to "pt"), and
that to English.
"""

from __future__ import annotations

import gettext
import io
from functools import cache
from importlib import resources

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def mark(text: str) -> str:
    """The text itself: marks a msgid for extraction where it is translated later."""
    return text


@cache
def translations(locale: str) -> gettext.NullTranslations:
    """The texts of a locale ("en", "pt", "pt_BR"); English where there is no catalogue."""
    name = locale.replace("-", "_")
    for folder in (name, name.partition("_")[0]):
        source = resources.files("locales").joinpath(folder, "messages.po")
        if source.is_file():
            compiled = io.BytesIO()
            write_mo(compiled, read_po(io.BytesIO(source.read_bytes()), locale=folder))
            compiled.seek(0)
            return gettext.GNUTranslations(compiled)
    return gettext.NullTranslations()
