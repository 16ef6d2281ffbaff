"""The model: whether it loads, and a sentence of it with the guard's verdict."""

from __future__ import annotations

from collections.abc import Sequence

from bot.doctor.finding import Case, Check, Finding, Grade
from bot.settings import ModelKind, model_mismatch
from bot.trial import KINDS, tried
from bot.verdict_words import VERDICTS
from bot.writer import Failure, WriterError
from factguard import Verdict
from factguard.texts import mark as _

DEADLINE_S = 90.0
"""A first start puts a model of 253 MB together."""

SERVER_REMEDIES = {
    Failure.MODEL_MISSING: _("Load that model in the server, or correct BOIA_MODEL_NAME."),
    Failure.MODEL_UNREACHABLE: _("Start the model's server, or correct BOIA_MODEL_URL."),
    Failure.MODEL_ERROR: _("Look at the log of the model's server, and at BOIA_MODEL_KEY."),
}
EMBEDDED_REMEDIES = {
    Failure.MODEL_MISSING: _("Correct BOIA_MODEL_PATH, BOIA_ADAPTER_PATH or BOIA_CACHE_DIR, or install Boia again."),
    Failure.MODEL_ERROR: _("Take another file for BOIA_MODEL_PATH, and an adapter that was made for it."),
}
REMEDIES = {
    Failure.DEADLINE: _("Raise BOIA_DEADLINE_S, or take a smaller model."),
    Failure.LOADING: _("Wait until it is loaded, or take a smaller model."),
    Failure.NO_DRAFT: _("Take another model; boia model shows what it writes."),
}


async def run(case: Case) -> Sequence[Finding]:
    """Have a sentence written over the sample's facts."""
    if model_mismatch(case.settings):
        return [Finding(Grade.FAULT, case.gettext(_("Not checked: its settings do not fit together.")))]
    gettext, kind = case.gettext, case.settings.model
    try:
        trial = await tried(case.settings, case.language)
    except WriterError as error:
        return [_failed(case, error.failure, str(error))]
    result, failure = trial.outcome.result, trial.outcome.failure
    if result is None or failure is not None:
        return [_failed(case, failure or Failure.NO_DRAFT, trial.outcome.detail or "")]
    verdict, attempts = result.verdict, trial.outcome.attempts
    seconds = sum(attempt.seconds for attempt in attempts)
    text = gettext(
        _("{kind}: ready after {loading} s, a sentence after {seconds} s more (drafts: {drafts}). {verdict}")
    ).format(
        kind=_capital(gettext(KINDS[kind])),
        loading=case.number(trial.loading, 1),
        seconds=case.number(seconds, 1),
        drafts=case.number(len(attempts)),
        verdict=gettext(VERDICTS[verdict]),
    )
    data = {
        "kind": kind,
        "verdict": verdict,
        "loading": round(trial.loading, 2),
        "seconds": round(seconds, 2),
        "drafts": len(attempts),
    }
    if verdict is Verdict.CLEAN:
        return [Finding(Grade.OK, text, data=data)]
    return [Finding(Grade.NOTE, text, gettext(_("See boia model, which shows the sentence.")), data=data)]


def _failed(case: Case, failure: Failure, detail: str) -> Finding:
    own = EMBEDDED_REMEDIES if case.settings.model is ModelKind.EMBEDDED else SERVER_REMEDIES
    remedy = (own | REMEDIES).get(failure, REMEDIES[Failure.NO_DRAFT])
    text = case.gettext(_("Writes no sentence: reports are numbers alone. {detail}")).format(detail=detail)
    return Finding(Grade.FAULT, text.strip(), case.gettext(remedy), data={"failure": failure})


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


CHECK = Check("model", _("Model"), run, deadline_s=DEADLINE_S)
