"""The one line that a model completes, built from `locales/<language>/prompts/<domain>.toml`.

    Jurerê; 14:00; water 21.5; wind 12; waves 0.8; score 78 good; jellyfish moderate
    EN:

The adapter was taught this very form: a space before the name (so that it is tokenised as inside a sentence), numbers
without units, the score's band as a word. A fact that the source lacks is left out, and so is a subject that the
mention policy forbids: with "jellyfish low" in the line, "low" leaks into the text.
"""

import string
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Annotated

from babel.numbers import format_decimal
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.writer.errors import PromptError
from factguard.facts import Category, ClockTime, FactMap, Kind, Level, Name, Quantity, Score

BAND = "_band"
"""`{score_band}` in a template is the name of the band that `{score}` lies in."""


class Template(BaseModel):
    """A prompt as a translator writes it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    segments: Annotated[tuple[str, ...], Field(min_length=1)]
    ask: str
    words: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class Prompt:
    """The segments that the facts could fill, and the label that asks for the sentence."""

    segments: tuple[str, ...]
    ask: str

    @property
    def text(self) -> str:
        """What the model gets to read."""
        return f" {'; '.join(self.segments)}\n{self.ask}"


def prompt(facts: FactMap, language: str) -> Prompt:
    """The prompt for these facts in a language ("en", "pt", "pt_BR")."""
    folder = language.replace("-", "_").partition("_")[0]
    template = _template(facts.domain, folder)
    filled = (_fill(segment, facts, template, folder) for segment in template.segments)
    return Prompt(tuple(segment for segment in filled if segment is not None), template.ask)


@cache
def _template(domain: str, folder: str) -> Template:
    place = f"locales/{folder}/prompts/{domain}.toml"
    source = resources.files("locales").joinpath(folder, "prompts", f"{domain}.toml")
    if not source.is_file():
        raise PromptError(f"There is no prompt for {domain} in the language “{folder}”. Add {place}.")
    try:
        return Template.model_validate(tomllib.loads(source.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, ValidationError) as exc:
        raise PromptError(f"{place} can't be read: {exc}") from exc


def _fill(segment: str, facts: FactMap, template: Template, language: str) -> str | None:
    """The segment with its facts, or None where one of them is not supplied or may not be mentioned."""
    names = [name for _, name, _, _ in string.Formatter().parse(segment) if name is not None]
    words = {name: _word(name, facts, template, language) for name in names}
    return None if None in words.values() else segment.format_map(words)


def _word(name: str, facts: FactMap, template: Template, language: str) -> str | None:
    field = name.removesuffix(BAND)
    if field not in facts.KINDS:
        raise PromptError(
            f"The prompt for {facts.domain} in “{language}” names {{{name}}}, which is no field of "
            f"{type(facts).__name__}. Use one of: {', '.join(facts.KINDS)}."
        )
    value = getattr(facts, field)
    if value is None:
        return None
    return _spell(facts.KINDS[field], value, template, language, band=name != field)


def _spell(kind: Kind, value: object, template: Template, language: str, *, band: bool) -> str | None:
    match kind, value:
        case Quantity(), int() | float():
            return _number(value, kind.decimals, language)
        case Level(), str():
            return _translated(value, template, language) if kind.may_mention(value) else None
        case Category(), str():
            return _translated(value, template, language)
        case Score(), int():
            return _translated(kind.band(value), template, language) if band else str(value)
        case ClockTime(), _:
            return f"{value:%H:%M}"
        case Name(), str():
            return " ".join(value.split())  # a line break in a name would end the line before its facts
    raise PromptError(f"A prompt can't say the value {value!r} of a {type(kind).__name__}.")


def _number(value: float, decimals: int, language: str) -> str:
    pattern = "0" if decimals == 0 else f"0.{'0' * decimals}"
    return format_decimal(round(value, decimals) + 0.0, format=pattern, locale=language)  # + 0.0: never "-0.0"


def _translated(word: str, template: Template, language: str) -> str:
    if word not in template.words:
        raise PromptError(f"The prompt in “{language}” has no word for “{word}”. Add it under [words].")
    return template.words[word]
