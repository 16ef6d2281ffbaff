"""What can keep a sentence from being written: every one of these ends as "numbers only".

WriterError
├── ModelMissingError   there is no model to load: a package is missing, a path is wrong, the cache can't be written
├── ModelError          the model is there, but it can't be loaded or run
├── PromptError         `locales/` holds no usable prompt for the domain in the language
└── DeadlineError       the time for a sentence has passed
"""

from enum import StrEnum
from typing import ClassVar


class Failure(StrEnum):
    """Why there is no sentence, as callers and JSON name it."""

    MODEL_MISSING = "model_missing"
    MODEL_ERROR = "model_error"
    DEADLINE = "deadline"
    NO_DRAFT = "no_draft"
    """Every attempt gave a text that is none: empty, cut off, repeated or an echo of the prompt."""

    @property
    def reason(self) -> str:
        """The sentence for a reader: an English text to be passed through gettext."""
        return _REASONS[self]


_REASONS = {
    Failure.MODEL_MISSING: "No summary: the language model is not installed.",
    Failure.MODEL_ERROR: "No summary: the language model failed.",
    Failure.DEADLINE: "No summary: the language model took too long.",
    Failure.NO_DRAFT: "No summary: the language model wrote nothing usable.",
}


class WriterError(Exception):
    """Any error of this package."""

    failure: ClassVar[Failure] = Failure.MODEL_ERROR


class ModelMissingError(WriterError):
    """There is no model to load."""

    failure = Failure.MODEL_MISSING


class ModelError(WriterError):
    """The model can't be loaded or run."""


class PromptError(WriterError):
    """A prompt in `locales/` is missing or wrong."""


class DeadlineError(WriterError):
    """The time for a sentence has passed."""

    failure = Failure.DEADLINE
