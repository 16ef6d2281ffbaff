"""What Prometheus is told of a process. No chat, no place and no text stands in a label.

Each instrument is counted up where the thing happens; what only the database knows is read by `bot.running.monitor`.
"""

from __future__ import annotations

import platform
from importlib.metadata import version

from prometheus_client import Counter, Enum, Gauge, Histogram, Info

from factguard import Mode

REPORTS = Counter(
    "boia_reports",
    "Reports that were given with their sentence or the reason for having none.",
    ["domain", "language", "verdict"],
)
DRAFTS = Counter("boia_drafts", "Drafts of the model, by the guard's verdict or by why they were none.", ["result"])
DRAFT_SECONDS = Histogram(
    "boia_draft_seconds", "How long the model wrote at one draft.", buckets=(0.25, 0.5, 1, 2, 4, 8, 16, 32, 64)
)
QUEUE = Gauge("boia_model_queue_length", "Reports whose sentence is being written or waited for.")
REFUSED = Counter("boia_model_queue_refused", "Reports that went out without a sentence since too many waited for one.")
MODEL = Enum("boia_model_state", "Whether the model can write.", states=["loading", "loaded", "failed"])

SOURCE_REQUESTS = Counter(
    "boia_source_requests", "Requests to the sources of numbers, by host and outcome.", ["source", "outcome"]
)
SOURCE_SECONDS = Histogram(
    "boia_source_request_seconds",
    "How long the sources of numbers took to answer.",
    ["source"],
    buckets=(0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20),
)

TELEGRAM_REQUESTS = Counter(
    "boia_telegram_requests", "Requests to Telegram, by method and outcome.", ["method", "outcome"]
)
TELEGRAM_SECONDS = Histogram(
    "boia_telegram_request_seconds",
    "How long Telegram took to answer; getUpdates is left out, since it waits for news.",
    ["method"],
    buckets=(0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
TELEGRAM_WAITS = Counter("boia_telegram_waits", "How often Telegram asked to wait (HTTP 429).")
TELEGRAM_WAIT_SECONDS = Counter("boia_telegram_wait_seconds", "How long Telegram asked to wait, in all.")
UPDATES = Counter("boia_updates", "Updates that were read, by kind.", ["kind"])
UPDATES_READ = Gauge("boia_updates_read_timestamp_seconds", "When updates were last read, in seconds since 1970.")

BROADCASTS = Gauge(
    "boia_broadcasts", "Daily reports of the last 24 hours, in every process over the database.", ["state"]
)
LATE = Gauge("boia_broadcasts_oldest_due_seconds", "How long the oldest daily report that is due has not been sent.")
CHATS = Gauge("boia_chats_active", "Chats that can be written to.")
SUBSCRIPTIONS = Gauge("boia_subscriptions_active", "Daily reports that are neither paused nor stopped.")

GUARD = Enum("boia_guard_mode", "The guard's mode.", states=list(Mode))
BUILD = Info("boia_build", "What runs.")
BUILD.info({"version": version("boia"), "python": platform.python_version()})


def source_request(source: str, outcome: str, seconds: float) -> None:
    """Count one request to a source of numbers."""
    SOURCE_REQUESTS.labels(source, outcome).inc()
    SOURCE_SECONDS.labels(source).observe(seconds)


def telegram_waits(seconds: float) -> None:
    """Count that Telegram asked to wait."""
    TELEGRAM_WAITS.inc()
    TELEGRAM_WAIT_SECONDS.inc(seconds)
