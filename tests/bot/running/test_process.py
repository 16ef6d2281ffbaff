"""`boia run` as a process: it answers before its model is loaded, ends in time, and tells how it is."""

from __future__ import annotations

import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from threading import Event
from typing import TypeVar
from zoneinfo import ZoneInfo

import pytest

from bot_parts import open_meteo
from botapi import BotApi, Message
from model_server import model_server, said
from process_parts import figures, free_port, running, settings, told

WAITING = "A sentence is being written…"
TRUE = "The place of this report is Praia da Joaquina."
T = TypeVar("T")


@pytest.fixture
def forecast() -> Iterator[str]:
    """An Open-Meteo on loopback with the sample as of today."""
    with open_meteo(datetime.now(ZoneInfo("America/Sao_Paulo")).date()) as url:
        yield url


def _answer(api: BotApi) -> Message | None:
    return next(iter(api.messages()), None)


def _seen(api: BotApi, look: Callable[[], T]) -> T:
    return api.wait_for_sync(look, timeout=60)


def _end(process: subprocess.Popen[str]) -> int:
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=30)
    return process.returncode


def test_an_update_is_answered_with_its_numbers_while_the_model_still_loads(
    bot_api: BotApi, forecast: str, tmp_path: Path
) -> None:
    loaded = Event()
    hello = said("Hello")
    hello.when = loaded
    with model_server(hello, said(TRUE)) as model:
        environment = settings(bot_api, tmp_path, forecast, BOIA_MODEL_URL=model.url, BOIA_MODEL_NAME="m")
        with running(environment, tmp_path) as process:
            bot_api.user_sends("joaquina")
            first = _seen(bot_api, lambda: _answer(bot_api))
            assert WAITING in first.text
            assert "Wind" in first.text
            assert len(model.asked) == 1
            _seen(bot_api, lambda: bot_api.calls_to("sendChatAction"))
            loaded.set()
            whole = _seen(bot_api, lambda: next((each for each in bot_api.messages() if each.earlier_texts), None))
            assert TRUE in whole.text
            assert _end(process) == 0


def test_time_that_the_model_takes_to_load_is_not_taken_from_the_sentence(
    bot_api: BotApi, forecast: str, tmp_path: Path
) -> None:
    slow = Event()
    hello = said("Hello")
    hello.when = slow
    with model_server(hello, said(TRUE)) as model:
        environment = settings(
            bot_api, tmp_path, forecast, BOIA_MODEL_URL=model.url, BOIA_MODEL_NAME="m", BOIA_DEADLINE_S="1"
        )
        with running(environment, tmp_path) as process:
            bot_api.user_sends("joaquina")
            late = _seen(bot_api, lambda: next((each for each in bot_api.messages() if each.earlier_texts), None))
            assert "No summary: the language model is still being loaded." in late.text
            slow.set()
            bot_api.user_sends("joaquina")
            _seen(bot_api, lambda: TRUE in bot_api.messages()[-1].text)
            assert _end(process) == 0


def test_a_process_that_is_stopped_while_its_model_loads_ends_cleanly(
    bot_api: BotApi, forecast: str, tmp_path: Path
) -> None:
    hello = said("Hello")
    hello.when = Event()
    with model_server(hello) as model:
        environment = settings(bot_api, tmp_path, forecast, BOIA_MODEL_URL=model.url, BOIA_MODEL_NAME="m")
        with running(environment, tmp_path) as process:
            _seen(bot_api, lambda: bot_api.calls_to("getUpdates") and model.asked)
            assert _end(process) == 0


def test_a_request_in_the_middle_of_its_sentence_gets_its_reason_when_the_process_is_stopped(
    bot_api: BotApi, forecast: str, tmp_path: Path
) -> None:
    draft = said(TRUE)
    draft.when = Event()
    with model_server(said("Hello"), draft) as model:
        environment = settings(bot_api, tmp_path, forecast, BOIA_MODEL_URL=model.url, BOIA_MODEL_NAME="m")
        with running(environment, tmp_path) as process:
            for chat in (1, 2, 3):
                bot_api.user_sends("joaquina", chat_id=chat)
            _seen(bot_api, lambda: all(bot_api.messages(chat) for chat in (1, 2, 3)))
            _seen(bot_api, lambda: len(model.asked) > 1)
            assert _end(process) == 0
    for chat in (1, 2, 3):
        (message,) = bot_api.messages(chat)
        assert "No summary: I am being restarted." in message.text
        assert "Wind" in message.text


def test_health_and_metrics_tell_what_the_process_did(bot_api: BotApi, forecast: str, tmp_path: Path) -> None:
    port = free_port()
    with model_server(said("Hello"), said(TRUE)) as model:
        environment = settings(
            bot_api, tmp_path, forecast,
            BOIA_MODEL_URL=model.url, BOIA_MODEL_NAME="m", BOIA_METRICS_PORT=str(port), BOIA_ATTEMPTS="1",
        )  # fmt: skip
        with running(environment, tmp_path) as process:
            well = {"status": "ok", "serves": True, "store": "reachable", "updates": "read", "model": "loaded"}
            _seen(bot_api, lambda: told(port, "/health") == (200, well))
            assert told(port, "/live") == (200, {"status": "live"})
            bot_api.user_sends("joaquina", chat_id=987654321)
            _seen(bot_api, lambda: any(TRUE in each.text for each in bot_api.messages(987654321)))
            _seen(bot_api, lambda: figures(port).get("boia_subscriptions_active") is not None)
            found = figures(port)
            assert _end(process) == 0
    assert found['boia_reports_total{domain="swim",language="en",verdict="clean"}'] == 1
    assert found['boia_drafts_total{result="clean"}'] == 1
    assert found["boia_draft_seconds_count"] == 1
    assert found["boia_model_queue_length"] == 0
    assert found['boia_source_requests_total{outcome="ok",source="127.0.0.1"}'] >= 2
    assert found['boia_telegram_requests_total{method="sendMessage",outcome="ok"}'] == 1
    assert found['boia_telegram_request_seconds_count{method="sendMessage"}'] == 1
    assert found['boia_updates_total{kind="message"}'] == 1
    assert found['boia_guard_mode{boia_guard_mode="warn"}'] == 1
    assert found['boia_model_state{boia_model_state="loaded"}'] == 1
    assert found['boia_broadcasts{state="planned"}'] == 0
    assert not any("987654321" in name or "Joaquina" in name for name in found)


def test_a_dead_model_is_degraded_and_still_serves(bot_api: BotApi, forecast: str, tmp_path: Path) -> None:
    port = free_port()
    with running(settings(bot_api, tmp_path, forecast, BOIA_METRICS_PORT=str(port)), tmp_path) as process:
        without = {"status": "degraded", "serves": True, "store": "reachable", "updates": "read", "model": "failed"}
        _seen(bot_api, lambda: told(port, "/health") == (200, without))
        assert _end(process) == 0


def test_a_database_that_is_gone_fails_and_the_process_still_lives(
    bot_api: BotApi, forecast: str, tmp_path: Path
) -> None:
    port, file = free_port(), tmp_path / "boia.db"
    environment = settings(
        bot_api, tmp_path, forecast, BOIA_METRICS_PORT=str(port), BOIA_DATABASE_URL=f"sqlite+aiosqlite:///{file}"
    )
    with running(environment, tmp_path) as process:
        _seen(bot_api, lambda: (told(port, "/health") or (0,))[0] == 200)
        file.write_bytes(b"no database" * 1000)
        for more in tmp_path.glob("boia.db-*"):
            more.unlink()
        failing = _seen(bot_api, lambda: (found := told(port, "/health")) and found[0] == 503 and found)
        assert failing[1]["store"] == "unreachable"
        assert told(port, "/live") == (200, {"status": "live"})
        process.kill()


def test_a_port_that_is_taken_is_one_sentence(bot_api: BotApi, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        environment = settings(bot_api, tmp_path, BOIA_METRICS_PORT=port, LANG="pt_PT.UTF-8")
        with running(environment, tmp_path) as process:
            out, said_ = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, "")
    assert said_ == f"A porta {port} está ocupada por outro programa: defina BOIA_METRICS_PORT com uma porta livre.\n"
