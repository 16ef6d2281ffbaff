"""`boia run` as processes of their own: by webhook several of them, by polling one."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from telegram.error import Conflict

import bot
import databases
from bot.command import Exit
from bot.context import Context
from bot.running.receiving import PEACE_S, Rivalry
from bot.telegram import UPDATES, build_application
from bot_parts import NOBODY
from botapi import BotApi
from botapi.courier import SECRET

ROOT = Path(bot.__file__).parent.parent
URL = "https://boia.example/hook-1.0"
KEY = "a-secret-that_only-Telegram-knows"
RIVAL = "Another process polls with this token and goes on; this one has stopped."

Process = subprocess.Popen[str]
Start = Callable[..., Process]


@pytest.fixture
def start(bot_api: BotApi, sqlite_url: str) -> Iterator[Start]:
    """Start the bot, with no model, over the test's database."""
    started: list[Process] = []

    def start(**settings: str) -> Process:
        environment = os.environ | {
            "BOIA_TELEGRAM_TOKEN": bot_api.token,
            "BOIA_TELEGRAM_URL": bot_api.url,
            "BOIA_DATABASE_URL": sqlite_url,
            "BOIA_MODEL": "openai",
            "BOIA_MODEL_URL": f"{NOBODY}/v1",
            **{f"BOIA_{name.upper()}": value for name, value in settings.items()},
        }
        process = subprocess.Popen(
            [sys.executable, "-m", "bot", "run"], cwd=ROOT, env=environment, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )  # fmt: skip
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def _port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def _listening(start: Start, api: BotApi, *ports: int, **more: str) -> list[Process]:
    """Processes that have all begun to receive."""
    processes = [start(webhook_url=URL, webhook_secret=KEY, webhook_port=str(port), **more) for port in ports]
    for port in ports:
        api.wait_for_sync(lambda port=port: _answers(port), timeout=60)  # type: ignore[misc]
    return processes


def _answers(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/", trust_env=False).status_code == 404
    except httpx.TransportError:
        return False


def _hook(port: int) -> str:
    return f"http://127.0.0.1:{port}/hook-1.0"


def _said(logged: str) -> str:
    """What is said to a person, below what may be logged of the missing model."""
    return logged.splitlines()[-1]


def _ended(process: Process) -> tuple[int, list[dict[str, Any]]]:
    process.send_signal(signal.SIGTERM)
    logged = process.communicate(timeout=60)[1]
    return process.returncode, [json.loads(line) for line in logged.splitlines()]


@pytest.fixture
def shared_url(request: pytest.FixtureRequest) -> str:
    """What replicas share: PostgreSQL where there is one."""
    url: str = request.getfixturevalue("postgres_url" if databases.SERVER else "sqlite_url")
    return url


def test_an_update_that_several_replicas_get_is_answered_once(bot_api: BotApi, start: Start, shared_url: str) -> None:
    ports = [_port(), _port()]
    one, two = _listening(start, bot_api, *ports, database_url=shared_url)
    bot_api.proxy(*map(_hook, ports), to_all=True)
    chats = range(1, 21)
    for chat in chats:
        bot_api.user_sends("/start", chat_id=chat)
    bot_api.wait_for_sync(lambda: all(bot_api.messages(chat) for chat in chats), timeout=60)
    (code_one, log_one), (code_two, log_two) = _ended(one), _ended(two)
    assert (code_one, code_two) == (0, 0)
    assert {chat: len(bot_api.messages(chat)) for chat in chats} == dict.fromkeys(chats, 1)
    seen = Counter(each["event"] for each in log_one + log_two)
    assert seen["update.seen_before"] == len(chats)
    assert KEY not in str(log_one + log_two)
    assert bot_api.refusals == ()


def test_a_replica_that_stops_leaves_the_webhook_to_the_others(bot_api: BotApi, start: Start) -> None:
    ports = [_port(), _port()]
    one, two = _listening(start, bot_api, *ports)
    assert _ended(one)[0] == 0
    assert bot_api.calls_to("deleteWebhook") == ()
    bot_api.proxy(*map(_hook, ports))  # half of them to nobody
    for chat in range(1, 5):
        bot_api.user_sends("/start", chat_id=chat)
    bot_api.wait_for_sync(lambda: all(bot_api.messages(chat) for chat in range(1, 5)), timeout=60)
    assert _ended(two)[0] == 0
    set_by_both = [call.parameters for call in bot_api.calls_to("setWebhook")]
    assert {each["url"] for each in set_by_both} == {URL}
    assert {tuple(each["allowed_updates"]) for each in set_by_both} == {tuple(map(str, UPDATES))}


def test_a_post_without_the_secret_is_refused_and_not_handled(bot_api: BotApi, start: Start) -> None:
    port = _port()
    (process,) = _listening(start, bot_api, port)
    update = {"update_id": 1, "message": bot_api.user_sends("/start", chat_id=7).json}

    def posted(headers: dict[str, str]) -> int:
        return httpx.post(_hook(port), json=update, headers=headers, trust_env=False).status_code

    assert [posted({}), posted({SECRET: ""}), posted({SECRET: "a-guess"}), posted({SECRET: KEY})] == [
        403,
        403,
        403,
        200,
    ]
    bot_api.wait_for_sync(lambda: bot_api.messages(7), timeout=60)
    assert _ended(process)[0] == 0
    assert len(bot_api.messages(7)) == 1


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (
            {"webhook_url": "https://localhost/hook"},
            "Telegram refuses BOIA_WEBHOOK_URL: Bad webhook: failed to resolve host: name or service not known.",
        ),
        (
            {"webhook_url": URL, "webhook_listen": "192.0.2.1"},
            "Nothing can be received there; choose another BOIA_WEBHOOK_LISTEN or BOIA_WEBHOOK_PORT "
            "(192.0.2.1:8080: Cannot assign requested address).",
        ),
        (
            {"database_url": "postgresql://boia:hidden@127.0.0.1:9/boia"},
            "The database cannot be opened; correct BOIA_DATABASE_URL or start the database (connection failed: "
            'connection to server at "127.0.0.1", port 9 failed: Connection refused).',
        ),
        (
            {"database_url": "boia:hidden@nowhere"},
            "BOIA_DATABASE_URL is no address of a database, such as postgresql://user:password@host/name.",
        ),
    ],
    ids=["webhook", "port", "database", "address"],
)
def test_what_cannot_be_started_is_told_in_one_sentence(start: Start, settings: dict[str, str], sentence: str) -> None:
    process = start(webhook_secret=KEY, log_level="error", **settings)
    logged = process.communicate(timeout=60)[1]
    assert (process.returncode, _said(logged)) == (Exit.SETTINGS, sentence)
    assert "hidden" not in logged


def test_of_two_that_poll_the_newcomer_stops_and_the_elder_goes_on(bot_api: BotApi, start: Start) -> None:
    elder = start()
    first = bot_api.wait_for_sync(lambda: bot_api.calls_to("getUpdates"), timeout=60)[0]
    bot_api.wait_for_sync(lambda: time.monotonic() > first.at + PEACE_S + 0.5)
    newcomer = start(log_level="error")
    logged_there = newcomer.communicate(timeout=60)[1]
    assert (newcomer.returncode, _said(logged_there)) == (Exit.RIVAL, RIVAL)
    bot_api.user_sends("/start", chat_id=1)
    bot_api.wait_for_sync(lambda: bot_api.messages(1), timeout=60)
    code, logged = _ended(elder)
    assert code == 0
    assert {each["level"] for each in logged if each["event"] == "telegram.conflict"} == {"warning"}
    assert len(bot_api.messages(1)) == 1


@pytest.mark.parametrize(
    ("ages", "stops_at"),
    [
        ([0.9, 2.0, 4.0], 2.0),
        ([0.9], None),
        ([20.0, 21.0, 23.0, 25.0, 29.0], None),
        ([20.0, 21.0, 23.0, 25.0, 29.0, 36.0], 36.0),
        ([0.9, 61.0, 62.0], None),
        ([61.0 + conflict for conflict in range(20)], None),
    ],
    ids=["newcomer", "goodbye", "elder", "elder-in-vain", "later-again", "settled"],
)
async def test_who_goes_is_told_by_when_the_conflicts_come(ages: list[float], stops_at: float | None) -> None:
    now = [0.0]
    rivalry = Rivalry(lambda: now[0])
    application = build_application("http://127.0.0.1:9", BotApi.token)
    stopped = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(application), "running", True)
        patch.setattr(type(application), "stop_running", lambda _: stopped.append(now[0]))
        for age in ages:
            now[0] = age
            await rivalry.on_error(None, Context.from_error(None, Conflict("409"), application))
            if stopped:
                break
    assert stopped == ([] if stops_at is None else [stops_at])
    assert rivalry.lost is bool(stopped)
