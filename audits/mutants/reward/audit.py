"""The audit: break a user's reward in every small way, and see whether anybody notices."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from attackers.rows import Row
from audits.errors import CannotAuditError
from audits.events import Counted, Event, Extra, Found, Unsound
from audits.mutants.accepted import read_accepted
from audits.mutants.audit import Run, all_of, entries_for
from audits.mutants.ground import Site, Told
from audits.mutants.matrix import MutantRow, listed
from audits.mutants.mutant import Mutant
from audits.mutants.plan import MutatePlan
from audits.mutants.reward.crop import Made, made_by, narrowed, paying_canary
from audits.mutants.reward.inputs import MOST_REFERENCES, Inputs, inputs_of
from audits.mutants.reward.prober import ATTACKS, REFERENCES, RewardProber
from audits.mutants.reward.project import Project
from audits.mutants.reward.tests_column import UserTests
from audits.mutants.reward.told import ranked, told, untouched
from audits.mutants.trial import Fate, Trial
from audits.rewards.controls import Footing, footing
from audits.rewards.plan import RewardPlan, chosen
from audits.targets.reward import WorkerReward


def listed_mutants(reward: WorkerReward, plan: MutatePlan) -> list[MutantRow]:
    """List the mutants of a reward that a plan asks for; none is tried."""
    crop, _ = narrowed(made_by(reward.worker, reward.name).crop, plan)
    return [listed(mutant) for mutant in crop.mutants]


def mutate_reward(
    reward: WorkerReward,
    rows: tuple[Row, ...],
    plan: MutatePlan,
    attacked: RewardPlan,
    timeout: float,
) -> Generator[Event, None, None]:
    """Try the mutants of a reward on its rows; `attacked` says how attacks on it are made.

    `timeout` is how many seconds one call may take. Raises `CannotAuditError` where the source
    cannot be read, references are not paid, or tests are red before anything is changed.
    """
    entries = read_accepted(plan.accepted) if plan.accepted else []
    made = made_by(reward.worker, reward.name)
    crop, left = narrowed(made.crop, plan)
    yield Extra("convention", reward.called)
    ground = yield from _controls(reward, rows)
    with ExitStack() as stack:
        tests = _tests(reward, made, plan, stack) if plan.tests else None
        inputs = inputs_of(reward, ground, attacked)
        yield from _scope(ground, inputs, attacked, left)
        prober = RewardProber(reward, inputs, timeout)
        if prober.is_fickle:
            raise CannotAuditError(
                f"{reward.name}: the same answer earns otherwise when it is scored again, or is "
                f"lost, so no mutant could be told from it. See clawback audit {reward.name}, "
                "rules R402 and R403"
            )
        site = Site(name=reward.name, modules=made.modules, tell=lambda _at: Told({}))
        run = RewardRun(
            ground=site,
            plan=plan,
            crop=crop,
            entries=entries_for(site, entries),
            prober=prober,
            tests=tests,
            inputs=inputs,
            canaries=made.canaries,
        )
        yield Extra("already_paid", prober.attacks.already)
        yield from all_of(run)


def _controls(reward: WorkerReward, rows: tuple[Row, ...]) -> Generator[Event, None, Footing]:
    """See that references are paid; those of single rows that are not are left aside."""
    unpaid = "no row has a reference"
    ground: Footing | None = None
    if any(row.reference is not None for row in rows):
        ground, told = _drained(footing(reward, rows))
        unpaid = next((one.why for one in told if isinstance(one, Unsound)), unpaid)
        yield from (one for one in told if not isinstance(one, Found | Unsound))
    if ground is None:
        raise CannotAuditError(
            f"{reward.name}: no mutant could be told from it as it is: {unpaid}. First see what "
            f"clawback audit {reward.name} says of it"
        )
    if left := sum(row.reference is not None for row in rows) - len(ground.rows):
        yield Counted(
            not_applicable=left,
            why=f"{left} of {len(rows)} references earn nothing and guard nothing "
            "(see clawback audit)",
        )
    return ground


def _drained(
    control: Generator[Event, None, Footing | None],
) -> tuple[Footing | None, list[Event]]:
    """Run a control to its end: what it returns, and the events before that."""
    told: list[Event] = []
    while True:
        try:
            told.append(next(control))
        except StopIteration as done:
            return done.value, told


def _scope(ground: Footing, inputs: Inputs, attacked: RewardPlan, left: int) -> Iterator[Event]:
    """Say what is tried on what, and what is not for want of time."""
    yield Extra(
        "answers",
        {
            "references": len(inputs.references),
            "attacked_rows": len(chosen(ground.rows, attacked)),
            "others": len(inputs.others),
        },
    )
    if (more := len(ground.rows) - MOST_REFERENCES) > 0:
        yield Counted(not_applicable=more, why=f"{more} references are not asked: rows past 1000")
    if left:
        yield Counted(could_not_run=left, why=f"{left} mutants are not tried: --max-mutants")


def _tests(reward: WorkerReward, made: Made, plan: MutatePlan, stack: ExitStack) -> UserTests:
    """Copy the project and see that its tests pass there."""
    here = Path.cwd().resolve()
    root = made.root.resolve()
    project = stack.enter_context(Project.copied(here if root.is_relative_to(here) else root))
    tests = UserTests(plan.tests, project, root, reward.worker, plan.budget)
    tests.check_green()
    return tests


@dataclass(slots=True, kw_only=True)
class RewardRun(Run):
    """A run on a user's reward: other canaries, and survivors told by the line."""

    prober: RewardProber
    inputs: Inputs
    canaries: list[Mutant] = field(default_factory=list)

    def asleep(self) -> list[str]:
        """Say which guards no canary wakes: raising for references, paying for attacks."""
        said = []
        raising = self.prober.probe(self.canaries)
        if not any(REFERENCES.name in trial.noticed for trial in raising):
            said.append("references notice nothing, not even a reward that raises")
        paying = self.prober.probe([paying_canary()], all_guards=True)
        if not any(ATTACKS.name in trial.noticed for trial in paying):
            said.append(
                "attacks notice nothing, not even a reward that pays for everything: nothing that "
                f"is proven wrong is left unpaid. See clawback audit {self.ground.name}"
            )
        return said

    def told(self, whole: bool) -> Iterator[Event]:
        """Tell also of the lines on which nothing here depends."""
        for trial in self.left_to_tests() if self.tests else ():
            trial.skipped |= UserTests.guard.name not in trial.asked  # after a Ctrl-C
        yield Extra("untouched", {} if self.plan.is_partial else untouched(self.tried))
        yield from Run.told(self, whole)  # super() is lost where slots make a class anew

    def left_to_tests(self) -> list[Trial]:
        """Tests see inputs of their own: they are asked of what made no difference here, too."""
        return [*self.of(Fate.SURVIVED), *self.of(Fate.NO_DIFFERENCE)]

    def survivors(self, trials: list[Trial]) -> Iterator[Event]:
        """Tell the survivors of one line together, what matters most first."""
        weights, prober = self.prober.weights, self.prober
        for group in ranked(trials, weights):
            tell = partial(told, group, weights, self.inputs.all, prober.before, self.plan)
            yield from self.each(group, tell)
