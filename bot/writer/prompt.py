"""The one line that a model completes, built from `locales/<language>/prompts/<domain>.toml`.

    Jurerê; 14:00; score 78 good; waves 0.8; water 21.5 | jellyfish moderate; s7
    EN:

The line is a plan (see `bot.writer.plan`): it holds what shall be said, in the order to say it in, with a bar between
the sentences and a style at the end. The adapter was taught this very form: a space before the name (so that it is
tokenised as inside a sentence), numbers without units unless the reader asked for others, the score's band as a word.
What is not to be said is not in the line: with "jellyfish low" in it, "low" leaks into the text.
"""

from __future__ import annotations

import random
import string
from dataclasses import dataclass
from datetime import time

from babel.numbers import format_decimal

from bot.units import METRIC, Units
from bot.writer.errors import PromptError
from bot.writer.plan import Plan, Segment, plan
from bot.writer.template import BAND, END, Template, template
from factguard.facts import Category, ClockTime, FactMap, Kind, Level, Name, Quantity, Score


@dataclass(frozen=True, slots=True)
class Prompt:
    """The plan that the model shall follow, and the label that asks for the sentence."""

    plan: Plan
    ask: str

    @property
    def segments(self) -> tuple[str, ...]:
        """What the line says of each subject."""
        return tuple(segment.text for sentence in self.plan.sentences for segment in sentence)

    @property
    def text(self) -> str:
        """What the model gets to read."""
        sentences = ("; ".join(segment.text for segment in sentence) for sentence in self.plan.sentences)
        return f" {f' {END} '.join(sentences)}; s{self.plan.style}\n{self.ask}"


def prompt(facts: FactMap, language: str, *, variant: int = 0, units: Units = METRIC) -> Prompt:
    """The prompt for these facts in a language ("en", "pt", "pt_BR").

    `variant` numbers the plans of the same facts: the model's most likely text for another variant is another text.
    """
    folder = language.replace("-", "_").partition("_")[0]
    form = template(facts.domain, folder)
    return Prompt(plan(facts, form, folder, variant, _Speller(facts, form, folder, units).segment), form.ask)


@dataclass(frozen=True, slots=True)
class _Speller:
    """Spells facts for the line of a language."""

    facts: FactMap
    form: Template
    language: str
    units: Units

    def segment(self, subject: str, text: str, chance: random.Random) -> Segment | None:
        """A segment with its facts, or None where one of them is not supplied or may not be mentioned."""
        words: dict[str, str] = {}
        for name in (name for _, name, _, _ in string.Formatter().parse(text) if name is not None):
            word = self._word(name, chance)
            if word is None:
                return None
            words[name] = word
        return Segment(subject, text.format_map(words), words)

    def _word(self, name: str, chance: random.Random) -> str | None:
        field = name.removesuffix(BAND)
        if field not in self.facts.KINDS:
            raise PromptError(
                f"The prompt for {self.facts.domain} in “{self.language}” names {{{name}}}, which is no field of "
                f"{type(self.facts).__name__}. Use one of: {', '.join(self.facts.KINDS)}."
            )
        kind, value = self.facts.KINDS[field], getattr(self.facts, field)
        if value is None:
            return None
        return self._spell(field, kind, value, chance) if name == field else self._band(field, kind, value)

    def _spell(self, field: str, kind: Kind, value: object, chance: random.Random) -> str | None:
        match kind, value:
            case Quantity(), int() | float():
                return self._quantity(kind, value)
            case Level(), str():
                return self._translated(field, value) if kind.may_mention(value) else None
            case Category(), str():
                return self._translated(field, value)
            case Score(), int():
                return str(value)
            case ClockTime(), time():
                return self._clock(value, chance)
            case Name(), str():
                return " ".join(value.split())  # a line break in a name would end the line before its facts
        raise PromptError(f"A prompt can't say the value {value!r} of a {type(kind).__name__}.")

    def _band(self, field: str, kind: Kind, value: object) -> str | None:
        """The word for a value that lies plainly in a band of its kind; None where it lies in none."""
        match kind, value:
            case Score(), int():
                return self._translated(field, kind.band(value))
            case Quantity(), int() | float():
                bands = [word for word, band in kind.bands.items() if band.plainly and band.plainly.holds(value)]
                return self._translated(field, bands[-1]) if bands else None
            case ClockTime(), time():
                spans = self.form.spans.get(field, {})
                return next((word for word, span in spans.items() if _within(value, span)), None)
        raise PromptError(f"A {type(kind).__name__} has no bands: “{field}{BAND}” can't stand in a prompt.")

    def _quantity(self, kind: Quantity, value: float) -> str:
        unit = self.units.of(kind)
        shown, decimals = self.units.shown(kind, value)
        number = self._number(shown, decimals)
        if unit == kind.unit:
            return number
        if unit not in self.form.units:
            raise PromptError(
                f"The prompt in “{self.language}” has no name for the unit “{unit}”. Add it under [units]."
            )
        return f"{number} {self.form.units[unit][number != '1']}"

    def _number(self, value: float, decimals: int) -> str:
        """A number as people write it: "19", not "19.0"."""
        pattern = f"0.{'#' * decimals}" if decimals else "0"
        return format_decimal(round(value, decimals) + 0.0, format=pattern, locale=self.language)  # + 0.0: never "-0"

    def _clock(self, at: time, chance: random.Random) -> str:
        """The time in one of the language's ways; never noon or midnight as "12 am", which nobody is sure of."""
        parts = {"hour": at.hour, "minute": at.minute, "twelve": at.hour % 12, "half": "am" if at.hour < 12 else "pm"}
        ways = self.form.clock_minutes if at.minute else self.form.clock
        return chance.choice([way for way in ways if at.hour % 12 or "{twelve" not in way]).format_map(parts)

    def _translated(self, field: str, word: str) -> str:
        """A closed word, in the field's own inflection where the template has one."""
        words = self.form.words
        if word not in words:
            raise PromptError(f"The prompt in “{self.language}” has no word for “{word}”. Add it under [words].")
        return words.get(f"{field}.{word}", words[word])


def _within(at: time, span: tuple[str, str]) -> bool:
    """Whether a time lies in a span, which may run over midnight; its end is outside."""
    start, end = (time.fromisoformat(edge) for edge in span)
    return start <= at < end if start < end else at >= start or at < end
