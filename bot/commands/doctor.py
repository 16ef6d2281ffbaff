"""`boia doctor`: what works and what does not, each with a line, and what to do about it."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence

from bot.command import Command, Exit, Gettext
from bot.doctor import Checked, Finding, Grade, examined
from bot.layout.as_json import as_json
from bot.logs import configure, without_secrets
from bot.terminal import BOLD, DIM, hanging, say, status, styled
from factguard.texts import mark as _
from factguard.texts import translations

SIGNS = {Grade.OK: "✓", Grade.NOTE: "!", Grade.FAULT: "✗"}
WORDS = {Grade.OK: _("ok"), Grade.NOTE: _("note"), Grade.FAULT: _("fault")}
"""Beside the signs, for whoever cannot see them."""
GAP = "  "


def arguments(parser: ArgumentParser, _: Gettext) -> None:
    """--json."""
    parser.add_argument("--json", action="store_true", help=_("print JSON for programs"))


def execute(arguments: Namespace) -> int:
    """Print a line for each thing; the exit code is 1 where one of them does not work."""
    configure()
    gettext = translations(arguments.language).gettext
    with status(gettext(_("Checking…"))):
        checked, secrets = asyncio.run(examined(arguments.language))
    fails = any(finding.grade is Grade.FAULT for each in checked for finding in each.findings)
    if arguments.json:
        say(without_secrets(as_json({"ok": not fails, "findings": list(_data(checked, gettext))}), secrets))
    else:
        for line in _lines(checked, gettext):
            say(without_secrets(line, secrets))
    return Exit.FAILED if fails else Exit.DONE


def _data(checked: Sequence[Checked], gettext: Gettext) -> Iterator[dict[str, object]]:
    for each in checked:
        for finding in each.findings:
            yield {
                "check": each.check.name,
                "grade": finding.grade,
                "title": finding.title or gettext(each.check.title),
                "found": finding.text,
                "remedy": finding.remedy,
                "data": dict(finding.data),
            }


def _lines(checked: Sequence[Checked], gettext: Gettext) -> Iterator[str]:
    rows = [(each, finding) for each in checked for finding in each.findings]
    words = max(len(gettext(word)) for word in WORDS.values())
    titles = max(len(_title(each, finding, gettext)) for each, finding in rows)
    for each, finding in rows:
        sign, word = SIGNS[finding.grade], gettext(WORDS[finding.grade])
        head = f"{sign} {word:{words}}{GAP}{_title(each, finding, gettext):{titles}}{GAP}"
        lines = hanging(head, finding.text)
        yield lines if finding.grade is Grade.OK else styled(lines, BOLD)
        if finding.remedy:
            yield styled(hanging(f"{'':{len(head)}}→ ", finding.remedy), DIM)
    yield f"\n{gettext(_summary([finding.grade for _each, finding in rows]))}"


def _title(each: Checked, finding: Finding, gettext: Gettext) -> str:
    return finding.title or gettext(each.check.title)


def _summary(grades: Sequence[Grade]) -> str:
    if Grade.FAULT in grades:
        return _("Something does not work: see the lines with ✗.")
    return (
        _("Everything works; see the lines with ! for what could be better.")
        if Grade.NOTE in grades
        else _("All is well.")
    )


COMMAND = Command("doctor", _("check all that Boia needs, and say what to do"), arguments, execute)
