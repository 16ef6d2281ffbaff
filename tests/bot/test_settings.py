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
