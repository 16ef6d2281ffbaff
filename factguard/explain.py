"""How a text was read: each mention with its place, its fields, and whether it is true. For whoever adds words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict

from factguard.agreement import adjective_holds, printed_fact
from factguard.engine import claims_of
from factguard.facts import FactMap, Quantity, Score
from factguard.mentions import Claim

Truth = Literal["true", "false", "not_supplied", "mentioned"]
"""Of a claim against the map: it holds, does not, has no fact to hold against; or it only names something."""


class Mention(BaseModel):
    """A part of a text that the guard reads: `fields` are what it may speak of, `facts` what the map holds of them."""

    model_config = ConfigDict(frozen=True)

    kind: str
    quote: str
    start: int
    end: int
    fields: tuple[str, ...]
    facts: tuple[str, ...]
    truth: Truth


def explain(text: str, facts: FactMap, *, languages: Sequence[str] | None = None) -> tuple[Mention, ...]:
    """Every mention that `check` would judge, in reading order."""
    reading, claims = claims_of(text, facts, languages)
    mentions = []
    for claim in sorted(claims, key=lambda claim: (claim.start, claim.end)):
        start, end = reading.folded.span(claim.start, claim.end)
        printed = (printed_fact(field, facts) for field in claim.supplied)
        mentions.append(
            Mention(
                kind=claim.kind,
                quote=text[start:end],
                start=start,
                end=end,
                fields=claim.fields,
                facts=tuple(fact for fact in printed if fact is not None),
                truth=_truth(claim, facts),
            )
        )
    return tuple(mentions)


def _truth(claim: Claim, facts: FactMap) -> Truth:
    if claim.kind in ("subject", "name") or not claim.tight:
        return "mentioned"
    if not claim.supplied:
        return "not_supplied"
    if claim.number is not None:
        return "true" if claim.holds else "false"
    return "true" if _word_holds(claim, facts) else "false"


def _word_holds(claim: Claim, facts: FactMap) -> bool:
    kind, value = facts.KINDS[claim.fields[0]], getattr(facts, claim.fields[0])
    if claim.kind == "adjective" and isinstance(kind, Quantity | Score):
        return adjective_holds(claim, kind, float(value))
    return (kind.band(value) if isinstance(kind, Score) else value) in claim.values
