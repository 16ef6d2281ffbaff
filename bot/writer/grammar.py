"""A grammar of llama.cpp (GBNF) by which a model writes digits only as the facts print them.

    root ::= free (measured gap | bare tail)* (measured | bare)? [.!?…]*

`measured` is a value with its unit ("19.0 °C", "19,0 °C" in Portuguese, "09:00", "9h"), `bare` a number that needs none
(a score, a UV index), `free` any text without digits. What follows a bare number must not make it a measure: "55 km/h"
cannot be written where 55 is the score. Words are free, so that a number in words is the guard's to judge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import time
from functools import cache
from pathlib import Path
from typing import Any

from babel.numbers import format_decimal

from bot.units import METRIC, Units
from factguard.facts import ClockTime, FactMap, Name, Quantity, Score
from factguard.lexicon import lexicon
from factguard.units import UNITS, cldr_forms

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" + "".join(map(chr, range(0xC0, 0x100)))
_SEPARATORS = ("", " ", "\u00a0", "\u202f", "-")
_SHORT = 4  # letters: "9am", but never "9in the morning"
_END = ""  # the key of a trie's node at which a name is whole: no letter is empty
_COMMON = r"""
root ::= free ( measured gap | bare tail )* ( measured | bare )? [.!?…"”)]*
free ::= [^0-9]*
gap ::= [^0-9A-Za-zÀ-ÿ/°%] free
tail ::= [,.;:!?)…”"] [^0-9] free | " " ["“(–—] free | " " word
"""


def grammar_of(facts: FactMap, language: str, units: Units = METRIC) -> str:
    """The grammar for these facts in a language ("en", "pt", "pt_BR") and a reader's units."""
    folder = language.replace("-", "_").partition("_")[0]
    measured = [_quoted(form) for form in _named_with_digits(facts.domain, facts.words, folder)]
    bare: list[str] = []
    for field, value in facts.supplied().items():
        kind = facts.KINDS[field]
        match kind:
            case Quantity() if UNITS[kind.unit].symbol:
                unit, numbers = units.of(kind), _numbers(kind, value, folder, units)
                measured.append(_sequence(numbers, _SEPARATORS, _unit_forms(facts, folder, unit)))
            case Quantity():
                bare += _numbers(kind, value, folder, units)
            case Score():
                bare.append(str(value))
                measured.append(_sequence([str(value)], _score_tails(facts, folder, kind.maximum)))
            case ClockTime():
                measured += map(
                    _quoted, _times(value, _forms(facts, folder, "oclock"), _dayparts(facts, folder, value))
                )
            case Name() if any(character.isdigit() for character in str(value)):
                measured.append(_quoted(str(value)))
    rules = [_COMMON.strip(), f"measured ::= {_either(measured)}", f"bare ::= {_either(map(_quoted, bare))}"]
    return "\n".join([*rules, _other_words(type(facts), folder)]) + "\n"


def _numbers(kind: Quantity, value: float, language: str, units: Units) -> list[str]:
    """A value as we print it and as people round it, without its sign, which is no digit."""
    converted, decimals = units.shown(kind, value)
    shown = abs(round(converted, decimals))
    fewest = 0 if shown == int(shown) else min(kind.coarsest, decimals)
    return list(dict.fromkeys(_decimal(shown, places, language) for places in range(decimals, fewest - 1, -1)))


def _decimal(value: float, places: int, language: str) -> str:
    return format_decimal(round(value, places), format=f"0.{'0' * places}" if places else "0", locale=language)


def _score_tails(facts: FactMap, language: str, maximum: int | None) -> list[str]:
    whole = [form for form, key in _keyed_forms(facts, language, "out_of") if key != "share"]
    tails = [] if maximum is None else [f"/{maximum}", f" / {maximum}", *(f" {form} {maximum}" for form in whole)]
    return [*tails, *(f" {form}" for form in _forms(facts, language, "points"))]


def _dayparts(facts: FactMap, language: str, at: time) -> list[str]:
    fitting = {"am", "morning"} if at.hour < 12 else {"pm", "afternoon", "evening"}
    fitting |= {"night"} if at.hour < 6 or at.hour >= 18 else set()
    return [form for form, key in _keyed_forms(facts, language, "daypart") if key in fitting]


def _times(at: time, oclock: Iterable[str], dayparts: Iterable[str]) -> Iterator[str]:
    """The ways to write a time of day with digits: "09:00", "9h", "9 o'clock", "9 am"."""
    hours = dict.fromkeys([f"{at:%H}", str(at.hour)])
    for hour in hours:
        yield from (f"{hour}:{at:%M}", f"{hour}:{at:%M}h", f"{hour}h{at:%M}")
        if at.minute == 0:
            yield from (f"{hour}h", f"{hour} h", *(f"{hour} {form}" for form in oclock))
    for part in dayparts:
        for hour in dict.fromkeys([str(at.hour), str(at.hour % 12 or 12)]):
            for space in (" ", "") if len(part) <= _SHORT else (" ",):
                yield f"{hour}:{at:%M}{space}{part}"
                if at.minute == 0:
                    yield f"{hour}{space}{part}"


def _unit_forms(facts: FactMap, language: str, unit: str) -> list[str]:
    listed = [form for form, key in _keyed_forms(facts, language, "unit") if key == unit]
    return _longest_first([UNITS[unit].symbol, *listed, *_from_cldr(language, unit)])


@cache
def _from_cldr(language: str, unit: str) -> tuple[str, ...]:
    varieties = {"en": ("en", "en_GB"), "pt": ("pt_BR", "pt_PT")}.get(language, (language,))
    return tuple(form for variety in varieties for form in cldr_forms(unit, variety))


def _forms(facts: FactMap, language: str, kind: str) -> list[str]:
    return [form for form, _ in _keyed_forms(facts, language, kind)]


def _keyed_forms(facts: FactMap, language: str, kind: str) -> list[tuple[str, str]]:
    return [(form, key) for form, of, key in _word_list(facts.domain, facts.words, language) if of == kind]


@cache
def _named_with_digits(domain: str, home: Path | None, language: str) -> tuple[str, ...]:
    """The language's names of subjects that hold digits: "PM2.5"."""
    entries = (each for each in lexicon(domain, home).forms if each.entry.language == language)
    return tuple(each.form for each in entries if any(map(str.isdigit, each.form)) and each.entry.kind == "subject")


@cache
def _word_list(domain: str, home: Path | None, language: str) -> tuple[tuple[str, str, str], ...]:
    """The language's forms that stand with digits, with their kind and key."""
    kinds = ("unit", "oclock", "daypart", "out_of", "points")
    entries = (each for each in lexicon(domain, home).forms if each.entry.language == language)
    return tuple((each.form, each.entry.kind, " ".join(each.entry.key)) for each in entries if each.entry.kind in kinds)


@cache
def _other_words(facts: type[FactMap], language: str) -> str:
    """The rules of `word`: any text that does not begin with the name of a unit."""
    listed = (form for form, kind, _ in _word_list(facts.domain, facts.words, language) if kind == "unit")
    generated = (form for unit in UNITS for form in _from_cldr(language, unit))
    first = {form.split()[0] for form in (*listed, *generated)}
    trie: dict[str, Any] = {}
    for word in sorted(spelling for name in first if name.isalpha() for spelling in (name, name.capitalize())):
        node = trie
        for letter in word:
            node = node.setdefault(letter, {})
        node[_END] = {}
    return "\n".join(_trie_rules("word", trie))


def _trie_rules(name: str, node: dict[str, Any]) -> Iterator[str]:
    """A rule for each letter that a text has in common with a unit's name: it must part from it before its end."""
    letters = [letter for letter in node if letter != _END]
    inside = name != "word" and _END not in node  # here even the end of a word parts from the name
    ways = [f"[^0-9{''.join(letters)}] free" if inside else f"[{_ranges(set(_LETTERS) - set(letters))}] free"]
    ways += [f'"{letter}" {name}-{ord(letter):x}' for letter in letters]
    yield f"{name} ::= {' | '.join(ways)}"
    for letter in letters:
        yield from _trie_rules(f"{name}-{ord(letter):x}", node[letter])


def _ranges(letters: Iterable[str]) -> str:
    """Letters as a class of characters writes them: "a-cx-z"."""
    spans: list[list[int]] = []
    for code in sorted(map(ord, letters)):
        if spans and code == spans[-1][1] + 1:
            spans[-1][1] = code
        else:
            spans.append([code, code])
    return "".join(chr(first) if first == last else f"{chr(first)}-{chr(last)}" for first, last in spans)


def _sequence(*parts: Iterable[str]) -> str:
    return " ".join(_either(map(_quoted, part)) for part in parts)


def _either(ways: Iterable[str]) -> str:
    """One of several ways; with none, what no text can begin with."""
    return f"( {' | '.join(dict.fromkeys(ways)) or '[0] [^0-9] [0]'} )"


def _longest_first(forms: Iterable[str]) -> list[str]:
    return sorted(dict.fromkeys(forms), key=len, reverse=True)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{escaped}"'
