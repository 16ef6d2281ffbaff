"""Bathing-water quality: agencies' samples, gathered by beach.

water = WaterSource([Ima(Source(client))])
quality = await water.water_quality(place, at)
"""

from conditions.water.ima import Ima
from conditions.water.quality import Provider, SamplingPoint, WaterQuality
from conditions.water.source import WaterSource

__all__ = ["Ima", "Provider", "SamplingPoint", "WaterQuality", "WaterSource"]
