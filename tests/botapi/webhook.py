"""The address that updates are brought to."""

from dataclasses import dataclass


@dataclass
class Webhook:
    """What setWebhook was given, and what went wrong there last."""

    url: str
    secret: str
    connections: int
    last_error: str = ""
