"""An objection of the guard laid out for the admin who judges it: the draft with its marks, the reasons, the facts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pydantic import ValidationError
from telegram import MessageEntity

from bot.admin.stats_text import FATES, language_name, model_name, moment, number
from bot.layout.page import title
from bot.messaging.styled import Piece, bold, composed, cut, styled
from bot.messaging.telegram_text import TelegramText
from bot.store.reviewing import Objection
from bot.store.reviews import Judgement
from bot.values import label, printed
from conditions import DOMAINS
from factguard import FactMap, Violation
from factguard.facts import Name
from factguard.result import SENTENCES
from factguard.texts import mark as _
from factguard.texts import translations

LONGEST_TEXT = 1500
"""In UTF-16 units, like what follows: together they leave room for the rest within Telegram's 4096."""
LONGEST_REASON = 200
LONGEST_FACTS = 800
MOST_REASONS = 6

JUDGEMENTS = {
    Judgement.RIGHT: _("the guard was right"),
    Judgement.FALSE_ALARM: _("false alarm"),
}
NONE_LEFT = _("No draft is waiting to be judged.")
NONE_OF_THESE = _("No draft of this kind is waiting to be judged: {which}.")
KEPT = _(
    "Drafts are kept for 90 days, judged ones no longer than the others: “boia reviews export” writes them to a file."
)
LEFT = _("Waiting to be judged: {count}")
SEEN = _("readers saw it")
UNSEEN = _("no reader saw it")


def none_left(which: str, language: str) -> str:
    """What an admin reads who is done."""
    _ = translations(language).gettext
    return f"{_(NONE_OF_THESE).format(which=which) if which else _(NONE_LEFT)}\n\n{_(KEPT)}"


def review_text(objection: Objection, left: int, language: str, *, note: str | None = None) -> TelegramText:
    """The message under which an admin judges; `note` says what became of the one before."""
    return composed(_pieces(objection, left, language, note))


def _pieces(objection: Objection, left: int, language: str, note: str | None) -> Iterator[Piece]:
    _ = translations(language).gettext
    if note:
        yield styled(MessageEntity.ITALIC, note)
        yield "\n\n"
    yield bold(f"{title(cut(objection.place, 120), objection.hour, language)}, {objection.hour:%H:%M}")
    yield f"\n{_origin(objection, language)}\n\n"
    yield styled(MessageEntity.BLOCKQUOTE, *marked(objection.text, objection.violations))
    yield f"\n\n{_reasons(objection.violations, language)}"
    yield from _facts(objection, language)
    if objection.review:
        yield f"\n\n{_judged(objection, language)}"
    yield f"\n\n{_(LEFT).format(count=number(left, language))}"


def _origin(objection: Objection, language: str) -> str:
    """Who wrote it, when, and what became of it."""
    _ = translations(language).gettext
    parts = (
        language_name(objection.language, language),
        model_name(objection.model) if objection.model else "",
        _("draft no. {attempt}").format(attempt=number(objection.attempt, language)),
        _(FATES[objection.verdict]),
        _(SEEN) if objection.shown else _(UNSEEN),
    )
    made = moment(objection.made_at, language)
    return f"{' · '.join(filter(None, parts))}\n{_('written {time} UTC').format(time=made)}"


def marked(text: str, violations: Iterable[Violation]) -> Iterator[Piece]:
    """A text with the words that the guard objects to in bold and underlined; overlapping ones as one."""
    shown, at = cut(text, LONGEST_TEXT), 0
    for start, end in _spans(violations, len(shown)):
        yield shown[at:start]
        yield styled(MessageEntity.BOLD, styled(MessageEntity.UNDERLINE, shown[start:end]))
        at = end
    yield shown[at:]


def _spans(violations: Iterable[Violation], end: int) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for violation in sorted(violations, key=lambda each: (each.start, each.end)):
        start, stop = max(violation.start, 0), min(violation.end, end)
        if spans and start < spans[-1][1]:
            spans[-1] = (spans[-1][0], max(spans[-1][1], stop))
        elif start < stop:
            spans.append((start, stop))
    return spans


def _reasons(violations: Sequence[Violation], language: str) -> str:
    _ = translations(language).gettext
    lines = [
        f"• {cut(_reason(each, language), LONGEST_REASON)} [{each.rule}, {_(each.severity)}]"
        for each in violations[:MOST_REASONS]
    ]
    if (others := len(violations) - MOST_REASONS) > 0:
        lines.append(_("and {count} more").format(count=number(others, language)))
    return "\n".join(lines)


def _reason(violation: Violation, language: str) -> str:
    """The guard's sentence; of a rule that there is no longer, its words."""
    return violation.message(language) if violation.rule in SENTENCES else f"“{violation.quote}”"


def _facts(objection: Objection, language: str) -> Iterator[Piece]:
    """The facts that the guard held against the draft; behind them, folded, the others."""
    values = _values(objection, language)
    concerned = {violation.field for violation in objection.violations}
    first = [f"{name}: {value}" for field, (name, value) in values.items() if field in concerned]
    others = [f"{name}: {value}" for field, (name, value) in values.items() if field not in concerned]
    if first:
        yield "\n\n" + cut("\n".join(first), LONGEST_FACTS)
    if others:
        yield "\n\n"
        yield styled(MessageEntity.EXPANDABLE_BLOCKQUOTE, cut("\n".join(others), LONGEST_FACTS))


def _values(objection: Objection, language: str) -> Mapping[str, tuple[str, str]]:
    """The facts as a reader sees them; those of a map that there is no longer as they were kept."""
    facts = facts_of(objection)
    if facts is not None:
        shown = [field for field in facts.supplied() if not isinstance(facts.KINDS[field], Name)]
        return {field: (label(field, language), printed(facts, field, language)) for field in shown}
    return {name: (name, str(value)) for name, value in json.loads(objection.facts).items() if value is not None}


def facts_of(objection: Objection) -> FactMap | None:
    """The fact map of a draft; None where an older version kept what is none today."""
    domain = next((domain for domain in DOMAINS if domain.name == objection.domain), None)
    try:
        return domain.facts.model_validate_json(objection.facts) if domain else None
    except ValidationError:
        return None


def _judged(objection: Objection, language: str) -> str:
    """What was said of it already."""
    review, catalogue = objection.review, translations(language)
    if review is None:
        return ""
    made = moment(review.made_at, language)
    sentence = catalogue.gettext(_("Judged: {judgement} ({admin}, {time} UTC)"))
    return sentence.format(judgement=catalogue.gettext(JUDGEMENTS[review.judgement]), admin=review.admin_id, time=made)
