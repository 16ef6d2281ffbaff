from pathlib import Path

import pytest

from bot.errors import SettingsError
from bot.settings import load_settings
from factguard import Mode

TOKEN = "123456789:a-token-that-nobody-must-see-in-a-log"


def test_settings_come_from_the_environment_over_a_dotenv_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("BOIA_GUARD_MODE=block\nBOIA_ATTEMPTS=2\nOTHER_PROGRAM=1\n", encoding="utf-8")
    monkeypatch.setenv("BOIA_ATTEMPTS", "7")
    settings = load_settings("en")
    assert (settings.guard_mode, settings.attempts) == (Mode.BLOCK, 7)


def test_an_empty_variable_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOIA_TELEGRAM_TOKEN", "")
    assert load_settings("en").telegram_token is None


def test_the_token_does_not_stand_in_the_settings_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOIA_TELEGRAM_TOKEN", TOKEN)
    assert TOKEN not in repr(load_settings("en"))


@pytest.mark.parametrize(
    ("variable", "value", "language", "sentence"),
    [
        ("BOIA_GUARD_MODE", "loud", "en", "BOIA_GUARD_MODE must be block, warn, or off, not “loud”."),
        ("BOIA_GUARD_MODE", "loud", "pt", "BOIA_GUARD_MODE precisa ser block, warn ou off, não “loud”."),
        ("BOIA_ATTEMPTS", "many", "en", "BOIA_ATTEMPTS must be a whole number, not “many”."),
        ("BOIA_ATTEMPTS", "0", "en", "BOIA_ATTEMPTS must be at least 1, not “0”."),
        ("BOIA_ATTEMPTS", "99", "pt", "BOIA_ATTEMPTS precisa ser no máximo 20, não “99”."),
        ("BOIA_DEADLINE_S", "-1", "en", "BOIA_DEADLINE_S must be more than 0, not “-1”."),
        ("BOIA_MODEL", "gpt", "en", "BOIA_MODEL must be embedded, openai, or ollama, not “gpt”."),
        ("BOIA_GRAMMAR", "perhaps", "en", "BOIA_GRAMMAR must be on or off, not “perhaps”."),
        ("BOIA_GRAMMAR", "talvez", "pt", "BOIA_GRAMMAR precisa ser on ou off, não “talvez”."),
        ("BOIA_TEMPERATURE", "warm", "en", "BOIA_TEMPERATURE must be a number, not “warm”."),
        (
            "BOIA_TELEGRAM_URL",
            "api.telegram.org",
            "en",
            "BOIA_TELEGRAM_URL must be an address that begins with http:// or https://, not “api.telegram.org”.",
        ),
    ],
)
def test_a_bad_value_is_told_in_one_sentence_that_names_the_variable(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, language: str, sentence: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(SettingsError) as caught:
        load_settings(language)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("variables", "language", "sentence"),
    [
        (
            {"BOIA_MODEL": "openai"},
            "en",
            "BOIA_MODEL=openai needs BOIA_MODEL_URL, the address of the server: http://127.0.0.1:8080/v1.",
        ),
        (
            {"BOIA_MODEL": "openai"},
            "pt",
            "BOIA_MODEL=openai precisa de BOIA_MODEL_URL, o endereço do servidor: http://127.0.0.1:8080/v1.",
        ),
        (
            {"BOIA_MODEL": "ollama"},
            "en",
            "BOIA_MODEL=ollama needs BOIA_MODEL_NAME, a model that Ollama has pulled: gemma3:4b.",
        ),
        (
            {"BOIA_MODEL_URL": "http://127.0.0.1:8080"},
            "en",
            "BOIA_MODEL_URL needs BOIA_MODEL=openai or BOIA_MODEL=ollama: the embedded model has no server.",
        ),
        (
            {"BOIA_MODEL": "ollama", "BOIA_MODEL_NAME": "m", "BOIA_MODEL_PATH": "model.gguf"},
            "en",
            "BOIA_MODEL_PATH and BOIA_ADAPTER_PATH are for BOIA_MODEL=embedded; a server has its own model.",
        ),
        (
            {"BOIA_WEBHOOK_URL": "https://boia.example/hook"},
            "en",
            "BOIA_WEBHOOK_URL needs BOIA_WEBHOOK_SECRET, which Telegram shows with each update: without it anybody "
            "could send some. Make one with: openssl rand -hex 32",
        ),
        (
            {"BOIA_WEBHOOK_URL": "http://boia.example/hook", "BOIA_WEBHOOK_SECRET": "abc"},
            "pt",
            "BOIA_WEBHOOK_URL precisa ser um endereço que comece com https://, pois o Telegram não chama outro.",
        ),
        (
            {"BOIA_WEBHOOK_URL": "https://boia.example/hook", "BOIA_WEBHOOK_SECRET": "maçã"},
            "pt_PT",
            "BOIA_WEBHOOK_SECRET tem de ter de 1 a 256 letras, algarismos, _ e -, sem acentos.",
        ),
        (
            {"BOIA_WEBHOOK_URL": "https://boia.example/hook", "BOIA_WEBHOOK_SECRET": "a" * 257},
            "en",
            "BOIA_WEBHOOK_SECRET must be 1 to 256 letters, digits, _ and - without accents.",
        ),
    ],
)
def test_settings_that_do_not_fit_together_are_one_sentence(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str, sentence: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        load_settings(language)
    assert str(caught.value) == sentence


def test_the_key_to_a_model_does_not_stand_in_the_settings_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOIA_MODEL_KEY", TOKEN)
    assert TOKEN not in repr(load_settings("en"))


@pytest.mark.parametrize(("value", "expected"), [("on", True), ("off", False)])
def test_the_grammar_is_a_switch(monkeypatch: pytest.MonkeyPatch, value: str, expected: bool) -> None:
    monkeypatch.setenv("BOIA_GRAMMAR", value)
    assert load_settings("en").grammar is expected


@pytest.mark.parametrize(
    ("variable", "value", "secret"),
    [
        ("BOIA_WEBHOOK_SECRET", "hidden-1", "hidden-1"),
        ("BOIA_DATABASE_URL", "postgres://boia:hid%40den@host/boia", "hid@den"),
        ("BOIA_DATABASE_URL", "postgresql://host/boia?user=boia&password=hidden", "hidden"),
        ("BOIA_DATABASE_URL", "boia:hidden@nowhere", "boia:hidden@nowhere"),
    ],
)
def test_what_no_log_may_show_is_known(monkeypatch: pytest.MonkeyPatch, variable: str, value: str, secret: str) -> None:
    monkeypatch.setenv(variable, value)
    assert load_settings("en").secrets == (secret,)
