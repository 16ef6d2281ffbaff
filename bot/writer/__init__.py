"""Writes one or two sentences over a fact map with a small local model, and lets the guard choose among them."""

from bot.writer.draft import GREEDY, Draft, Writer
from bot.writer.embedded import EmbeddedWriter
from bot.writer.errors import DeadlineError, Failure, ModelError, ModelMissingError, PromptError, WriterError
from bot.writer.faults import Fault
from bot.writer.ladder import Attempt, Outcome, summarise

__all__ = [
    "GREEDY",
    "Attempt",
    "DeadlineError",
    "Draft",
    "EmbeddedWriter",
    "Failure",
    "Fault",
    "ModelError",
    "ModelMissingError",
    "Outcome",
    "PromptError",
    "Writer",
    "WriterError",
    "summarise",
]
