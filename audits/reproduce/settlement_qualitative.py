"""The findings of the settlement paper of which sign or order is compared, and no size."""

from __future__ import annotations

from collections import Counter

from audits.settlement.ablate import Ablation
from audits.settlement.plan import RunPlan
from audits.settlement.reference import ReferenceReport
from audits.settlement.tables import PolicyRow, Tables
from desk.settlement import FULL, NONE, Archetype, Arm, Family, System, schedules


def qualitative(
    made: RunPlan, shown: Tables, ablation: Ablation, searched: ReferenceReport
) -> dict[str, tuple[str, bool]]:
    """Return each finding as shown, and whether its sign or order is the published one."""
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
        **dict(_luck(row_of(shown, name)) for name in ("react", "rule-based")),
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


def row_of(shown: Tables, policy: str) -> PolicyRow:
    """Return a policy's row."""
    return next(row for row in shown.policies if row.policy == policy)
