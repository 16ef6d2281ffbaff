"""The `boia` command."""

from __future__ import annotations

import os
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from importlib.metadata import version
from typing import NoReturn

import structlog

from bot import logs
from bot.command import Exit, Gettext
from bot.commands import COMMANDS
from bot.errors import BotError, RivalError, RunError, SettingsError, UsageError, explain
from bot.terminal import complain
from bot.texts import language_of, languages
from conditions.errors import ConditionsError
from factguard.texts import translations

log = structlog.get_logger(__name__)

SOUTHERN = re.compile(r"-\d+(?:[.,]\d+)?[,;/]")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # an old terminal shows “?” for what it lacks
    logs.configure()
    language = _asked_language(words)
    return _execute(build_parser(language).parse_args(map(_spaced, words), Namespace(language=language)))


def _spaced(word: str) -> str:
    """A word as given, but a southern position with a space before its minus: "-27.6,-48.4" would be an option."""
    return f" {word}" if SOUTHERN.match(word) else word


def build_parser(language: str) -> ArgumentParser:
    """The parser of all commands, with its help in a language."""
    _ = translations(language).gettext
    description = _("Swim reports whose every sentence is checked against the facts.")
    parser = _Parser(prog="boia", description=description)
    parser.gettext = _
    parser.add_argument("--version", action="version", version=f"boia {version('boia')}", help=_("which Boia this is"))
    commands = parser.add_subparsers(required=True, metavar=_("COMMAND"))
    for command in COMMANDS:
        own = commands.add_parser(command.name, help=_(command.help), description=_(command.help))
        own.gettext = _
        command.arguments(own, _)
        own.add_argument("--lang", dest="language", choices=languages(), default=language, help=_("language of texts"))
        own.set_defaults(execute=command.execute)
    return parser


class _Parser(ArgumentParser):
    """Leaves with a code of its own for a call that it cannot read: argparse's 2 means *withheld* here."""

    gettext: Gettext

    def error(self, message: str) -> NoReturn:
        sentence = self.gettext("This call cannot be read ({problem}); see {command} --help.")
        self.exit(Exit.USAGE, sentence.format(problem=message, command=self.prog) + "\n")


def _execute(arguments: Namespace) -> int:
    try:
        code = int(arguments.execute(arguments))
        sys.stdout.flush()  # here, where a reader that has left is no surprise
    except BrokenPipeError:  # as `head` leaves: the rest goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.DONE
    except (BotError, ConditionsError) as error:
        complain(explain(error, arguments.language) or str(error))
        return _exit_code(error)
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except Exception:
        log.exception("command.failed")
        complain(
            translations(arguments.language).gettext("Something went wrong in Boia itself; the log above says what.")
        )
        return Exit.FAULT
    return code


def _exit_code(error: Exception) -> Exit:
    match error:
        case UsageError():
            return Exit.USAGE
        case RivalError():
            return Exit.RIVAL
        case SettingsError() | RunError():
            return Exit.SETTINGS
        case _:
            return Exit.FAILED


def _asked_language(words: Sequence[str]) -> str:
    """The language of help and errors, needed before the arguments are parsed: `--lang`, else the environment's."""
    for position, word in enumerate(words):
        if word == "--lang":
            return language_of(next(iter(words[position + 1 :]), None))
        if word.startswith("--lang="):
            return language_of(word.partition("=")[2])
    chosen = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return language_of(next((code for code in chosen if code), None))
