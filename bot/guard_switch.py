"""The guard mode that holds now, in every process over one database: as an admin last set it, else as it is set up."""

from __future__ import annotations

import structlog
from sqlalchemy.exc import SQLAlchemyError

from bot.store.guard_changes import GuardChange, GuardChanges
from factguard import Mode

log = structlog.get_logger(__name__)


class GuardSwitch:
    """Read for each report, so that a change holds for the next one everywhere.

    `default` holds until an admin changes it; without `changes` nobody can. Where the database cannot be read, the mode
    that was read last holds on.
    """

    def __init__(self, default: Mode, changes: GuardChanges | None = None) -> None:
        self._default, self._changes = default, changes
        self._last = default

    @property
    def default(self) -> Mode:
        """The mode that is set up."""
        return self._default

    async def mode(self) -> Mode:
        """The mode of a report that is made now."""
        if self._changes is None:
            return self._default
        try:
            newest = await self._changes.newest()
        except (SQLAlchemyError, OSError) as error:
            log.warning("guard.mode_not_read", reason=str(error).splitlines()[0], mode=self._last)
            return self._last
        self._last = newest[0].to_mode if newest else self._default
        return self._last

    async def set(self, mode: Mode, admin_id: int) -> GuardChange | None:
        """Let a mode hold from the next report on; None where that could not be kept, and the old one holds."""
        if self._changes is None:
            return None
        try:
            change = await self._changes.add(admin_id, self._default, mode)
        except (SQLAlchemyError, OSError) as error:
            log.warning("guard.mode_not_kept", reason=str(error).splitlines()[0])
            return None
        self._last = mode
        log.warning("guard.mode_changed", admin=admin_id, before=change.from_mode, after=mode)
        return change

    async def history(self, count: int) -> tuple[GuardChange, ...]:
        """The last changes, the newest first; none where they cannot be read."""
        if self._changes is None:
            return ()
        try:
            return await self._changes.newest(count)
        except (SQLAlchemyError, OSError) as error:
            log.warning("guard.history_not_read", reason=str(error).splitlines()[0])
            return ()
