"""The state of the tide from hourly sea levels: good for "rising" or "high", not for navigation.

The source's model has cells of 8 km and knows no harbour. Which way the level moves survives that; heights do not, so
they are no fact of ours.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from conditions.hours import Sea

TideState = Literal["rising", "falling", "high", "low"]

SMALLEST_TIDE_M = 0.1
"""A day's range under this is weather and rounding (levels come in centimetres), not a tide."""


def tide_state(sea: Sea, hour: datetime) -> TideState | None:
    """The state at an hour, from the level and its two neighbours; None without a tide or one of the three."""
    before, now, after = (sea.pick(sea.sea_level_height_msl, hour + timedelta(hours=step)) for step in (-1, 0, 1))
    if before is None or now is None or after is None or not _has_tide(sea) or before == now == after:
        return None
    # A parabola through the three levels turns within half an hour of the middle one exactly where that is an extreme.
    if now >= before and now >= after:
        return "high"
    if now <= before and now <= after:
        return "low"
    return "rising" if after > now else "falling"


def _has_tide(sea: Sea) -> bool:
    levels = [level for level in sea.sea_level_height_msl if level is not None]
    return max(levels) - min(levels) >= SMALLEST_TIDE_M
