"""A report that says just what a plan says, from the wordings of a language.

A wording never depends on the facts beyond the plan, so whoever reads the plan could write it: that is what the model
learns. The plan's style chooses among the wordings, always in the same way.
"""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from itertools import takewhile
from typing import Any

from bot.writer.plan import Plan, Segment
from bot.writer.template import BAND, PLACE, SCORE, TIME

_HEADS = (PLACE, TIME, SCORE)
_FIRST_DOMAIN = "swim"
_ARTICLES = {"a": ("na", "da"), "o": ("no", "do"), "as": ("nas", "das"), "os": ("nos", "dos")}
_INDEFINITE = re.compile(r"a\(n\) (?=(?P<vowel>[aeioAEIO]|8|1[18](?!\d)))")
_FIRST_LETTER = re.compile(r"^\W*\w")
_WORD = re.compile(r"[\w’'-]+")

Grammar = Mapping[str, Any]


@cache
def grammar(language: str, domain: str = _FIRST_DOMAIN) -> Grammar:
    """The wordings of a domain in a language: a further domain's own tables stand in the place of the first one's."""
    own = {} if domain == _FIRST_DOMAIN else _tables(f"{language}_{domain}.toml")
    return {**_tables(f"{language}.toml"), **own}


def _tables(name: str) -> Grammar:
    return tomllib.loads(resources.files(__package__).joinpath(name).read_text(encoding="utf-8"))


def write(plan: Plan, language: str, domain: str = _FIRST_DOMAIN) -> str:
    """The report that the plan asks for."""
    writing = _Writing(grammar(language, domain), plan.style - 1)
    first, *rest = plan.sentences
    sentences = [writing.first(first), *(writing.later(sentence) for sentence in rest)]
    return " ".join(_finished(sentence) for sentence in sentences)


def _finished(sentence: str) -> str:
    sentence = _INDEFINITE.sub("an ", sentence).replace("a(n) ", "a ")
    return _FIRST_LETTER.sub(lambda found: found[0].upper(), sentence) + "."


def _differ(clauses: Sequence[str]) -> bool:
    """Whether there are two clauses on two subjects: "the water is clean, while the water is cold" is no contrast."""
    return len(clauses) == 2 and clauses[0].split()[:2] != clauses[1].split()[:2]


class _Writing:
    """One report in the making, in one style of a language."""

    def __init__(self, words: Grammar, style: int) -> None:
        self._words = words
        self._style = style
        self._said: set[str] = set()  # of the words that a report should hold once

    def first(self, segments: Sequence[Segment]) -> str:
        """The sentence that names the place."""
        start = next(index for index, segment in enumerate(segments) if segment.subject in _HEADS)
        head = list(takewhile(lambda segment: segment.subject in _HEADS, segments[start:]))
        lead, trail = segments[:start], segments[start + len(head) :]
        wordings = self._words["head"][" ".join([*(["+"] if lead else []), *(segment.subject for segment in head)])]
        fields = self._head(head)
        if all(segment.subject != SCORE for segment in head):
            return self._filled_out(self._pick(wordings["details" if trail else "alone"]), fields, trail, lead)
        core = self._pick(wordings["full" if "s" in fields else "band"])
        return self._filled_out(core + self._joint(core, trail), fields, trail, lead)

    def later(self, segments: Sequence[Segment]) -> str:
        """A sentence after the first one."""
        details = [segment for segment in segments if segment.subject != SCORE]
        scores = [segment for segment in segments if segment.subject == SCORE]
        if scores:
            kind = (
                f"second_score_{'first' if segments[0].subject == SCORE else 'last'}"
                if details
                else "second_score_alone"
            )
            fields = self._head(scores)
            wordings = self._words[kind]["full" if "s" in fields else "band"]
            if kind == "second_score_last" and any(self._is(segment, "hazards") for segment in details):
                wordings = [wording for wording in wordings if wording.startswith("{cl}")]  # no score is for their sake
            if self._are_asides(details):
                wordings = [wording for wording in wordings if ":" not in wording]
            return self._filled_out(self._pick(wordings), fields, details)
        if len(details) == 1 and (advice := self._wordings(details[0]).get("advice")):
            return self._value(self._pick(advice), details[0])
        return self._filled_out(self._pick(self._words["second"]["details"]), {}, details)

    def _pick(self, wordings: Sequence[str], turn: int = 0) -> str:
        """The style's wording, or the next one that repeats no word that a report should hold once."""
        first = self._style + turn
        turned = [wordings[(first + step) % len(wordings)] for step in range(len(wordings))]
        chosen = next((wording for wording in turned if not self._said & self._once(wording)), turned[0])
        self._said |= self._once(chosen)
        return chosen

    def _once(self, wording: str) -> set[str]:
        return {word.casefold() for word in _WORD.findall(wording)} & set(self._words["once"])

    def _joint(self, core: str, trail: Sequence[Segment]) -> str:
        """What leads from a head to its details, without a second "with" or colon."""
        if not trail:
            return ""
        said = set(core.replace(",", " ").replace(":", " : ").split()) | ({":"} if self._are_asides(trail) else set())
        joints: list[str] = self._words["joints"]["list"]
        turned = [joints[(self._style + step) % len(joints)] for step in range(len(joints))]
        return next(joint for joint in turned if joint.split("{")[0].strip(", ") not in said)

    def _filled_out(
        self, wording: str, fields: Mapping[str, str], details: Sequence[Segment], lead: Sequence[Segment] = ()
    ) -> str:
        """A wording with its fields and lists, made in their order, so that later ones avoid earlier words."""
        filled = dict(fields)
        for name in (name for _, name, _, _ in string.Formatter().parse(wording) if name):
            if name.endswith(("np", "cl")) and name not in filled:
                filled[name] = self._list(lead if name.startswith("l") else details, name)
        return wording.format_map(filled)

    def _list(self, details: Sequence[Segment], name: str) -> str:
        form = "clause" if name.endswith("cl") else "back" if self._style % 2 else "front"
        parts = [
            self._value(self._pick(self._wordings(segment)[form], self._style // 6), segment) for segment in details
        ]
        contrast = name == "cl" and self._style % 4 == 3 and _differ(parts)
        return ", ".join([*parts[:-2], self._words["while" if contrast else "and"].join(parts[-2:])])

    def _is(self, segment: Segment, group: str) -> bool:
        return bool({segment.subject, f"{segment.subject}={self._key(segment)}"} & set(self._words[group]))

    def _are_asides(self, details: Sequence[Segment]) -> bool:
        return all(self._is(segment, "asides") for segment in details)

    def _key(self, segment: Segment) -> str:
        return next(iter(segment.words.values()))

    def _wordings(self, segment: Segment) -> dict[str, list[str]]:
        """The wordings of a detail: those of its form, and over them those of its very value."""
        form = f"{segment.subject}:{' '.join(segment.words)}"
        details = self._words["detail"]
        return {**details.get(form, {}), **details.get(f"{form}={self._key(segment)}", {})}

    def _value(self, wording: str, segment: Segment) -> str:
        fields: dict[str, str] = {}
        for name, word in segment.words.items():
            if name.endswith(BAND):
                fields["b"] = word
            elif name in self._words["units"]:
                value = word if " " in word else f"{word}{self._words['units'][name]}"
                fields |= {"v": value, "n": word, "a": self._attributive(value)}
            else:
                fields |= {"d": word, "w": word}
        return wording.format_map(fields)

    def _attributive(self, value: str) -> str:
        number, space, unit = value.partition(" ")
        tail: str = self._words.get("attributive", {}).get(space + unit, space + unit)
        return number + tail

    def _head(self, head: Sequence[Segment]) -> dict[str, str]:
        fields: dict[str, str] = {}
        for segment in head:
            if segment.subject == PLACE:
                fields |= self._place(segment.text)
            elif segment.subject == TIME:
                fields["T"] = self._time(*segment.words.values())
            else:
                for name, word in segment.words.items():
                    fields |= {"b": word} if name.endswith(BAND) else {"s": f"{word}{self._words['units'][name]}"}
        return fields

    def _place(self, name: str) -> dict[str, str]:
        """The name with what a language puts before it, by its words: "na Praia Mole", "em Jurerê", "at Gull Bay"."""
        first, *_ = words = name.split()
        at = "at" if set(words) & set(self._words.get("at", ())) else "in"
        article = next((key for key, firsts in self._words.get("articles", {}).items() if first in firsts), None)
        if article is None:
            return {"P": name, "o_P": name, "em_P": f"em {name}", "d_P": f"de {name}", "in_P": f"{at} {name}"}
        within, of = _ARTICLES[article]
        return {"P": name, "o_P": f"{article} {name}", "em_P": f"{within} {name}", "d_P": f"{of} {name}"}

    def _time(self, bare: str, part_of_day: str | None = None) -> str:
        forms = self._words["time"]
        plain = str(forms[-1] if re.match(r"[01](?!\d)", bare) else forms[0]).format(bare=bare)
        if part_of_day is None:
            return plain
        return self._pick(self._words[part_of_day]).format(t=plain, bare=bare)
