"""A report laid out for a reader, before it is known whether a terminal or Telegram shows it.

The numbers are printed by code from the facts and are always there; the sentence is extra.
"""

from __future__ import annotations

from dataclasses import dataclass

from babel.dates import format_skeleton
from babel.lists import format_list

from bot.reports import Report
from bot.values import label, printed
from bot.writer import Failure
from conditions import Deduction
from conditions.open_meteo import ATTRIBUTION, ATTRIBUTION_URL
from factguard import GuardResult, Verdict
from factguard.facts import ClockTime, Name, Score
from factguard.result import field_name
from factguard.texts import translations


@dataclass(frozen=True, slots=True)
class Page:
    """What a reader sees, in order: title, sentence, notes on it, one row a fact, and whose data it is."""

    title: str
    sentence: str | None
    notes: tuple[str, ...]
    rows: tuple[tuple[str, str], ...]
    credit: str
    credit_link: str


def page(report: Report, *, writing: bool = False) -> Page:
    """Lay a report out; `writing` says that its sentence is still to come."""
    _ = translations(report.language).gettext
    result = report.outcome.result if report.outcome else None
    notes = (
        _("Sample forecast, not today's.") if report.sample else None,
        _("A sentence is being written…") if writing else None,
        _fate(report, result),
    )
    return Page(
        title=_title(report),
        sentence=result.shown if result else None,
        notes=tuple(note for note in notes if note),
        rows=tuple(_rows(report)),
        credit=_(ATTRIBUTION),
        credit_link=ATTRIBUTION_URL,
    )


def _title(report: Report) -> str:
    hour = report.reading.hour
    day = format_skeleton("MMMEd", hour, locale=report.language)
    return f"{report.reading.place.name} · {day}, {hour:%H:%M}"


def _fate(report: Report, result: GuardResult | None) -> str | None:
    """What a reader must know about the sentence, or why there is none."""
    if report.outcome is None:
        return None
    if result is None:
        failure = report.outcome.failure or Failure.NO_DRAFT
        return translations(report.language).gettext(failure.reason)
    return _verdict(result, report.language)


def _verdict(result: GuardResult, language: str) -> str | None:
    _ = translations(language).gettext
    match result.verdict:
        case Verdict.FLAGGED:
            return _("⚠️ The facts do not back all of this text: {quotes}.").format(quotes=_quotes(result, language))
        case Verdict.WITHHELD:
            return _("No summary: the sentence disagreed with the facts on {fields}.").format(
                fields=_fields(result, language)
            )
        case Verdict.UNCHECKED:
            return _("⚠️ This text was not checked against the facts.")
        case Verdict.CLEAN:
            return None


def _quotes(result: GuardResult, language: str) -> str:
    quotes = dict.fromkeys(f"“{violation.quote}”" for violation in result.violations)
    return format_list(list(quotes), locale=language)


def _fields(result: GuardResult, language: str) -> str:
    """The subjects of the hard violations, which are why a text is withheld."""
    hard = (violation for violation in result.violations if violation.severity == "hard")
    fields = dict.fromkeys(field_name(violation.field, language) for violation in hard)
    return format_list(list(fields), locale=language)


def _rows(report: Report) -> list[tuple[str, str]]:
    """The score first, with what it lost and why; then every supplied fact in the map's order."""
    facts, language = report.reading.facts, report.language
    shown = [field for field in facts.supplied() if not isinstance(facts.KINDS[field], Name | ClockTime)]
    shown.sort(key=lambda field: not isinstance(facts.KINDS[field], Score))
    rows = [(label(field, language), printed(facts, field, language)) for field in shown]
    if report.reading.deductions:
        rows.insert(1, _lost(report.reading.deductions, language))
    return rows


def _lost(deductions: tuple[Deduction, ...], language: str) -> tuple[str, str]:
    _ = translations(language).gettext
    reasons = ", ".join(f"{_(each.reason)} −{each.points}" for each in deductions)
    return _("Points lost"), reasons
