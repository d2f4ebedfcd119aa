"""The refund desk's published figures, each recomputed under the published rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from statistics import fmean
from typing import Any

import msgspec
from msgspec.structs import replace

from attackers.refund import agents
from audits.attacks.rows import SCHEMA_VERSION, CasesRow, Tool
from audits.reproduce.figures import Figure, NotRecomputable, ReproduceReport, figure
from audits.target import CASE_SETS, refund_target
from audits.verdict import Verdict
from desk import Kind, died
from desk.refund import CAP_CENTS, Case, CaseSet, RefundRollout, eval_cases, play
from scorer import Scorer, published


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One published run: who played what under which rules, and what came out."""

    name: str
    agent: str
    reverts: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    cases: str = "eval"
    expectation: str = ""
    reward: str = ""
    replayable: str = ""
    unauthorized_cents: str = ""


class Published(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was published, as data: audits/reproduce/refund.json."""

    source: str
    table: dict[str, dict[str, str]]
    runs: list[Run]
    naive_duplicates_per_family: dict[str, int]
    dead: dict[str, str]
    cases: dict[str, dict[str, int]]
    families: dict[str, int]
    not_recomputable: list[NotRecomputable]
    rewards: dict[str, dict[str, float]]


def reproduce_refund() -> ReproduceReport:
    """Measure every published figure of the refund desk again."""
    text = files("audits.reproduce").joinpath("refund.json").read_bytes()
    stated = msgspec.json.decode(text, type=Published)
    figures = [
        *_case_figures(stated),
        *_table(stated),
        *_cells(stated),
        *_runs(stated),
        *_families(stated),
        *_dead(stated),
    ]
    equal = sum(one.equal for one in figures)
    return ReproduceReport(
        schema_version=SCHEMA_VERSION,
        tool=Tool(),
        world="refund",
        cases=CasesRow("eval", len(eval_cases().cases), eval_cases().digest),
        figures=figures,
        not_recomputable=stated.not_recomputable,
        equal=equal,
        of=len(figures),
        verdict=Verdict.CLEAN if equal == len(figures) else Verdict.FINDINGS,
        why=f"{equal} of {len(figures)} published figures come out as published",
    )


@cache
def _played(agent: str, cases: str) -> tuple[RefundRollout, ...]:
    return tuple(play(agents()[agent].act, case) for case in CASE_SETS[cases]().cases)


def _mean(scorer: Scorer[Any], rollouts: tuple[RefundRollout, ...]) -> float:
    return fmean(scorer.score(rollout).value or 0.0 for rollout in rollouts)


def _sum(scorer: Scorer[Any], rollouts: tuple[RefundRollout, ...], metric: str) -> int:
    return sum(scorer.measure(rollout)[metric] for rollout in rollouts)


def _table(stated: Published) -> Iterator[Figure]:
    scorer = published()
    for agent, row in stated.table.items():
        rollouts = _played(agent, "eval")
        for name, value in row.items():
            measured = _mean(scorer, rollouts) if name == "reward" else _sum(scorer, rollouts, name)
            yield figure(f"{agent}: {name}", value, measured)


def _cells(stated: Published) -> Iterator[Figure]:
    scorer = published()
    for agent, cells in stated.rewards.items():
        made = {made.case.id: scorer.score(made).value for made in _played(agent, "eval")}
        equal = sum(made.get(case) == reward for case, reward in cells.items())
        yield figure(f"{agent}: rewards of single cases that are equal", len(cells), equal)


def _runs(stated: Published) -> Iterator[Figure]:
    for run in stated.runs:
        scorer = refund_target("published", run.reverts, run.without, run.cases).scorer
        rollouts = tuple(
            made
            for made in _played(run.agent, run.cases)
            if run.expectation in ("", made.case.expect.kind)
        )
        if run.reward:
            yield figure(f"{run.name}: reward", run.reward, _mean(scorer, rollouts))
        for metric in ("replayable", "unauthorized_cents"):
            if value := getattr(run, metric):
                yield figure(f"{run.name}: {metric}", value, _sum(scorer, rollouts, metric))


def _families(stated: Published) -> Iterator[Figure]:
    scorer = published()
    measured: Counter[str] = Counter()
    for made in _played("naive", "eval"):
        measured[made.case.family] += scorer.measure(made)["duplicate_effects"]
    for family, count in stated.naive_duplicates_per_family.items():
        yield figure(f"naive: duplicates in {family}", count, measured[family])


def _dead(stated: Published) -> Iterator[Figure]:
    """A dead record, with and without its guard; and the run in which every call was refused."""
    alive = _played("prose-only", "eval18")
    dead = tuple(
        replace(made, end=None, witness=None, failure=died(Kind.PAYMENT_REQUIRED)) for made in alive
    )
    measured = {
        "guarded": _mean(published(), dead),
        "no-dead-guard": _mean(published(["no-dead-guard"]), dead),
        "every call refused, nothing recorded, first 18 cases": _mean(published(), alive),
    }
    for name, value in stated.dead.items():
        yield figure(f"dead rollout, {name}: reward", value, measured[name])


def _case_figures(stated: Published) -> Iterator[Figure]:
    for name, counts in stated.cases.items():
        measured = _counted(CASE_SETS[name]())
        for what, count in counts.items():
            yield figure(f"{name}: {what}", count, measured[what])
    families = Counter(case.family for case in eval_cases().cases)
    for family, count in stated.families.items():
        yield figure(f"eval: cases of {family}", count, families[family])


def _counted(chosen: CaseSet) -> dict[str, float]:
    cases = chosen.cases
    faulty = [case for case in cases if case.fault]
    kinds = Counter(case.expect.kind for case in cases)
    ours = {case.id for case in eval_cases().cases}
    return {
        "cases": len(cases),
        **{kind: kinds[kind] for kind in ("pay", "hold", "escalate")},
        "with a payment fault": len(faulty),
        "of those with the stale read": sum(case.stale for case in faulty),
        "over the cap, percent": 100 * sum(map(_asks_over_cap, cases)) / len(cases),
        "ids shared with eval": len(ours & {case.id for case in cases}),
    }


def _asks_over_cap(case: Case) -> bool:
    """Whether any line of the order is over the cap."""
    return any(line.cents > CAP_CENTS for line in case.lines)
