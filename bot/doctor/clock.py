"""The clock, and the rules by which it becomes local time: a daily report at the wrong hour is a wrong one."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

from bot.doctor.finding import Case, Check, Finding, Grade
from factguard.texts import mark as _

NOTED, WRONG = timedelta(seconds=5), timedelta(minutes=2)
"""The header that is compared with tells whole seconds, and an answer takes a moment to come."""
ANCIENT_YEARS = 2
ZONES = ("America/Sao_Paulo", "Europe/Lisbon")
FIRST_WORDS = "# version "


async def run(case: Case) -> Sequence[Finding]:
    """Compare the clock with the answers that the other checks got, and look at the time zones."""
    return [_clock(case), *_zones(case)]


def _clock(case: Case) -> Finding:
    gettext = case.gettext
    if not case.skews:
        text = gettext(_("Not compared: no server that tells the time answered."))
        return Finding(Grade.NOTE, text, gettext(_("Run boia doctor again when the network is there.")))
    skew = timedelta(seconds=median(each.total_seconds() for each in case.skews))
    data = {"ahead_seconds": round(skew.total_seconds(), 1)}
    if abs(skew) < NOTED:
        return Finding(Grade.OK, gettext(_("Right to within a few seconds.")), data=data)
    sentence = gettext(_("{seconds} s fast.")) if skew > timedelta() else gettext(_("{seconds} s slow."))
    grade = Grade.NOTE if abs(skew) < WRONG else Grade.FAULT
    text = sentence.format(seconds=case.number(abs(skew.total_seconds())))
    return Finding(grade, text, gettext(_("Let the system keep its clock: timedatectl set-ntp true.")), data=data)


def _zones(case: Case) -> Iterator[Finding]:
    gettext, title = case.gettext, case.gettext(_("Time zones"))
    try:
        for name in ZONES:
            zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        text = gettext(_("There is no time zone database."))
        yield Finding(Grade.FAULT, text, gettext(_("Install the package tzdata.")), title)
        return
    version = zone_version()
    if version is None:
        yield Finding(Grade.OK, gettext(_("There, of an unknown version.")), title=title)
        return
    data = {"version": version}
    if int(version[:4]) < datetime.now(UTC).year - ANCIENT_YEARS:
        text = gettext(_("The time zone database is old ({version}): clocks may change on other days by now."))
        remedy = gettext(_("Update the system's package tzdata, or pip install --upgrade tzdata."))
        yield Finding(Grade.NOTE, text.format(version=version), remedy, title, data)
        return
    yield Finding(Grade.OK, gettext(_("Version {version}.")).format(version=version), title=title, data=data)


def zone_version() -> str | None:
    """The version of the database that is read, such as 2026b: the system's, else the package's."""
    for folder in zoneinfo.TZPATH:
        if Path(folder, ZONES[0]).is_file():
            return _system_version(Path(folder))
    with suppress(ImportError):
        import tzdata

        return str(tzdata.IANA_VERSION)
    return None


def _system_version(folder: Path) -> str | None:
    for name, before in (("tzdata.zi", FIRST_WORDS), ("+VERSION", "")):
        with suppress(OSError, UnicodeDecodeError, IndexError):
            line = Path(folder, name).read_text("utf-8").splitlines()[0]
            version = line.removeprefix(before).strip()
            if line.startswith(before) and version[:4].isdecimal():
                return version
    return None


CHECK = Check("clock", _("Clock"), run, last=True)
