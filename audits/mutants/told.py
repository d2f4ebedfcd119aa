"""Survivors told as findings: what was changed, what it pays, and who should have noticed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from audits.events import Plan
from audits.findings import Finding, Reach, finding, paying_terms
from audits.mutants.accepted import Entry
from audits.mutants.excerpt import change, excerpt
from audits.mutants.ground import Told
from audits.mutants.matrix import nearest
from audits.mutants.trial import Difference, Trial


def survivor(
    trial: Trial, trials: Sequence[Trial], before: dict[str, Any], told: Told, of: int, plan: Plan
) -> Finding:
    """Make the finding of a survivor; `before` is what the scorer says of its smallest input."""
    mutant, differs = trial.mutant, trial.differs
    assert differs is not None
    guard = nearest(trial, trials)
    return finding(
        "M401",
        f"{mutant.where}: {change(mutant)}; nobody notices"
        + (f", and the nearest guard is {guard}" if guard else ""),
        f"mutant {mutant.id}",
        case=told.case,
        earned=differs.after.get("value"),
        reference_earned=told.reference_earned,
        terms=paying_terms(differs.after.get("terms", {})),
        reach=Reach(differs.inputs, of),
        counterexample={
            **told.counterexample,
            "moved": "; ".join(_moved(before, differs)),
            "source": "\n".join(excerpt(mutant)),
        },
        replay=f"clawback mutate{plan.arguments} --only {mutant.id}",
    )


def _moved(before: dict[str, Any], differs: Difference) -> Iterator[str]:
    """Tell what a scorer says otherwise, by names, nested ones with a dot between."""
    old, new = _flat(before), _flat(differs.after)
    for name in {**old, **new}:
        if repr(old.get(name)) != repr(new.get(name)):
            yield f"{name} from {old.get(name)} to {new.get(name)}"


def _flat(seen: dict[str, Any]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in seen.items():
        if isinstance(value, dict):
            flat |= {f"{name}.{inner}": one for inner, one in value.items()}
        else:
            flat[name] = value
    return flat


def gone(entry: Entry, why: str, plan: Plan) -> Finding:
    """Make the finding of an entry that no longer speaks of a survivor."""
    return finding(
        "M402",
        f"{entry.where}: the accepted survivor {entry.id} is none any more: {why}",
        f"accepted {entry.id}",
        counterexample={"reason": entry.reason},
        replay=f"clawback mutate{plan.arguments}",
    )
