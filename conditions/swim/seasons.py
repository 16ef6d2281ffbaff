"""When whales come near the shore, by region: `seasons.toml`, with the source of each entry."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib import resources

MonthDay = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Season:
    """A span of days in any year, first and last day included; it may run over New Year."""

    first: MonthDay
    last: MonthDay
    species: tuple[str, ...]
    source: str
    reviewed: date

    def covers(self, day: date) -> bool:
        """Whether a day lies in the season."""
        today = (day.month, day.day)
        if self.first <= self.last:
            return self.first <= today <= self.last
        return today >= self.first or today <= self.last


@cache
def seasons() -> Mapping[str, Season]:
    """The seasons by region."""
    text = resources.files("conditions").joinpath("swim", "seasons.toml").read_text(encoding="utf-8")
    return {
        region: Season(
            first=_month_day(entry["from"]),
            last=_month_day(entry["until"]),
            species=tuple(entry["species"]),
            source=entry["source"],
            reviewed=entry["reviewed"],
        )
        for region, entry in tomllib.loads(text).items()
    }


def _month_day(text: str) -> MonthDay:
    """ "07-01" as (7, 1); a leap year lets 29 February stand."""
    day = date.fromisoformat(f"2024-{text}")
    return day.month, day.day
