"""Training pairs: a line and the sentence that says it, each of them clean under the guard."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import factguard
from bot.units import METRIC, System, Units, WindUnit, units
from bot.writer.draft import Draft
from bot.writer.faults import find_fault
from bot.writer.plan import Segment
from bot.writer.prompt import Prompt, prompt
from bot.writer.teach.air_maps import draw_air
from bot.writer.teach.grammar import write
from bot.writer.teach.maps import draw_facts
from factguard import FactMap, Mode, Verdict

LANGUAGES = ("en", "pt")
AIR_SHARE = 0.13
"""Of all maps, those of air quality, which has few fields and plain sentences; the others are of swimming."""
UNITS: dict[str, Units] = {
    "metric": METRIC,
    "imperial": units(System.IMPERIAL),
    "nautical": units(wind=WindUnit.KNOTS),
    "wind in m/s": units(wind=WindUnit.MS),
}
_UNIT_WEIGHTS = {"en": (80, 12, 5, 3), "pt": (89, 3, 5, 3)}  # who reads Portuguese rarely asks for feet
_NUMBER = re.compile(r"\d+(?:[.,:h]\d+)?")
_VARIANTS = 1_000_000


@dataclass(frozen=True, slots=True)
class Pair:
    """What the model reads and shall write."""

    line: str
    text: str
    language: str
    facts: str
    """The fact map as JSON."""
    shape: str
    origin: str = "grammar"


@dataclass(frozen=True, slots=True)
class Refused:
    """A sentence that the guard did not call clean: a wording to mend, or a false alarm of the guard."""

    pair: Pair
    violations: tuple[str, ...]


def pairs(count: int, seed: int, *, languages: Sequence[str] = LANGUAGES) -> Iterator[Pair | Refused]:
    """Pairs of random facts, the languages in turn; the same seed gives the same ones."""
    chance = random.Random(seed)  # noqa: S311 - teaching data, no secret
    for number in range(count):
        language = languages[number % len(languages)]
        facts = draw(chance)
        asked = UNITS[chance.choices(tuple(UNITS), _UNIT_WEIGHTS[language])[0]]
        yield judged(facts, prompt(facts, language, variant=chance.randrange(_VARIANTS), units=asked), language)


def draw(chance: random.Random) -> FactMap:
    """A fact map of one of the domains."""
    return draw_air(chance) if chance.random() < AIR_SHARE else draw_facts(chance)


def judged(facts: FactMap, asked: Prompt, language: str, text: str | None = None) -> Pair | Refused:
    """The pair of a prompt with a text (the grammar's, if none is given), if the guard calls it clean."""
    said = write(asked.plan, language, facts.domain) if text is None else text
    shape = masked(said, asked)
    origin = "grammar" if text is None else "draft"
    pair = Pair(asked.text, said, language, facts.model_dump_json(exclude_none=True), shape, origin)
    if fault := find_fault(Draft(said, seed=0, seconds=0, tokens=0), asked):
        return Refused(pair, (fault,))
    result = factguard.check(said, facts, mode=Mode.BLOCK)
    if result.verdict is Verdict.CLEAN:
        return pair
    return Refused(pair, tuple(f"{found.rule} {found.field} “{found.quote}”" for found in result.violations))


def masked(text: str, asked: Prompt) -> str:
    """The shape of a text: its name, numbers and words of the facts replaced."""
    for segment in (segment for sentence in asked.plan.sentences for segment in sentence):
        text = _without(text, segment)
    return _NUMBER.sub("#", text)


def _without(text: str, segment: Segment) -> str:
    for word in segment.words.values():
        text = re.sub(rf"\b{re.escape(word)}(?!\w)", "_", text, flags=re.IGNORECASE)
    return text


def save(file: Path, kept: Iterable[Pair]) -> None:
    """Write pairs, one JSON object a line."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", encoding="utf-8") as lines:
        lines.writelines(json.dumps(asdict(pair), ensure_ascii=False) + "\n" for pair in kept)


def load(file: Path) -> list[Pair]:
    """Read what `save` wrote."""
    with file.open(encoding="utf-8") as lines:
        return [Pair(**json.loads(line)) for line in lines]


def summary(made: Sequence[Pair | Refused]) -> str:
    """What a reader wants to know of the data, and each kind of refusal with an example."""
    lines = []
    for language in LANGUAGES:
        kept = [pair for pair in made if isinstance(pair, Pair) and pair.language == language]
        lost = [refused for refused in made if isinstance(refused, Refused) and refused.pair.language == language]
        share = 100 * len(lost) / max(1, len(kept) + len(lost))
        shapes = len({pair.shape for pair in kept})
        lines.append(f"{language}: {len(kept)} clean pairs of {shapes} shapes; {len(lost)} refused ({share:.2f} %)")
        first = {_kind(refused): refused for refused in reversed(lost)}
        for kind, count in Counter(map(_kind, lost)).most_common(12):
            example = first[kind]
            lines.append(f"  {count:4d}  {'; '.join(example.violations)}")
            lines += [f"        {example.pair.text}", f"        {example.pair.facts}"]
    return "\n".join(lines)


def _kind(refused: Refused) -> str:
    return refused.violations[0].split("“")[0]
