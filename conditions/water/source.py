"""The water at a beach, from the provider that covers it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import structlog

from conditions.errors import SourceError
from conditions.places import Place, catalogue
from conditions.water.assign import assigned, usable
from conditions.water.quality import Provider, WaterQuality, judged

log = structlog.get_logger(__name__)


class WaterSource:
    """The providers together; they keep what they fetched, so that one of these lasts as long as the bot."""

    def __init__(self, providers: Sequence[Provider]) -> None:
        self._providers = tuple(providers)

    async def water_quality(self, place: Place, at: datetime) -> WaterQuality | None:
        """The water at an aware moment; None where no agency covers the place, has fresh samples there, or answers."""
        provider = next((provider for provider in self._providers if provider.covers(place)), None)
        if provider is None:
            return None
        try:
            points = await provider.points()
        except SourceError as failure:  # a report without its water is still a report
            log.warning("water.failed", provider=provider.name, place=place.name, error=str(failure))
            return None
        beaches = tuple(beach for beach in catalogue() if provider.covers(beach))
        return judged(usable(assigned(points, beaches).get(place, ()), place, at), provider)
