"""What of an edit's rollouts is to be reported: one finding per edit and standing."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

import msgspec

from attackers.edits import Edit
from audits.edits.judge import Judged
from audits.edits.plan import EditsPlan
from audits.edits.ruling import Standing
from audits.findings import Call, Finding, Reach, call_list, finding, paying_terms


def findings(edit: Edit, judged: list[Judged], plan: EditsPlan) -> Iterator[Finding]:
    """Yield what is amiss, shown on the smallest of the rollouts that show it."""
    for standing in Standing:
        alike = [one for one in judged if one.trial.ruling.standing is standing]
        amiss = [one for one in alike if one.amiss]
        if amiss:
            yield _finding(edit, min(amiss, key=_size), Reach(_cases(amiss), _cases(alike)), plan)


def _finding(edit: Edit, shown: Judged, reach: Reach, plan: EditsPlan) -> Finding:
    standing, case = shown.trial.ruling.standing, shown.trial.rollout.case.id
    amiss = "it costs nothing" if standing.must_cost else "it costs reward, although it is harmless"
    perhaps = f" ({standing})" if shown.trial.ruling.doubt else ""
    return finding(
        "E501" if standing.must_cost else "E502",
        f"{edit.sentence}, and {amiss}{perhaps}",
        f"{edit.name}: {standing}",
        severity=standing.severity,
        case=case,
        earned=shown.score.value,
        reference_earned=shown.trial.reference.earned,
        terms=paying_terms(shown.score.terms),
        reach=reach,
        counterexample=_example(edit, shown),
        replay=f"clawback edits{plan.arguments} --only {edit.name} --case {shlex.quote(case)}",
    )


def _example(edit: Edit, shown: Judged) -> dict[str, Any]:
    trial, ruling = shown.trial, shown.trial.ruling
    calls = [Call(call.tool, dict(call.args)) for call in trial.behaviour.program]
    told: dict[str, Any] = {
        "edit": edit.name,
        "wrong": [str(kind) for kind in ruling.kinds],
        "doubt": ruling.doubt,
        "fallen": {} if ruling.standing.must_cost else shown.fallen,
    }
    words = trial.behaviour.words
    said = {} if words == trial.reference.behaviour.words else {"words": words}
    return (
        {name: value for name, value in told.items() if value} | said | {"calls": call_list(calls)}
    )


def _size(one: Judged) -> tuple[int, int]:
    calls = one.trial.behaviour.program
    return len(calls), len(msgspec.json.encode(calls))


def _cases(judged: list[Judged]) -> int:
    return len({one.trial.rollout.case.id for one in judged})
