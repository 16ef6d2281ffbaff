"""Methods about the webhook, as strict as Telegram's."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from botapi.refusals import bad, ours
from botapi.updates import Updates
from botapi.webhook import Webhook

PORTS = (443, 80, 88, 8443)
LONGEST_SECRET = 256


def set_webhook(updates: Updates, given: dict[str, Any]) -> bool:
    """An empty address takes the webhook away; the same one again changes nothing."""
    if "certificate" in given or "ip_address" in given:
        raise ours("certificates and fixed addresses of webhooks are not played here")
    if not given.get("url"):
        return delete_webhook(updates, given)
    _check_url(given["url"])
    secret, connections = given.get("secret_token", ""), given.get("max_connections", 40)
    if len(secret) > LONGEST_SECRET:
        raise bad("secret token is too long")
    if not re.fullmatch(r"[A-Za-z0-9_-]*", secret):
        raise bad("secret token contains unallowed characters")
    if not 1 <= connections <= 100:
        raise ours(f"max_connections must be 1 to 100, not {connections}")
    if "allowed_updates" in given:
        updates.allowed = frozenset(given["allowed_updates"])
    if given.get("drop_pending_updates"):
        updates.drop()
    updates.bring_to(Webhook(given["url"], secret, connections))
    return True


def delete_webhook(updates: Updates, given: dict[str, Any]) -> bool:
    if given.get("drop_pending_updates"):
        updates.drop()
    updates.bring_to(None)
    return True


def get_webhook_info(updates: Updates, _given: dict[str, Any]) -> dict[str, Any]:
    webhook, pending = updates.webhook, len(updates.pending)
    info = {"url": "", "has_custom_certificate": False, "pending_update_count": pending}
    if webhook is None:
        return info
    allowed = {"allowed_updates": sorted(updates.allowed)} if updates.allowed else {}
    error = {"last_error_date": 1, "last_error_message": webhook.last_error} if webhook.last_error else {}
    return info | {"url": webhook.url, "max_connections": webhook.connections} | allowed | error


def _check_url(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme != "https":
        raise bad("bad webhook: An HTTPS URL must be provided for webhook")
    if not parts.hostname or "." not in parts.hostname:
        raise bad("bad webhook: Failed to resolve host: Name or service not known")
    if (parts.port or 443) not in PORTS:
        raise bad("bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443")


WEBHOOK_METHODS: dict[str, Callable[[Updates, dict[str, Any]], Any]] = {
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": get_webhook_info,
    "setWebhook": set_webhook,
}
