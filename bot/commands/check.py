"""`boia check --facts FILE --text "…"`: the guard alone, over any text.

The exit code is the verdict: 0 clean (or not checked, in mode off), 1 flagged, 2 withheld. A call or a file that cannot
be read is 64, so that a script never takes it for a verdict.
"""

from __future__ import annotations

import difflib
import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from babel.lists import format_list
from pydantic import ValidationError

from bot.command import Command, Gettext
from bot.errors import UsageError
from bot.layout.as_json import as_json
from bot.terminal import BOLD, DIM, say, styled
from bot.validation import complaint, field
from bot.verdict_words import VERDICTS
from conditions import DOMAINS, SWIM, Domain
from factguard import FactMap, GuardResult, Mention, Mode, Verdict, check, explain
from factguard.result import field_name, localised
from factguard.texts import mark as _
from factguard.texts import translations

EXIT_CODES = {Verdict.CLEAN: 0, Verdict.UNCHECKED: 0, Verdict.FLAGGED: 1, Verdict.WITHHELD: 2}

KINDS = {
    "number": _("number"),
    "level": _("level"),
    "category": _("category"),
    "band": _("score band"),
    "adjective": _("adjective"),
    "subject": _("subject"),
    "attribute": _("attribute"),
    "name": _("name"),
}
TRUTHS = {
    "true": _("true"),
    "false": _("false"),
    "not_supplied": _("no fact to compare"),
    "mentioned": _("only mentioned"),
}


def arguments(parser: ArgumentParser, _: Gettext) -> None:
    """A fact map and a text."""
    parser.add_argument(
        "--facts", required=True, type=Path, metavar=_("FILE"),
        help=_("the facts as a JSON object; a key “domain” says of what (swim)"),
    )  # fmt: skip
    parser.add_argument(
        "--text", required=True, metavar=_("TEXT"), help=_("the text, or - to read it from standard input")
    )
    parser.add_argument(
        "--mode",
        choices=list(Mode),
        type=Mode,
        default=Mode.BLOCK,
        help=_("how strict to be: block, unless you say else"),
    )
    parser.add_argument(
        "--explain", action="store_true", help=_("show how the text was read: each mention, its fields, true or false")
    )
    parser.add_argument("--json", action="store_true", help=_("print JSON for programs"))


def execute(arguments: Namespace) -> int:
    """Print what is wrong with the text and its verdict."""
    facts = _read_facts(arguments.facts, arguments.language)
    text = sys.stdin.read() if arguments.text == "-" else arguments.text
    result = check(text, facts, mode=arguments.mode)
    mentions = explain(text, facts) if arguments.explain else ()
    if arguments.json:
        read = {"mentions": [mention.model_dump(mode="json") for mention in mentions]} if arguments.explain else {}
        say(as_json(read | result.model_dump(mode="json")))
    else:
        _show_reading(mentions, arguments.language)
        _show(result, arguments.language)
    return EXIT_CODES[result.verdict]


def _show_reading(mentions: Sequence[Mention], language: str) -> None:
    _ = translations(language).gettext
    for mention in mentions:
        fields = ", ".join(field_name(field, language) for field in mention.fields)
        facts = ", ".join(localised(_(fact), language) for fact in mention.facts)
        read = f"{_(KINDS[mention.kind])} · {fields}{f' = {facts}' if facts else ''}"
        say(f"“{mention.quote}”  {styled(read, DIM)} · {_(TRUTHS[mention.truth])}")
    if mentions:
        say("")


def _show(result: GuardResult, language: str) -> None:
    _ = translations(language).gettext
    for violation in result.violations:
        say(f"{violation.message(language)} {styled(f'[{violation.rule}, {_(violation.severity)}]', DIM)}")
    say(styled(_(VERDICTS[result.verdict]), BOLD))


def _read_facts(file: Path, language: str) -> FactMap:
    values = _read_object(file, language)
    domain = _domain(file, values.pop("domain", SWIM.name), language)
    try:
        return domain.facts.model_validate_json(json.dumps(values))
    except ValidationError as error:
        raise UsageError(f"{file}: {_complaint(error, domain, language)}") from error


def _read_object(file: Path, language: str) -> dict[str, Any]:
    _ = translations(language).gettext
    try:
        values = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise UsageError(_("There is no file {file}.").format(file=file)) from error
    except OSError as error:
        raise UsageError(_("{file} cannot be read ({reason}).").format(file=file, reason=error.strerror)) from error
    except UnicodeDecodeError as error:
        raise UsageError(_("{file} is not a text in UTF-8.").format(file=file)) from error
    except json.JSONDecodeError as error:
        sentence = _("{file} is not JSON: look at line {line}, column {column}.")
        raise UsageError(sentence.format(file=file, line=error.lineno, column=error.colno)) from error
    if not isinstance(values, dict):
        raise UsageError(_("{file} must hold one JSON object of facts.").format(file=file))
    return values


def _domain(file: Path, name: object, language: str) -> Domain:
    domain = next((domain for domain in DOMAINS if domain.name == name), None)
    if domain is None:
        names = format_list([f"“{domain.name}”" for domain in DOMAINS], style="or", locale=language)
        sentence = translations(language).gettext("{file}: domain must be {options}, not “{value}”.")
        raise UsageError(sentence.format(file=file, options=names, value=name))
    return domain


def _complaint(error: ValidationError, domain: Domain, language: str) -> str:
    first = error.errors()[0]
    if first["type"] != "extra_forbidden":
        return complaint(error, language)
    _ = translations(language).gettext
    near = difflib.get_close_matches(field(first), domain.facts.model_fields)
    sentence = _("{domain} has no field “{field}”; it has {fields}.")
    if near:
        sentence = _("{domain} has no field “{field}”; did you mean {fields}?")
    fields = format_list(near or list(domain.facts.model_fields), style="or" if near else "standard", locale=language)
    return sentence.format(domain=domain.name, field=field(first), fields=fields)


COMMAND = Command("check", _("check any text against facts of yours"), arguments, execute)
