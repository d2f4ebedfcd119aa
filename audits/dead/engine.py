"""The faults audit: every way to die, at every step, and what the scorer makes of it.

A fault strikes runs that would have been perfect and runs that did nothing; what is left of them
is scored and held against the laws for dead rollouts (D201 to D207). Errors are proven: the record
itself says that the rollout is dead. What a scorer pays to a record that is spoilt in silence is a
warning.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from audits.aggregate import aggregate
from audits.dead.bases import Base
from audits.dead.batch import Aggregates
from audits.dead.bench import Bench
from audits.dead.control import unnoticed, unnoticed_spoil
from audits.dead.fault import Fault, ScorerFault
from audits.dead.grounds import GROUNDS, Ground
from audits.dead.judge import Bar, Outcome, Struck, bar, outcome
from audits.dead.matrix import row
from audits.dead.registry import chosen
from audits.dead.spoils import spoils
from audits.dead.strikes import Missed, Runs, strikes
from audits.dead.tally import Tally
from audits.dust import FLOAT_DUST
from audits.errors import unknown
from audits.events import Counted, Event, Plan, Started, Step, Unsound
from audits.stopping import until_stopped
from audits.target import Target


class FaultsPlan(Plan, frozen=True, kw_only=True):
    """Which faults strike which cases."""

    only: str | None = None
    """Names of faults, comma separated; all if None."""
    case: str | None = None
    """The id of the one case to strike."""
    all_cases: bool = False
    """Strike every case, and not one of each kind."""
    aggregate: Aggregates = aggregate
    """What is said of the scores of many rollouts; judged by D206."""


def faults(target: Target, plan: FaultsPlan) -> Generator[Event, None, None]:
    """Strike, score and judge. On Ctrl-C, tell what was found until then.

    Raises `CannotAuditError` for a fault or a case that is not there.
    """
    ground = GROUNDS[target.desk]
    wanted = chosen(plan.only, ground.faults())
    struck = ground.runs(target.reference.act, _cases(target, plan.case), plan.all_cases)
    tally = Tally(target, {base.case.id: _bar(target, base, ground) for base in struck.references})
    yield Started(len(wanted))
    with until_stopped() as stop:
        yield from _controls(struck, tally)
        with Bench() as bench:
            for fault in wanted:
                yield from _put(fault, struck, bench, tally)
                yield Step(fault.name)
    yield from tally.told(plan.aggregate, plan.arguments)
    stop.pass_on()


def _cases(target: Target, wanted: str | None) -> Sequence[Any]:
    cases = target.cases.cases
    if wanted is None:
        return cases
    if found := [case for case in cases if case.id == wanted]:
        return found
    raise unknown("--case", wanted, (case.id for case in cases))


def _bar(target: Target, reference: Base, ground: Ground) -> Bar:
    honest = ground.honest_failures(target.agents.values(), reference.case)
    return bar(target.scorer, honest, reference.rollout)


def _controls(struck: Runs, tally: Tally) -> Iterator[Event]:
    """See that the reference is right and paid in full, and that honest failures get a score."""
    for base in struck.references:
        held, case = tally.bars[base.case.id], base.case.id
        if base.rollout.failure or struck.wrongs(base.rollout):
            yield Unsound(f"the reference does not do the work on {case}")
        if held.due is None or held.due < held.high - FLOAT_DUST:
            yield Unsound(f"the reference earns {held.due} of {held.high:g} on {case}")
        if held.floor is None:
            why = f"D202 on {case}: no honest failure gets a score"
            yield Counted(could_not_run=1, why=why)


def _put(fault: Fault | ScorerFault, struck: Runs, bench: Bench, tally: Tally) -> Iterator[Event]:
    """Put one fault to work and judge what came of it, beside scorers broken on purpose."""
    shown = row(fault, tally.target.scorer.terms)
    tally.rows.append(shown)
    missed: list[str] = []
    nowhere = 0
    for result in _results(fault, struck, bench, tally.target):
        if result is None:
            nowhere += 1
        elif isinstance(result, Missed):
            missed.append(result.why)
        else:
            tally.take(shown, *result)
            if why := unnoticed(result[0]):
                yield Unsound(why)
    if not shown.strikes and not missed:
        missed.append(f"{fault.name} found no place to strike")
    if isinstance(fault, ScorerFault) and (
        why := unnoticed_spoil(fault, tally.target.scorer, struck)
    ):
        yield Unsound(why)
    yield Counted(
        tried=shown.strikes,
        not_applicable=nowhere,
        could_not_run=len(missed),
        why=missed[0] if missed else "",
    )


def _results(
    fault: Fault | ScorerFault, struck: Runs, bench: Bench, target: Target
) -> Iterator[tuple[Struck, Outcome] | Missed | None]:
    if isinstance(fault, ScorerFault):
        yield from spoils(fault, target.scorer, struck)
        return
    for made in strikes(fault, struck, bench):
        if isinstance(made, Struck):
            yield made, outcome(target.scorer.score, made.rollout)
        else:
            yield made
