"""Numbers that no field of the map could hold: what the world has of its own, and what a report made up."""

from __future__ import annotations

from factguard.fields import Names
from factguard.surroundings import SMALL, Surroundings, is_time
from factguard.texts import mark as _

NEAR_WORLD = 4  # how many items a number may stand from the thing of the world that it is of
UNHELD = {
    "speed": _("speed"),
    "temperature": _("temperature"),
    "concentration": _("concentration"),
    "share": _("chance"),
}
"""The attribute classes of numbers that no field of the map could hold, by dimension."""


def is_of_the_world(around: Surroundings, at: int) -> bool:
    """Whether a number is of what no report gives: a speed limit, an oven, the angle of a view."""
    if "world" not in around.present:
        return False
    for step in (-1, 1):
        for other in range(at + step, at + step * (NEAR_WORLD + 1), step):
            item = around.item(other)
            if item.kind in ("break", "number"):
                break
            if "world" in item.kinds:
                return True
    return False


def is_of_the_world_itself(around: Surroundings, at: int) -> bool:
    """Whether the very next noun is such a thing, whatever else is spoken of: "a 360-degree view of the sea"."""
    beside = (around.item(at + 1), around.item(around.past(at - 1, -1, SMALL)))
    return any("world" in item.kinds for item in beside)


def unheld(around: Surroundings, at: int, dimension: str) -> Names:
    """The class of a number that the map has no field for: a speed, a temperature; a share only where it is a chance.

    Lengths, durations and other shares are of the world as often as of the report.
    """
    if dimension == "share" and not _is_chance(around, at):
        return ()
    return (UNHELD[dimension],) if dimension in UNHELD else ()


def _is_chance(around: Surroundings, at: int) -> bool:
    """Whether a share is a chance of nothing named: "a 30% chance", "chance de 30%"."""
    noun, before = at + 1 + around.item(at + 1).has("link", "of"), around.past(at - 1, -1, SMALL)
    after, behind = around.item(at + 1), around.item(noun + 1)
    if "noun" in around.item(noun).kinds:
        return behind.kind in ("break", "mark") or is_time(behind) or behind.has("link", "")
    ends = after.kind in ("break", "mark") or "link" in after.kinds
    return ends and before != at - 1 and "noun" in around.item(before).kinds
