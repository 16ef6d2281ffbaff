from datetime import time

import pytest

from bot.chat import question as reading
from bot.chat.question import LONGEST, question
from bot.when import NOW, When


@pytest.mark.parametrize(
    ("text", "place", "when"),
    [
        ("joaquina", "joaquina", NOW),
        ("  praia   mole ", "praia mole", NOW),
        ("joaquina today", "joaquina", NOW),
        ("joaquina hoje 9h", "joaquina", When(at=time(9))),
        ("joaquina tomorrow", "joaquina", When(tomorrow=True)),
        ("joaquina amanhã", "joaquina", When(tomorrow=True)),
        ("amanha joaquina", "joaquina", When(tomorrow=True)),
        ("joaquina 9", "joaquina", When(at=time(9))),
        ("joaquina 09:00", "joaquina", When(at=time(9))),
        ("joaquina 9h30", "joaquina", When(at=time(9, 30))),
        ("joaquina 9am", "joaquina", When(at=time(9))),
        ("joaquina 9 PM", "joaquina", When(at=time(21))),
        ("joaquina 12am", "joaquina", When(at=time(0))),
        ("joaquina 12pm", "joaquina", When(at=time(12))),
        ("joaquina at 9", "joaquina", When(at=time(9))),
        ("praia mole amanhã às 17h", "praia mole", When(tomorrow=True, at=time(17))),
        ("praia mole tomorrow at 5 pm, please", "praia mole please", When(tomorrow=True, at=time(17))),
        ("7 mile beach", "7 mile beach", NOW),
        ("7 mile beach 9 tomorrow", "7 mile beach", When(tomorrow=True, at=time(9))),
        ("-27.63, -48.45", "-27.63, -48.45", NOW),
        ("27 48", "27 48", NOW),
        ("91, 0", "91, 0", NOW),
        ("joaquina 24h", "joaquina 24h", NOW),
        ("joaquina 13pm", "joaquina 13pm", NOW),
        ("joaquina 9:75", "joaquina 9:75", NOW),
        ("joaquina yesterday", "joaquina yesterday", NOW),
        ("", "", NOW),
        ("tomorrow", "", When(tomorrow=True)),
        ("tomorrow 9h", "", When(tomorrow=True, at=time(9))),
    ],
)
def test_a_request_is_read_as_place_day_and_hour(text: str, place: str, when: When) -> None:
    asked = question(text)
    assert (asked.place, asked.when) == (place, when)


def test_a_name_that_is_none_is_cut_so_that_an_answer_can_quote_it() -> None:
    assert question("x" * 5000).place == "x" * LONGEST + "…"


def test_each_word_is_looked_at_a_few_times_however_many_day_words_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message of 4,095 characters must not hold up the others."""
    looked, folded = list[str](), reading.folded
    monkeypatch.setattr(reading, "folded", lambda word: (looked.append(word), folded(word))[1])
    words = ["hoje"] * 819
    assert question(" ".join(words)) == reading.Question("")
    assert len(looked) <= 3 * len(words)
