"""What a report will say and in what order, before any sentence is written: chosen by code, from the facts alone.

A tiny model that chooses for itself says the same three things in the same order every time. So code draws the plan,
by a hash of the facts: which subjects, in which order, where the first sentence ends, and a style. Whatever is so that
it must be said (a hazard that the policy lets through, water unfit for bathing) is in every plan.

The same facts, language and variant give the same plan; another variant says the same facts in another way.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from bot.writer.template import BAND, DETAILS, END, PLACE, SCORE, TIME, Template
from factguard.facts import FactMap

STYLES = 12
"""How many ways of wording the model was taught; the last word of the line asks for one of them."""

_COUNTS = (2, 3, 3, 3, 4, 4, 5)  # details of a report: rarely two or five
_MOST = 6  # details that two sentences can carry
_MOST_FIRST = 3  # of them in the first sentence, beside the place, the time and the score
_MOST_LEAD = 2  # of them before the place
_APART = 0.4  # how often the urgent ones stand apart from the others
_CORE_WEIGHT = 3.0  # of a core subject, where another one weighs 1


@dataclass(frozen=True, slots=True)
class Segment:
    """One subject of the line: its text, and each of its facts as spelled there, by placeholder."""

    subject: str
    text: str
    words: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Plan:
    """The segments of each sentence, in the order in which they shall be said, and the style to say them in."""

    sentences: tuple[tuple[Segment, ...], ...]
    style: int


Fill = Callable[[str, str, random.Random], Segment | None]
"""Makes a subject's segment from one of its templates, or None where a fact is missing or may not be mentioned."""


def plan(facts: FactMap, template: Template, language: str, variant: int, fill: Fill) -> Plan:
    """The plan of a report on these facts. `variant` 0 is the first one; others differ from it and from each other."""
    seed = zlib.crc32(f"{variant} {language} {facts.model_dump_json()}".encode())
    chance = random.Random(seed)  # noqa: S311 - varies wording, guards nothing
    segments = _fillable(template, fill, chance)
    heads = {role: segments.pop(role) for role in (PLACE, TIME, SCORE) if role in segments}
    urgent = [name for name in segments if _urgent(segments[name], facts, template)]
    others = _chosen([name for name in segments if name not in urgent], len(urgent), template, chance)
    chance.shuffle(urgent)
    order = _order(template, heads, others, urgent, chance)
    groups = _groups(order, others, urgent[:_MOST], chance)
    return Plan(_laid_out(order, heads, groups, segments), chance.randrange(STYLES) + 1)


def _fillable(template: Template, fill: Fill, chance: random.Random) -> dict[str, Segment]:
    """A segment for each subject that the facts can fill: any of its forms, but the first one for the time of day."""
    found: dict[str, Segment] = {}
    for subject, forms in template.segments.items():
        filled = [segment for form in forms if (segment := fill(subject, form, chance))]
        if filled:
            found[subject] = filled[0] if subject == TIME else chance.choice(filled)
    return found


def _urgent(segment: Segment, facts: FactMap, template: Template) -> bool:
    return any(getattr(facts, name, None) in template.urgent.get(name, ()) for name in segment.words)


def _chosen(names: Sequence[str], urgent: int, template: Template, chance: random.Random) -> list[str]:
    """Subjects to say beside the urgent ones, in the order to say them in; a core subject is likelier."""
    wanted = min(chance.choice(_COUNTS), _MOST - urgent)
    if urgent < _MOST:
        wanted = max(wanted - urgent, 1)
    keyed = {name: chance.random() ** (1 / (_CORE_WEIGHT if name in template.core else 1.0)) for name in names}
    chosen = sorted(names, key=lambda name: -keyed[name])[: max(wanted, 0)]
    chance.shuffle(chosen)
    return chosen


def _order(
    template: Template,
    heads: Mapping[str, Segment],
    others: Sequence[str],
    urgent: Sequence[str],
    chance: random.Random,
) -> tuple[str, ...]:
    """One of the orders that suit what there is to say."""
    details = len(others) + len(urgent)
    suitable = [
        order
        for text in template.orders
        if _suits(order := tuple(text.split()), heads, details)
        and all(role in order for role in template.always if role in heads)
        and (others or not _credits_lead(order))
    ]
    return chance.choice(suitable) if suitable else (PLACE, TIME, SCORE, DETAILS)


def _suits(order: Sequence[str], heads: Mapping[str, Segment], details: int) -> bool:
    first = order[: order.index(END)] if END in order else order
    limits = _limits(order)
    return (
        len(limits) <= details <= sum(limits)
        and all(role in heads for role in order if role not in (DETAILS, END))
        and (SCORE in first or DETAILS in first or not details)
        and (TIME in order or not _has_part_of_day(heads))
    )


def _credits_lead(order: Sequence[str]) -> bool:
    """Whether the score seems to come from what stands before the place: no hazard shall stand there."""
    first = order[: order.index(END)] if END in order else order
    return first[0] == DETAILS and SCORE in first


def _has_part_of_day(heads: Mapping[str, Segment]) -> bool:
    return TIME in heads and any(name.endswith(BAND) for name in heads[TIME].words)


def _groups(
    order: Sequence[str], others: Sequence[str], urgent: Sequence[str], chance: random.Random
) -> list[Sequence[str]]:
    """The details, dealt out to the places that the order has for them; urgent ones stand last, or alone at an end."""
    limits = _limits(order)
    rest = len(limits) - 1
    if urgent and rest >= 0 and len(others) >= rest and chance.random() < _APART:
        if limits[0] == _MOST_LEAD and len(urgent) <= _MOST_LEAD and not _credits_lead(order):
            return [urgent, *_dealt(others, limits[1:], chance)]
        if rest:
            return [*_dealt(others, limits[:-1], chance), urgent]
    return _dealt([*others, *urgent], limits, chance)


def _limits(order: Sequence[str]) -> list[int]:
    """How many details each place of the order can carry."""
    end = order.index(END) if END in order else len(order)
    places = [index for index, role in enumerate(order) if role == DETAILS]
    return [_MOST_LEAD if index == 0 else _MOST_FIRST if index < end else _MOST for index in places]


def _dealt(names: Sequence[str], limits: Sequence[int], chance: random.Random) -> list[Sequence[str]]:
    """The names in their order, cut into one group for each limit."""
    if not limits:
        return []
    ways = [_cut(names, cuts) for cuts in combinations(range(1, len(names)), len(limits) - 1)]
    ways = [way for way in ways if all(len(group) <= most for group, most in zip(way, limits, strict=True))]
    return chance.choice(ways) if ways else _cut(names, range(1, len(limits)))


def _cut(names: Sequence[str], cuts: Iterable[int]) -> list[Sequence[str]]:
    edges = [0, *cuts, len(names)]
    return [names[start:end] for start, end in pairwise(edges)]


def _laid_out(
    order: Sequence[str],
    heads: Mapping[str, Segment],
    groups: Sequence[Sequence[str]],
    segments: Mapping[str, Segment],
) -> tuple[tuple[Segment, ...], ...]:
    sentences: list[list[Segment]] = [[]]
    left = list(groups)
    for role in order:
        if role == END:
            sentences.append([])
        elif role == DETAILS:
            sentences[-1] += [segments[name] for name in (left.pop(0) if left else ())]
        elif role in heads:
            sentences[-1].append(heads[role])
    return tuple(tuple(sentence) for sentence in sentences if sentence)
