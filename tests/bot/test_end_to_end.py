"""The main job on real parts: a user asks, the forecast comes over HTTP, the model writes, the guard judges."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import bot
from bot.writer import EmbeddedWriter
from bot_parts import Serving
from botapi import BotApi, Message
from conditions.swim import SwimFacts
from factguard import Mode, Verdict, check

ROOT = Path(bot.__file__).parent.parent
AT_NINE = SwimFacts.model_validate_json(
    """{"beach_name": "Praia da Joaquina", "hour_local": "09:00", "sea_temp_c": 19.0, "wind_kmh": 20,
    "wave_height_m": 1.3, "jellyfish_risk": "low", "whale_sighting_likelihood": "low", "score": 55,
    "air_temp_c": 19.0, "wind_gust_kmh": 38, "wind_direction": "S", "wave_period_s": 9, "uv_index": 1,
    "rain_chance_pct": 21, "tide_state": "rising"}"""
)
ENGLISH = (
    """Score: 55/100, fair
Points lost: choppy −15, breezy −10, cold water −20
Best hour: today 09:00 (55/100, fair), tomorrow 08:00 (55/100, fair)
Sea temperature: 19.0°C
Wind: 20 km/h
Wave height: 1.3 m
Jellyfish risk: low
Chance of whales: low
""",
    "\n\nWeather data by Open-Meteo.com (CC BY 4.0)",
)
PORTUGUESE = (
    """Nota: 55/100, razoável
Pontos perdidos: mar mexido −15, brisa moderada −10, água fria −20
Melhor hora: hoje 09:00 (55/100, razoável), amanhã 08:00 (55/100, razoável)
Temperatura da água: 19,0 °C
Vento: 20 km/h
Altura das ondas: 1,3 m
Risco de águas-vivas: baixo
Chance de baleias: baixa
""",
    "\n\nDados meteorológicos: Open-Meteo.com (CC BY 4.0)",
)


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Of one kind: what takes the time here is the model."""
    return sqlite_url


@pytest.fixture
async def model() -> AsyncIterator[EmbeddedWriter]:
    writer = EmbeddedWriter()
    yield writer
    await writer.close()


def _edited(api: BotApi) -> Message | None:
    return next((each for each in api.messages() if each.earlier_texts), None)


@pytest.mark.parametrize(
    ("text", "language_code", "title", "numbers"),
    [
        ("/conditions joaquina", "en", "Praia da Joaquina · Tue, Jun 16, 09:00", ENGLISH),
        ("/praia joaquina", "pt-br", "Praia da Joaquina · ter., 16 de jun., 09:00", PORTUGUESE),
    ],
    ids=["en", "pt"],
)
async def test_a_user_gets_numbers_at_once_and_then_a_sentence_that_the_guard_found_clean(
    bot_api: BotApi,
    serving: Serving,
    model: EmbeddedWriter,
    text: str,
    language_code: str,
    title: str,
    numbers: tuple[str, str],
) -> None:
    async with serving(model):
        bot_api.user_sends(text, language_code=language_code)
        answer = await bot_api.wait_for(lambda: _edited(bot_api), timeout=120)
    first, last = answer.earlier_texts[0].split("\n\n"), answer.text.split("\n\n")
    assert first[0] == last[0] == title
    assert first[2:] == last[2:]
    sentence, facts = last[1], "\n\n".join(last[2:])
    assert check(sentence, AT_NINE, mode=Mode.BLOCK).verdict is Verdict.CLEAN
    assert facts.startswith(numbers[0])
    assert facts.endswith(numbers[1])
    assert bot_api.refusals == ()


@contextmanager
def _running(api: BotApi, token: str, data: Path) -> Iterator[subprocess.Popen[str]]:
    """`boia run` as its own process, without a model of its own."""
    settings = {
        "BOIA_TELEGRAM_URL": api.url,
        "BOIA_TELEGRAM_TOKEN": token,
        "BOIA_MODEL_PATH": "/nowhere/model.gguf",
        "XDG_DATA_HOME": str(data),
    }
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "run"], cwd=ROOT, env=settings, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


def test_boia_run_answers_until_it_is_told_to_stop_and_never_logs_its_token(bot_api: BotApi, tmp_path: Path) -> None:
    with _running(bot_api, bot_api.token, tmp_path) as process:
        bot_api.user_sends("/start", language_code="pt-br")
        bot_api.wait_for_sync(bot_api.messages, timeout=60)
        process.send_signal(signal.SIGTERM)
        out, logged = process.communicate(timeout=30)
    assert bot_api.messages()[0].text.startswith("Olá! Eu sou a Boia.")
    assert (process.returncode, out) == (0, "")
    events = [json.loads(line)["event"] for line in logged.splitlines()]
    whole = ["bot.started", "writer.unavailable", "alarm.rung", "alarm.told"]
    assert events == whole[: max(1, len(events))]  # the model is looked for once updates are read
    assert bot_api.token not in logged
    assert bot_api.setting("commands", "pt")[0] == {"command": "praia", "description": "como está o mar numa praia"}


def test_boia_run_says_in_one_sentence_that_its_token_is_refused(bot_api: BotApi, tmp_path: Path) -> None:
    with _running(bot_api, "999999:not-the-token-of-any-bot", tmp_path) as process:
        out, logged = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, "")
    assert logged == "Telegram refuses BOIA_TELEGRAM_TOKEN; get a new token from @BotFather.\n"
