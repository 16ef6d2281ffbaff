"""From a source's values to a fact map: rounded as its facts are printed, and refused where they cannot be right."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import TypeVar

from pydantic import ValidationError

from conditions.errors import SourceAnswerError
from factguard.facts import FactMap, Quantity, Score

F = TypeVar("F", bound=FactMap)


def rounded(facts: type[FactMap], name: str, value: float | None) -> float | None:
    """A value as its fact is printed, half away from zero as people round; never −0.0."""
    if value is None:
        return None
    match facts.KINDS[name]:
        case Quantity(decimals=decimals) if decimals:
            return float(_quantized(value, decimals)) + 0.0
        case Quantity() | Score():
            return int(_quantized(value, 0))
        case _:
            return value


def fact_map(facts: type[F], values: Mapping[str, object], source: str) -> F:
    """A valid fact map; a value that cannot be (waves of −1 m) makes the source's whole answer suspect."""
    try:
        return facts.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        raise SourceAnswerError(source, f"{first['loc'][0]} = {first['input']}") from error


def _quantized(value: float, decimals: int) -> Decimal:
    return Decimal(str(value)).quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)
