"""The port of metrics and health: whether it is free, or Boia itself is behind it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import httpx

from bot.doctor.finding import Case, Check, Finding, Grade
from bot.running.monitor import Monitor, port_problem
from factguard.texts import mark as _


async def run(case: Case) -> Sequence[Finding]:
    """Listen there for a moment."""
    gettext, host, port = case.gettext, case.settings.metrics_listen, case.settings.metrics_port
    if port is None:
        return [Finding(Grade.OK, gettext(_("No port is set for metrics and health.")))]
    try:
        await asyncio.to_thread(lambda: Monitor(host, port).close())
    except OSError as error:
        if await _is_ours(case.http, host, port):
            return [Finding(Grade.OK, gettext(_("Port {port}: boia run is there.")).format(port=port))]
        return [Finding(Grade.FAULT, port_problem(error, host, port, case.language))]
    return [Finding(Grade.OK, gettext(_("Port {port} is free.")).format(port=port), data={"port": port})]


async def _is_ours(http: httpx.AsyncClient, host: str, port: int) -> bool:
    address = f"[{host}]" if ":" in host else host
    try:
        answer = await http.get(f"http://{address}:{port}/live", timeout=2)
        return bool(answer.json() == {"status": "live"})
    except (httpx.HTTPError, httpx.InvalidURL, ValueError):
        return False


CHECK = Check("port", _("Metrics"), run)
