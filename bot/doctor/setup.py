"""The settings: whether they can be read, fit together, and leave nobody without an admin."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

from babel.lists import format_list
from dotenv import dotenv_values
from pydantic import ValidationError

from bot.doctor.finding import Case, Check, Finding, Grade
from bot.settings import PREFIX, Settings, mismatch
from bot.validation import complaint, field
from factguard import Mode
from factguard.texts import mark as _
from factguard.texts import translations

DOTENV = ".env"


def salvaged(language: str) -> tuple[Settings, tuple[Finding, ...]]:
    """The settings with the default in place of each that is wrong, and what is wrong with those."""
    gettext = translations(language).gettext
    remedy = gettext(_("Correct it; the other checks go on as if it were not set."))
    problems: list[Finding] = []
    instead: dict[str, object] = {}
    file: str | None = DOTENV
    while True:
        try:
            return Settings(_env_file=file, **instead), tuple(problems)  # type: ignore[arg-type]
        except ValidationError as error:
            wrong = field(error.errors()[0])
            instead[wrong] = Settings.model_fields[wrong].get_default()
            problems.append(Finding(Grade.FAULT, complaint(error, language, prefix=PREFIX), remedy))
        except (OSError, UnicodeDecodeError) as error:
            if file is None:
                raise
            file = None
            sentence = gettext(_("The file .env cannot be read ({reason}).")).format(reason=error)
            problems.append(Finding(Grade.FAULT, sentence, gettext(_("Make it a text in UTF-8 that Boia may read."))))


async def run(case: Case) -> Sequence[Finding]:
    """Look at the settings."""
    gettext, found = case.gettext, list(case.problems)
    if problem := mismatch(case.settings):
        found.append(Finding(Grade.FAULT, gettext(problem), gettext(_("Correct one of the two settings."))))
    found += _unknown(case)
    if not any(each.grade is Grade.FAULT for each in found):
        sentence = gettext(_("All that are set can be read and fit together; guard mode: {mode}."))
        mode = case.settings.guard_mode
        found.insert(0, Finding(Grade.OK, sentence.format(mode=mode), data={"mode": mode}))
    return [*found, *_admins(case)]


def _admins(case: Case) -> Iterator[Finding]:
    gettext, title = case.gettext, case.gettext(_("Admins"))
    if case.settings.guard_mode is Mode.OFF:
        text = gettext(_("The guard mode is off: sentences go out unchecked."))
        yield Finding(Grade.NOTE, text, gettext(_("Set BOIA_GUARD_MODE=warn, unless this is what you want.")))
    if not case.settings.admins:
        text = gettext(_("Nobody can change the guard mode in a chat."))
        yield Finding(Grade.NOTE, text, gettext(_("Set BOIA_ADMINS to your numeric id on Telegram.")), title)
        return
    ids = [str(each) for each in sorted(case.settings.admins)]
    yield Finding(Grade.OK, format_list(ids, locale=case.language), title=title, data={"admins": ids})


def _unknown(case: Case) -> Iterator[Finding]:
    """Variables that look like ours and are none: a slip of the pen leaves a setting at its default, silently."""
    gettext = case.gettext
    known = [PREFIX + name.upper() for name in Settings.model_fields]
    for name in sorted(_set() - set(known)):
        near = get_close_matches(name, known, 1)
        remedy = gettext(_("Did you mean {name}?")).format(name=near[0]) if near else gettext(_("Remove it."))
        yield Finding(Grade.NOTE, gettext(_("{name} is no setting of Boia.")).format(name=name), remedy)


def _set() -> set[str]:
    """The variables that begin as ours do."""
    try:
        in_file = dotenv_values(DOTENV) if Path(DOTENV).is_file() else {}
    except (OSError, UnicodeDecodeError):  # told already
        in_file = {}
    return {name for name in (*os.environ, *in_file) if name.startswith(PREFIX)}


CHECK = Check("settings", _("Settings"), run)
