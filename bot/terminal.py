"""A page, tables and errors on a terminal: plain text, a little bold and dim where the output is one."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from bot.layout.page import Page
from bot.layout.table import Table
from conditions.outlook import Credit

BOLD, DIM, RESET = "\x1b[1m", "\x1b[2m", "\x1b[0m"
BEST = "★"
WIDEST = 88  # longer lines are hard to read
NARROWEST = 20


def say(text: str = "") -> None:
    """Print a line of a command's answer."""
    sys.stdout.write(f"{text}\n")


def complain(text: str) -> None:
    """Print what went wrong, apart from the answer."""
    sys.stderr.write(f"{text}\n")


def styled(text: str, style: str) -> str:
    """The text in a style, where somebody looks at it."""
    return f"{style}{text}{RESET}" if sys.stdout.isatty() else text


def show_page(page: Page) -> None:
    """Print a report."""
    say(styled(page.title, BOLD))
    for paragraph in (page.sentence, *page.notes):
        if paragraph:
            say(f"\n{wrapped(paragraph)}")
    say()
    show_table(page.rows)
    _show_credits(page.credits)


def show_day(table: Table) -> None:
    """Print a day's table: the best hour marked and bold, the night dim."""
    say(styled(table.title, BOLD))
    for note in table.notes:
        say(f"\n{wrapped(note)}")
    say()
    lines = _aligned([("", *table.headings), *((BEST if row.best else "", *row.cells) for row in table.rows)])
    styles = [BOLD, *(BOLD if row.best else DIM if row.night else "" for row in table.rows)]
    for line, style in zip(lines, styles, strict=True):
        say(styled(line, style) if style else line)
    _show_credits(table.credits)


def show_table(rows: Sequence[Sequence[str]]) -> None:
    """Print rows with their columns aligned."""
    for line in _aligned(rows):
        say(line)


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _show_credits(credits_: Sequence[Credit]) -> None:
    say()
    for credit in credits_:
        say(styled(f"{credit.text} · {credit.link}", DIM))


@contextmanager
def status(text: str) -> Iterator[None]:
    """Tell somebody at a terminal what is being waited for, and wipe it away after; nothing elsewhere."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text}")
        sys.stderr.flush()
    try:
        yield
    finally:
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def wrapped(text: str) -> str:
    """The text in lines that fit, none of which ends between a number and its unit."""
    return hanging("", text)


def hanging(head: str, text: str) -> str:
    """The same behind a head, the further lines under where the text begins."""
    bound = re.sub(r"(?<=\d) (?=[^\W\d]|°)", "\u00a0", text)
    width = max(len(head) + NARROWEST, min(shutil.get_terminal_size().columns, WIDEST))
    filled = textwrap.fill(
        bound, width, initial_indent=head, subsequent_indent=" " * len(head), break_long_words=not head,
        break_on_hyphens=not head,
    )  # fmt: skip
    return filled.replace("\u00a0", " ")
