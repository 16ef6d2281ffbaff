"""The tide from hourly sea levels: good for "rising" and for "high at about half past two", not for navigation.

The source's model has cells of 8 km and knows no harbour. Which way the level moves survives that, and the time of a
turn to about half an hour; heights do not, so they are no fact of ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from conditions.hours import Sea

TideState = Literal["rising", "falling", "high", "low"]

SMALLEST_TIDE_M = 0.1
"""A day's range under this is weather and rounding (levels come in centimetres), not a tide."""
PRECISION = timedelta(minutes=30)
HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Turn:
    """A high or a low water; its time (aware, in UTC) is good to half an hour and given so."""

    state: Literal["high", "low"]
    at: datetime


def tide_state(sea: Sea, hour: datetime) -> TideState | None:
    """The state at an hour, from the level and its two neighbours; None without a tide or one of the three."""
    before, now, after = (sea.pick(sea.sea_level_height_msl, hour + step * HOUR) for step in (-1, 0, 1))
    if before is None or now is None or after is None or not _has_tide(sea) or before == now == after:
        return None
    # A parabola through the three levels turns within half an hour of the middle one exactly where that is an extreme.
    if now >= before and now >= after:
        return "high"
    if now <= before and now <= after:
        return "low"
    return "rising" if after > now else "falling"


def turns(sea: Sea) -> tuple[Turn, ...]:
    """Every high and low water of the levels, in their order; none without a tide."""
    return tuple(_turns(sea)) if _has_tide(sea) else ()


def next_turns(turns: Iterable[Turn], hour: datetime) -> tuple[Turn, ...]:
    """The next high and the next low water from an hour on, the sooner first; fewer where the levels end."""
    first: dict[str, Turn] = {}
    for turn in turns:
        if turn.at >= hour:
            first.setdefault(turn.state, turn)
    return tuple(first.values())


def _turns(sea: Sea) -> Iterator[Turn]:
    """Every turn, at the vertex of the parabola through the extreme level and its neighbours."""
    levels = list(zip(sea.time, sea.sea_level_height_msl, strict=True))
    for (_, before), (hour, now), (_, after) in zip(levels, levels[1:], levels[2:], strict=False):
        if before is None or now is None or after is None:
            continue
        bend = before - 2 * now + after
        if now > before and now >= after:
            yield Turn("high", _rounded(hour + (before - after) / (2 * bend) * HOUR))
        elif now < before and now <= after:
            yield Turn("low", _rounded(hour + (before - after) / (2 * bend) * HOUR))


def _rounded(moment: datetime) -> datetime:
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight + round((moment - midnight) / PRECISION) * PRECISION


def _has_tide(sea: Sea) -> bool:
    levels = [level for level in sea.sea_level_height_msl if level is not None]
    return bool(levels) and max(levels) - min(levels) >= SMALLEST_TIDE_M
