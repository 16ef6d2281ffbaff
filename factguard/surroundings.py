"""Looking around in a text: what stands left and right of an item, what denies it, what is joined to it.

Every look is bounded by `REACH`, so that reading stays linear in the length of the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from factguard.fields import Names
from factguard.mentions import END, Item

REACH = 9  # how many items a subject may stand from what is said of it
PLAIN_WORDS = 5  # how many words that the lexicon does not know may stand between
BRACKETED = 5  # how many items may stand in brackets between a number and its subject
STANCE_WORDS = 2  # how many of them may stand between a stance and its subject behind it
VERB_WORDS = 2  # how many may stand between a risk or a chance and what it is of: "of bumping into whales"
PADDING = 2 * REACH  # how far anything looks beyond the text
HYPOTHETICAL = 5  # how many items before a word may say that it is not meant
DENIAL = 4  # how many items a negation may stand before what it denies
NEAR_NOUN = frozenset({"noun", "link", "determiner", "article"})
LINKS = frozenset({"link"})
SMALL = frozenset({"link", "determiner", "article"})
DESCRIBING = frozenset({"level", "stance", "category", "statement", "adjective"})
LEVELLING = frozenset({"level", "stance"})
OPENING = "(,:="
PURPOSE = frozenset({"to", "purpose"})  # the links of what something is for, or leads to


@dataclass(slots=True)
class Subject:
    """A subject that something may be said of: its place and the fields that it stands for.

    `apart`: a comma or a bracket stands between; `linked`: a preposition ties the two ("20 km/h of wind").
    """

    at: int
    fields: Names
    apart: bool = False
    linked: bool = False


class Surroundings:
    """The items of one text, and what each stands beside."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = items
        self._padded = [*items, *[END] * PADDING]  # a place before the first is one from the end
        self._lefts: dict[int, Subject | None] = {}
        self._rights: dict[int, Subject | None] = {}
        self.present: frozenset[str] = frozenset().union(*[item.kinds for item in items if item.kinds])
        """The kinds of form that the text holds at all: what it lacks need not be looked for."""
        self._denies = "negation" in self.present or "negation_behind" in self.present
        self._asks = _in_questions(items)
        self._either = self._count_either() if "negation" in self.present else 0
        self._lacks = "no_data" in self.present

    def _count_either(self) -> int:
        return sum(item.has("negation", "either") for item in self.items)

    def is_asked(self, at: int) -> bool:
        """Whether what stands at a place is in a question, which asserts nothing."""
        return self._asks[at]

    def item(self, at: int) -> Item:
        """The item at a place; outside of the text the end."""
        return self._padded[at]

    # --- the subject right behind

    def right(self, at: int) -> Subject | None:
        """The subject right behind: "20 km/h of wind", "a moderate jellyfish risk", "27 °C no mar"."""
        if at not in self._rights:
            self._rights[at] = self._find_right(at)
        return self._rights[at]

    def _find_right(self, at: int) -> Subject | None:
        if self.item(at + 1).text == "(" and (label := self._label(at)):
            return label
        linked, number, words = False, self.items[at].kind == "number", 0
        allowed = STANCE_WORDS if "stance" in self.items[at].kinds else 0  # "dificilmente se verá uma baleia"
        if "adjective" in self.items[at].kinds and self._has_noun_behind_word(at):
            allowed = 1
        level = "level" in self.items[at].kinds
        leads = level and "noun" in self.item(at - 1).kinds
        start = self._past_brackets(at) if number else at
        for ahead in range(start + 1, min(len(self.items), start + REACH)):
            item = self.items[ahead]
            if found := item.meanings.owner:
                linked = linked or "locative" in item.kinds
                tied = linked or not number or item.grammar.compounds
                if not tied or (number and self.has_own_number(ahead)):
                    return None
                return Subject(ahead, found.fields, linked=linked)
            linked = linked or "link" in item.kinds
            leads = leads or (level and "noun" in item.kinds)
            if leads and item.has("link", "of"):  # "risco moderado de topar com águas-vivas"
                allowed = VERB_WORDS
            words += item.kind == "word"
            if not item.meanings.transparent and (number or not _is_measure(item)) and not 0 < words <= allowed:
                return None
            if words and (item.kind in ("mark", "break", "number") or "and" in item.kinds):
                return None
        return None

    def _has_noun_behind_word(self, at: int) -> bool:
        """Whether one word stands between an adjective and its noun: "a gentle evening breeze"."""
        word, noun = self.item(at + 1), self.item(at + 2)
        return word.kind == "word" and noun.meanings.owner is not None and noun.grammar.compounds

    def _past_brackets(self, at: int) -> int:
        """The end of what stands in brackets behind a number: "18 °C (64 °F) in the sea"."""
        for closing in range(at + 2, at + 2 + BRACKETED) if self.item(at + 1).text == "(" else ():
            if self.item(closing).text == ")":
                return closing
        return at

    def _label(self, at: int) -> Subject | None:
        """The subject in brackets behind a number: "18.6 °C (water)"."""
        label, closing = self.item(at + 2), self.item(at + 3)
        if label.subject is None or closing.text != ")" or self.items[at].number is None:
            return None
        return Subject(at + 2, label.subject.fields, linked=True)

    def has_own_number(self, at: int) -> bool:
        """Whether the subject at a place has a number behind it: "36 km/h gusting to 43"."""
        ahead = at + 1
        while "link" in (item := self.item(ahead)).kinds and item.subject is None:
            ahead += 1
        return item.number is not None and not item.number.minutes

    # --- the subject before

    def left(self, at: int) -> Subject | None:
        """The subject before: "wind: 20", "the water is at 19 °C", "the sea, 22.1 °C"."""
        if at not in self._lefts:
            self._lefts[at] = self._find_left(at)
        return self._lefts[at]

    def _find_left(self, at: int) -> Subject | None:
        words, apart, colon = 0, False, False
        compared: Names = ()
        for back in range(at - 1, max(-1, at - 1 - 2 * REACH), -1):
            item = self.items[back]
            if found := item.meanings.owner:
                if self._is_taken(back, apart=apart or colon):
                    return None
                if not self._is_compared(back):
                    return Subject(back, found.fields + compared, apart)
                compared += found.fields
            elif item.kind == "word":
                words += 1
                if words > PLAIN_WORDS or apart:
                    return None
            elif item.kind == "mark" and item.text in ",(-|)":
                if words:
                    return None
                apart = True
            elif item.text == ":":
                colon = True
            elif not (_lets_pass(item) or _may_be_time(item) or self._is_of_subject(back, at)):
                return None
        return None

    def _is_of_subject(self, back: int, at: int) -> bool:
        """Whether a number between a noun and what describes it is the noun's: "PM10 of 11 µg/m³ is high"."""
        number = self.items[back].number
        measured = number is not None and number.unit is not None and self.items[at].number is None
        return measured and self.item(back - 1).has("link", "of")

    def _is_taken(self, at: int, *, apart: bool) -> bool:
        """Whether a subject belongs to the number before it: "0.9 m waves, 48", "12 °C no ar, 14 °C"."""
        back = at - 1
        for opening in range(at - 2, at - 2 - BRACKETED, -1) if self.item(back).text == ")" else ():
            if self.item(opening).text == "(":
                back = opening - 1
                break
        before = self.item(self.past(back, -1, SMALL) if apart else back)
        owned = before.number is not None and not before.number.minutes
        return owned and (apart or "locative" in self.items[at].kinds)

    def _is_compared(self, at: int) -> bool:
        """Whether a subject is what another is compared with: "warmer than the air: 27 °C"."""
        back = self.past(at - 1, -1, SMALL)
        item, before = self.item(back), self.item(back - 1)
        than = item.get("than")
        if than is None or than.key[0] != "after_difference":
            return than is not None
        return "difference" in before.kinds

    # --- small steps

    def past(self, at: int, step: int, kinds: frozenset[str], marks: str = "") -> int:
        """The first place from `at` on, in steps, that is none of some kinds and no such mark."""
        while not kinds.isdisjoint((item := self._padded[at]).kinds) or item.text in marks:
            at += step
        return at

    def is_negated(self, at: int) -> bool:
        """Whether a denial reaches what stands at a place: "not a moderate risk", "nem alto nem baixo"."""
        return self._is_negated_before(at) or self._is_negated_behind_it(at) or self._is_in_denied_clause(at)

    def _is_in_denied_clause(self, at: int) -> bool:
        """As "não é verdade que o mar esteja calmo"."""
        for back in range(at - 1, max(-1, at - 1 - REACH), -1) if self._denies else ():
            item = self.items[back]
            if item.kind in ("break", "mark"):
                return False
            if item.has("negation", "clause"):
                return True
        return False

    def _is_negated_before(self, at: int) -> bool:
        for back in range(at - 1, max(-1, at - 1 - DENIAL), -1) if self._denies else ():
            item = self.items[back]
            if "negation" in item.kinds:
                return True
            # A verb right before is denied with what it says ("não sopra forte"), one with an object is denied itself
            # ("can't hurt a good score").
            verb = item.kind == "word" and back == at - 1
            if not (item.meanings.transparent or verb):
                return False
        return False

    def _is_negated_behind_it(self, at: int) -> bool:
        """As "De forte o vento não tem nada", "Baixo risco não é: é moderado"."""
        for ahead in range(at + 1, min(len(self.items), at + 1 + DENIAL)) if self._denies else ():
            item = self.items[ahead]
            if "negation_behind" in item.kinds:
                return True
            if not (item.meanings.transparent or item.subject):
                return False
        return False

    def is_negated_behind(self, at: int) -> bool:
        """Whether what a number is said of is denied: "75% de chance de não chover"."""
        for ahead in range(at + 1, min(len(self.items), at + 1 + DENIAL)) if self._denies else ():
            item = self.items[ahead]
            if "negation" in item.kinds:
                return ahead > at + 1
            if NEAR_NOUN.isdisjoint(item.kinds):
                return False
        return False

    def is_hypothetical(self, at: int, key: str | None = None) -> bool:
        """Whether what stands at a place is not meant of the report: "it would be good", "quem procura mar calmo".

        `key`: only what is "wished" for or put aside ("instead of a calm sea").
        """
        for back in range(at - 1, max(-1, at - 1 - HYPOTHETICAL), -1) if "hypothetical" in self.present else ():
            item = self.items[back]
            if found := item.get("hypothetical"):
                return key is None or found.key[0] == key
            if item.kind in ("break", "mark"):
                return False
        return False

    def is_doubted(self, at: int) -> bool:
        """Whether the clause before a place denies or doubts: "dificilmente teria", "you'd never see"."""
        if not self._denies and "hypothetical" not in self.present:
            return False
        for back in range(at - 1, max(-1, at - 1 - REACH), -1):
            item = self.items[back]
            if "negation" in item.kinds or "hypothetical" in item.kinds:
                return True
            if item.kind in ("break", "mark", "number") or "conjunction" in item.kinds:
                return False
        return False

    def is_set_against(self, at: int) -> bool:
        """Whether what stands at a place is only what another thing is compared with: "likelier than unlikely"."""
        if "than" not in self.present:
            return False
        return self.item(self.past(at - 1, -1, SMALL)).has("than", "")

    def is_denied(self, at: int, *, wholly: bool = False) -> bool:
        """Whether a subject is denied, and nothing before it: "no jellyfish", "sem risco de águas-vivas".

        `wholly`: and not only as what something else is called ("this is no breeze").
        """
        for back in range(at - 1, max(-1, at - 1 - DENIAL), -1) if self._denies else ():
            item = self.items[back]
            if "negation" in item.kinds:
                return not (item.has("negation", "either") or (wholly and item.has("negation", "naming")))
            if "level" in item.kinds or "stance" in item.kinds or NEAR_NOUN.isdisjoint(item.kinds):
                return False
        return False

    def is_in_neither(self, at: int) -> bool:
        """Whether a subject stands in "neither … nor …", whose predicate is then denied; one "nem" alone says less."""
        if self._either < 2:
            return False
        for back in range(at - 1, max(-1, at - 1 - REACH), -1):
            item = self.items[back]
            if "negation" in item.kinds:
                return item.has("negation", "either")
            if item.subject is None and NEAR_NOUN.isdisjoint(item.kinds):
                return False
        return False

    def has_no_data(self, at: int) -> bool:
        """Whether what stands at a place is said not to be known: "gusts: no data", "UV: —"."""
        mark, dash, end = (self.item(at + step) for step in (1, 2, 3))
        if mark.text == ":" and dash.text == "-" and end.kind == "break":
            return True
        for step in (-1, 1) if self._lacks else ():
            for other in range(at + step, at + step * (REACH + 1), step):
                item = self.item(other)
                if item.kind == "number" or item.text in ".;\n":
                    break
                if "no_data" in item.kinds:
                    return True
        return False

    def joined(self, subject: Subject, step: int) -> list[Names]:
        """A subject's fields, then those of each that "and" joins to it and that has no level or number of its own."""
        fields, at = [subject.fields], subject.at
        for _ in range(REACH):
            begin = at
            at = self._next_content(at, step)
            item = self.item(at)
            if "and" not in item.kinds or (step < 0 and self._opens_clause(at, begin)):
                break
            link, at = at, self._next_content(at, step)
            item = self.item(at)
            if step > 0 and ("article" in self.item(link + 1).kinds or self._opens_clause(link, at)):
                break  # "a high risk and a wind from the east", "… and the wind is easterly"
            if "compass" in item.kinds:  # "the wind easterly and the risk high", "a high risk and easterly winds"
                break
            if item.subject is None or (self._has_own_behind(at) if step > 0 else self._has_own_before(at)):
                break
            fields.append(item.subject.fields)
        return fields

    def numbers_joined(self, at: int) -> tuple[int, int]:
        """How many numbers "and" or a comma join to the number at a place, before it and behind it."""
        if self.item(at + 2).number is None and self.item(at - 2).number is None:
            return 0, 0
        return self._count_joined(at, -1), self._count_joined(at, 1)

    def _count_joined(self, at: int, step: int) -> int:
        for count in range(REACH):
            link, other = self.item(at + step), self.item(at + 2 * step)
            if other.number is None or not ("and" in link.kinds or link.text == ","):
                return count
            at += 2 * step
        return REACH

    def _next_content(self, at: int, step: int) -> int:
        at += step
        while (item := self.item(at)).subject is None and "and" not in item.kinds:
            if NEAR_NOUN.isdisjoint(item.kinds):
                break
            at += step
        return at

    def _opens_clause(self, link: int, at: int) -> bool:
        """Whether "and" opens a clause whose verb is of one thing: "there is wind and the jellyfish risk is high"."""
        if not (self.item(link).has("and", "definite") or "determiner" in self.item(link + 1).kinds):
            return False
        ahead = at + 1
        while "noun" in self.item(ahead).kinds:
            ahead += 1
        return self.item(ahead).has("link", "singular")

    def _has_own_behind(self, at: int) -> bool:
        """Whether a subject has a value of its own: "… e baleias com alta probabilidade", "… and a UV index of 2"."""
        for ahead in range(at + 1, at + REACH):
            item = self.item(ahead)
            if not DESCRIBING.isdisjoint(item.kinds) or (item.number is not None and not is_time(item)):
                return True
            if item.kind in ("break", "mark", "number") or "and" in item.kinds or item.subject is not None:
                return False
        return False

    def _has_own_before(self, at: int) -> bool:
        """Whether a subject has a level or a number before it: "risco moderado de águas-vivas e …", "8% rain and …"."""
        for back in range(at - 1, at - REACH, -1):
            item = self.item(back)
            if not LEVELLING.isdisjoint(item.kinds) or (item.number is not None and not item.number.minutes):
                return True
            if NEAR_NOUN.isdisjoint(item.kinds):
                return False
        return False


def _in_questions(items: Sequence[Item]) -> list[bool]:
    """For each item whether its sentence ends in a question mark."""
    asked, found = False, []
    for item in reversed(items):
        if item.kind == "break":
            asked = item.text == "?"
        found.append(asked)
    return found[::-1]


def is_time(item: Item) -> bool:
    """Whether an item is a time of day, which may stand between a subject and what is said of it."""
    return item.number is not None and bool(item.number.minutes) and not item.number.values


def _may_be_time(item: Item) -> bool:
    """As is_time, or an hour that may be a bare number as well: "the water at 11 is warm"."""
    return item.number is not None and bool(item.number.minutes)


def _is_measure(item: Item) -> bool:
    """A number with its unit, which may stand between an adjective and its noun: "a light 12 km/h wind"."""
    return item.number is not None and item.number.unit is not None and item.grammar.compounds


def _lets_pass(item: Item) -> bool:
    return item.kind == "name" or item.text in ":=*_\"'" or "than" in item.kinds or item.meanings.transparent
