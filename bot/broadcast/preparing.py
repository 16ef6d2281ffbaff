"""The reports of a broadcast, each made once for all the chats that get the same."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

import structlog
from telegram import MessageEntity

from bot.errors import explain
from bot.layout.page import page, title
from bot.messaging.pictures import Picture, Pictures
from bot.messaging.telegram_text import TelegramText, telegram_text
from bot.reports import Ask, Report, ReportService
from bot.store.subscription_rows import Daily
from bot.units import System, WindUnit, units
from bot.when import NOW, When
from conditions import Domain
from conditions.hours import whole_hour
from conditions.places import Place
from factguard import Mode
from factguard.texts import mark as _
from factguard.texts import translations

log = structlog.get_logger(__name__)

PUNCTUAL = timedelta(minutes=30)
"""A report that goes out later than this after its time is of the hour in which it goes out."""
FAILURE_LASTS_S = 60.0
"""How long a source that failed is not asked again for the same report."""
KEPT = timedelta(hours=3)

FAULT = _("Something went wrong here. Please try again later.")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What tells one report from another. `hour` is the whole hour that it is sent for, in UTC."""

    domain: Domain
    place: Place
    hour: datetime
    tomorrow: bool
    language: str
    units: System
    wind: WindUnit | None

    @property
    def ask(self) -> Ask:
        """How the report service is asked for it."""
        return Ask(self.language, self.domain, units(self.units, self.wind))

    @property
    def day(self) -> date:
        """The day that it is of, on the place's clock."""
        return self.hour.astimezone(self.place.zone).date() + timedelta(days=self.tomorrow)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A report as it is sent, or the reason why there is none."""

    text: TelegramText
    picture: Picture | None = None
    report: Report | None = None
    other_modes: dict[Mode, Prepared] = field(default_factory=dict)

    def in_mode(self, mode: Mode) -> Prepared:
        """The same as the guard's mode has it that holds when it is sent: it may have changed since it was made."""
        if self.report is None or self.report.mode is mode:
            return self
        if mode not in self.other_modes:
            report = self.report.in_mode(mode)
            self.other_modes[mode] = Prepared(telegram_text(page(report)), self.picture, report=report)
        return self.other_modes[mode]


class Preparer:
    """Makes reports and keeps them for as long as they are wanted; sentences are written one after another."""

    def __init__(
        self,
        reports: ReportService,
        now: Callable[[], datetime],
        *,
        charts: bool = False,
        pictures: Pictures | None = None,
    ) -> None:
        self._reports, self._now, self._charts = reports, now, charts
        self._pictures = pictures or Pictures()
        self._made: dict[Wanted, asyncio.Task[Prepared]] = {}
        self._failed_at: dict[Wanted, float] = {}
        self._writing = asyncio.Lock()

    def of(self, daily: Daily, due: datetime) -> asyncio.Task[Prepared]:
        """The report for a chat whose time is (or was) `due`; it may still be in the making."""
        now = self._now()
        moment = now if now - due > PUNCTUAL else due
        wanted = Wanted(
            daily.domain, daily.place, whole_hour(moment), daily.tomorrow, daily.language, daily.units, daily.wind
        )
        made = self._made.get(wanted)
        if made is None or self._may_be_tried_again(wanted):
            self._failed_at.pop(wanted, None)
            made = self._made[wanted] = asyncio.create_task(self._prepare(wanted))
        return made

    def ahead(self, daily: Daily, due: datetime) -> bool:
        """Begin to make a report before its time, unless it is of a day that has not begun. Returns whether."""
        zone = daily.place.zone
        if due.astimezone(zone).date() > self._now().astimezone(zone).date():
            return False
        self.of(daily, due)
        return True

    def forget(self, now: datetime) -> None:
        """Drop what nobody will want again."""
        for wanted in [each for each, task in self._made.items() if task.done() and each.hour < now - KEPT]:
            del self._made[wanted]
            self._failed_at.pop(wanted, None)

    async def close(self) -> None:
        """Stop making any."""
        for task in self._made.values():
            task.cancel()
        await asyncio.gather(*self._made.values(), return_exceptions=True)
        self._made.clear()

    async def _prepare(self, wanted: Wanted) -> Prepared:
        try:
            report = await self._reports.numbers(wanted.place, self._when(wanted), wanted.ask)
            async with self._writing:
                report = await self._reports.with_sentence(report, patient=True)
            text = telegram_text(page(report))
        except Exception as error:  # whatever it was, the chat is told
            self._failed_at[wanted] = time.monotonic()
            return _excuse(wanted, error)
        return Prepared(text, self._picture(wanted, report) if self._charts else None, report=report)

    def _when(self, wanted: Wanted) -> When:
        """Now, the hour of the day that is to come, or the next morning."""
        if wanted.tomorrow:
            return When(tomorrow=True)
        if wanted.hour <= self._now():
            return NOW
        return When(at=wanted.hour.astimezone(wanted.place.zone).time())

    def _picture(self, wanted: Wanted, report: Report) -> Picture | None:
        try:
            return self._pictures.of(report.outlook, wanted.day, wanted.ask, sample=report.sample)
        except Exception:  # a fault of ours in it costs nobody the report
            log.exception("broadcast.chart_failed")
            return None

    def _may_be_tried_again(self, wanted: Wanted) -> bool:
        failed_at = self._failed_at.get(wanted)
        return failed_at is not None and time.monotonic() - failed_at > FAILURE_LASTS_S


def _excuse(wanted: Wanted, error: Exception) -> Prepared:
    """The title, and in one sentence why there is nothing under it."""
    sentence = explain(error, wanted.language)
    if sentence is None:
        log.error("broadcast.report_failed", exc_info=error)
        sentence = translations(wanted.language).gettext(FAULT)
    else:
        log.warning("broadcast.no_report", place=wanted.place.name, reason=str(error))
    head = title(wanted.place.name, wanted.day, wanted.language)
    bold = MessageEntity(MessageEntity.BOLD, offset=0, length=len(head))
    text = f"{head}\n\n{sentence}"
    entities = MessageEntity.adjust_message_entities_to_utf_16(text, [bold])
    return Prepared(TelegramText(text, tuple(entities)))
