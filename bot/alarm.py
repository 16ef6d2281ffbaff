"""What admins must hear of at once: the model, the source of forecasts, or the daily reports do not work."""

from __future__ import annotations

from enum import StrEnum

import structlog

log = structlog.get_logger(__name__)


class Trouble(StrEnum):
    """What does not work."""

    MODEL = "model"
    PROVIDER = "provider"
    BROADCAST = "broadcast"


class Alarm:
    """Where trouble is rung in from whatever meets it; it never waits and never fails."""

    def ring(self, trouble: Trouble, detail: str) -> None:
        """Say that something does not work; `detail` says what, for an operator."""
        log.warning("alarm.rung", trouble=trouble, detail=detail)
