"""What can go wrong in declaring a guard; checking a text never raises.

GuardError
├── FactMapError    a fact map's class is declared wrongly
└── LexiconError    a word list is wrong: names the file, the heading and the next step
"""


class GuardError(Exception):
    """Any error of this package."""


class FactMapError(GuardError):
    """A fact map's class is declared wrongly."""


class LexiconError(GuardError):
    """A word list in `locales/` is wrong."""
