"""The figures of /stats in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TypeVar

from babel import Locale
from babel.core import UnknownLocaleError
from babel.dates import format_skeleton
from babel.numbers import format_decimal, format_percent

from bot.admin.period import period_name
from bot.messaging.styled import Piece, bold, composed, cut
from bot.messaging.telegram_text import TelegramText
from bot.store.outbox import State
from bot.store.statistics import FAULT, Figures
from bot.tally import FAILED, NUMBERS, Kind
from factguard import Verdict
from factguard.result import field_name
from factguard.texts import mark as _
from factguard.texts import translations

MOST = 6
"""How many of a kind are named; the others are summed up."""
LONGEST_NAME = 40
LEAST = 0.001
"""The least share that is printed as a number."""
DOT = " · "

FATES = {
    Verdict.CLEAN: _("clean"),
    Verdict.FLAGGED: _("flagged"),
    Verdict.WITHHELD: _("withheld"),
    Verdict.UNCHECKED: _("unchecked"),
    FAULT: _("no usable text"),
    FAILED: _("no sentence"),
    NUMBERS: _("numbers only"),
}
"""What became of a draft or of a report's sentence."""
STATES = {
    State.SENT: _("sent"),
    State.FAILED: _("failed"),
    State.UNKNOWN: _("unknown"),
    State.SKIPPED: _("skipped"),
    State.PLANNED: _("planned"),
    State.CLAIMED: _("being sent"),
}
NOTHING = _("Nothing was asked and nothing was sent in the {period}.")

Line = tuple[str, str]
Key = TypeVar("Key")


def nothing_text(figures: Figures, language: str) -> str:
    """One sentence for a time in which nothing was done."""
    return translations(language).gettext(NOTHING).format(period=_period(figures, language))


def stats_text(figures: Figures, language: str) -> TelegramText:
    """The figures, a paragraph for each kind of thing; within Telegram's limit whatever they are."""
    return composed(_pieces(figures, language))


def stats_title(figures: Figures, language: str) -> str:
    """What the figures are of."""
    _ = translations(language).gettext
    return _("Statistics of the {period}").format(period=_period(figures, language))


def stats_span(figures: Figures, language: str) -> str:
    """From when to when."""
    since, until = (moment(each, language) for each in (figures.since, figures.until))
    return f"{since} – {until} UTC"


def moment(at: datetime, language: str) -> str:
    """A day with its hour."""
    return f"{format_skeleton('MMMd', at, locale=language)}, {at:%H:%M}"


def _period(figures: Figures, language: str) -> str:
    return period_name(figures.until - figures.since, language)


def _pieces(figures: Figures, language: str) -> Iterator[Piece]:
    yield bold(stats_title(figures, language))
    yield f"\n{stats_span(figures, language)}"
    for heading, lines in _paragraphs(figures, language):
        yield "\n\n"
        yield bold(heading)
        yield "".join(f"\n{name[:1].upper()}{name[1:]}: {value}" for name, value in lines)


def _paragraphs(figures: Figures, language: str) -> Iterator[tuple[str, list[Line]]]:
    _ = translations(language).gettext
    yield _("Reports given"), list(_given(figures, language))
    if figures.drafts:
        yield _("Sentences written"), list(_written(figures, language))
    if figures.objected:
        yield _("Objections of the guard"), list(_objections(figures, language))
    if figures.sent:
        sent = [(_(STATES[state]), number(figures.sent[state], language)) for state in STATES if state in figures.sent]
        yield _("Daily reports"), sent
    yield _("Now"), list(_now(figures, language))


def _given(figures: Figures, language: str) -> Iterator[Line]:
    _ = translations(language).gettext
    kinds = _by(figures.given, lambda given: given.kind)
    sent = figures.sent.get(State.SENT, 0)
    yield _("total"), number(kinds.total() + sent, language)
    yield _("in chats"), number(kinds[Kind.CHAT], language)
    yield _("inline answers"), number(kinds[Kind.INLINE], language)
    yield _("daily"), number(sent, language)
    in_chats = {given: count for given, count in figures.given.items() if given.kind == Kind.CHAT}
    if answered := _by(in_chats, lambda given: given.fate):
        yield _("sentence in chats"), _shares(answered, language, lambda fate: _(FATES.get(fate, fate)))
    if figures.given:
        languages = _by(figures.given, lambda given: given.language)
        yield _("by language"), _shares(languages, language, lambda code: language_name(code, language))


def _written(figures: Figures, language: str) -> Iterator[Line]:
    _ = translations(language).gettext
    reports, drafts = sum(figures.reports.values()), sum(figures.drafts.values())

    def named(fate: str) -> str:
        return _(FATES.get(fate, fate))

    yield _("reports"), f"{number(reports, language)}{DOT}{_shares(Counter(figures.reports), language, named)}"
    yield _("drafts"), f"{number(drafts, language)}{DOT}{_shares(Counter(figures.drafts), language, named)}"
    tries = DOT.join(f"{tries}: {number(count, language)}" for tries, count in sorted(figures.attempts.items())[:MOST])
    mean = format_decimal(drafts / reports, "0.0#", locale=language) if reports else "–"
    yield _("drafts per report"), _("{mean} on average ({tries})").format(mean=mean, tries=tries)
    if figures.seconds:
        yield (
            _("seconds per draft"),
            _("median {median}, 95th percentile {most}").format(
                median=format_decimal(figures.seconds.median, "#,##0.0", locale=language),
                most=format_decimal(figures.seconds.most, "#,##0.0", locale=language),
            ),
        )


def _objections(figures: Figures, language: str) -> Iterator[Line]:
    _ = translations(language).gettext
    objected = figures.objected
    yield _("total"), number(sum(objected.values()), language)
    yield _("by rule"), _counts(_by(objected, lambda each: each.rule), language)
    fields = _by(objected, lambda each: each.field)
    yield _("by subject"), _counts(fields, language, lambda field: field_name(field, language))
    languages = _by(objected, lambda each: each.language)
    yield _("by language"), _counts(languages, language, lambda code: language_name(code, language))
    yield _("by model"), _counts(_by(objected, lambda each: each.model), language, model_name)


def _now(figures: Figures, language: str) -> Iterator[Line]:
    _ = translations(language).gettext
    yield _("active chats"), number(figures.chats, language)
    yield (
        _("daily reports"),
        _("{reports} (chats: {chats})").format(
            reports=number(figures.subscriptions.reports, language), chats=number(figures.subscriptions.chats, language)
        ),
    )


def number(count: int, language: str) -> str:
    """A whole number as the language writes it."""
    return format_decimal(count, "#,##0", locale=language)


def percent(part: int, whole: int, language: str) -> str:
    """A share; one that is not all and not nothing is not rounded to these."""
    share = part / whole
    close = 0 < share < 0.01 or 0.99 < share < 1
    sign = "<" if 0 < share < LEAST else ">" if 1 - LEAST < share < 1 else ""
    shown = min(max(share, LEAST), 1 - LEAST) if close else share
    return sign + format_percent(shown, "#,##0.0%" if close else "#,##0%", locale=language)


def language_name(code: str, language: str) -> str:
    """A language's name in another: "Portuguese (Portugal)"."""
    try:
        return Locale.parse(code).get_display_name(language) or code
    except (ValueError, UnknownLocaleError):
        return code


def model_name(model: str) -> str:
    """A model as it is known, not too long."""
    return cut(model, LONGEST_NAME) or "?"


def _by(counts: Mapping[Key, int], key: Callable[[Key], str]) -> Counter[str]:
    sums: Counter[str] = Counter()
    for what, count in counts.items():
        sums[key(what)] += count
    return sums


def _counts(counts: Counter[str], language: str, named: Callable[[str], str] = str) -> str:
    """The most frequent ones with their counts, and the sum of the others."""
    return _listed([(named(each), number(count, language)) for each, count in _most(counts)], counts, language)


def _shares(counts: Counter[str], language: str, named: Callable[[str], str]) -> str:
    """The same with the share of each."""
    total = counts.total()

    def share(count: int) -> str:
        return f"{number(count, language)} ({percent(count, total, language)})"

    return _listed([(named(each), share(count)) for each, count in _most(counts)], counts, language)


def _most(counts: Counter[str]) -> list[tuple[str, int]]:
    """Sorted by name too, so that equals always stand in one order."""
    return sorted(counts.items(), key=lambda each: (-each[1], each[0]))[:MOST]


def _listed(shown: Sequence[Line], counts: Counter[str], language: str) -> str:
    _ = translations(language).gettext
    parts = [f"{cut(name, LONGEST_NAME)} {value}" for name, value in shown]
    if others := counts.total() - sum(count for _name, count in _most(counts)):
        parts.append(_("others {count}").format(count=number(others, language)))
    return DOT.join(parts)
