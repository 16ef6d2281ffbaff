"""A report as JSON for programs: the facts, what became of each draft, and the guard's answer."""

from __future__ import annotations

import json
from typing import Any

from bot.layout.page import remark_text
from bot.reports import Report
from bot.texts import DEFAULT_LANGUAGE
from bot.writer import Attempt, Outcome
from conditions import Outlook, Reading


def as_json(value: object) -> str:
    """JSON for eyes as well: indented, accents as they are."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def report_data(report: Report) -> dict[str, Any]:
    """The whole of a report. Its keys are the same whatever happened; what there is not is null or empty.

    Facts are metric, in the units that their names say.
    """
    outcome = report.outcome
    result = outcome.result if outcome else None
    return {
        **_head(report.outlook, report.reading),
        "language": report.language,
        "sample": report.sample,
        **_reading(report.reading),
        "best": _best(report.outlook),
        "mode": report.mode,
        "text": result.shown if result else None,
        "failure": outcome.failure if outcome else None,
        "detail": outcome.detail if outcome else None,
        "fact_guard": result.model_dump(mode="json") if result else {"verdict": None, "violations": []},
        "attempts": _attempts(outcome),
    }


def day_data(outlook: Outlook, readings: tuple[Reading, ...]) -> dict[str, Any]:
    """The hours of a day."""
    return {
        **_head(outlook, readings[0]),
        "best": _best(outlook),
        "hours": [_reading(reading) for reading in readings],
    }


def _head(outlook: Outlook, reading: Reading) -> dict[str, Any]:
    place = outlook.place
    return {
        "domain": reading.facts.domain,
        "place": {"name": place.name, "region": place.region, "country": place.country, "timezone": place.timezone},
        "fetched_at": outlook.fetched_at.isoformat(),
        "stale": outlook.stale,
        "attribution": [{"text": credit.text, "url": credit.link} for credit in outlook.credits],
    }


def _reading(reading: Reading) -> dict[str, Any]:
    return {
        "hour": reading.hour.isoformat(),
        "daylight": reading.daylight,
        "facts": reading.facts.model_dump(mode="json"),
        "deductions": [{"points": each.points, "reason": each.reason} for each in reading.deductions],
        "details": {
            detail.label: [remark_text(remark, DEFAULT_LANGUAGE) for remark in detail.remarks]
            for detail in reading.details
        },
    }


def _best(outlook: Outlook) -> dict[str, str | None]:
    best = {"today": outlook.best(outlook.today), "tomorrow": outlook.best(outlook.tomorrow)}
    return {day: reading.hour.isoformat() if reading else None for day, reading in best.items()}


def _attempts(outcome: Outcome | None) -> list[dict[str, Any]]:
    return [_attempt(each) for each in outcome.attempts] if outcome else []


def _attempt(attempt: Attempt) -> dict[str, Any]:
    return {
        "model": attempt.model,
        "seed": attempt.seed,
        "text": attempt.text,
        "seconds": round(attempt.seconds, 2),
        "tokens": attempt.tokens,
        "fault": attempt.fault,
        "verdict": attempt.verdict,
        "violations": [violation.model_dump(mode="json") for violation in attempt.violations],
        "left_out": list(attempt.left_out),
        "corrected": attempt.corrected,
    }
