"""A chat model behind `/v1/chat/completions`, the interface that llama-server, vLLM, LM Studio and others share."""

from __future__ import annotations

from typing import Any

import httpx
from pydantic import SecretStr

from bot.writer.chat import MOST_TOKENS
from bot.writer.conversation import Answer, Conversation, Question, text_of
from bot.writer.endpoint import Endpoint
from bot.writer.errors import ModelMissingError, UnreachableError

WITHOUT_THINKING = {"reasoning_effort": "none", "chat_template_kwargs": {"enable_thinking": False}}
"""How servers are asked for a model's answer alone; one that does not know these refuses them, and goes without."""


class OpenAIWriter(Conversation):
    """Asks the server at `url`, with or without its `/v1`; without a `model` it takes the only one that it has."""

    def __init__(
        self,
        url: str,
        model: str | None = None,
        *,
        key: SecretStr | None = None,
        temperature: float = 0.7,
        client: httpx.AsyncClient | None = None,
    ) -> None:
        super().__init__("openai", load=self._loaded, ask=self._answer, temperature=temperature)
        self._asked_for = model
        self._endpoint = Endpoint(
            root(url), key=key, client=client, pull="Correct BOIA_MODEL_NAME, or load that model in the server."
        )
        self._optional: dict[str, Any] = dict(WITHOUT_THINKING)

    @property
    def url(self) -> str:
        """Where the server is."""
        return self._endpoint.url

    async def close(self) -> None:
        """Leave the server."""
        await self.stop()
        await self._endpoint.close()

    async def _loaded(self) -> str:
        """The model's name, once it has said a first word."""
        model = self._asked_for or await self._only_model()
        await self._complete(model, [{"role": "user", "content": "Hello"}], max_tokens=1, temperature=0.0)
        return model

    async def _only_model(self) -> str:
        listed = (await self._endpoint.get("/models")).get("data")
        names = [str(each.get("id")) for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
        if len(names) == 1:
            return names[0]
        has = f"has {len(names)} models ({', '.join(names[:5])})" if names else "names no model"
        raise ModelMissingError(f"{self._endpoint.url} {has}: say which by BOIA_MODEL_NAME.")

    async def _answer(self, question: Question) -> Answer:
        answer = await self._complete(
            self.model,
            list(question.messages),
            max_tokens=MOST_TOKENS,
            temperature=question.temperature,
            seed=question.seed,
        )
        choice = _first_choice(answer)
        if choice is None:
            raise UnreachableError(
                f"{self._endpoint.url} answers, but with no chat completion: correct BOIA_MODEL_URL or BOIA_MODEL."
            )
        message, usage = choice["message"], answer.get("usage") or {}
        return Answer(
            content=text_of(message.get("content")),
            tokens=int(usage.get("completion_tokens") or 0),
            finished=choice.get("finish_reason") != "length",
            reasoned=bool(message.get("reasoning_content") or message.get("reasoning")),
        )

    async def _complete(self, model: str, messages: list[dict[str, str]], **how: Any) -> dict[str, Any]:
        body = {"model": model, "messages": messages, "stream": False, **how}
        return await self._endpoint.post("/chat/completions", body, optional=self._optional)


def root(url: str) -> str:
    """The root of the interface, however much of it was given."""
    bare = url.rstrip("/").removesuffix("/chat/completions").rstrip("/")
    return bare if "/" in bare.partition("://")[2] else f"{bare}/v1"


def _first_choice(answer: dict[str, Any]) -> dict[str, Any] | None:
    choices = answer.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    return choice if isinstance(choice, dict) and isinstance(choice.get("message"), dict) else None
