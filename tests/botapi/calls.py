"""The record of what the bot asked for and what it got."""

import time
from dataclasses import dataclass, field
from typing import Any

from botapi.requests import Upload


@dataclass
class Call:
    """One request of the bot. It is on record as soon as it arrives; the answer is filled in later."""

    method: str
    parameters: dict[str, Any]
    files: dict[str, Upload] = field(default_factory=dict)
    status: int | None = None  # None: not answered yet, or never
    description: str = ""  # why it was refused
    on_request: bool = False  # the test asked for this refusal
    at: float = field(default_factory=time.monotonic)  # when it arrived

    @property
    def refused(self) -> bool:
        return self.status is not None and self.status >= 400

    def __str__(self) -> str:
        outcome = "unanswered" if self.status is None else f"{self.status} {self.description}".rstrip()
        return f"{self.method} {self.parameters} → {outcome}"
