"""`boia reviews [export [FILE]]`: what admins said of the guard's objections, in the format of the corpus.

One JSON object a line, as in `tests/factguard/corpus/model_drafts.jsonl`: a draft that was judged *right* with the
guard's verdict and violations, one that was judged a *false alarm* as clean, so that it fails there until the guard is
mended.
"""

from __future__ import annotations

import asyncio
import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import structlog
from babel.lists import format_list
from sqlalchemy.exc import SQLAlchemyError

from bot.admin.false_alarms import Counts, false_alarms
from bot.admin.period import period
from bot.command import Command, Exit, Gettext
from bot.errors import CommandError, UsageError
from bot.logs import configure
from bot.settings import LogLevel, Settings, load_settings
from bot.store import Reviews, open_store
from bot.store.reviewing import Objection
from bot.store.reviews import Judgement
from bot.terminal import complain, say
from conditions import SWIM
from factguard import Verdict
from factguard.texts import mark as _
from factguard.texts import translations

log = structlog.get_logger(__name__)

EXPORT = "export"
LANGUAGES = {"pt": "pt_BR"}
"""The corpus names the variety of Brazil as well."""
NONE = _("No draft has been judged yet: an admin does that on Telegram with /review.")
NONE_SINCE = _("No draft was judged in that time.")
DONE = _("Judged drafts in {file}: {count}")
NO_DATABASE = _("The database cannot be read. Check BOIA_DATABASE_URL, or see why with BOIA_LOG_LEVEL=warning.")


def arguments(parser: ArgumentParser, _: Gettext) -> None:
    """Whether to export, where to, and since when."""
    parser.add_argument(
        "action",
        nargs="?",
        choices=[EXPORT],
        metavar=EXPORT,
        help=_("write them as JSON lines; without it, count them"),
    )
    parser.add_argument(
        "file", nargs="?", type=Path, metavar=_("FILE"), help=_("a new file; without it, standard output")
    )
    parser.add_argument(
        "--since", metavar="30d", help=_("only what was judged in this time, such as 24h, 30d or 2w (at most 90 days)")
    )
    parser.add_argument("--force", action="store_true", help=_("overwrite the file"))


def execute(arguments: Namespace) -> int:
    """Print the counts, or write the judged drafts."""
    settings = load_settings(arguments.language)
    configure(settings.log_level or LogLevel.ERROR, secrets=settings.secrets)
    since = _since(arguments)
    if arguments.action != EXPORT:
        counts = asyncio.run(_counts(settings, arguments.language))
        say(false_alarms(counts, arguments.language) or translations(arguments.language).gettext(NONE))
        return Exit.DONE
    judged = asyncio.run(_judged(settings, since, arguments.language))
    if judged:
        _write([line(each) for each in judged], arguments)
    else:
        complain(translations(arguments.language).gettext(NONE_SINCE if arguments.since else NONE))
    return Exit.DONE


def line(judged: Objection) -> dict[str, Any]:
    """A judged draft as the corpus has them; what a false alarm was about stands in its note."""
    right = judged.review is not None and judged.review.judgement is Judgement.RIGHT
    facts = {field: value for field, value in json.loads(judged.facts).items() if value is not None}
    domain = {} if judged.domain == SWIM.name else {"domain": judged.domain}
    violations = [
        {"rule": each.rule, "severity": each.severity, "field": each.field, "quote": each.quote}
        for each in judged.violations
    ]
    return {
        "id": f"rv-{judged.made_at:%Y%m%d}-{judged.id}",
        "lang": LANGUAGES.get(judged.language, judged.language),
        "model": judged.model,
        **domain,
        "facts": facts,
        "text": judged.text,
        "verdict": judged.verdict if right else Verdict.CLEAN,
        "violations": violations if right else [],
        "note": _note(judged, right=right),
    }


def _note(judged: Objection, *, right: bool) -> str:
    day = f" on {judged.review.made_at:%Y-%m-%d}" if judged.review else ""
    if right:
        return f"judged right{day}"
    said = "; ".join(f"{each.rule}, {each.field}: “{each.quote}”" for each in judged.violations)
    return f"judged a false alarm{day}: the guard had {judged.verdict} it ({said})"


def _write(lines: Sequence[dict[str, Any]], arguments: Namespace) -> None:
    text = "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in lines)
    if arguments.file is None:
        sys.stdout.write(text)
        return
    _ = translations(arguments.language).gettext
    try:
        _save(arguments.file, text, overwrite=arguments.force)
    except FileExistsError as error:
        raise UsageError(
            _("{file} is there already: name another file, or add --force to overwrite it.").format(file=arguments.file)
        ) from error
    except OSError as error:
        sentence = _("{file} cannot be written ({reason}).")
        raise UsageError(sentence.format(file=arguments.file, reason=error.strerror)) from error
    say(_(DONE).format(file=arguments.file, count=len(lines)))


def _save(file: Path, text: str, *, overwrite: bool) -> None:
    """A file that is overwritten stays whole until the new one is."""
    if not overwrite:
        with file.open("x", encoding="utf-8", newline="\n") as new:
            new.write(text)
        return
    beside = file.with_name(f"{file.name}.new")
    beside.write_text(text, encoding="utf-8", newline="\n")
    beside.replace(file)


def _since(arguments: Namespace) -> datetime | None:
    if arguments.since is None:
        return None
    meant: timedelta | None = period(arguments.since)
    if meant is None:
        sentence = translations(arguments.language).gettext(
            "--since must be a time of at most 90 days such as {examples}, not “{value}”."
        )
        examples = format_list(["24h", "30d", "2w"], style="or", locale=arguments.language)
        raise UsageError(sentence.format(examples=examples, value=arguments.since))
    return datetime.now(UTC) - meant


async def _counts(settings: Settings, language: str) -> Counts:
    async with _opened(settings, language) as reviews:
        return await reviews.counts()


async def _judged(settings: Settings, since: datetime | None, language: str) -> tuple[Objection, ...]:
    async with _opened(settings, language) as reviews:
        return await reviews.judged(since)


@asynccontextmanager
async def _opened(settings: Settings, language: str) -> AsyncIterator[Reviews]:
    """What is judged in the database of the settings; where it fails, one sentence says so."""
    async with open_store(settings.database_url) as engine:
        if engine is None:
            raise CommandError(translations(language).gettext(NO_DATABASE))
        try:
            yield Reviews(engine)
        except (SQLAlchemyError, OSError) as error:
            log.warning("reviews.not_read", reason=str(error).splitlines()[0])
            raise CommandError(translations(language).gettext(NO_DATABASE)) from error


COMMAND = Command("reviews", _("drafts that admins judged, counted or exported"), arguments, execute)
