"""A page as a Telegram message: its text and explicit entities, so that no character of it needs escaping."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from telegram import MessageEntity

from bot.page import Page


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
    text, entities = "", list[MessageEntity]()
    for run in _runs(page):
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
    for credit in page.credits:
        yield _Run("\n")
        yield _Run(credit.text, MessageEntity.TEXT_LINK, credit.link)
