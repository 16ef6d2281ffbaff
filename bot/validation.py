"""One plain sentence for a value that pydantic refuses: it names the value's owner and what would be accepted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from babel.lists import format_list
from babel.numbers import format_decimal
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from factguard.texts import mark as _
from factguard.texts import translations

NUMBER = _("{name} must be a number, not {value}.")
WHOLE = _("{name} must be a whole number, not {value}.")
TEXT = _("{name} must be a text, not {value}.")
OPTIONS = _("{name} must be {options}, not {value}.")
SWITCH = _("{name} must be on or off, not {value}.")
CLOCK = _("{name} must be a time such as 09:00, not {value}.")
AT_LEAST = _("{name} must be at least {limit}, not {value}.")
AT_MOST = _("{name} must be at most {limit}, not {value}.")
MORE_THAN = _("{name} must be more than {limit}, not {value}.")
ADDRESS = _("{name} must be an address that begins with http:// or https://, not {value}.")
MISSING = _("{name} is missing.")
OTHER = _("{name} is not acceptable: {value}.")

SENTENCES: Mapping[str, str] = {
    "missing": MISSING,
    "enum": OPTIONS,
    "literal_error": OPTIONS,
    "bool_type": SWITCH,
    "bool_parsing": SWITCH,
    "int_type": NUMBER,
    "int_parsing": WHOLE,
    "int_from_float": WHOLE,
    "float_type": NUMBER,
    "float_parsing": NUMBER,
    "finite_number": NUMBER,
    "string_type": TEXT,
    "string_too_short": OTHER,
    "string_too_long": OTHER,
    "string_pattern_mismatch": ADDRESS,
    "time_type": CLOCK,
    "time_parsing": CLOCK,
    "greater_than": MORE_THAN,
    "greater_than_equal": AT_LEAST,
    "less_than_equal": AT_MOST,
}


def complaint(error: ValidationError, language: str, *, prefix: str = "") -> str:
    """The first thing that pydantic refused, in one sentence; `prefix` makes a field's name a variable's."""
    errors = error.errors(include_url=False)
    first = [each for each in errors if field(each) == field(errors[0])][-1]  # the widest branch of a union comes last
    _ = translations(language).gettext
    return _(SENTENCES.get(first["type"], OTHER)).format(
        name=prefix + (field(first).upper() if prefix else field(first)),
        value=_printed(first["input"]),
        limit=_limit(first, language),
        options=format_list(_options(first), style="or", locale=language),
    )


def field(error: ErrorDetails) -> str:
    """The field that an error is about; what follows in its location is a branch of a union."""
    return str(error["loc"][0]) if error["loc"] else ""


def _limit(error: ErrorDetails, language: str) -> str:
    """The bound that a number lies beyond, where it is about one."""
    limits = [limit for key, limit in error.get("ctx", {}).items() if key in ("ge", "gt", "le", "lt")]
    return format_decimal(limits[0], locale=language) if limits else ""


def _options(error: ErrorDetails) -> list[str]:
    return re.findall(r"'([^']*)'", str(error.get("ctx", {}).get("expected", "")))


def _printed(value: Any) -> str:
    text = f"“{value}”" if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
