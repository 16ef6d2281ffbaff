"""What can keep a sentence from being written: every one of these ends as "numbers only".

WriterError
├── ModelMissingError   there is no such model: a package, a file or a name is missing, the cache can't be written
├── ModelError          the model is there, but it can't be loaded or run, or its server refuses
├── UnreachableError    nothing answers where the model's server should be, or it answers as no such server does
├── PromptError         `locales/` holds no usable prompt for the domain in the language
├── DeadlineError       the time for a sentence has passed
├── LoadingError        the model is not loaded yet, and takes longer than a report may
└── BusyError           so many reports wait for a sentence that one more would wait in vain
"""

from enum import StrEnum
from typing import ClassVar


class Failure(StrEnum):
    """Why there is no sentence, as callers and JSON name it."""

    MODEL_MISSING = "model_missing"
    MODEL_ERROR = "model_error"
    MODEL_UNREACHABLE = "model_unreachable"
    DEADLINE = "deadline"
    NO_DRAFT = "no_draft"
    """Every attempt gave a text that is none: empty, cut off, in another language, an echo of the prompt …"""

    LOADING = "loading"
    BUSY = "busy"
    STOPPING = "stopping"
    """The process was asked to stop before the sentence was there."""

    @property
    def reason(self) -> str:
        """The sentence for a reader: an English text to be passed through gettext."""
        return _REASONS[self]


_REASONS = {
    Failure.MODEL_MISSING: "No summary: the language model is not installed.",
    Failure.MODEL_ERROR: "No summary: the language model failed.",
    Failure.MODEL_UNREACHABLE: "No summary: the language model cannot be reached.",
    Failure.DEADLINE: "No summary: the language model took too long.",
    Failure.NO_DRAFT: "No summary: the language model wrote nothing usable.",
    Failure.LOADING: "No summary: the language model is still being loaded.",
    Failure.BUSY: "No summary: too many reports are waiting for one at the moment.",
    Failure.STOPPING: "No summary: I am being restarted. Please ask again in a minute.",
}


class WriterError(Exception):
    """Any error of this package."""

    failure: ClassVar[Failure] = Failure.MODEL_ERROR


class ModelMissingError(WriterError):
    """There is no such model."""

    failure = Failure.MODEL_MISSING


class ModelError(WriterError):
    """The model can't be loaded or run, or its server refuses."""


class UnreachableError(WriterError):
    """The model's server is not there."""

    failure = Failure.MODEL_UNREACHABLE


class PromptError(WriterError):
    """A prompt in `locales/` is missing or wrong."""


class DeadlineError(WriterError):
    """The time for a sentence has passed."""

    failure = Failure.DEADLINE


class LoadingError(WriterError):
    """The model is not loaded yet."""

    failure = Failure.LOADING


class BusyError(WriterError):
    """Too many reports wait for a sentence."""

    failure = Failure.BUSY
