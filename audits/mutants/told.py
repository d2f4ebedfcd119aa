"""Survivors told as findings: what was changed, what it pays, and who should have noticed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from audits.findings import Finding, Reach, finding, paying_terms
from audits.mutants.accepted import Entry
from audits.mutants.excerpt import change, excerpt
from audits.mutants.ground import Told
from audits.mutants.plan import MutatePlan
from audits.mutants.trial import Difference, Trial


def survivor(
    trial: Trial, near: str | None, before: dict[str, Any], told: Told, of: int, plan: MutatePlan
) -> Finding:
    """Make the finding of a survivor.

    `near` is the guard that should have noticed, `before` what the scorer says of the
    input that is shown, `of` how many inputs there are.
    """
    mutant, differs = trial.mutant, trial.differs
    assert differs is not None
    return finding(
        "M401",
        f"{mutant.where}: {change(mutant)}; nobody notices"
        + (f", and {near} is the nearest guard" if near else ""),
        f"mutant {mutant.id}",
        case=told.case,
        earned=differs.after.get("value"),
        reference_earned=told.reference_earned,
        terms=paying_terms(differs.after.get("terms", {})),
        reach=Reach(differs.inputs, of),
        counterexample={
            **told.counterexample,
            "moved": "; ".join(_moved(before, differs)),
            **excerpt(mutant),
        },
        replay=f"clawback mutate{plan.arguments}{plan.words} --only {mutant.id}",
    )


def denies(before: dict[str, Any], differs: Difference) -> bool:
    """Whether less is paid than before, so that whoever does right work should notice."""
    return float(differs.after.get("value") or 0.0) < float(before.get("value") or 0.0)


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


def gone(entry: Entry, why: str, plan: MutatePlan) -> Finding:
    """Make the finding of an entry that no longer speaks of a survivor."""
    return finding(
        "M402",
        f"{entry.where}: the accepted survivor {entry.id} is none any more: {why}",
        f"accepted {entry.id}",
        counterexample={"reason": entry.reason},
        replay=f"clawback mutate{plan.arguments}{plan.words}",
    )
