"""The share of false alarms among the drafts that were judged: what decides whether the guard may withhold."""

from __future__ import annotations

from collections.abc import Mapping

from bot.admin.stats_text import number, percent
from bot.store.reviews import Judgement
from factguard import Verdict
from factguard.texts import mark as _
from factguard.texts import translations

Counts = Mapping[tuple[Verdict, Judgement], int]
"""How many drafts were judged, by the guard's verdict and the admin's."""

ALL = _("False alarms among the drafts that were judged: {alarms} of {judged} ({share}).")
WITHHELD = _("Among the withheld ones alone, which block keeps from readers: {alarms} of {judged} ({share}).")
NO_WITHHELD = _("None of them was withheld, so this says nothing about block yet.")


def false_alarms(counts: Counts, language: str) -> str | None:
    """The share in words, of all and of the withheld ones alone; None where nothing was judged yet."""
    if not any(counts.values()):
        return None
    withheld = {key: count for key, count in counts.items() if key[0] is Verdict.WITHHELD}
    alone = _share(WITHHELD, withheld, language) if withheld else translations(language).gettext(NO_WITHHELD)
    return f"{_share(ALL, counts, language)}\n{alone}"


def _share(sentence: str, counts: Counts, language: str) -> str:
    judged = sum(counts.values())
    alarms = sum(count for (_verdict, judgement), count in counts.items() if judgement is Judgement.FALSE_ALARM)
    return (
        translations(language)
        .gettext(sentence)
        .format(
            alarms=number(alarms, language),
            judged=number(judged, language),
            share=percent(alarms, judged, language),
        )
    )
