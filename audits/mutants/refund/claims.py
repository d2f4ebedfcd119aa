"""Who guards a refund scorer: whatever it claims to keep, and nothing that it does not."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from audits.laws.registry import LAWS
from audits.mutants.guard import Guard, Kind
from audits.mutants.refund import checks
from audits.mutants.refund.attack_guards import attack_guards
from audits.mutants.refund.bench import Bench
from audits.mutants.refund.fault_guards import fault_guards
from audits.mutants.refund.figures import figures
from audits.mutants.refund.inputs import Inputs
from audits.mutants.refund.law_guards import law_guards
from audits.target import Target

NOT_CLAIMED = frozenset(
    {
        "erased-log",
        "required-work",
        "wrong-work",
        "undone-work",
        "harm-after-work",
        "harm-or-nothing",
        "duplicates",
        "cents",
        "parts",
    }
)
"""The laws that the published rules, as they stand, do not keep: they cannot guard them."""


def claimed_guards(
    target: Target, inputs: Inputs, seed: int, kinds: Collection[Kind], missed: list[str]
) -> Iterator[Guard[Bench]]:
    """Make the guards of these kinds that a scorer claims to have.

    The published rules claim what was published with them: their own attackers, their figures, and
    the laws that they were found to keep. The hardened ones claim everything. What faults leave is
    added to the inputs; faults that could not strike are added to `missed`.
    """
    claims_all = target.scorer.name == "hardened"
    bench = Bench(lambda: target.scorer, inputs)
    agents = target.agents.values()
    names = [agent.name for agent in agents if claims_all or agent.source == "published"]
    suite = attack_guards(target, bench, names)
    yield from (guard for guard in suite if guard.kind in kinds)
    if Kind.FAULT in kinds:
        yield from fault_guards(target, inputs, claims_all, missed)
    if Kind.LAW in kinds:
        laws = [name for name in LAWS if claims_all or name not in NOT_CLAIMED]
        yield from law_guards(target, seed, laws)
    if Kind.CHECK in kinds:
        yield from _checks(target, bench, claims_all)
    if Kind.FIGURES in kinds:
        yield figures()


def _checks(target: Target, bench: Bench, claims_all: bool) -> Iterator[Guard[Bench]]:
    yield checks.contract(target.scorer)
    yield checks.machinery()
    if claims_all:
        yield checks.yardstick(bench)
    if not target.reverts:
        yield checks.measures(bench, claims_all)
        yield from checks.forged_payments(target)
