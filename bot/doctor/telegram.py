"""The token: whether Telegram knows it, and whether the bot is set up there as it is meant."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import httpx

from bot.doctor.finding import Case, Check, Finding, Grade
from factguard.texts import mark as _

TIMEOUT = httpx.Timeout(10.0, connect=5.0)
REFUSED = (401, 404)  # 404: what cannot be a token at all


async def run(case: Case) -> Sequence[Finding]:
    """Ask Telegram who the token's bot is."""
    gettext, token = case.gettext, case.settings.telegram_token
    if token is None:
        text = gettext(_("BOIA_TELEGRAM_TOKEN is missing: boia run needs it."))
        return [Finding(Grade.FAULT, text, gettext(_("Get a token from @BotFather and set it, or put it in .env.")))]
    root = f"{case.settings.telegram_url.rstrip('/')}/bot{token.get_secret_value().strip()}"
    began = time.perf_counter()
    try:
        answer = await case.http.get(f"{root}/getMe", timeout=TIMEOUT)
        seconds = time.perf_counter() - began
        webhook = await case.http.get(f"{root}/getWebhookInfo", timeout=TIMEOUT) if answer.is_success else answer
    except httpx.InvalidURL:
        return [_refused(case)]
    except httpx.HTTPError as error:
        return [_unreachable(case, str(error) or type(error).__name__)]
    if answer.status_code in REFUSED:
        return [_refused(case)]
    bot = _result(answer)
    if "username" not in bot:
        return [_unreachable(case, f"HTTP {answer.status_code}")]
    text = gettext(_("@{name} answers after {seconds} s.")).format(
        name=bot["username"], seconds=case.number(seconds, 1)
    )
    well = Finding(Grade.OK, text, data={"username": bot["username"], "seconds": round(seconds, 2)})
    return [well, *_manners(case, bot), *_webhook(case, _result(webhook))]


def _manners(case: Case, bot: dict[str, Any]) -> Iterator[Finding]:
    gettext, title = case.gettext, case.gettext(_("Bot's set-up"))
    if not bot.get("supports_inline_queries"):
        text = gettext(_("Inline mode is off: @{name} in other chats gives nothing.")).format(name=bot["username"])
        yield Finding(Grade.NOTE, text, gettext(_("Switch it on with /setinline at @BotFather.")), title)
    if bot.get("can_read_all_group_messages"):
        text = gettext(_("Group privacy is off: the bot gets all that is said in its groups, and reads commands only."))
        yield Finding(Grade.NOTE, text, gettext(_("Switch it on with /setprivacy at @BotFather.")), title)
    if bot.get("can_join_groups") is False:
        text = gettext(_("The bot cannot be added to groups."))
        yield Finding(Grade.NOTE, text, gettext(_("Allow it with /setjoingroups at @BotFather.")), title)


def _webhook(case: Case, info: dict[str, Any]) -> Iterator[Finding]:
    """A webhook that is not the one of the settings; of its address the host alone, since the rest may be secret."""
    gettext, address = case.gettext, info.get("url")
    if address and address != case.settings.webhook_url:
        host = httpx.URL(str(address)).host
        text = gettext(_("A webhook is set: updates go to {host}, and whoever polls takes it away.")).format(host=host)
        remedy = gettext(_("Make sure that no other program uses this token."))
        yield Finding(Grade.NOTE, text, remedy, gettext(_("Webhook")), {"host": host})


def _refused(case: Case) -> Finding:
    text = case.gettext(_("Telegram refuses BOIA_TELEGRAM_TOKEN."))
    return Finding(Grade.FAULT, text, case.gettext(_("Copy it once more, or get a new one from @BotFather.")))


def _unreachable(case: Case, reason: str) -> Finding:
    host = httpx.URL(case.settings.telegram_url).host
    text = case.gettext(_("Telegram cannot be reached at {host} ({reason}).")).format(host=host, reason=reason)
    return Finding(Grade.FAULT, text, case.gettext(_("Check the network, a proxy, or BOIA_TELEGRAM_URL.")))


def _result(answer: httpx.Response) -> dict[str, Any]:
    try:
        result = answer.json()["result"]
    except (ValueError, KeyError, TypeError):
        return {}
    return result if isinstance(result, dict) else {}


CHECK = Check("token", _("Token"), run)
