"""Air quality in a town or at a beach: the second domain."""

from conditions.air.facts import AirFacts, places
from conditions.air.gather import gather
from conditions.domain import Domain, Panel
from factguard.texts import mark as _

AIR = Domain(
    name=AirFacts.domain,
    facts=AirFacts,
    gather=gather,
    places=places,
    columns=("european_aqi", "pm2_5_ug_m3", "pm10_ug_m3", "uv_index"),
    panels=(Panel(("pm2_5_ug_m3", "pm10_ug_m3")), Panel(("uv_index",))),
    explained=_(
        "The index is that of the pollutant which is worst: particles, ozone, nitrogen dioxide or sulphur dioxide."
    ),
    judged_by=("pm2_5_ug_m3", "pm10_ug_m3"),
)

__all__ = ["AIR", "AirFacts"]
