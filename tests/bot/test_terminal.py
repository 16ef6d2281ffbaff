import pytest

from bot.layout.page import Page
from bot.terminal import show_page
from conditions.outlook import Credit

PAGE = Page(
    title="Nazaré · Tue, Jun 16, 09:00",
    sentence="Nazaré is poor for a swim, with 1.8 m waves, 23 km/h wind.",
    notes=("A note.",),
    rows=(("Score", "30/100, poor"), ("Sea temperature", "16.9°C")),
    credits=(Credit("Weather data", "https://open-meteo.com/"),),
)


def test_a_page_is_read_from_title_to_credit(capsys: pytest.CaptureFixture[str]) -> None:
    show_page(PAGE)
    assert capsys.readouterr().out == (
        "Nazaré · Tue, Jun 16, 09:00\n\n"
        "Nazaré is poor for a swim, with 1.8 m waves, 23 km/h wind.\n\n"
        "A note.\n\n"
        "Score            30/100, poor\n"
        "Sea temperature  16.9°C\n\n"
        "Weather data · https://open-meteo.com/\n"
    )


def test_no_line_ends_between_a_number_and_its_unit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "48")
    show_page(PAGE)
    assert "with 1.8 m waves,\n23 km/h wind." in capsys.readouterr().out
