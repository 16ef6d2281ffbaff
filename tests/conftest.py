"""Fixtures for every test."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import databases
from botapi import BotApi
from databases import Postgres


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say once for each reason how many tests were not run."""
    reasons = Counter(report.longrepr[2] for report in terminalreporter.stats.get("skipped", ()))
    for reason, tests in reasons.items():
        terminalreporter.write_line(f"NOT RUN: {tests} tests. {reason.removeprefix('Skipped: ')}", yellow=True)


@pytest.fixture
def bot_api() -> Iterator[BotApi]:
    """A Bot API on loopback, for a bot that is given its url and its token."""
    with BotApi() as api:
        yield api


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """The PostgreSQL of the tests; without one they are skipped, and say so."""
    server = databases.running()
    yield server
    server.close()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The address of a file that is not there yet."""
    return f"sqlite+aiosqlite:///{tmp_path / 'boia.db'}"


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """The address of a database of the test's own on PostgreSQL."""
    with postgres.database() as url:
        yield url


@pytest.fixture(params=databases.KINDS)
def database_url(request: pytest.FixtureRequest) -> str:
    """The address of a database of the test's own, of each kind."""
    url: str = request.getfixturevalue({"sqlite": "sqlite_url", "postgresql": "postgres_url"}[request.param])
    return url
