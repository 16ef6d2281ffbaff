import pytest

from bot.texts import language_of, languages


def test_languages_are_the_folders_that_hold_a_catalogue() -> None:
    assert languages() == ("en", "pt", "pt_PT")


@pytest.mark.parametrize(
    ("code", "language"),
    [
        ("pt-br", "pt"),
        ("pt", "pt"),
        ("pt_PT.UTF-8", "pt_PT"),
        ("pt-pt", "pt_PT"),
        ("pt_BR", "pt"),
        ("pt_AO.UTF-8", "pt"),
        ("PT-BR", "pt"),
        ("en-GB", "en"),
        ("C.UTF-8", "en"),
        ("de", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_language_is_the_one_of_the_code_or_english(code: str | None, language: str) -> None:
    assert language_of(code) == language
