"""What Telegram asks of a photo: its size in bytes and in pixels."""

from botapi.refusals import bad

LARGEST_PHOTO = 10 * 1024 * 1024
SIDES = 10_000  # width and height together
RATIO = 20


def size(content: bytes) -> tuple[int, int]:
    """Width and height of an uploaded PNG or JPEG that Telegram would take as a photo."""
    if not content:
        raise bad("file must be non-empty")
    if len(content) > LARGEST_PHOTO:
        told = f"file of size {len(content)} bytes is too big for a photo"
        raise bad(f"{told}; the maximum size is {LARGEST_PHOTO} bytes")
    width, height = _png(content) or _jpeg(content) or (0, 0)
    if not width or not height:
        raise bad("IMAGE_PROCESS_FAILED")
    if width + height > SIDES or max(width, height) > RATIO * min(width, height):
        raise bad("PHOTO_INVALID_DIMENSIONS")
    return width, height


def _png(content: bytes) -> tuple[int, int] | None:
    if content[:8] != b"\x89PNG\r\n\x1a\n" or content[12:16] != b"IHDR":
        return None
    return int.from_bytes(content[16:20]), int.from_bytes(content[20:24])


def _jpeg(content: bytes) -> tuple[int, int] | None:
    if content[:2] != b"\xff\xd8":
        return None
    place = 2
    while place + 9 < len(content) and content[place] == 0xFF:
        if content[place + 1] in (0xC0, 0xC1, 0xC2):  # the frame headers of baseline, extended and progressive files
            return int.from_bytes(content[place + 7 : place + 9]), int.from_bytes(content[place + 5 : place + 7])
        place += 2 + int.from_bytes(content[place + 2 : place + 4])
    return None
