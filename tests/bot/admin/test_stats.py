"""/stats: figures and a picture for admins."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from PIL import Image
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.testing import capture_logs

from bot.admin.false_alarms import false_alarms
from bot.admin.period import period, period_name
from bot.admin.stats_chart import brief, draw_stats, stats_content
from bot.admin.stats_text import percent, stats_text
from bot.context import SERVICES
from bot.handlers import HANDLERS
from bot.store import Statistics
from bot.store.outbox import OUTBOX
from bot.store.report_counts import Given as Counted
from bot.store.report_counts import ReportCounts
from bot.store.reviews import Judgement
from bot.store.statistics import Figures, Given, Objected, Running, Seconds, Step
from bot.tally import Tally
from bot_parts import ADMIN, Serving, asked
from botapi import BotApi, Message
from botapi.utf16 import units
from draft_parts import CLEAN, FLAGGED, WITHHELD, write
from factguard import Verdict
from factguard.rules import RULES

UNTIL = datetime(2026, 6, 20, 12, 30, tzinfo=UTC)
LIMIT = 4096
MOST_BYTES = 200_000


def figures(**more: Any) -> Figures:
    """A week of some drafts."""
    given: Mapping[Given, int] = {
        Given("chat", "swim", "en", "clean"): 1180,
        Given("chat", "swim", "pt", "withheld"): 20,
        Given("inline", "swim", "pt", "numbers"): 34,
    }
    steps = tuple(
        Step(UNTIL.replace(hour=0, minute=0) - timedelta(days=7 - day), {"clean": 20, "fault": day}, Seconds(1.5, 2.5))
        for day in range(8)
    )
    values: dict[str, Any] = {
        "since": UNTIL - timedelta(days=7),
        "until": UNTIL,
        "given": given,
        "reports": {"clean": 999, "withheld": 1},
        "attempts": {1: 900, 2: 100},
        "drafts": {"clean": 1000, "withheld": 72, "fault": 28},
        "seconds": Seconds(1.5, 12.25),
        "objected": {
            Objected("number_mismatch", "wave_height_m", "en", "gemma"): 70,
            Objected("mention_policy", "jellyfish_risk", "pt", "gemma"): 2,
        },
        "sent": {"sent": 1234, "unknown": 1},
        "chats": 340,
        "subscriptions": Running(120, 80),
        "steps": steps,
    }
    return Figures(**(values | more))


async def _shown(api: BotApi, count: int) -> tuple[Message, ...]:
    def seen() -> tuple[Message, ...]:
        messages = api.messages(ADMIN)
        return messages if len(messages) >= count else ()

    return await api.wait_for(seen)


async def test_an_admin_gets_figures_and_a_picture(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine, forecast_url: str
) -> None:
    now = datetime.now(UTC)
    await write(engine, forecast_url, WITHHELD, CLEAN)
    await write(engine, forecast_url, FLAGGED, at=now - timedelta(days=8))
    hour = int(now.timestamp()) // 3600 * 3600
    await ReportCounts(engine).add({Counted(hour, "chat", "swim", "en", "clean"): 3})
    due = int(now.timestamp()) - 60
    row = {"chat_id": 7, "slot": "s", "subscription_id": 1, "due_at": due, "planned_at": due, "local_date": "2026-06-1"}
    async with engine.begin() as connection:
        await connection.execute(insert(OUTBOX), [row | {"state": "sent"}])
    async with serving():
        text, picture = (await asked(bot_api, "/stats", chat_id=ADMIN), (await _shown(bot_api, 2))[1])
        longer = await asked(bot_api, "/stats 2w", chat_id=ADMIN)
        await _shown(bot_api, 4)
    assert text.marked("bold")[:3] == ["Statistics of the last 7 days", "Reports given", "Sentences written"]
    assert "Total: 4\nIn chats: 3\nInline answers: 0\nDaily: 1\n" in text.text
    assert "Reports: 1 · clean 1 (100%)\nDrafts: 2 · clean 1 (50%) · withheld 1 (50%)\n" in text.text
    assert "Drafts per report: 2.0 on average (2: 1)" in text.text
    assert "By rule: number_mismatch 1\nBy subject: wave height 1\nBy language: English 1" in text.text
    assert "Drafts: 3 · " in longer.text
    assert picture.json["photo"]


async def test_a_report_that_was_given_a_moment_ago_is_counted(
    bot_api: BotApi, serving: Serving, engine: AsyncEngine
) -> None:
    async with serving() as application:
        services = application.bot_data[SERVICES]
        application.bot_data[SERVICES] = replace(services, tally=Tally(ReportCounts(engine)))
        await asked(bot_api, "/conditions joaquina")
        answer = await asked(bot_api, "/stats", chat_id=ADMIN)
    assert "In chats: 1\n" in answer.text


async def test_an_empty_database_is_one_sentence_without_a_picture(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        answer = await asked(bot_api, "/stats 24h", chat_id=ADMIN)
        await asked(bot_api, "/help", chat_id=ADMIN)
    assert answer.text == "Nothing was asked and nothing was sent in the last 24 hours."
    assert [bool(message.json.get("photo")) for message in bot_api.messages(ADMIN)] == [False, False]


@pytest.mark.parametrize("text", ["91d", "0", "soon", "7y", "9999w", "-1d"])
async def test_a_time_that_there_are_no_figures_of_is_told(bot_api: BotApi, serving: Serving, text: str) -> None:
    async with serving():
        answer = await asked(bot_api, f"/stats {text}", chat_id=ADMIN)
    assert answer.text == (
        f"“{text}” is no time that I have figures of: from an hour to 90 days, such as /stats 24h, 7d or 2w."
    )


async def test_nobody_else_has_the_command(bot_api: BotApi, serving: Serving) -> None:
    async with serving():
        answer = await asked(bot_api, "/stats")
    assert answer.text == "There is no command /stats here; did you mean /start?"


async def test_a_database_that_fails_is_told(bot_api: BotApi, serving: Serving, engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        await connection.exec_driver_sql("DROP TABLE violations")
    async with serving():
        with capture_logs() as logs:
            answer = await asked(bot_api, "/estatisticas", chat_id=ADMIN, language_code="pt-pt")
    assert answer.text == "A base de dados não responde, por isso não há nada para contar. Tente de novo mais tarde."
    assert "stats.not_read" in [event["event"] for event in logs]


@pytest.mark.parametrize(
    ("text", "hours"),
    [("7d", 168), ("24h", 24), ("2w", 336), ("30", 720), ("1 dia", 24), ("3 Semanas", 504), ("90d", 2160), ("1h", 1)],
)
def test_a_time_is_read_in_either_language(text: str, hours: int) -> None:
    assert period(text) == timedelta(hours=hours)


@pytest.mark.parametrize(
    ("hours", "language", "name"),
    [
        (1, "en", "last hour"),
        (1, "pt", "última hora"),
        (24, "pt", "últimas 24 horas"),
        (36, "en", "last 36 hours"),
        (48, "pt_PT", "últimos 2 dias"),
        (336, "en", "last 14 days"),
    ],
)
def test_a_time_is_named_in_hours_or_days(hours: int, language: str, name: str) -> None:
    assert period_name(timedelta(hours=hours), language) == name


def test_numbers_are_written_as_the_admin_s_language_writes_them() -> None:
    english, brazilian, portuguese = (stats_text(figures(), language).text for language in ("en", "pt", "pt_PT"))
    assert "Total: 2,468\nIn chats: 1,200\nInline answers: 34\nDaily: 1,234\n" in english
    assert "Sentence in chats: clean 1,180 (98%) · withheld 20 (2%)" in english
    assert "clean 999 (99.9%) · withheld 1 (0.1%)" in english
    assert "Seconds per draft: median 1.5, 95th percentile 12.2\n" in english
    assert "Total: 2.468\n" in brazilian
    assert "Segundos por rascunho: mediana de 1,5 e percentil 95 de 12,2\n" in brazilian
    assert "Por assunto: altura das ondas 70 · risco de águas-vivas 2\n" in brazilian
    assert "Total: 2\u00a0468\n" in portuguese
    assert "Por assunto: altura das ondas 70 · risco de alforrecas 2\n" in portuguese


@pytest.mark.parametrize(
    ("part", "whole", "share"),
    [(0, 9, "0%"), (9, 9, "100%"), (1, 9999, "<0,1%"), (9998, 9999, ">99,9%"), (3, 1257, "0,2%"), (1, 3, "33%")],
)
def test_a_share_that_is_not_nothing_and_not_all_is_not_printed_as_such(part: int, whole: int, share: str) -> None:
    assert percent(part, whole, "pt") == share


def test_the_share_of_false_alarms_is_not_rounded_to_nothing() -> None:
    counts = {(Verdict.WITHHELD, Judgement.FALSE_ALARM): 3, (Verdict.WITHHELD, Judgement.RIGHT): 1254}
    assert "3 of 1,257 (0.2%)" in (false_alarms(counts, "en") or "")


@pytest.mark.parametrize(
    ("value", "language", "printed"),
    [(0.25, "pt", "0,25"), (99_999, "pt", "99.999"), (300_000, "pt", "300\u00a0mil"), (1_250_000, "en", "1.2M")],
)
def test_a_number_of_the_picture_never_needs_more_than_its_room(value: float, language: str, printed: str) -> None:
    assert brief(value, language) == printed


def test_whatever_the_figures_are_the_message_keeps_to_telegram_s_limit() -> None:
    many = {Objected(f"rule🌊{at}" * 40, f"f{at}" * 60, "xx_Nowhere", "🌊" * 5000): 10**9 + at for at in range(300)}
    given = {Given("chat", "swim", f"l{at}" * 30, f"fate{at}" * 90): 10**9 for at in range(300)}
    text = stats_text(figures(objected=many, given=given), "en")
    assert units(text.text) <= LIMIT
    assert all(entity.offset + entity.length <= units(text.text) for entity in text.entities)
    assert "others 294," in text.text


@pytest.mark.parametrize("language", ["en", "pt", "pt_PT"])
def test_the_picture_is_a_photo_for_a_phone(language: str) -> None:
    picture = draw_stats(stats_content(figures(), language))
    image = Image.open(io.BytesIO(picture))
    assert (image.format, image.width) == ("PNG", 1080)
    assert len(picture) <= MOST_BYTES


def test_the_picture_shows_each_day_with_its_drafts_by_verdict() -> None:
    content = stats_content(figures(), "pt")
    assert content.title == "Estatísticas: últimos 7 dias"
    assert content.subtitle == "13 de jun., 12:30 – 20 de jun., 12:30 UTC"
    assert content.steps == ("", "14/06", "", "16/06", "", "18/06", "", "20/06")
    assert [(name, counts[1]) for _key, name, counts in content.stacks] == [
        ("limpo", 20),
        ("retido", 0),
        ("sem texto útil", 1),
    ]
    assert content.rules == (("number_mismatch", 70), ("mention_policy", 2))


@pytest.mark.parametrize("hours", [1, 24, 48])
async def test_a_short_time_has_a_picture_by_the_hour(engine: AsyncEngine, forecast_url: str, hours: int) -> None:
    await write(engine, forecast_url, CLEAN, at=UNTIL - timedelta(minutes=30))
    counted = await Statistics(engine).of(UNTIL - timedelta(hours=hours), UNTIL)
    content = stats_content(counted, "en")
    assert content.by_hour
    assert "12:00" in content.steps
    assert draw_stats(content).startswith(b"\x89PNG")


def test_every_verdict_and_every_rule_has_room_in_the_picture() -> None:
    drafts = dict.fromkeys(("clean", "flagged", "withheld", "fault", "unchecked"), 10_000)
    objected = {Objected(rule.id, "score", "en", "m"): 10_000 for rule in RULES}
    steps = tuple(replace(step, drafts=drafts, seconds=None) for step in figures().steps)
    content = stats_content(figures(drafts=drafts, objected=objected, steps=steps), "pt")
    assert (len(content.stacks), len(content.rules)) == (5, len(RULES))
    assert draw_stats(content).startswith(b"\x89PNG")


def test_the_commands_of_admins_stand_together_at_the_end() -> None:
    admin = [command.admin for command in HANDLERS]
    assert admin == sorted(admin)
