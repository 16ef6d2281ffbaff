"""What a command of `boia` is made of."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

Gettext = Callable[[str], str]


class Exit(IntEnum):
    """Exit codes. `boia check` says its verdict by 0, 1 and 2, so that a wrong call needs a code apart from these."""

    DONE = 0
    FAILED = 1
    """The command could not do its work this time: an unknown place, no network."""
    SETTINGS = 2
    """A setting is missing or wrong."""
    USAGE = 64
    """The command was called wrongly, or given a file that it cannot read (EX_USAGE of sysexits.h)."""
    RIVAL = 69
    """Another process polls with the same token (EX_UNAVAILABLE): starting again would only disturb it."""
    FAULT = 70
    """A fault of ours (EX_SOFTWARE)."""
    INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Command:
    """One command: its name, its line of help (a msgid), its arguments, and what it does.

    `execute` gets the parsed arguments, with `language` among them, and gives the exit code.
    """

    name: str
    help: str
    arguments: Callable[[ArgumentParser, Gettext], None]
    execute: Callable[[Namespace], int]
