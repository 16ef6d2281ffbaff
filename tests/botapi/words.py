"""Names that the Bot API fixes, written as one text for the reader's sake."""


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())
