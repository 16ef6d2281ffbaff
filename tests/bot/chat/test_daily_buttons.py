"""Daily reports changed by the buttons under them, as a person in a chat sees it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.chat.daily_buttons import CHANGES
from bot.context import SERVICES
from bot.schedule import EVERY_DAY, MONDAY_TO_FRIDAY, WEEKEND
from bot.store import Subscriptions
from bot_parts import NINE_IN_FLORIANOPOLIS, Serving, answers, asked, changed, pressed
from botapi import BotApi, Message

GROUP, FORUM = -70, -1_000_000_000_077
TIMES = "Times are those of America/Sao_Paulo; /daily timezone changes that. All your reports: /daily"
WEDNESDAY = f"Next report: Wed, Jun 17, 07:00\n\n{TIMES}"


def kept_by(application: object) -> Subscriptions:
    subscriptions: Subscriptions = application.bot_data[SERVICES].subscriptions  # type: ignore[attr-defined]
    return subscriptions


def texts(message: Message) -> list[list[str]]:
    return [[button.text for button in row] for row in message.rows]


async def test_the_days_go_round_from_every_day_to_working_days_to_the_weekend(
    bot_api: BotApi, serving: Serving
) -> None:
    seen, kept = [], []
    async with serving() as application:
        message = await asked(bot_api, "/daily joaquina 07:00")
        for text in ("Mon–Fri", "Sat and Sun", "Every day"):
            message = await changed(bot_api, message.button(text))
            seen.append(message.text)
            kept += [each.daily.schedule.weekdays for each in await kept_by(application).of(42)]
    assert seen == [
        f"Praia da Joaquina, 07:00, Mon–Fri\n{WEDNESDAY}",
        f"Praia da Joaquina, 07:00, Sat and Sun\nNext report: Sat, Jun 20, 07:00\n\n{TIMES}",
        f"Praia da Joaquina, 07:00, every day\n{WEDNESDAY}",
    ]
    assert kept == [MONDAY_TO_FRIDAY, WEEKEND, EVERY_DAY]
    assert texts(message)[0] == ["Mon–Fri", "Without a sound"]
    assert len(bot_api.messages()) == 1
    assert bot_api.refusals == ()


async def test_days_of_one_s_own_become_all_days(bot_api: BotApi, serving: Serving) -> None:
    async with serving() as application:
        message = await asked(bot_api, "/daily joaquina 07:00 mon wed")
        await changed(bot_api, message.button("Every day"))
        (each,) = await kept_by(application).of(42)
    assert each.daily.schedule.weekdays == EVERY_DAY


async def test_the_sound_and_the_day_go_there_and_back(bot_api: BotApi, serving: Serving) -> None:
    seen = []
    async with serving():
        message = await asked(bot_api, "/daily joaquina 07:00")
        for text in ("Without a sound", "Forecast for the next day", "With a sound", "Forecast for the same day"):
            message = await changed(bot_api, message.button(text))
            seen.append(message.text.partition("\n")[0])
            assert message.text.endswith(WEDNESDAY)
    assert seen == [
        "Praia da Joaquina, 07:00, every day, without a sound",
        "Praia da Joaquina, 07:00, every day, the forecast for the next day, without a sound",
        "Praia da Joaquina, 07:00, every day, the forecast for the next day",
        "Praia da Joaquina, 07:00, every day",
    ]


async def test_reports_are_paused_resumed_and_cancelled_by_buttons(bot_api: BotApi, serving: Serving) -> None:
    async with serving() as application:
        message = await asked(bot_api, "/daily joaquina 07:00")
        message = await changed(bot_api, message.button("Pause"))
        assert message.text == f"Praia da Joaquina, 07:00, every day, paused\n\n{TIMES}"
        message = await changed(bot_api, message.button("Resume"))
        assert message.text == f"Praia da Joaquina, 07:00, every day\n{WEDNESDAY}"
        message = await changed(bot_api, message.button("Cancel report"))
        assert message.text == "There is no daily report here yet. For example: /daily Joaquina 07:00"
        assert message.buttons == []
        assert await kept_by(application).of(42) == ()
    assert len(bot_api.calls_to("answerCallbackQuery")) == 3
    assert bot_api.refusals == ()


async def test_a_change_keeps_all_the_rest(bot_api: BotApi, serving: Serving) -> None:
    bot_api.add_topic(FORUM, 17)
    bot_api.add_member(FORUM, 42, "creator")
    async with serving() as application:
        kept = kept_by(application)
        where = {"chat_id": FORUM, "user_id": 42}
        await asked(bot_api, "/units knots", **where)
        message = await asked(bot_api, "/daily joaquina 07:00 wed sun quiet Europe/Lisbon", topic=17, **where)
        message = await changed(bot_api, message.button("Pause"), user_id=42)
        (before,) = await kept.of(FORUM)
        await changed(bot_api, message.button("Forecast for the next day"), user_id=42)
        (after,) = await kept.of(FORUM)
    assert (before.daily.tomorrow, after.daily.tomorrow, after.paused, after.id) == (False, True, True, before.id)
    assert (after.daily.topic_id, after.daily.schedule, after.daily.quiet) == (17, before.daily.schedule, True)
    assert after.daily.wind == before.daily.wind


async def test_a_list_has_a_button_a_report_which_opens_its_own(bot_api: BotApi, serving: Serving) -> None:
    async with serving() as application:
        await asked(bot_api, "/daily joaquina 07:00")
        second = await asked(bot_api, "/daily air lisboa 12:30 weekends")
        listed = await asked(bot_api, "/daily")
        opened = await changed(bot_api, listed.button("✎ 2. Lisboa, 12:30"))
        quiet = await changed(bot_api, opened.button("Without a sound"))
        again = await changed(bot_api, quiet.button("All reports"))
        after = [each.daily.quiet for each in await kept_by(application).of(42)]
    assert texts(listed) == [["✎ 1. Praia da Joaquina, 07:00"], ["✎ 2. Lisboa, 12:30"]]
    assert opened.text == second.text
    assert opened.text.startswith("Lisboa, air quality, 12:30, Sat and Sun\nNext report: Sat, Jun 20, 12:30\n")
    assert texts(opened) == texts(second) == [
        ["Every day", "Without a sound"],
        ["Forecast for the next day"],
        ["Pause", "Cancel report"],
        ["All reports"],
    ]  # fmt: skip
    assert again.text == listed.text.replace("Sat and Sun", "Sat and Sun, without a sound")
    assert texts(again) == texts(listed)
    assert after == [False, True]
    assert bot_api.refusals == ()


async def test_the_only_report_of_a_list_has_its_own_buttons_at_once(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        answer = await asked(bot_api, "/daily joaquina 07:00")
        listed = await asked(bot_api, "/daily")
    assert texts(listed) == texts(answer)
    assert listed.text.startswith("1. Praia da Joaquina, 07:00, every day\n")


async def test_when_one_of_two_is_cancelled_the_other_s_buttons_are_there(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        await asked(bot_api, "/daily joaquina 07:00")
        message = await asked(bot_api, "/daily mole 08:00")
        message = await changed(bot_api, message.button("Cancel report"))
    assert message.text.startswith("1. Praia da Joaquina, 07:00, every day\n")
    assert texts(message)[-1] == ["Pause", "Cancel report"]


async def test_all_that_a_chat_may_have_fits_under_a_list(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        for hour in range(10):
            await asked(bot_api, f"/daily joaquina {hour}:00")
        listed = await asked(bot_api, "/daily")
        opened = await changed(bot_api, listed.button("✎ 10. Praia da Joaquina, 09:00"))
    assert [len(row) for row in listed.rows] == [1] * 10
    assert opened.text.startswith("Praia da Joaquina, 09:00, every day\n")
    assert bot_api.refusals == ()


async def test_what_would_be_another_report_of_the_chat_is_told_and_stays(bot_api: BotApi, serving: Serving) -> None:
    async with serving() as application:
        kept = kept_by(application)
        await asked(bot_api, "/daily joaquina 07:00 tomorrow weekends")
        message = await asked(bot_api, "/daily joaquina 07:00")
        before = await kept.of(42)
        answer = await pressed(bot_api, message.button("Forecast for the next day"))
        assert await kept.of(42) == before
    assert answer.text == "This chat gets that report already: see /daily"
    assert bot_api.messages()[1] == message


async def test_a_button_does_what_stands_on_it_whoever_pressed_meanwhile(bot_api: BotApi, serving: Serving) -> None:
    async with serving() as application:
        message = await asked(bot_api, "/daily joaquina 07:00")
        bot_api.press(message.button("Mon–Fri"))
        bot_api.forge_press(message, message.button("Mon–Fri").callback_data or "")
        await bot_api.wait_for(lambda: len(bot_api.calls_to("editMessageText")) == 2)
        (each,) = await kept_by(application).of(42)
    assert each.daily.schedule.weekdays == MONDAY_TO_FRIDAY


@pytest.mark.parametrize("word", ["open", "pause", "resume", "cancel", *CHANGES])
async def test_a_number_of_another_chat_s_report_changes_nothing(bot_api: BotApi, serving: Serving, word: str) -> None:
    async with serving() as application:
        kept = kept_by(application)
        await asked(bot_api, "/daily joaquina 07:00 wed tomorrow quiet", chat_id=7)
        mine = await asked(bot_api, "/daily mole 08:00", chat_id=8)
        before = (await kept.of(7), await kept.of(8))
        bot_api.forge_press(mine, f"daily:{word}:{before[0][0].id}")
        (shown,) = await bot_api.wait_for(
            lambda: [each for each in bot_api.messages(8) if each.text.startswith("1. Praia Mole")]
        )
        assert (await kept.of(7), await kept.of(8)) == before
    assert "Joaquina" not in shown.text


@pytest.mark.parametrize("press", ["✎ 1. Praia da Joaquina, 07:00", "✎ 2. Praia Mole, 08:00"])
async def test_in_a_group_only_administrators_open_a_report(bot_api: BotApi, serving: Serving, press: str) -> None:
    bot_api.add_member(GROUP, 42, "creator")
    bot_api.add_member(GROUP, 8)
    async with serving():
        for text in ("/daily joaquina 07:00", "/daily mole 08:00"):
            await asked(bot_api, text, chat_id=GROUP, user_id=42)
        listed = await asked(bot_api, "/daily", chat_id=GROUP, user_id=8)
        answer = await pressed(bot_api, listed.button(press), user_id=8)
        assert answer.text == "In a group only its administrators can change this."
        assert (await answers(bot_api, 3, chat_id=GROUP))[2] == listed
        await changed(bot_api, listed.button(press), user_id=42)


async def test_a_press_lets_go_on_what_had_stopped(bot_api: BotApi, serving: Serving) -> None:
    async with serving() as application:
        kept = kept_by(application)
        message = await asked(bot_api, "/daily joaquina 07:00")
        await kept.stop(42, "Forbidden: bot was blocked by the user")
        await changed(bot_api, message.button("Without a sound"))
        (each,) = await kept.of(42)
    assert (each.stopped, each.daily.quiet) == (None, True)
    assert each.next_at == NINE_IN_FLORIANOPOLIS.replace(hour=10, minute=0) + timedelta(days=1)


@pytest.mark.parametrize(
    ("code", "working_days", "weekend"),
    [("pt-br", "seg–sex", "Sáb e dom"), ("pt-pt", "segunda–sexta", "Sábado e domingo")],
)
async def test_the_buttons_speak_portuguese(
    bot_api: BotApi, serving: Serving, code: str, working_days: str, weekend: str
) -> None:
    async with serving():
        await asked(bot_api, "/diario mole 8h", language_code=code)
        message = await asked(bot_api, "/diario joaquina 7h", language_code=code)
        seen = texts(message)
        for text in (working_days.capitalize(), "Sem som", "Previsão do dia seguinte", "Pausar"):
            message = await changed(bot_api, message.button(text), language_code=code)
        seen += texts(message)
    assert seen == [
        [working_days.capitalize(), "Sem som"],
        ["Previsão do dia seguinte"],
        ["Pausar", "Cancelar boletim"],
        ["Todos os boletins"],
        [weekend, "Com som"],
        ["Previsão do próprio dia"],
        ["Retomar", "Cancelar boletim"],
        ["Todos os boletins"],
    ]
    assert message.text.startswith(
        f"Praia da Joaquina, 07:00, {working_days}, a previsão do dia seguinte, sem som, em pausa\n\n"
    )
