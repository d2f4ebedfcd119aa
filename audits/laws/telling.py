"""A broken law as a finding: in words, with the smallest trial and the command that shows it."""

from __future__ import annotations

import shlex
from math import isfinite
from typing import Any

import msgspec

from attackers.program import Call
from audits.findings import Finding, Reach, finding, paying_terms
from audits.laws.law import DESKS, Broken, Law, Subject
from audits.laws.plan import LawsPlan
from audits.laws.tally import Breach, Tally
from audits.laws.trial import Run, Trial, plain, play_run
from audits.laws.worlds import world_of
from audits.rules import Severity
from scorer import Score


def told(
    tally: Tally, breach: Breach, smallest: Trial, subject: Subject, plan: LawsPlan
) -> Finding:
    """Tell one breach of a law by its smallest trial."""
    law = tally.law
    broken = _again(law, subject, smallest) or breach.broken
    earned = broken.earned
    return finding(
        "L302" if law.applies_to in DESKS else "L301",
        f"{law.name}: {breach.mechanism}{_figures(broken)}",
        f"{law.name}: {breach.mechanism}",
        severity=Severity.WARNING if broken.doubt else Severity.ERROR,
        case=smallest.case.id,
        earned=_finite(earned),
        reference_earned=_reference(subject, smallest),
        terms=_terms(broken),
        reach=Reach(breach.rows, tally.tried),
        counterexample=_example(law, smallest, broken.doubt),
        replay=_replay(law, smallest, plan),
    )


def _again(law: Law, subject: Subject, trial: Trial) -> Broken | None:
    """Judge the smallest trial once more, for its own figures."""
    try:
        return law.check(subject, trial)
    except Exception:  # noqa: BLE001 - then the figures are those it was found with
        return None


def _figures(broken: Broken) -> str:
    if broken.earned is None:
        return ""
    if broken.against is None:
        return f": {broken.earned.value}"
    return f": {broken.earned.value} against {broken.against.value}"


def _finite(score: Score | None) -> float | None:
    value = score.value if score else None
    return value if value is not None and isfinite(value) else None


def _terms(broken: Broken) -> dict[str, float]:
    if broken.earned is None:
        return {}
    moved = {name: broken.earned.terms[name] for name in broken.terms}
    return moved or paying_terms(broken.earned.terms)


def _reference(subject: Subject, trial: Trial) -> float | None:
    """Score right work on the trial's case; None where the scorer cannot."""
    try:
        made = play_run(trial.case, Run(world_of(trial.case).right_work(trial.case)))
        return _finite(subject.scorer.score(made))
    except Exception:  # noqa: BLE001 - a scorer under audit may raise anything
        return None


def _example(law: Law, trial: Trial, doubt: str) -> dict[str, Any]:
    """Write the run that breaks the law, what is wrong with it, and what it is held against."""
    breaking = trial.run if trial.twin is None else trial.twin
    rest = plain(trial)["run" if trial.twin is None else "twin"]
    example: dict[str, Any] = {"law": law.statement, "case": plain(trial)["case"]}
    made = play_run(trial.twin_case or trial.case, breaking)
    if wrong := world_of(trial.case).wrongs(made):
        example["wrong"] = "; ".join(wrong)
    if doubt:
        example["doubt"] = doubt
    if trial.twin is not None:
        example["held_against"] = _shown(trial.run.calls)
    if breaking.late:
        example["after_the_end"] = _shown(breaking.late)
    example |= {name: value for name, value in rest.items() if name not in ("calls", "late")}
    return example | {"calls": rest.get("calls", [])}


def _shown(calls: tuple[Call, ...]) -> str:
    """Write calls in one line."""
    return (
        "; ".join(
            f"{call.tool}({', '.join(f'{name}={value!r}' for name, value in call.args.items())})"
            for call in calls
        )
        or "no call"
    )


def _replay(law: Law, trial: Trial, plan: LawsPlan) -> str:
    told_trial = msgspec.json.encode(plain(trial)).decode()
    return f"clawback laws{plan.arguments} --only {law.name} --trial {shlex.quote(told_trial)}"
