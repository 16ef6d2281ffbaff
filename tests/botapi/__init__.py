"""A small strict stand-in for Telegram's Bot API that speaks HTTP on loopback.

The bot under test polls it as it would poll Telegram, and it refuses what Telegram refuses, in Telegram's words.
What Telegram would swallow in silence (a mistyped parameter, an entity of no length) is refused too, and then the
description says "stand-in:", so that nobody takes it for Telegram's.
"""

from botapi.api import BotApi, NothingHappenedError
from botapi.calls import Call
from botapi.messages import Button, Message
from botapi.requests import Upload
from botapi.state import DEFAULT_NOW, QUERY_LIFETIME

__all__ = [
    "DEFAULT_NOW",
    "QUERY_LIFETIME",
    "BotApi",
    "Button",
    "Call",
    "Message",
    "NothingHappenedError",
    "Upload",
]
