"""A report as JSON for programs: the facts, what became of each draft, and the guard's answer."""

from __future__ import annotations

import json
from typing import Any

from bot.reports import Report
from bot.writer import Attempt, Outcome
from conditions.open_meteo import ATTRIBUTION, ATTRIBUTION_URL


def as_json(value: object) -> str:
    """JSON for eyes as well: indented, accents as they are."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def report_data(report: Report) -> dict[str, Any]:
    """The whole of a report. Its keys are the same whatever happened; what there is not is null or empty."""
    place, outcome = report.reading.place, report.outcome
    result = outcome.result if outcome else None
    return {
        "domain": report.reading.facts.domain,
        "place": {"name": place.name, "region": place.region, "country": place.country, "timezone": place.timezone},
        "hour": report.reading.hour.isoformat(),
        "language": report.language,
        "sample": report.sample,
        "facts": report.reading.facts.model_dump(mode="json"),
        "deductions": [{"points": each.points, "reason": each.reason} for each in report.reading.deductions],
        "mode": report.mode,
        "text": result.shown if result else None,
        "failure": outcome.failure if outcome else None,
        "detail": outcome.detail if outcome else None,
        "fact_guard": result.model_dump(mode="json") if result else {"verdict": None, "violations": []},
        "attempts": _attempts(outcome),
        "attribution": {"text": ATTRIBUTION, "url": ATTRIBUTION_URL},
    }


def _attempts(outcome: Outcome | None) -> list[dict[str, Any]]:
    return [_attempt(each) for each in outcome.attempts] if outcome else []


def _attempt(attempt: Attempt) -> dict[str, Any]:
    return {
        "seed": attempt.seed,
        "text": attempt.text,
        "seconds": round(attempt.seconds, 2),
        "tokens": attempt.tokens,
        "fault": attempt.fault,
        "verdict": attempt.verdict,
        "violations": [violation.model_dump(mode="json") for violation in attempt.violations],
    }
