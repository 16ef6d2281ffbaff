"""A report laid out for a reader, before it is known whether a terminal or Telegram shows it.

The numbers are printed by code from the facts and are always there; the sentence is extra.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time

from babel.dates import format_skeleton, format_timedelta
from babel.lists import format_list

from bot.reports import Report
from bot.values import label, printed
from bot.writer import Failure
from conditions import DOMAINS, Deduction, Outlook, Reading
from conditions.outlook import Credit, Detail, Remark
from factguard import GuardResult, Verdict
from factguard.facts import ClockTime, FactMap, Name, Score
from factguard.result import field_name
from factguard.texts import mark as _
from factguard.texts import translations

BEST_HOURS = {False: _("today {time} ({score})"), True: _("tomorrow {time} ({score})")}


@dataclass(frozen=True, slots=True)
class Page:
    """What a reader sees, in order: title, sentence, notes on it, one row a fact, and whose data it is."""

    title: str
    sentence: str | None
    notes: tuple[str, ...]
    rows: tuple[tuple[str, str], ...]
    credits: tuple[Credit, ...]


def page(report: Report, *, writing: bool = False) -> Page:
    """Lay a report out; `writing` says that its sentence is still to come."""
    _ = translations(report.language).gettext
    result = report.outcome.result if report.outcome else None
    notes = (
        _("Sample forecast, not today's.") if report.sample else None,
        age(report.outlook, report.language),
        _("A sentence is being written…") if writing else None,
        _fate(report, result),
    )
    return Page(
        title=f"{title(report.reading.place.name, report.reading.hour, report.language)}, {report.reading.hour:%H:%M}",
        sentence=result.shown if result else None,
        notes=tuple(note for note in notes if note),
        rows=tuple(_rows(report)),
        credits=credited(report.outlook.credits, report.language),
    )


def reasons(report: Report) -> Page:
    """The score of a report with what it lost, a row each."""
    _ = translations(report.language).gettext
    facts, language = report.reading.facts, report.language
    scores = [field for field, kind in facts.KINDS.items() if isinstance(kind, Score)]
    known = [field for field in scores if getattr(facts, field) is not None]
    domain = next(domain for domain in DOMAINS if domain.facts is type(facts))
    judged_by = [field for field in domain.judged_by if getattr(facts, field) is not None]
    rows = [(label(field, language), printed(facts, field, language, report.units)) for field in (*known, *judged_by)]
    rows += [(_sentence_case(_(each.reason)), f"−{each.points}") for each in report.reading.deductions]
    whole = page(report)
    notes = whole.notes
    if known and not report.reading.deductions:
        notes += (_(domain.explained) if domain.explained else _("It lost no points."),)
    return replace(whole, notes=notes, rows=tuple(rows))


def best_hour(best: Reading | None, language: str) -> str | None:
    """What the star in a day's table means; None where the day has no best hour."""
    if best is None:
        return None
    sentence = translations(language).gettext("★ best hour: {time} ({score})")
    return sentence.format(time=f"{best.hour:%H:%M}", score=score_of(best.facts, language))


def _sentence_case(text: str) -> str:
    return text[:1].upper() + text[1:]


def title(place: str, day: date, language: str) -> str:
    """A place and a day."""
    return f"{place} · {format_skeleton('MMMEd', day, locale=language)}"


def age(outlook: Outlook, language: str) -> str | None:
    """A warning that the source gave nothing newer, with how old the numbers are; None where they are new."""
    if not outlook.stale:
        return None
    since = format_timedelta(outlook.now - outlook.fetched_at, granularity="hour", threshold=1.5, locale=language)
    sentence = translations(language).gettext("⚠️ The weather source gives nothing newer: this forecast is {age} old.")
    return sentence.format(age=since)


def credited(credits_: Sequence[Credit], language: str) -> tuple[Credit, ...]:
    """Credits in a language."""
    return tuple(Credit(translations(language).gettext(credit.text), credit.link) for credit in credits_)


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


def _rows(report: Report) -> Iterator[tuple[str, str]]:
    """The score with what it lost and where it is best; then every supplied fact in the map's order; then details."""
    facts, language = report.reading.facts, report.language
    shown = [field for field in facts.supplied() if not isinstance(facts.KINDS[field], Name | ClockTime)]
    scores = [field for field in shown if isinstance(facts.KINDS[field], Score)]
    yield from ((label(field, language), printed(facts, field, language)) for field in scores)
    if report.reading.deductions:
        yield lost(report.reading.deductions, language)
    if best := _best(report.outlook, language):
        yield best
    yield from (
        (label(field, language), printed(facts, field, language, report.units))
        for field in shown
        if field not in scores
    )
    yield from (_detail(detail, language) for detail in report.reading.details)


def lost(deductions: Sequence[Deduction], language: str) -> tuple[str, str]:
    """The points that a score lost, with the reason of each."""
    _ = translations(language).gettext
    reasons = ", ".join(f"{_(each.reason)} −{each.points}" for each in deductions)
    return _("Points lost"), reasons


def _best(outlook: Outlook, language: str) -> tuple[str, str] | None:
    """The best hours of today and tomorrow."""
    _ = translations(language).gettext
    found = [outlook.best(outlook.today), outlook.best(outlook.tomorrow)]
    texts = [
        _(BEST_HOURS[tomorrow]).format(time=f"{best.hour:%H:%M}", score=score_of(best.facts, language))
        for tomorrow, best in zip((False, True), found, strict=True)
        if best is not None
    ]
    return (_("Best hour"), ", ".join(texts)) if texts else None


def score_of(facts: FactMap, language: str) -> str:
    """The printed score of a fact map."""
    fields = (field for field, kind in facts.KINDS.items() if isinstance(kind, Score))
    return next((printed(facts, field, language) for field in fields if getattr(facts, field) is not None), "")


def _detail(detail: Detail, language: str) -> tuple[str, str]:
    return translations(language).gettext(detail.label), ", ".join(
        remark_text(remark, language) for remark in detail.remarks
    )


def remark_text(remark: Remark, language: str) -> str:
    """A remark with its values as a reader sees them."""
    values = {name: _value(value, language) for name, value in remark.values.items()}
    return translations(language).gettext(remark.msgid).format(**values)


def _value(value: object, language: str) -> str:
    match value:
        case datetime() | time():
            return f"{value:%H:%M}"
        case date():
            return format_skeleton("MMMd", value, locale=language)
        case tuple():
            return format_list([str(each) for each in value], locale=language)
        case _:
            return str(value)
