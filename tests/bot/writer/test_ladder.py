"""The choice among drafts, by the real guard over scripted texts."""

import asyncio
import time
from itertools import islice
from typing import Annotated, ClassVar

import pytest
from structlog.testing import capture_logs

from bot.writer import GREEDY, Draft, Failure, Fault, ModelError, ModelMissingError, summarise
from bot.writer.ladder import seeds
from factguard import FactMap, Mode, Verdict
from factguard.facts import Name

CLEAN = "Waves reach 1.3 m at Praia da Joaquina at 09:00."
ALSO_CLEAN = "The water at Praia da Joaquina is at 19.0 °C."
FLAGGED = "Waves reach 1.3 m, with wind from the northwest."
NAMES_JELLYFISH = "Waves reach 1.3 m at Praia da Joaquina, where the jellyfish risk is high."
WRONG = "The water is at 25.0 °C."
WORSE = "The water is at 25.0 °C and the wind at 40 km/h."
LONG_S = 60.0


async def climb(writer, facts, *, mode=Mode.BLOCK, attempts=3, deadline=LONG_S, language="en"):
    return await summarise(writer, facts, language, mode=mode, attempts=attempts, deadline=deadline)


async def test_first_clean_draft_ends_the_attempts(scripted, make_facts):
    outcome = await climb(scripted(WRONG, CLEAN, ALSO_CLEAN), make_facts())
    assert (outcome.result.verdict, outcome.result.shown) == (Verdict.CLEAN, CLEAN)
    assert [attempt.verdict for attempt in outcome.attempts] == [Verdict.WITHHELD, Verdict.CLEAN]
    assert (outcome.failure, outcome.detail) == (None, None)


@pytest.mark.parametrize(
    ("script", "best"),
    [
        ([WRONG, FLAGGED, WORSE], FLAGGED),
        ([WORSE, WRONG, "", WORSE], WRONG),
        ([WRONG, "The wind is at 40 km/h."], WRONG),
    ],
    ids=["flagged before withheld", "fewer hard violations first", "the earlier one of equals"],
)
async def test_without_a_clean_draft_the_best_one_is_given(scripted, make_facts, script, best):
    outcome = await climb(scripted(*script), make_facts(), mode=Mode.WARN, attempts=len(script))
    assert (outcome.result.verdict, outcome.result.shown) == (Verdict.FLAGGED, best)


async def test_drafts_are_chosen_as_block_judges_and_given_in_the_asked_mode(scripted, make_facts):
    in_warn = await climb(scripted(WRONG), make_facts(), mode=Mode.WARN, attempts=1)
    in_block = await climb(scripted(WRONG), make_facts(), mode=Mode.BLOCK, attempts=1)
    assert [in_warn.attempts[0].verdict, in_block.attempts[0].verdict] == [Verdict.WITHHELD] * 2
    assert (in_warn.result.verdict, in_warn.result.shown) == (Verdict.FLAGGED, WRONG)
    assert (in_block.result.verdict, in_block.result.shown) == (Verdict.WITHHELD, None)
    assert in_block.result.violations == in_block.attempts[0].violations


async def test_mode_off_gives_the_first_real_draft_unchecked(scripted, make_facts):
    outcome = await climb(scripted("", WRONG, CLEAN), make_facts(), mode=Mode.OFF)
    assert (outcome.result.verdict, outcome.result.shown) == (Verdict.UNCHECKED, WRONG)
    assert [attempt.verdict for attempt in outcome.attempts] == [None, Verdict.UNCHECKED]


async def test_text_that_is_no_draft_counts_and_is_tried_again(scripted, make_facts):
    cut = Draft("Waves reach", seed=1, seconds=0.5, tokens=2, finished=False)
    outcome = await climb(scripted("", cut, CLEAN), make_facts())
    assert [attempt.fault for attempt in outcome.attempts] == [Fault.EMPTY, Fault.CUT_OFF, None]
    assert outcome.result.shown == CLEAN


async def test_no_draft_at_all_is_a_failure(scripted, make_facts):
    outcome = await climb(scripted("", "", ""), make_facts())
    assert (outcome.result, outcome.failure) == (None, Failure.NO_DRAFT)
    assert outcome.detail == (
        "No attempt gave a text that could be judged. "
        "The model answers with an empty text; its server's log may say why."
    )
    assert len(outcome.attempts) == 3


@pytest.mark.parametrize(
    ("error", "failure"),
    [(ModelMissingError("It is not there."), Failure.MODEL_MISSING), (ModelError("It broke."), Failure.MODEL_ERROR)],
)
async def test_writer_that_fails_ends_as_a_failure_that_says_why(scripted, make_facts, error, failure):
    writer = scripted(error, CLEAN)
    with capture_logs() as logs:
        outcome = await climb(writer, make_facts())
    assert (outcome.result, outcome.failure, outcome.detail) == (None, failure, str(error))
    assert len(writer.seeds) == 1  # another seed mends no model
    assert logs == [
        {
            "event": "writer.failed",
            "log_level": "warning",
            "writer": "scripted",
            "failure": failure,
            "detail": str(error),
            "attempts": 0,
        }
    ]


async def test_writer_that_fails_after_a_judged_draft_gives_that_draft(scripted, make_facts):
    outcome = await climb(scripted(FLAGGED, ModelError("It broke.")), make_facts())
    assert (outcome.result.verdict, outcome.result.shown, outcome.failure) == (Verdict.FLAGGED, FLAGGED, None)


async def test_deadline_without_a_draft_is_a_failure(scripted, make_facts):
    outcome = await climb(scripted(None), make_facts(), deadline=0.01)
    assert (outcome.result, outcome.failure) == (None, Failure.DEADLINE)
    assert outcome.detail == "No draft was ready after 0.01 s. Raise BOIA_DEADLINE_S, or take a smaller model."


async def test_deadline_after_texts_that_are_no_drafts_says_what_the_model_does(scripted, make_facts):
    outcome = await climb(scripted("- Waves: 1.3 m", None), make_facts(), deadline=0.2)
    assert outcome.failure is Failure.DEADLINE
    assert outcome.detail.endswith(f"take a smaller model. {Fault.MARKUP.hint}")


async def test_deadline_after_a_judged_draft_gives_that_draft(scripted, make_facts):
    outcome = await climb(scripted(FLAGGED, None), make_facts(), deadline=0.2)
    assert (outcome.result.shown, outcome.failure) == (FLAGGED, None)


async def test_seeds_begin_greedy_and_are_the_same_for_the_same_facts(scripted, make_facts):
    first, again, other, portuguese = [scripted("", "", "") for _ in range(4)]
    await climb(first, make_facts())
    await climb(again, make_facts())
    await climb(other, make_facts(score=54))
    await climb(portuguese, make_facts(), language="pt")
    assert first.seeds[0] == GREEDY
    assert first.seeds == again.seeds
    assert len({*first.seeds, *other.seeds, *portuguese.seeds}) == 7


async def test_clean_draft_without_a_high_hazard_is_second_choice(scripted, make_facts):
    writer = scripted(CLEAN, FLAGGED, NAMES_JELLYFISH, ALSO_CLEAN)
    outcome = await climb(writer, make_facts(jellyfish_risk="high"), attempts=4)
    assert (outcome.result.verdict, outcome.result.shown) == (Verdict.CLEAN, NAMES_JELLYFISH)
    assert [attempt.left_out for attempt in outcome.attempts] == [("jellyfish_risk",), ("jellyfish_risk",), ()]


async def test_clean_draft_without_a_high_hazard_is_taken_where_nothing_better_comes(scripted, make_facts):
    outcome = await climb(scripted(FLAGGED, CLEAN, WRONG), make_facts(jellyfish_risk="high"))
    assert (outcome.result.verdict, outcome.result.shown) == (Verdict.CLEAN, CLEAN)


@pytest.mark.parametrize(
    ("changes", "draft"),
    [
        ({"jellyfish_risk": "moderate", "water_quality": "proper", "whale_sighting_likelihood": "high"}, CLEAN),
        ({"water_quality": "improper"}, "The water at Praia da Joaquina is improper for bathing at 09:00."),
    ],
    ids=["no hazard", "its name is enough"],
)
async def test_draft_that_leaves_out_no_hazard_ends_the_attempts(scripted, make_facts, changes, draft):
    outcome = await climb(scripted(draft, ALSO_CLEAN), make_facts(**changes))
    assert (outcome.result.shown, len(outcome.attempts)) == (draft, 1)


async def test_improper_water_left_out_is_climbed_on_for(scripted, make_facts):
    outcome = await climb(scripted(CLEAN, ALSO_CLEAN), make_facts(water_quality="improper"), attempts=2)
    assert [attempt.left_out for attempt in outcome.attempts] == [("water_quality",)] * 2


async def test_writer_that_converses_is_told_on_the_last_attempt_what_was_wrong(conversing, make_facts):
    writer = conversing(WORSE, WRONG, CLEAN)
    outcome = await climb(writer, make_facts(jellyfish_risk="high"))
    ((draft, rules, left_out),) = writer.told
    assert (draft, rules, left_out) == (WRONG, ["number_mismatch"], ("jellyfish_risk",))
    assert [attempt.corrected for attempt in outcome.attempts] == [False, False, True]
    assert outcome.result.shown == CLEAN


@pytest.mark.parametrize(
    ("script", "corrects", "attempts"),
    [([WRONG], True, 1), (["", ""], True, 2), ([WRONG, WORSE], False, 2)],
    ids=["nothing to correct yet", "no draft to correct", "a model that cannot be told"],
)
async def test_writer_is_not_told_where_there_is_nothing_to_tell(conversing, make_facts, script, corrects, attempts):
    writer = conversing(*script, corrects=corrects)
    await climb(writer, make_facts(), attempts=attempts)
    assert (writer.told, len(writer.seeds)) == ([], attempts)


async def test_text_in_another_language_is_tried_again(scripted, make_facts):
    portuguese = "As ondas chegam a 1,3 m na Praia da Joaquina às 09:00."
    outcome = await climb(scripted(CLEAN, portuguese), make_facts(), language="pt_BR")
    assert [attempt.fault for attempt in outcome.attempts] == [Fault.LANGUAGE, None]
    assert outcome.result.shown == portuguese


async def test_attempt_keeps_the_model_that_wrote_it(scripted, make_facts):
    draft = Draft(CLEAN, seed=GREEDY, seconds=0.5, tokens=14, model="gemma3:4b")
    with capture_logs() as logs:
        outcome = await climb(scripted(draft), make_facts())
    (attempt,) = outcome.attempts
    assert (attempt.model, attempt.seed, attempt.seconds, attempt.tokens) == ("gemma3:4b", GREEDY, 0.5, 14)
    assert (logs[0]["model"], logs[0]["left_out"], logs[0]["corrected"]) == ("gemma3:4b", [], False)


class Coast(FactMap):
    """A fact map that no other test changes."""

    domain: ClassVar[str] = "coast"
    town: Annotated[str, Name()]


def test_seeds_do_not_change_from_one_process_to_the_next():
    assert list(islice(seeds(Coast(town="Cascais"), "pt"), 3)) == [GREEDY, 1_124_085_345, 1_124_085_346]


async def test_each_attempt_is_logged_with_its_fate(scripted, make_facts):
    with capture_logs() as logs:
        await climb(scripted("", WRONG), make_facts(), attempts=2)
    assert [(log["event"], log["fault"], log["verdict"], log["violations"]) for log in logs] == [
        ("writer.attempt", Fault.EMPTY, None, []),
        ("writer.attempt", None, Verdict.WITHHELD, ["number_mismatch"]),
    ]


async def test_cancelling_a_summary_cancels_its_draft(scripted, make_facts):
    task = asyncio.create_task(climb(scripted(None), make_facts()))
    await asyncio.sleep(0)
    task.cancel()
    began = time.monotonic()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert time.monotonic() - began < LONG_S
