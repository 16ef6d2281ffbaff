"""What can go wrong between a place's name and its facts.

ConditionsError
├── PlaceError
│   ├── UnknownPlaceError       no place of that name: holds the nearest names
│   ├── AmbiguousPlaceError     several places of that name: holds them
│   ├── PositionError           coordinates that are nowhere on Earth
│   └── InlandError             a place far from any coast: holds the nearest beach
├── SourceError
│   ├── SourceUnreachableError  no answer at all: try again, or use the sample
│   ├── SourceRefusedError      a no with the provider's reason; `temporary` says whether to try again
│   │   └── SourceLimitError    a no until the next minute, hour or day
│   ├── SourceAnswerError       an answer that cannot be what was asked for
│   └── NoSampleError           the sample holds other places
├── NoHourError                 the source gives nothing for that hour
└── NoBestHourError             no daylight of that day is left, or none of it can be judged

Each message is one plain sentence for a user: `str(error)` in English, `error.message("pt")` in Portuguese.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING

from babel import Locale
from babel.lists import format_list

from factguard.texts import mark as _
from factguard.texts import translations

if TYPE_CHECKING:
    from conditions.places import Place

LISTED = 8
"""How many names one sentence can carry; the error itself holds them all."""


class ConditionsError(Exception):
    """Any error of this package: an English msgid and the values that stand in it."""

    def __init__(self, msgid: str, values: Mapping[str, object]) -> None:
        super().__init__(msgid, values)
        self.msgid = msgid
        self.values = values

    def message(self, language: str = "en") -> str:
        """One sentence for a user, in a language ("en", "pt", "pt_BR")."""
        printed = {name: _printed(value, language) for name, value in self.values.items()}
        return translations(language).gettext(self.msgid).format(**printed)

    def __str__(self) -> str:
        return self.message()


def _printed(value: object, language: str) -> str:
    """A value as a sentence says it; a tuple of names as "A, B or C"."""
    if not isinstance(value, tuple):
        return str(value)
    names = [str(name) for name in value[:LISTED]] + ["…"] * (len(value) > LISTED)
    return format_list(names, style="or", locale=Locale.parse(language.replace("-", "_")))


class PlaceError(ConditionsError):
    """A name does not stand for one place."""


class UnknownPlaceError(PlaceError):
    """No beach is called so."""

    def __init__(self, query: str, suggestions: Sequence[str]) -> None:
        self.query = query
        self.suggestions = tuple(suggestions)
        msgid = "There is no place called “{query}” here."
        if self.suggestions:
            msgid = "There is no place called “{query}” here; did you mean {suggestions}?"
        super().__init__(msgid, {"query": query, "suggestions": self.suggestions})


class AmbiguousPlaceError(PlaceError):
    """Several beaches are called so."""

    def __init__(self, query: str, choices: Sequence[Place]) -> None:
        self.query = query
        self.choices = tuple(choices)
        plain = [place.name for place in self.choices]
        names = tuple(place.name if plain.count(place.name) == 1 else place.full_name for place in self.choices)
        msgid = "“{query}” can be {choices}; say which."
        super().__init__(msgid, {"query": query, "choices": names})


class PositionError(PlaceError):
    """Coordinates that are nowhere on Earth."""

    def __init__(self, query: str) -> None:
        self.query = query
        msgid = "“{query}” is no position: a latitude lies between −90 and 90, a longitude between −180 and 180."
        super().__init__(msgid, {"query": query})


class InlandError(PlaceError):
    """A place far from any coast."""

    def __init__(self, place: str, nearest: str, distance_km: float) -> None:
        self.place = place
        self.nearest = nearest
        self.distance_km = distance_km
        msgid = "{place} is far from any coast; the nearest beach that I know is {nearest}, {distance} km away."
        super().__init__(msgid, {"place": place, "nearest": nearest, "distance": f"{distance_km:.0f}"})


class SourceError(ConditionsError):
    """The weather source gave nothing that can be used."""


class SourceUnreachableError(SourceError):
    """No answer came."""

    def __init__(self, source: str, reason: str) -> None:
        self.source = source
        self.reason = reason
        msgid = "The weather source {source} cannot be reached ({reason}); try again in a few minutes."
        super().__init__(msgid, {"source": source, "reason": reason})


class SourceRefusedError(SourceError):
    """The source answered that it will not answer."""

    def __init__(self, source: str, status: int, reason: str) -> None:
        self.source = source
        self.status = status
        self.reason = reason
        self.temporary = status == 429 or status >= 500
        msgid = "The weather source {source} refused the request (HTTP {status}: {reason})."
        if self.temporary:
            msgid = "The weather source {source} is too busy to answer (HTTP {status}: {reason}); try again later."
        super().__init__(msgid, {"source": source, "status": status, "reason": reason})


class Span(Enum):
    """What a provider counts requests by; `wording` is how its refusal says so."""

    MINUTE = "Minutely"
    HOUR = "Hourly"
    DAY = "Daily"

    @property
    def wording(self) -> str:
        """The words in the provider's reason."""
        return f"{self.value} API request limit exceeded"


LIMIT_SENTENCES = {
    Span.MINUTE: _("The weather source {source} has had too many requests from here; try again in a minute."),
    Span.HOUR: _("The weather source {source} has had too many requests from here; try again in the next hour."),
    Span.DAY: _("The weather source {source} has had too many requests from here today; try again tomorrow."),
}


class SourceLimitError(SourceRefusedError):
    """The source has answered as often as it will in this minute, hour or day (its clock is GMT)."""

    def __init__(self, source: str, reason: str, span: Span) -> None:
        super().__init__(source, 429, reason)
        self.span = span
        self.msgid = LIMIT_SENTENCES[span]


class SourceAnswerError(SourceError):
    """The answer is not the one that was asked for, so that no number of it can be trusted."""

    def __init__(self, source: str, problem: str) -> None:
        self.source = source
        self.problem = problem
        msgid = "The weather source {source} gave an answer that cannot be read ({problem}); nothing of it was used."
        super().__init__(msgid, {"source": source, "problem": problem})


class NoSampleError(SourceError):
    """The sample forecast does not hold this place."""

    def __init__(self, place: str, available: Sequence[str]) -> None:
        self.place = place
        self.available = tuple(available)
        msgid = "There is no sample forecast for {place}; ask for {available}."
        super().__init__(msgid, {"place": place, "available": self.available})


class NoHourError(ConditionsError):
    """The source gives nothing for this hour."""

    def __init__(self, place: str, hour: str) -> None:
        self.place = place
        self.hour = hour
        msgid = "There is no forecast for {place} on {hour}; ask for a nearer hour."
        super().__init__(msgid, {"place": place, "hour": hour})


class NoBestHourError(ConditionsError):
    """No hour of a day's daylight is left that could be judged."""

    def __init__(self, place: str, day: str) -> None:
        self.place = place
        self.day = day
        msgid = "There is no daylight left to choose from at {place} on {day}; ask for the next day."
        super().__init__(msgid, {"place": place, "day": day})
