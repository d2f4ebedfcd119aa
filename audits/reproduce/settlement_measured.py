"""What the settlement paper's findings are measured to be here: one run of everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from audits.events import Extra, Step
from audits.settlement.ablate import Ablation, ablate
from audits.settlement.bootstrap import Interval
from audits.settlement.economics import CONFIGURATIONS, economics
from audits.settlement.folder import Results
from audits.settlement.plan import RunPlan, plan
from audits.settlement.reference import ReferenceReport, reference_search
from audits.settlement.run import results
from audits.settlement.tables import PolicyRow, Tables, tables
from audits.settlement.twins import twins
from desk.settlement import FULL, NONE, Archetype, Arm, Corpus, Family, System, schedules
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
        qualitative=_qualitative(made, shown, ablation, searched),
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
    row = _row(shown, "gate")
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
        "optimistic: place by exact rate": _row(shown, "optimistic").ranks.exact,
        "optimistic: place by paired loss": _row(shown, "optimistic").ranks.paired,
        "react: premature, percent": 100 * _row(shown, "react").premature,
        "rule-based: premature, percent": 100 * _row(shown, "rule-based").premature,
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


def _qualitative(
    made: RunPlan, shown: Tables, ablation: Ablation, searched: ReferenceReport
) -> dict[str, tuple[str, bool]]:
    loss = {row.policy: row.loss for row in shown.policies}
    pass_k = {row.policy: -row.pass_k for row in shown.policies}
    faults = 100 * ablation.effect("optimistic", FULL) / ablation.arms["none"]["optimistic"].loss
    copies = ablation.effect("majority", frozenset({Family.DUPLICATION})) / 100
    together = next(one for one in ablation.interactions if one.policy == "rule-based")
    late = Archetype.LATE_CHARGEBACK.value
    ahead = shown.archetypes["optimistic"][late] / 100
    behind = shown.archetypes["react"][late] / 100
    kinds = Counter(one.archetype for one in searched.beaten)
    beaten = ", ".join(f"{count} {kind}" for kind, count in kinds.items()) or "0"
    fired = _fired(made)
    places = len(shown.disagreements)
    return {
        "order by mean loss": _ordered(("gate", "react", "optimistic", "rule-based"), loss, "<"),
        "order by pass^5": _ordered(("gate", "react", "rule-based"), pass_k, ">"),
        **dict(_luck(_row(shown, name)) for name in ("react", "rule-based")),
        "faults against none: optimistic's loss, percent": (f"{faults:.1f}", faults < 0),
        "duplicates alone: majority's loss, dollars": (f"{copies:.2f}", copies > 0),
        "loss is the dearest family for everybody whom faults move": _dearest(ablation),
        "loss x delay, rule-based: together less than one by one": (
            f"{together.joint / 100:.2f} to {(together.loss + together.delay) / 100:.2f}",
            together.interaction < 0,
        ),
        "places on which exact rate and paired loss disagree, of 9": (str(places), places > 4),
        "plan search: references beaten, of 40": (beaten, set(kinds) == {late}),
        "optimistic beats the reference on late_chargeback, dollars": (f"{ahead:.2f}", ahead < 0),
        "react loses on late_chargeback, dollars": (f"{behind:.2f}", behind > 0),
        "faults an episode: loss > duplicates > reordering": (
            " > ".join(f"{count:.2f}" for count in fired),
            fired == sorted(fired, reverse=True),
        ),
    }


def _ordered(names: tuple[str, ...], values: dict[str, float], sign: str) -> tuple[str, bool]:
    made = sorted(names, key=values.__getitem__)
    return f" {sign} ".join(made), tuple(made) == names


def _luck(row: PolicyRow) -> tuple[str, tuple[str, bool]]:
    """Whether most of what a policy gets right it does not get right again."""
    low, high = (100 * bound for bound in row.pass_k_interval)
    shown = f"{100 * row.pass_k:.1f} [{low:.1f}, {high:.1f}]"
    name = f"{row.policy}: pass^5, percent, under half its exact rate"
    return name, (shown, row.pass_k < row.exact / 2)


def _dearest(ablation: Ablation) -> tuple[str, bool]:
    """Whether loss alone moves a policy's mean loss the most, in either direction."""
    first: dict[str, Family] = {}
    for name in ablation.arms["none"]:
        moved = {family: abs(ablation.effect(name, frozenset({family}))) for family in Family}
        if any(moved.values()):
            first[name] = max(moved, key=moved.__getitem__)
    other = [f"{name}: {family}" for name, family in first.items() if family is not Family.LOSS]
    return ", ".join(other) or "yes", not other


def _fired(made: RunPlan) -> list[float]:
    """Messages lost, copied and swapped an episode by faults, what tasks are made of left out."""
    episodes = len(made.corpus.tasks) * made.seeds
    faulty, plain = (_fates(made, arm) for arm in (FULL, NONE))
    return [(all_ - own) / episodes for all_, own in zip(faulty, plain, strict=True)]


def _fates(made: RunPlan, arm: Arm) -> tuple[int, int, int]:
    sent = [
        delivery
        for task in made.corpus.tasks
        for seed in range(made.seeds)
        for system in System
        for delivery in schedules(task, seed)(arm).deliveries(system)
    ]
    lost = sum(one.arrives is None for one in sent)
    return lost, sum(one.copy for one in sent), sum(one.swapped for one in sent)


def _row(shown: Tables, policy: str) -> PolicyRow:
    return next(row for row in shown.policies if row.policy == policy)
