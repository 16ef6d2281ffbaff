"""The answer of IMA's map as sampling points.

The map has come in three shapes, and all are read: a condition and dated analyses by point; the condition in each
analysis only (until 2026-09-05); the condition alone, without any analysis (since 2026-09-10). What cannot be read is
left out and told.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

from conditions.places import folded  # the same folding as for names: no accents, no case
from conditions.water.quality import SamplingPoint

LATITUDES = (-29.6, -25.5)
LONGITUDES = (-54.0, -48.0)
"""Santa Catarina, with a margin. The ranges share no figure, so that swapped coordinates are known as such."""

_BRAZILIAN_DAY = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})(?:[ T].*)?")
_ENTRIES = TypeAdapter(list[Any])


@dataclass(frozen=True, slots=True)
class Map:
    """The points that can be read; why others cannot, and why samples of the former cannot, in the answer's order."""

    points: tuple[SamplingPoint, ...]
    unread_points: tuple[str, ...]
    unread_samples: tuple[str, ...]


def read(content: bytes, today: date) -> Map:
    """The map in an answer's body of a day; ValidationError where the body is no list."""
    points: list[SamplingPoint] = []
    unread_points: list[str] = []
    unread_samples: list[str] = []
    for number, entry in enumerate(_ENTRIES.validate_json(content.removeprefix(b"\xef\xbb\xbf")), start=1):
        try:
            row = Row.model_validate(entry)
            samples, problems = _samples(row, today)
            points.append(_point(row, samples))
        except ValueError as error:  # pydantic's is one
            unread_points.append(f"{_label(entry, number)}: {problem(error)}")
        else:
            unread_samples += [f"{_label(entry, number)}: {reason}" for reason in problems]
    return Map(tuple(dict.fromkeys(points)), tuple(unread_points), tuple(unread_samples))


def problem(error: ValueError) -> str:
    """The first thing that is wrong, with its key; never the whole of what came."""
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(step) for step in first["loc"])
    return f"{where}: {first['msg']}" if where else first["msg"]


def _label(entry: Any, number: int) -> str:
    """What to call an entry in a log, readable or not."""
    name = entry.get("PONTO_NOME") if isinstance(entry, dict) else None
    return f"entry {number} ({name})" if name else f"entry {number}"


def _plain(text: Any) -> Any:
    """A text with single spaces; null as an empty one."""
    if text is None:
        return ""
    return " ".join(text.split()) if isinstance(text, str) else text


def _day(text: Any) -> Any:
    """A day from "25/08/2026" or ISO, with or without a time; the place of a month is never guessed."""
    if not isinstance(text, str):
        raise ValueError("no date")  # noqa: TRY004 (pydantic reads a ValueError)
    if brazilian := _BRAZILIAN_DAY.fullmatch(text.strip()):
        day, month, year = map(int, brazilian.groups())
        return date(year, month, day)
    return datetime.fromisoformat(text.strip()).date()


def _degrees(text: Any) -> Any:
    """South or west in degrees: a comma or a point, spaces, and a sign that may be missing."""
    plain = re.sub(r"\s", "", str(text)).replace(",", ".").replace("−", "-")
    try:
        return -abs(float(plain))
    except ValueError:
        raise ValueError(f"“{text}” is no number") from None


Text = Annotated[str, BeforeValidator(_plain)]
Name = Annotated[str, Field(min_length=1), BeforeValidator(_plain)]
Degrees = Annotated[float, BeforeValidator(_degrees)]


class Analysis(BaseModel):
    """One sample."""

    day: Annotated[date, BeforeValidator(_day)] = Field(alias="DATA")
    condition: Text = Field("", alias="CONDICAO")


class Row(BaseModel):
    """One entry of the map. `analyses` is None where the map has none at all, and is read sample by sample."""

    model_config = ConfigDict(coerce_numbers_to_str=True)

    town: Text = Field("", alias="MUNICIPIO")
    name: Text = Field("", alias="PONTO_NOME")
    beach: Name = Field(alias="BALNEARIO")
    locality: Text = Field("", alias="LOCALIZACAO")
    latitude: Degrees = Field(alias="LATITUDE")
    longitude: Degrees = Field(alias="LONGITUDE")
    condition: Text = Field("", alias="CONDICAO")
    analyses: list[Any] | None = Field(None, alias="ANALISES")


def _samples(row: Row, today: date) -> tuple[list[Analysis], list[str]]:
    """The samples that can be read, and what is wrong with the others."""
    samples: list[Analysis] = []
    problems: list[str] = []
    for entry in row.analyses or ():
        try:
            samples.append(_sample(entry, today))
        except ValueError as error:
            problems.append(problem(error))
    return samples, problems


def _sample(entry: Any, today: date) -> Analysis:
    """One sample; ValueError where it has no day or one to come, which would hide the real ones behind it."""
    sample = Analysis.model_validate(entry)
    if sample.day > today + timedelta(days=1):  # a clock that is a little behind is no reason
        raise ValueError(f"DATA: {sample.day} is yet to come")
    return sample


def _point(row: Row, samples: list[Analysis]) -> SamplingPoint:
    """The point; ValueError where its place, its condition or its day cannot be told."""
    if row.analyses is not None and not samples:
        raise ValueError("ANALISES: no sample with a date that can be read")
    day = max((sample.day for sample in samples), default=None)
    conditions = [row.condition] if row.condition else [sample.condition for sample in samples if sample.day == day]
    verdicts = [_proper(condition) for condition in conditions or [""]]
    latitude, longitude = _position(row)
    return SamplingPoint(
        name=row.name,
        locality=row.locality,
        latitude=latitude,
        longitude=longitude,
        beach=row.beach,
        town=row.town,
        proper=all(verdicts),
        sampled_on=day,
    )


def _position(row: Row) -> tuple[float, float]:
    """Latitude and longitude, put right where they are swapped."""
    for latitude, longitude in ((row.latitude, row.longitude), (row.longitude, row.latitude)):
        if LATITUDES[0] <= latitude <= LATITUDES[1] and LONGITUDES[0] <= longitude <= LONGITUDES[1]:
            return latitude, longitude
    raise ValueError(f"{row.latitude}, {row.longitude} is not in Santa Catarina")


def _proper(condition: str) -> bool:
    match folded(condition):
        case "proprio" | "propria":
            return True
        case "improprio" | "impropria":
            return False
    raise ValueError(f"CONDICAO: “{condition}” is neither PRÓPRIO nor IMPRÓPRIO")
