"""What a check says: modes, verdicts, violations."""

from __future__ import annotations

import re
from decimal import Decimal
from enum import StrEnum
from typing import Literal

from babel.numbers import format_decimal
from pydantic import BaseModel, ConfigDict, Field

from factguard.texts import mark as _
from factguard.texts import translations

Severity = Literal["hard", "soft"]

_LEADING_NUMBER = re.compile(r"-?\d+(?:\.(\d+))?(?!\d|:)")

SENTENCES = {
    "number_mismatch": _("“{quote}” is not what the facts say ({field}: {expected})."),
    "wrong_field": _("“{quote}” is the number of something else ({field}: {expected})."),
    "category_contradicted": _("“{quote}” contradicts the facts ({field}: {expected})."),
    "wrong_name": _("“{quote}” is another place than the report's ({field}: {expected})."),
    "mention_policy": _("“{quote}” should go unmentioned here ({field}: low)."),
    "unsupported_attribute": _("“{quote}” has no fact behind it ({field}: not supplied)."),
    "unreadable_number": _("“{quote}” cannot be read as one number ({field}: {expected})."),
}
"""What each rule says to a reader."""

SENTENCES_WITHOUT_FACT = {
    "number_mismatch": _("“{quote}” has no fact behind it ({field}: not supplied)."),
    "wrong_field": _("“{quote}” is the number of something else ({field}: not supplied)."),
    "unreadable_number": _("“{quote}” cannot be read as one number ({field}: not supplied)."),
}
"""The same where the map holds no value to set against it."""


class Mode(StrEnum):
    """What becomes of a text with violations."""

    BLOCK = "block"
    """A hard violation withholds the text; soft ones alone flag it."""
    WARN = "warn"
    """Any violation flags the text; every text is shown."""
    OFF = "off"
    """Nothing is checked."""


class Verdict(StrEnum):
    """The fate of a text."""

    CLEAN = "clean"
    FLAGGED = "flagged"
    WITHHELD = "withheld"
    UNCHECKED = "unchecked"


class Violation(BaseModel):
    """One place where the text says what the facts do not.

    `quote` is `text[start:end]` of the text as given; `field` a field of the fact map or an attribute class that the
    map does not hold; `said` and `expected` are printed values ("1.9 m", "moderate"), None where there is nothing to
    print.
    """

    model_config = ConfigDict(frozen=True)

    rule: str
    severity: Severity
    field: str
    quote: str
    start: int
    end: int
    said: str | None = None
    expected: str | None = None

    def message(self, locale: str = "en") -> str:
        """One sentence for a reader in the language of `locale` ("en", "pt", "pt_BR"), its numbers as printed there."""
        translate = translations(locale).gettext
        sentence = translate(
            SENTENCES[self.rule]
            if self.expected is not None
            else SENTENCES_WITHOUT_FACT.get(self.rule, SENTENCES[self.rule])
        )
        expected = localised(_word(self.expected or "", self.field, locale), locale)
        said = _word(self.said or "", self.field, locale)
        return sentence.format(quote=self.quote, field=field_name(self.field, locale), said=said, expected=expected)


def _word(word: str, field: str, locale: str) -> str:
    """A closed word as its field inflects it ("boa" of a score, "bom" of an index), or as it stands by itself."""
    catalogue = translations(locale)
    inflected = catalogue.pgettext(field, word)
    return inflected if inflected != word or not word else catalogue.gettext(word)


def field_name(field: str, locale: str) -> str:
    """A field's or attribute class's name in a sentence: the catalogue's text for the key, or the key's own words."""
    name = translations(locale).gettext(field)
    return field.replace("_", " ") if name == field else name


def localised(printed: str, locale: str) -> str:
    """A printed fact with its decimal mark as the locale writes it: "1.3 m" is "1,3 m" in Portuguese."""
    number = _LEADING_NUMBER.match(printed)
    if number is None:
        return printed
    decimals = len(number[1] or "")
    pattern = "0." + "0" * decimals if decimals else "0"
    return format_decimal(Decimal(number[0]), pattern, locale=locale) + printed[number.end() :]


class GuardResult(BaseModel):
    """A verdict with its reasons. `shown` is the text, unchanged to the byte, or None when withheld.

    `model_dump()` gives `{"verdict": …, "violations": […]}`, for agents.
    """

    model_config = ConfigDict(frozen=True)

    verdict: Verdict
    violations: tuple[Violation, ...] = ()
    shown: str | None = Field(default=None, exclude=True)
