"""What the settlement paper's findings are measured to be here: one run of everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from audits.events import Extra, Step
from audits.reproduce.settlement_qualitative import qualitative, row_of
from audits.settlement.ablate import Ablation, ablate
from audits.settlement.bootstrap import Interval
from audits.settlement.economics import CONFIGURATIONS, economics
from audits.settlement.plan import RunPlan, plan
from audits.settlement.reading import Results
from audits.settlement.reference import reference_search
from audits.settlement.run import results
from audits.settlement.tables import Tables, tables
from audits.settlement.twins import twins
from desk.settlement import FULL, Archetype, Corpus, Family
from scorer.settlement import reference


class Span(NamedTuple):
    """A measured value and its 95% interval."""

    value: float
    interval: Interval


class Measured(msgspec.Struct, frozen=True):
    """Everything measured, by the names that stand in settlement.json."""

    corpus: Corpus
    exact: dict[str, float | str]
    within: dict[str, Span]
    qualitative: dict[str, tuple[str, bool]]
    """As shown, and whether sign and order are the published ones."""


def measure() -> Iterator[Step | Measured]:
    """Run the benchmark and its audits; yields steps, then what was measured."""
    made = plan()
    run = results(made)
    yield Step("episodes")
    shown = tables(run)
    yield Step("tables")
    ablation = _ablation(made)
    yield Step("ablation")
    searched = reference_search(made.corpus)
    yield Step("plan search")
    yield Measured(
        corpus=made.corpus,
        exact={
            **_counts(made.corpus),
            **_gate(run, shown),
            **_exact(made, run, shown, ablation),
            "plans searched, over 40 tasks": searched.runs,
        },
        within=_within(shown),
        qualitative=qualitative(made, shown, ablation, searched),
    )


def _ablation(made: RunPlan) -> Ablation:
    *_, last = ablate(made.corpus, made.policies, made.seeds)
    assert isinstance(last, Extra)
    ablation: Ablation = last.value
    return ablation


def _counts(corpus: Corpus) -> dict[str, float | str]:
    tasks = corpus.tasks
    kinds = Counter(task.archetype for task in tasks)
    settle = sum(task.settles for task in tasks)
    return {
        "tasks": len(tasks),
        "units": corpus.units,
        "twin pairs": len(corpus.pairs),
        "tasks that settle": settle,
        "tasks that fail": len(tasks) - settle,
        "tasks resolved in time": sum(task.resolvable for task in tasks),
        **{kind.value: kinds[kind] for kind in Archetype},
        "reference acts irreversibly before the outcome, tasks": sum(
            reference(task).premature for task in tasks
        ),
    }


def _gate(run: Results, shown: Tables) -> dict[str, float | str]:
    row = row_of(shown, "gate")
    kinds = shown.archetypes["gate"]
    by_seed = [run.rows["gate", seed] for seed in run.manifest.seeds]
    exact = [sum(one.exact for one in rows) for rows in by_seed]
    worst = Archetype.UNRESOLVABLE.value
    cases = sum(record.task.archetype.value == worst for record in run.tasks)
    return {
        "gate: exact tasks, fewest under any seed": min(exact),
        "gate: exact tasks, most under any seed": max(exact),
        "gate: exact, percent": 100 * row.exact,
        "gate: pass^5, percent": 100 * row.pass_k,
        "gate: mean loss, dollars": row.loss / 100,
        "gate: paired loss, dollars": (row.paired or 0.0) / 100,
        "gate: loss of an unresolvable case, dollars": kinds[worst] / 100,
        "gate: loss of a pending_fail, dollars": kinds["pending_fail"] / 100,
        "gate: loss of a pending_fail_hard, dollars": kinds["pending_fail_hard"] / 100,
        "gate: share of its loss in unresolvable cases, percent": (
            100 * kinds[worst] * cases / (row.loss * len(run.tasks))
        ),
        "gate: premature, percent": 100 * row.premature,
        "gate: dearest episode, dollars": max(one.loss for rows in by_seed for one in rows) / 100,
    }


def _exact(
    made: RunPlan, run: Results, shown: Tables, ablation: Ablation
) -> dict[str, float | str]:
    duplicated = ablation.arms[f"only:{Family.DUPLICATION}"]
    return {
        "graded episodes": sum(map(len, run.rows.values())),
        "gate: episodes that any fault arm changes": sum(
            row["gate"].changed for row in ablation.arms.values()
        ),
        f"gate: first under so many of {len(CONFIGURATIONS)} cost configurations": (
            economics(run).first["gate"]
        ),
        "optimistic: place by exact rate": row_of(shown, "optimistic").ranks.exact,
        "optimistic: place by paired loss": row_of(shown, "optimistic").ranks.paired,
        "react: premature, percent": 100 * row_of(shown, "react").premature,
        "rule-based: premature, percent": 100 * row_of(shown, "rule-based").premature,
        "twin pairs alike, of 45 x 5 seeds": twins(made.corpus, made.seeds, FULL).equal,
        "policies that duplicates alone move": ", ".join(
            name for name, cell in duplicated.items() if cell.changed
        ),
        "episodes that reordering alone changes": sum(
            cell.changed for cell in ablation.arms[f"only:{Family.REORDERING}"].values()
        ),
    }


def _within(shown: Tables) -> dict[str, Span]:
    spans: dict[str, Span] = {}
    for row in shown.policies:
        name = row.policy
        spans[f"{name}: exact, percent"] = _span(row.exact, row.exact_interval, 100)
        spans[f"{name}: pass^5, percent"] = _span(row.pass_k, row.pass_k_interval, 100)
        spans[f"{name}: premature, percent"] = _span(row.premature, row.premature_interval, 100)
        spans[f"{name}: mean loss, dollars"] = _span(row.loss, row.loss_interval, 0.01)
        if row.paired is not None and row.paired_interval is not None:
            spans[f"{name}: paired loss, dollars"] = _span(row.paired, row.paired_interval, 0.01)
    for one in shown.differences:
        name = f"{one.policy} less {one.less}: mean loss, dollars"
        spans[name] = _span(one.loss, one.loss_interval, 0.01)
    return spans


def _span(value: float, interval: Interval, scale: float) -> Span:
    return Span(value * scale, (interval[0] * scale, interval[1] * scale))
