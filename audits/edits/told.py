"""What of an edit's rollouts is to be reported: one finding a mechanism."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

import msgspec

from audits.edits.judge import Judged
from audits.edits.plan import EditsPlan
from audits.edits.ruling import Standing
from audits.findings import Call, Finding, Reach, call_list, finding, paying_terms


def findings(judged: list[Judged], plan: EditsPlan) -> Iterator[Finding]:
    """Yield what is amiss, one finding a mechanism, each shown on its smallest rollout."""
    groups: dict[str, list[Judged]] = {}
    for one in judged:
        groups.setdefault(_mechanism(one), []).append(one)
    for mechanism, alike in groups.items():
        if amiss := [one for one in alike if one.amiss]:
            reach = Reach(_cases(amiss), _cases(alike))
            yield _finding(mechanism, min(amiss, key=_size), reach, plan)


def _mechanism(one: Judged) -> str:
    """Name the edit; of a lead, what would be wrong with it, by whatever edit."""
    ruling = one.trial.ruling
    wrong = "+".join(kind.name.lower() for kind in ruling.kinds)
    what = wrong if ruling.standing is Standing.PERHAPS_WRONG else one.trial.edit.name
    return f"{ruling.standing}: {what}"


def _finding(mechanism: str, shown: Judged, reach: Reach, plan: EditsPlan) -> Finding:
    edit, standing = shown.trial.edit, shown.trial.ruling.standing
    case = shown.trial.rollout.case.id
    amiss = "it costs nothing" if standing.must_cost else "it costs reward, although it is harmless"
    perhaps = f" ({standing})" if shown.trial.ruling.doubt else ""
    return finding(
        "E501" if standing.must_cost else "E502",
        f"{edit.sentence}; {amiss}{perhaps}",
        mechanism,
        severity=standing.severity,
        case=case,
        earned=shown.score.value,
        reference_earned=shown.trial.reference.earned,
        terms=paying_terms(shown.score.terms),
        reach=reach,
        counterexample=_example(shown),
        replay=f"clawback edits{plan.arguments} --only {edit.name} --case {shlex.quote(case)}",
    )


def _example(shown: Judged) -> dict[str, Any]:
    trial, ruling = shown.trial, shown.trial.ruling
    calls = [Call(call.tool, dict(call.args)) for call in trial.behaviour.program]
    told: dict[str, Any] = {
        "edit": trial.edit.name,
        "wrong": "; ".join(ruling.kinds),
        "doubt": ruling.doubt,
        "fallen": shown.fallen,
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
