"""A page as a Telegram message: its text and explicit entities, so that no character of it needs escaping."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from telegram import MessageEntity

from bot.layout.page import Page
from bot.layout.table import Table
from conditions.outlook import Credit


@dataclass(frozen=True, slots=True)
class TelegramText:
    """A message's text, with entities that count in UTF-16 units as Telegram does."""

    text: str
    entities: tuple[MessageEntity, ...]


@dataclass(frozen=True, slots=True)
class _Run:
    """A stretch of text in one style; `style` is an entity's type, None for plain text."""

    text: str
    style: str | None = None
    link: str | None = None


def telegram_text(page: Page) -> TelegramText:
    """Title in bold, notes in italics, the credit as a link."""
    return _composed(_runs(page))


def telegram_table(table: Table, lines: Sequence[str], remark: str | None) -> TelegramText:
    """A day's lines in letters of one width, below its title and notes and above a remark."""
    return _composed(_table_runs(table, lines, remark))


def caption(title: str, credits_: Sequence[Credit]) -> TelegramText:
    """What stands below a picture: its title, and whose data it is made of."""
    return _composed((_Run(title, MessageEntity.BOLD), *_credit_runs(credits_)))


def length(text: str) -> int:
    """As Telegram counts it, in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def _composed(runs: Iterable[_Run]) -> TelegramText:
    text, entities = "", list[MessageEntity]()
    for run in runs:
        if run.style:
            entities.append(MessageEntity(run.style, offset=len(text), length=len(run.text), url=run.link))
        text += run.text
    return TelegramText(text, tuple(MessageEntity.adjust_message_entities_to_utf_16(text, entities)))


def _runs(page: Page) -> Iterator[_Run]:
    yield _Run(page.title, MessageEntity.BOLD)
    if page.sentence:
        yield _Run(f"\n\n{page.sentence}")
    for note in page.notes:
        yield _Run("\n\n")
        yield _Run(note, MessageEntity.ITALIC)
    yield _Run("\n")
    for name, value in page.rows:
        yield _Run(f"\n{name}: {value}")
    yield _Run("\n")
    yield from _credit_runs(page.credits)


def _table_runs(table: Table, lines: Sequence[str], remark: str | None) -> Iterator[_Run]:
    yield _Run(table.title, MessageEntity.BOLD)
    for note in table.notes:
        yield _Run("\n\n")
        yield _Run(note, MessageEntity.ITALIC)
    yield _Run("\n\n")
    yield _Run("\n".join(lines), MessageEntity.PRE)
    yield _Run(f"\n\n{remark}\n" if remark else "\n")
    yield from _credit_runs(table.credits)


def _credit_runs(credits_: Sequence[Credit]) -> Iterator[_Run]:
    for credit in credits_:
        yield _Run("\n")
        yield _Run(credit.text, MessageEntity.TEXT_LINK, credit.link)
