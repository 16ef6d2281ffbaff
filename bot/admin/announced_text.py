"""What an admin announces: the text behind the command, formatted as in the admin's message."""

from __future__ import annotations

import json

from telegram import Message, MessageEntity

from bot.messaging.telegram_text import TelegramText, length


def announced(message: Message) -> TelegramText:
    """The text behind a message's command, with the formatting that lies in it."""
    whole = message.text or ""
    behind = whole[len(_command(message)) :]
    text = behind.strip()
    cut = length(whole) - length(behind.lstrip())
    moved = (_moved(entity, cut, length(text)) for entity in message.entities)
    return TelegramText(text, tuple(entity for entity in moved if entity is not None))


def packed(shown: TelegramText) -> str:
    """The entities as they are kept."""
    return json.dumps([entity.to_dict() for entity in shown.entities], ensure_ascii=False)


def unpacked(text: str, entities: str) -> TelegramText:
    """A kept text with its entities."""
    return TelegramText(text, tuple(MessageEntity.de_list(json.loads(entities))))


def _command(message: Message) -> str:
    return next((text for entity, text in message.parse_entities([MessageEntity.BOT_COMMAND]).items()
                 if entity.offset == 0), "")  # fmt: skip


def _moved(entity: MessageEntity, cut: int, left: int) -> MessageEntity | None:
    """An entity in the text that is left, in Telegram's UTF-16 units; None where it lay in what was cut off."""
    start, end = max(entity.offset - cut, 0), min(entity.offset + entity.length - cut, left)
    if end <= start:
        return None
    return MessageEntity.de_json(entity.to_dict() | {"offset": start, "length": end - start})
