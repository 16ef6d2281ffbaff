"""What can be set from outside: environment variables that begin with `BOIA_`, or the same lines in a file `.env`.

| variable                       | meaning                                                                     |
| ------------------------------ | --------------------------------------------------------------------------- |
| BOIA_TELEGRAM_TOKEN            | the bot's token from @BotFather; only `boia run` needs it                   |
| BOIA_TELEGRAM_URL              | root of the Bot API: another server of it, or a stand-in                    |
| BOIA_FORECAST_URL, _MARINE_URL | the two services of Open-Meteo                                              |
| BOIA_GUARD_MODE                | block, warn or off                                                          |
| BOIA_ATTEMPTS                  | drafts to try before the best of them is taken                              |
| BOIA_DEADLINE_S                | seconds that the writer has for one report                                  |
| BOIA_TEMPERATURE               | of the sampled drafts; the first one is greedy                              |
| BOIA_MODEL_PATH, _ADAPTER_PATH | another model (GGUF) and its adapter                                        |
| BOIA_CACHE_DIR                 | where the assembled model is kept                                           |
| BOIA_LOG_LEVEL                 | debug, info, warning or error; else info for `boia run`, error for the rest |
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.errors import SettingsError
from bot.validation import complaint
from conditions.open_meteo import FORECAST_URL, MARINE_URL
from factguard import Mode

PREFIX = "BOIA_"
WebAddress = Annotated[str, Field(pattern=r"^https?://\S+$")]


class LogLevel(StrEnum):
    """The least weighty event that is logged."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class Settings(BaseSettings):
    """The settings of one run."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True
    )

    telegram_token: SecretStr | None = None
    telegram_url: WebAddress = "https://api.telegram.org"
    forecast_url: WebAddress = FORECAST_URL
    marine_url: WebAddress = MARINE_URL
    guard_mode: Mode = Mode.WARN
    attempts: int = Field(default=4, ge=1, le=20)
    deadline_s: float = Field(default=60, gt=0)
    temperature: float = Field(default=0.7, ge=0, le=2)
    model_path: Path | None = None
    adapter_path: Path | None = None
    cache_dir: Path | None = None
    log_level: LogLevel | None = None


def load_settings(language: str) -> Settings:
    """The settings as the environment and `.env` give them; a bad value is named in one sentence."""
    try:
        return Settings()
    except ValidationError as error:
        raise SettingsError(complaint(error, language, prefix=PREFIX)) from error
