"""The languages: whether each has all its texts, its numbers and dates, and what the model is asked in it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from importlib import resources

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.messages.pofile import PoFileError, read_po

from bot.doctor.finding import Case, Check, Finding, Grade
from bot.texts import DEFAULT_LANGUAGE, languages
from bot.writer import WriterError
from bot.writer.chat import chat_template
from bot.writer.template import template
from conditions import DOMAINS
from factguard.texts import mark as _

Key = tuple[str | None, str]


async def run(case: Case) -> Sequence[Finding]:
    """Read all of it; that takes a second, beside the other checks."""
    return await asyncio.to_thread(_read, case)


def _read(case: Case) -> list[Finding]:
    found = [*_without_locale(case), *_untranslated(case), *_without_prompts(case)]
    if found:
        return found
    names = format_list([str(each) for each in languages()], locale=case.language)
    return [Finding(Grade.OK, names, data={"languages": list(languages())})]


def _without_locale(case: Case) -> Iterator[Finding]:
    for language in languages():
        try:
            Locale.parse(language)
        except (UnknownLocaleError, ValueError):
            text = case.gettext(_("Babel does not know the language {language}.")).format(language=language)
            yield Finding(Grade.FAULT, text, _again(case))


def _untranslated(case: Case) -> Iterator[Finding]:
    try:
        wanted = set(_texts(DEFAULT_LANGUAGE))
    except (OSError, PoFileError, UnicodeDecodeError):
        wanted = set()  # told below
    for language in languages():
        try:
            texts = _texts(language)
        except (OSError, PoFileError, UnicodeDecodeError) as error:
            text = case.gettext(_("The texts of {language} cannot be read ({reason})."))
            yield Finding(Grade.FAULT, text.format(language=language, reason=error), _again(case))
            continue
        missing = [key for key in wanted if not texts.get(key) and language != DEFAULT_LANGUAGE]
        if missing:
            text = case.gettext(_("Texts not translated to {language}, which come in English: {count}."))
            text = text.format(count=case.number(len(missing)), language=language)
            yield Finding(Grade.NOTE, text, _again(case), data={"missing": [key[1] for key in missing][:5]})


def _without_prompts(case: Case) -> Iterator[Finding]:
    for folder in sorted({language.partition("_")[0] for language in languages()}):
        for domain in DOMAINS:
            try:
                template(domain.name, folder)
                chat_template(domain.name, folder)
            except WriterError as error:
                yield Finding(Grade.FAULT, str(error), _again(case))


def _again(case: Case) -> str:
    return case.gettext(_("Install Boia again; if you are translating, complete that file."))


def _texts(language: str) -> dict[Key, str]:
    with resources.files("locales").joinpath(language, "messages.po").open("rb") as file:
        catalogue = read_po(file, locale=language, abort_invalid=True)
    return {(entry.context, str(entry.id)): str(entry.string) for entry in catalogue if entry.id}


CHECK = Check("languages", _("Languages"), run, deadline_s=60)
