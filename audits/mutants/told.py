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
        earned=_score(differs.after),
        reference_earned=told.reference_earned,
        terms=_terms(differs.after),
        reach=Reach(differs.inputs, of),
        counterexample={
            **told.counterexample,
            "moved": "; ".join(_moved(before, differs)),
            **excerpt(mutant),
        },
        replay=_replay(trial, plan),
    )


def untold(trial: Trial, plan: MutatePlan) -> Finding:
    """Make the finding of a survivor of which only the change can be told."""
    mutant = trial.mutant
    return finding(
        "M401",
        f"{mutant.where}: {change(mutant)}; nobody notices",
        f"mutant {mutant.id}",
        counterexample=excerpt(mutant),
        replay=_replay(trial, plan),
    )


def _replay(trial: Trial, plan: MutatePlan) -> str:
    return f"clawback mutate{plan.arguments}{plan.words} --only {trial.mutant.id}"


def _score(seen: dict[str, Any]) -> float | None:
    """What an input is paid; None where it is not scored, or by no number."""
    value = seen.get("value")
    return value if isinstance(value, int | float) else None


def _terms(seen: dict[str, Any]) -> dict[str, float]:
    """The terms that pay; none where what is shown is no score but the scorer's own face."""
    terms = seen.get("terms")
    named = terms if isinstance(terms, dict) else {}
    return paying_terms({name: one for name, one in named.items() if isinstance(one, int | float)})


def denies(before: dict[str, Any], differs: Difference) -> bool:
    """Whether less is paid than before, so that whoever does right work should notice."""
    return (_score(differs.after) or 0.0) < (_score(before) or 0.0)


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
