"""What the server says no with: Telegram's codes and descriptions."""

from dataclasses import dataclass, field

CONFLICT = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
WEBHOOK_IS_SET = (
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
)
ENDED_BY_WEBHOOK = "Conflict: terminated by setWebhook request"
NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
OLD_QUERY = "query is too old and response timeout expired or query ID is invalid"

USUAL = {
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden: bot was blocked by the user",
    404: "Not Found",
    409: CONFLICT,
    413: "Request Entity Too Large",
    429: "Too Many Requests",
    500: "Internal Server Error",
    502: "Bad Gateway",
}


@dataclass
class Refusal(Exception):  # noqa: N818 - an answer of the server, not an error of ours
    """A request refused: what Telegram calls error_code, description and parameters."""

    code: int
    description: str
    parameters: dict[str, int] = field(default_factory=dict)


def bad(description: str) -> Refusal:
    """A refusal of the request as such, in Telegram's words."""
    return Refusal(400, f"Bad Request: {description}")


def ours(description: str) -> Refusal:
    """A refusal that Telegram would not give: it would drop or ignore the thing without a word."""
    return bad(f"stand-in: {description}")


def forbidden(description: str) -> Refusal:
    return Refusal(403, f"Forbidden: {description}")


def migrated(chat_id: int) -> Refusal:
    description = "Bad Request: group chat was upgraded to a supergroup chat"
    return Refusal(400, description, {"migrate_to_chat_id": chat_id})


def usual(
    code: int,
    description: str | None = None,
    *,
    retry_after: int | None = None,
    migrate_to_chat_id: int | None = None,
) -> Refusal:
    """The refusal that Telegram most often gives with this code, for a test that asks for one."""
    if migrate_to_chat_id is not None:
        return migrated(migrate_to_chat_id)
    said = description or USUAL.get(code)
    if said is None:
        raise ValueError(f"no usual description for {code}: give one")
    if retry_after is None:
        return Refusal(code, said)
    return Refusal(code, description or f"{said}: retry after {retry_after}", {"retry_after": retry_after})
