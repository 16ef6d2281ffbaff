"""What a chat model is asked, built from `locales/<language>/prompts/<domain>_chat.toml` and the facts.

The facts are listed as a reader sees them: names, numbers with units, words of the chat's language. One that the source
lacks is left out, and so is a subject that the mention policy forbids, as in the one-line prompt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from bot.units import METRIC, Units
from bot.values import label, printed
from bot.writer.prompt import prompt
from bot.writer.template import read
from factguard.facts import FactMap, Level
from factguard.result import Violation

MOST_TOKENS = 256
"""Two sentences, in the tokens of whatever model; a text that is longer is no draft."""

_SHOWN = 2
"""Examples that a chat model sees: without them a model of 135 million parameters copied the facts 4 times in 5, with
them it wrote sentences."""

_EMPTY_THOUGHT = re.compile(r"^\s*<think>\s*</think>\s*")

Message = dict[str, str]


class Example(BaseModel):
    """Facts with a text that is true of them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    facts: dict[str, Any]
    text: str


class Template(BaseModel):
    """A chat prompt as a translator writes it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    system: str
    request: str
    correction: str
    left_out: str
    examples: Annotated[tuple[Example, ...], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class Chat:
    """The messages that ask for a text."""

    messages: tuple[Message, ...]

    @property
    def asked(self) -> str:
        """What the model was told, as one text: an answer that copies it is none."""
        return "\n".join(message["content"] for message in self.messages if message["role"] != "assistant")


def chat(facts: FactMap, language: str, units: Units = METRIC) -> Chat:
    """The first request for these facts, after the same request for other ones and their texts."""
    folder, template = _template(facts, language)
    shown = [
        message
        for example in template.examples[:_SHOWN]
        for message in (
            _request(type(facts).model_validate(example.facts), template, folder, METRIC),
            _message("assistant", example.text),
        )
    ]
    return Chat((_message("system", template.system), *shown, _request(facts, template, folder, units)))


def corrected(
    facts: FactMap,
    language: str,
    draft: str,
    violations: Sequence[Violation],
    left_out: Sequence[str],
    units: Units = METRIC,
) -> Chat:
    """A second turn that says what was wrong with the answer to the first."""
    folder, template = _template(facts, language)
    missing = [template.left_out.format(fact=_line(facts, field, folder, units)) for field in left_out]
    complaints = "\n".join(f"- {each}" for each in [*(violation.message(folder) for violation in violations), *missing])
    second = _message("user", template.correction.format(complaints=complaints))
    first = chat(facts, language, units)
    return replace(first, messages=(*first.messages, _message("assistant", draft), second))


def few_shot(facts: FactMap, language: str, units: Units = METRIC) -> str:
    """The facts on one line after examples of it, for a model that was neither taught our prompt nor converses."""
    folder, template = _template(facts, language)
    ask = prompt(facts, language).ask

    def line(asked: FactMap, shown_in: Units) -> str:
        return f"{'; '.join(_lines(asked, folder, shown_in))}\n{ask}"

    shown = [f"{line(type(facts).model_validate(each.facts), METRIC)} {each.text}" for each in template.examples]
    return "\n".join([*shown, line(facts, units)])


def answer_of(content: str) -> str:
    """A model's answer without the empty thought that a template leaves where thinking is off."""
    return _EMPTY_THOUGHT.sub("", content, count=1).strip()


def _request(facts: FactMap, template: Template, language: str, units: Units) -> Message:
    return _message("user", template.request.format(facts="\n".join(_lines(facts, language, units))))


def _lines(facts: FactMap, language: str, units: Units) -> list[str]:
    said = (field for field, value in facts.supplied().items() if _may_be_said(facts, field, value))
    return [_line(facts, field, language, units) for field in said]


def _may_be_said(facts: FactMap, field: str, value: object) -> bool:
    kind = facts.KINDS[field]
    return not isinstance(kind, Level) or kind.may_mention(str(value))


def _line(facts: FactMap, field: str, language: str, units: Units) -> str:
    shown = printed(facts, field, language, units)
    return f"{label(field, language)}: {' '.join(shown.split())}"


def _message(role: str, content: str) -> Message:
    return {"role": role, "content": content.strip()}


def _template(facts: FactMap, language: str) -> tuple[str, Template]:
    folder = language.replace("-", "_").partition("_")[0]
    return folder, chat_template(facts.domain, folder)


@cache
def chat_template(domain: str, folder: str) -> Template:
    """What `locales/<folder>/prompts/<domain>_chat.toml` holds."""
    return read(Template, "chat prompt", domain, folder, f"{domain}_chat")
