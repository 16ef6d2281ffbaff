"""Lengths and places in UTF-16 units, which is how Telegram counts text."""


def units(text: str) -> int:
    """How many UTF-16 code units the text takes."""
    return len(text.encode("utf-16-le")) // 2


def at(text: str, offset: int, length: int) -> str:
    """The part of the text that an entity of this offset and length covers."""
    return text.encode("utf-16-le")[2 * offset : 2 * (offset + length)].decode("utf-16-le")
