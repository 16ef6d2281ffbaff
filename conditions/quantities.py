"""Quantities that several domains report."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from factguard.facts import Band, Quantity

UvIndex = Annotated[
    int | float,
    Quantity(
        "uv_index",  # the World Health Organization's classes, with a class's margin on each side
        bands={
            "low": Band(at_most=4),
            "moderate": Band(at_least=2, at_most=7),
            "high": Band(at_least=5),
            "extreme": Band(at_least=9),
        },
    ),
    Field(ge=0, le=25),
]
