"""A message of stretches in styles that may lie in each other, cut where Telegram's limit is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from telegram import MessageEntity
from telegram.constants import MessageLimit

from bot.messaging.telegram_text import TelegramText

CUT = "…"


@dataclass(frozen=True, slots=True)
class Styled:
    """Pieces in a style, an entity's type."""

    style: str
    pieces: tuple[Piece, ...]


Piece = str | Styled


def styled(style: str, *pieces: Piece) -> Styled:
    """Pieces in a style."""
    return Styled(style, pieces)


def bold(text: str) -> Styled:
    """A text in bold."""
    return Styled(MessageEntity.BOLD, (text,))


def composed(pieces: Iterable[Piece], *, limit: int = MessageLimit.MAX_TEXT_LENGTH) -> TelegramText:
    """The message, with entities in UTF-16 units; what is beyond the limit is cut off."""
    text, entities = "", list[MessageEntity]()
    for piece in pieces:
        text = _append(piece, text, entities)
    shown = cut(text, limit)
    kept = (_within(entity, len(shown)) for entity in entities)
    entities = [entity for entity in kept if entity.length > 0]
    return TelegramText(shown, tuple(MessageEntity.adjust_message_entities_to_utf_16(shown, entities)))


def cut(text: str, limit: int) -> str:
    """A text of no more UTF-16 units than a limit."""
    if length(text) <= limit:
        return text
    units = text.encode("utf-16-le")[: 2 * (limit - len(CUT))]
    return units.decode("utf-16-le", errors="ignore") + CUT


def length(text: str) -> int:
    """As Telegram counts it, in UTF-16 units."""
    return len(text.encode("utf-16-le", errors="replace")) // 2


def _append(piece: Piece, text: str, entities: list[MessageEntity]) -> str:
    if isinstance(piece, str):
        return text + piece
    at, start = len(entities), len(text)
    for inner in piece.pieces:
        text = _append(inner, text, entities)
    entities.insert(at, MessageEntity(piece.style, start, len(text) - start))  # the outer one before what lies in it
    return text


def _within(entity: MessageEntity, end: int) -> MessageEntity:
    return MessageEntity(entity.type, entity.offset, min(entity.length, end - entity.offset))
