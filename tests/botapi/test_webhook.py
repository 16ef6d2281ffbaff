"""The stand-in brings updates to a webhook as Telegram does."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest
from telegram import Bot
from telegram.error import BadRequest, Conflict

from botapi import BotApi
from botapi.courier import SECRET
from web_server import WebServer

URL = "https://boia.example/hook"


@dataclass
class Receiver:
    """A bot's server that answers as a test says, and 200 when there is nothing left to say."""

    url: str = ""
    answers: list[int] = field(default_factory=list)
    secrets: list[str | None] = field(default_factory=list)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    receiver = Receiver()
    server = WebServer(("127.0.0.1", 0), partial(_Handler, receiver))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    receiver.url = f"http://127.0.0.1:{server.server_port}/hook"
    yield receiver
    server.shutdown()
    thread.join()
    server.server_close()


class _Handler(BaseHTTPRequestHandler):
    def __init__(self, receiver: Receiver, *connection: Any) -> None:
        self.receiver = receiver
        super().__init__(*connection)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.receiver.secrets.append(self.headers[SECRET])
        self.send_response(self.receiver.answers.pop(0) if self.receiver.answers else 200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


async def test_an_update_is_brought_with_the_secret_until_it_is_taken(
    bot_api: BotApi, bot: Bot, receiver: Receiver
) -> None:
    receiver.answers = [500, 302]
    await bot.set_webhook(URL, secret_token="s3cret")
    bot_api.proxy(receiver.url)
    bot_api.user_sends("hello")
    await bot_api.wait_for(lambda: len(bot_api.deliveries) >= 3)
    assert [each.status for each in bot_api.deliveries] == [500, 302, 200]
    assert receiver.secrets == ["s3cret"] * 3
    assert len({each.update_id for each in bot_api.deliveries}) == 1
    info = await bot.get_webhook_info()
    assert (info.url, info.pending_update_count, info.max_connections) == (URL, 0, 40)
    assert info.last_error_message == "Wrong response from the webhook: 302"


async def test_updates_wait_while_nobody_listens(bot_api: BotApi, bot: Bot, receiver: Receiver) -> None:
    await bot.set_webhook(URL)
    bot_api.proxy("http://127.0.0.1:9/hook")
    bot_api.user_sends("hello")
    await bot_api.wait_for(lambda: bot_api.deliveries)
    assert (await bot.get_webhook_info()).pending_update_count == 1
    bot_api.proxy(receiver.url)
    await bot_api.wait_for(lambda: receiver.secrets)
    assert receiver.secrets == [None]


async def test_polling_is_refused_while_a_webhook_is_set(bot_api: BotApi, bot: Bot) -> None:
    await bot.set_webhook(URL)
    with pytest.raises(Conflict) as refused:
        await bot.get_updates()
    assert refused.value.message == (
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
    )
    await bot.delete_webhook()
    assert await bot.get_updates() == ()
    assert (await bot.get_webhook_info()).url == ""


@pytest.mark.parametrize(
    ("url", "secret", "said"),
    [
        ("http://boia.example/hook", None, "bad webhook: An HTTPS URL must be provided for webhook"),
        ("https://localhost/hook", None, "bad webhook: Failed to resolve host: Name or service not known"),
        (
            "https://boia.example:8080/hook",
            None,
            "bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443",
        ),
        (URL, "ç" * 10, "secret token contains unallowed characters"),
        (URL, "a" * 257, "secret token is too long"),
    ],
)
async def test_a_webhook_that_telegram_would_not_set_is_refused(
    bot: Bot, url: str, secret: str | None, said: str
) -> None:
    with pytest.raises(BadRequest) as refused:
        await bot.set_webhook(url, secret_token=secret)
    assert refused.value.message.casefold() == said.casefold()
