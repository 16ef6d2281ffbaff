"""Swim conditions at a beach: the first domain."""

from conditions.domain import Domain, Panel
from conditions.places import catalogue
from conditions.swim.facts import SwimFacts
from conditions.swim.gather import gather

SWIM = Domain(
    name=SwimFacts.domain,
    facts=SwimFacts,
    gather=gather,
    places=catalogue,
    columns=(
        "wave_height_m",
        "wind_kmh",
        "wind_direction",
        "sea_temp_c",
        "uv_index",
        "rain_chance_pct",
        "score",
    ),
    panels=(
        Panel(("wave_height_m",)),
        Panel(("wind_kmh", "wind_gust_kmh"), arrows="wind_direction"),
        Panel(("sea_temp_c", "air_temp_c")),
        Panel(tide=True),
    ),
)

__all__ = ["SWIM", "SwimFacts"]
