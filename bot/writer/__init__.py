"""Writes one or two sentences over a fact map with a local model, and lets the guard choose among them."""

from bot.writer.draft import GREEDY, Corrector, Draft, Writer
from bot.writer.embedded import EmbeddedWriter
from bot.writer.errors import (
    BusyError,
    DeadlineError,
    Failure,
    LoadingError,
    ModelError,
    ModelMissingError,
    PromptError,
    UnreachableError,
    WriterError,
)
from bot.writer.faults import Fault
from bot.writer.ladder import Attempt, Outcome, failed, judged, ready, summarise
from bot.writer.ollama import OllamaWriter
from bot.writer.openai import OpenAIWriter

__all__ = [
    "GREEDY",
    "Attempt",
    "BusyError",
    "Corrector",
    "DeadlineError",
    "Draft",
    "EmbeddedWriter",
    "Failure",
    "Fault",
    "LoadingError",
    "ModelError",
    "ModelMissingError",
    "OllamaWriter",
    "OpenAIWriter",
    "Outcome",
    "PromptError",
    "UnreachableError",
    "Writer",
    "WriterError",
    "failed",
    "judged",
    "ready",
    "summarise",
]
