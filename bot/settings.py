"""What can be set from outside: environment variables that begin with `BOIA_`, or the same lines in a file `.env`.

| variable                       | meaning                                                                     |
| ------------------------------ | --------------------------------------------------------------------------- |
| BOIA_TELEGRAM_TOKEN            | the bot's token from @BotFather; only `boia run` needs it                   |
| BOIA_TELEGRAM_URL              | root of the Bot API: another server of it, or a stand-in                    |
| BOIA_FORECAST_URL, BOIA_MARINE_URL, BOIA_AIR_URL, BOIA_GEOCODING_URL | other addresses of Open-Meteo's services |
| BOIA_OPEN_METEO_KEY            | the key of its paid service, which has other addresses                      |
| BOIA_WATER_URL                 | root of the IMA's site with the water samples of Santa Catarina             |
| BOIA_STALE_HOURS               | how old the last forecast may be that stands in for one that did not come   |
| BOIA_ADMINS                    | the numeric ids on Telegram of those who run the bot, with commas between   |
| BOIA_DATABASE_URL              | postgresql://user:password@host/name, or sqlite:///file; else a file in     |
|                                | the user's data                                                             |
| BOIA_WEBHOOK_URL               | the https address that Telegram brings updates to; else they are polled     |
| BOIA_WEBHOOK_SECRET            | what Telegram shows with each of them; needed                               |
| BOIA_WEBHOOK_LISTEN, _PORT     | where this process listens for them, behind whatever ends TLS               |
| BOIA_CATCH_UP_MINUTES          | how late a daily report may still be sent; later it is skipped              |
| BOIA_DAILY_CHART               | on: the day's chart comes with a daily report                               |
| BOIA_MESSAGES_PER_SECOND       | requests to chats in a second, 30 as Telegram allows; 0 is no limit         |
| BOIA_GUARD_MODE                | block, warn or off                                                          |
| BOIA_ATTEMPTS                  | drafts to try before the best of them is taken                              |
| BOIA_DEADLINE_S                | seconds that the writer has for one report                                  |
| BOIA_TEMPERATURE               | of the sampled drafts; the first one is greedy                              |
| BOIA_MODEL                     | embedded, openai (an OpenAI-compatible server) or ollama                    |
| BOIA_MODEL_URL                 | the model's server; Ollama's own address if it is not given                 |
| BOIA_MODEL_NAME                | the model on that server; may be left out where it has only one             |
| BOIA_MODEL_KEY                 | the key to that server, if it asks for one                                  |
| BOIA_MODEL_PATH, _ADAPTER_PATH | another embedded model (GGUF) and its adapter                               |
| BOIA_MODEL_QUEUE               | how many reports may wait for a sentence; more go out as numbers alone      |
| BOIA_GRAMMAR                   | on: the embedded model can write no number but those of the facts           |
| BOIA_CACHE_DIR                 | where the assembled model is kept                                           |
| BOIA_METRICS_PORT              | where Prometheus and supervisors ask, /metrics and /health; off unless set  |
| BOIA_METRICS_LISTEN            | the address of that port: 127.0.0.1, for this machine alone, unless set     |
| BOIA_LOG_LEVEL                 | debug, info, warning or error; else info for `boia run`, error for the rest |
"""

from __future__ import annotations

import re
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from bot.errors import SettingsError
from bot.turns import MOST
from bot.validation import complaint
from conditions import geocoding
from conditions.open_meteo import FORECAST, MARINE
from conditions.water import ima
from factguard import Mode
from factguard.texts import mark as _
from factguard.texts import translations

PREFIX = "BOIA_"
TelegramId = Annotated[int, Field(gt=0)]
HTTPS = re.compile(r"https://[^/\s?#]+(?:/[^\s?#]*)?")
SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
WebAddress = Annotated[str, Field(pattern=r"^https?://\S+$")]


class LogLevel(StrEnum):
    """The least weighty event that is logged."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class ModelKind(StrEnum):
    """What runs the model: this process, or a server."""

    EMBEDDED = "embedded"
    OPENAI = "openai"
    OLLAMA = "ollama"


class Settings(BaseSettings):
    """The settings of one run."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True
    )

    telegram_token: SecretStr | None = None
    telegram_url: WebAddress = "https://api.telegram.org"
    admins: Annotated[frozenset[TelegramId], NoDecode] = frozenset()
    forecast_url: WebAddress | None = None
    marine_url: WebAddress | None = None
    air_url: WebAddress | None = None
    geocoding_url: WebAddress | None = None
    open_meteo_key: SecretStr | None = None
    water_url: WebAddress = ima.BASE_URL
    stale_hours: float = Field(default=12, ge=0, le=48)
    database_url: str | None = None
    webhook_url: str | None = None
    webhook_secret: SecretStr | None = None
    webhook_listen: str = "127.0.0.1"
    webhook_port: int = Field(default=8080, ge=1, le=65535)
    catch_up_minutes: float = Field(default=120, gt=0, le=24 * 60)
    daily_chart: bool = False
    messages_per_second: float = Field(default=30, ge=0, le=1000)
    guard_mode: Mode = Mode.WARN
    attempts: int = Field(default=4, ge=1, le=20)
    deadline_s: float = Field(default=60, gt=0)
    temperature: float = Field(default=0.7, ge=0, le=2)
    model: ModelKind = ModelKind.EMBEDDED
    model_url: WebAddress | None = None
    model_name: str | None = None
    model_key: SecretStr | None = None
    model_path: Path | None = None
    adapter_path: Path | None = None
    model_queue: int = Field(default=MOST, ge=1, le=1000)
    grammar: bool = True
    cache_dir: Path | None = None
    metrics_port: int | None = Field(default=None, ge=1, le=65535)
    metrics_listen: str = "127.0.0.1"
    log_level: LogLevel | None = None

    @field_validator("admins", mode="before")
    @classmethod
    def _with_commas(cls, value: object) -> object:
        return [word for word in re.split(r"[\s,;]+", value) if word] if isinstance(value, str) else value

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must stand in no log."""
        kept = (self.telegram_token, self.open_meteo_key, self.model_key, self.webhook_secret)
        values = [secret.get_secret_value() for secret in kept if secret]
        return (*values, *(passwords(self.database_url) if self.database_url else ()))

    @property
    def source_urls(self) -> dict[str, str]:
        """The addresses of Open-Meteo's services that were set, by the service's name."""
        urls = {
            FORECAST.name: self.forecast_url,
            MARINE.name: self.marine_url,
            "air-quality": self.air_url,
            geocoding.API: self.geocoding_url,
        }
        return {name: url for name, url in urls.items() if url}

    @property
    def oldest_answer(self) -> timedelta:
        """How old the last forecast may be that stands in for one that did not come."""
        return timedelta(hours=self.stale_hours)

    @property
    def catch_up(self) -> timedelta:
        """How late a daily report may still be sent."""
        return timedelta(minutes=self.catch_up_minutes)


def load_settings(language: str) -> Settings:
    """The settings as the environment and `.env` give them; a bad value is named in one sentence."""
    try:
        settings = Settings()
    except ValidationError as error:
        raise SettingsError(complaint(error, language, prefix=PREFIX)) from error
    if problem := mismatch(settings):
        raise SettingsError(translations(language).gettext(problem))
    return settings


def passwords(url: str) -> tuple[str, ...]:
    """What of a database's address must stand in no log; all of it where it cannot be read."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # ValueError: of a port that is no number
        return (url,)
    said = parsed.password or parsed.query.get("password")
    rest = (parsed.host or "").rpartition("@")[0]  # of a password with an "@" in it, which should be "%40"
    return tuple(each for each in (said, rest) if isinstance(each, str) and each)


def mismatch(settings: Settings) -> str | None:
    """What is wrong with settings that are right one by one: a msgid."""
    return _webhook_mismatch(settings) or model_mismatch(settings)


def _webhook_mismatch(settings: Settings) -> str | None:
    if settings.webhook_url is None:
        return None
    if not HTTPS.fullmatch(settings.webhook_url):
        return _("BOIA_WEBHOOK_URL must be an address that begins with https://, as Telegram calls no other.")
    if settings.webhook_secret is None:
        return _(
            "BOIA_WEBHOOK_URL needs BOIA_WEBHOOK_SECRET, which Telegram shows with each update: without it anybody "
            "could send some. Make one with: openssl rand -hex 32"
        )
    if not SECRET.fullmatch(settings.webhook_secret.get_secret_value()):
        return _("BOIA_WEBHOOK_SECRET must be 1 to 256 letters, digits, _ and - without accents.")
    return None


def model_mismatch(settings: Settings) -> str | None:
    """The same of those that say which model writes."""
    match settings.model:
        case ModelKind.OPENAI if settings.model_url is None:
            return _("BOIA_MODEL=openai needs BOIA_MODEL_URL, the address of the server: http://127.0.0.1:8080/v1.")
        case ModelKind.OLLAMA if settings.model_name is None:
            return _("BOIA_MODEL=ollama needs BOIA_MODEL_NAME, a model that Ollama has pulled: gemma3:4b.")
        case ModelKind.EMBEDDED if settings.model_url is not None:
            return _("BOIA_MODEL_URL needs BOIA_MODEL=openai or BOIA_MODEL=ollama: the embedded model has no server.")
        case ModelKind.OPENAI | ModelKind.OLLAMA if settings.model_path or settings.adapter_path:
            return _("BOIA_MODEL_PATH and BOIA_ADAPTER_PATH are for BOIA_MODEL=embedded; a server has its own model.")
    return None
