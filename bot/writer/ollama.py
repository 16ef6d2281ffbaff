"""A chat model behind Ollama's own `/api/chat`, which can keep a model loaded and turn its thinking off."""

from __future__ import annotations

from typing import Any

import httpx
from pydantic import SecretStr

from bot.writer.chat import MOST_TOKENS
from bot.writer.conversation import Answer, Conversation, Question, text_of
from bot.writer.endpoint import Endpoint
from bot.writer.errors import UnreachableError

LOCAL_URL = "http://127.0.0.1:11434"
KEEP_ALIVE = "30m"
"""How long Ollama keeps the model after a request; a load takes longer than many a text."""
CONTEXT_TOKENS = 2048  # the prompt is under 500 tokens; Ollama's own default may take more memory for nothing


class OllamaWriter(Conversation):
    """Asks Ollama at `url` for texts of a model that it has pulled."""

    def __init__(
        self,
        url: str,
        model: str,
        *,
        key: SecretStr | None = None,
        temperature: float = 0.7,
        client: httpx.AsyncClient | None = None,
    ) -> None:
        super().__init__("ollama", load=self._loaded, ask=self._answer, temperature=temperature)
        self._asked_for = model
        bare = url.rstrip("/").removesuffix("/chat").removesuffix("/api")
        self._endpoint = Endpoint(
            bare, key=key, client=client, pull=f"Run `ollama pull {model}`, or correct BOIA_MODEL_NAME."
        )

    @property
    def url(self) -> str:
        """Where the server is."""
        return self._endpoint.url

    async def close(self) -> None:
        """Leave the server."""
        await self.stop()
        await self._endpoint.close()

    async def _loaded(self) -> str:
        """The model's name, once Ollama has loaded it: that is what it does for a chat without messages."""
        await self._chat(messages=[])
        return self._asked_for

    async def _answer(self, question: Question) -> Answer:
        sampling = {"seed": question.seed, "temperature": question.temperature}
        answer = await self._chat(messages=list(question.messages), options=sampling, optional={"think": False})
        message = answer.get("message")
        if not isinstance(message, dict):
            raise UnreachableError(
                f"{self._endpoint.url} answers, but not as Ollama does: correct BOIA_MODEL_URL or BOIA_MODEL."
            )
        return Answer(
            content=text_of(message.get("content")),
            tokens=int(answer.get("eval_count") or 0),
            finished=answer.get("done_reason") != "length",
            reasoned=bool(message.get("thinking")),
        )

    async def _chat(
        self,
        *,
        messages: list[dict[str, str]],
        options: dict[str, Any] | None = None,
        optional: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        limits = {"num_predict": MOST_TOKENS, "num_ctx": CONTEXT_TOKENS}  # the same for a load: others load it again
        body = {
            "model": self._asked_for,
            "messages": messages,
            "stream": False,
            "keep_alive": KEEP_ALIVE,
            "options": limits | (options or {}),
        }
        return await self._endpoint.post("/api/chat", body, optional=optional)
