"""The port of metrics and health, asked over HTTP."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import httpx
import pytest

from bot.context import SERVICES
from bot.messaging.traffic import PULSE, Pulse
from bot.running import monitor as module
from bot.running.health import Health
from bot.running.monitor import Monitor
from bot_parts import Serving
from botapi import BotApi
from process_parts import figures, told


@pytest.fixture
def monitor() -> Iterator[Monitor]:
    monitor = Monitor("127.0.0.1", 0)
    yield monitor
    monitor.close()


async def test_a_process_that_has_only_begun_is_live_and_serves_not_yet(monitor: Monitor) -> None:
    assert told(monitor.port, "/live") == (200, {"status": "live"})
    assert told(monitor.port, "/health") == (503, {"status": "starting", "serves": False})
    assert told(monitor.port, "/elsewhere") == (404, {"paths": ["/metrics", "/health", "/live"]})
    posted = await asyncio.to_thread(httpx.post, f"http://127.0.0.1:{monitor.port}/health", trust_env=False)
    assert posted.status_code == 405
    assert figures(monitor.port)["boia_model_queue_length"] == 0


async def test_a_loop_that_hangs_fails(monitor: Monitor, serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HANGS_S", 0.2)
    async with serving() as application:
        monitor.watch(Health(application.bot_data[SERVICES], application.bot_data[PULSE]))
        asked = asyncio.create_task(asyncio.to_thread(told, monitor.port, "/health"))
        await asyncio.sleep(0)
        time.sleep(1)  # noqa: ASYNC251 (that is the fault)
        assert await asked == (503, {"status": "hanging", "serves": False})
        found = await asyncio.to_thread(told, monitor.port, "/health")
        assert found is not None
        assert found[0] == 200


async def test_updates_that_were_not_read_for_a_minute_are_told_but_a_webhook_may_be_quiet(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving() as application:
        services, pulse = application.bot_data[SERVICES], Pulse()
        assert (await Health(services, pulse).look())["updates"] == "not read yet"
        assert (await Health(services, pulse, polls=False).look())["updates"] == "webhook"
        pulse.ask()
        assert (await Health(services, pulse).look())["updates"] == "read"
        now = time.monotonic()
        monkeypatch.setattr(time, "monotonic", lambda: now + 61)
        assert (await Health(services, pulse).look())["updates"] == "not read"
        pulse.end(well=False)
        pulse.ask()
        assert (await Health(services, pulse).look())["updates"] == "not read"
        pulse.end(well=True)
        assert (await Health(services, pulse).look())["updates"] == "read"


async def test_requests_to_telegram_that_fail_are_counted_by_their_outcome(
    monitor: Monitor, serving: Serving, bot_api: BotApi
) -> None:
    name = 'boia_telegram_requests_total{method="sendMessage",outcome="429"}'
    before = await asyncio.to_thread(figures, monitor.port)
    bot_api.fail_next("sendMessage", 429, retry_after=1)
    async with serving() as application:
        bot_api.add_chat(42)
        await application.bot.send_message(42, "Hello")
    after = await asyncio.to_thread(figures, monitor.port)
    assert after[name] == before.get(name, 0) + 1
    assert after["boia_telegram_waits_total"] == before["boia_telegram_waits_total"] + 1
    assert after["boia_telegram_wait_seconds_total"] == before["boia_telegram_wait_seconds_total"] + 1
