"""The form of a domain's prompts in a language: `locales/<language>/prompts/<domain>.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.writer.errors import PromptError

PLACE, TIME, SCORE = "place", "time", "score"
"""The subjects that an order names one by one."""
DETAILS = "+"
"""In an order: one or more of the other subjects."""
END = "|"
"""In an order and in the line: the end of the first sentence."""

BAND = "_band"
"""`{score_band}` in a template is the band that `{score}` lies in: "good", for a wind "strong", for a time "night"."""


class Template(BaseModel):
    """A prompt as a translator writes it.

    `segments` has for each subject the forms that it may take in the line; `orders` the orders in which a report may
    say the subjects; `always` those of them that it says whenever they are supplied; `core` the subjects that it says
    most often; `urgent` the values that it never leaves out, by field. `units` are the names, of one and of more, of
    units that the reader may ask for, `spans` the parts of the day (from, until) that the line names beside the time,
    `clock` and `clock_minutes` the ways to print a full hour and another time.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    segments: dict[str, tuple[str, ...]]
    orders: Annotated[tuple[str, ...], Field(min_length=1)]
    ask: str
    always: tuple[str, ...] = ()
    core: tuple[str, ...] = ()
    urgent: dict[str, tuple[str, ...]] = {}
    clock: tuple[str, ...] = ("{hour:02}:{minute:02}",)
    clock_minutes: tuple[str, ...] = ("{hour:02}:{minute:02}",)
    words: dict[str, str] = {}
    units: dict[str, tuple[str, str]] = {}
    spans: dict[str, dict[str, tuple[str, str]]] = {}


T = TypeVar("T", bound=BaseModel)


@cache
def template(domain: str, folder: str) -> Template:
    """The template of a domain in a language's folder."""
    return read(Template, "prompt", domain, folder, domain)


def read(kind: type[T], called: str, domain: str, folder: str, stem: str) -> T:
    """What `locales/<folder>/prompts/<stem>.toml` holds for a domain; `called` is its name in errors."""
    place = f"locales/{folder}/prompts/{stem}.toml"
    source = resources.files("locales").joinpath(folder, "prompts", f"{stem}.toml")
    if not source.is_file():
        raise PromptError(f"There is no {called} for {domain} in the language “{folder}”. Add {place}.")
    try:
        return kind.model_validate(tomllib.loads(source.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, ValidationError) as exc:
        raise PromptError(f"{place} can't be read: {exc}") from exc
