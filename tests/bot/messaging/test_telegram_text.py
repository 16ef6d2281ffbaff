from bot.layout.page import Page
from bot.messaging.telegram_text import telegram_text
from conditions.outlook import Credit

PAGE = Page(
    title="Praia 🏖️ da_Joaquina · <b>",
    sentence="Waves of 1.3 m (N–NE), -0.5 *and* rising.",
    notes=("⚠️ A note.",),
    rows=(("Score", "55/100, fair"), ("Wind", "20 km/h")),
    credits=(Credit("Weather data by Open-Meteo.com", "https://open-meteo.com/"),),
)


def _marked(text: str, offset: int, length: int) -> str:
    units = text.encode("utf-16-le")
    return units[2 * offset : 2 * (offset + length)].decode("utf-16-le")


def test_a_page_reads_from_title_to_credit_without_escapes() -> None:
    assert telegram_text(PAGE).text == (
        "Praia 🏖️ da_Joaquina · <b>\n\n"
        "Waves of 1.3 m (N–NE), -0.5 *and* rising.\n\n"
        "⚠️ A note.\n\n"
        "Score: 55/100, fair\nWind: 20 km/h\n\n"
        "Weather data by Open-Meteo.com"
    )


def test_entities_count_in_utf_16_units() -> None:
    shown = telegram_text(PAGE)
    assert [(each.type, _marked(shown.text, each.offset, each.length), each.url) for each in shown.entities] == [
        ("bold", PAGE.title, None),
        ("italic", "⚠️ A note.", None),
        ("text_link", PAGE.credits[0].text, PAGE.credits[0].link),
    ]
