"""Laws of the benchmark's grade: cents that add up, and none lost on the way."""

from __future__ import annotations

from dataclasses import replace as with_

from audits.laws.law import AppliesTo, Broken, Law, NotApplicableError, Subject, Twist
from audits.laws.settlement.groups.harm import some_work
from audits.laws.trial import Trial, play_run
from desk.settlement import End, SettlementRollout, Task
from scorer.settlement import Costs, deductions, reference, tally

LOSS = "excess_loss_cents"

GRACE = 60
"""Ticks from handing a case over in which money that comes is given back undisputed."""


def _measured(subject: Subject, trial: Trial) -> tuple[SettlementRollout, dict[str, int]]:
    made = play_run(trial.case, trial.run)
    measures = subject.scorer.measure(made)
    if LOSS not in measures or made.end is None:
        raise NotApplicableError("the scorer does not measure a loss")
    return made, measures


def deductions_add_up(subject: Subject, trial: Trial) -> Broken | None:
    """Split a loss into disjoint deductions, and add them up again."""
    made, measures = _measured(subject, trial)
    task, end = trial.case.task, made.end
    assert end is not None
    parts = deductions(tally(reference(task), task), tally(end, task), task.value)
    if sum(parts) == measures[LOSS]:
        return None
    return Broken("a loss is not what its disjoint deductions add up to")


def books_balance(subject: Subject, trial: Trial) -> Broken | None:
    """Lay a loss out in money that moved, by the end state alone, and hold the measure against it.

    What the shop has at last is what came in, less what went back, goods, fees and calls.
    """
    made, measures = _measured(subject, trial)
    task, end = trial.case.task, made.end
    assert end is not None
    if left_over(reference(task), task) - left_over(end, task) == measures[LOSS]:
        return None
    return Broken("a loss is not what the reference has at last less what the case has")


def left_over(end: End, task: Task) -> int:
    """Count the cents that the shop has at last; written apart from the scorers.

    Money for which no goods left, and which was not paid back, is disputed, unless the case was
    handed over not long before it came. A chargeback takes the money of the pending capture, again
    if need be, and a fee, unless that very money is disputed already.
    """
    costs, shipped, handed = Costs(), end.act == "ship", end.act == "escalate"
    came = [one.resolves_at for one in end.captures if one.settles]
    unearned = came[shipped:][end.refunds :]
    disputed = [at for at in unearned if not handed or at - end.at > GRACE]
    first_is_disputed = not shipped and not end.refunds and came[:1] == disputed[:1]
    taken = int(task.charged_back_at is not None and bool(came) and not first_is_disputed)
    kept = len(came) - end.refunds - len(unearned) - taken
    fees = costs.dispute * (len(disputed) + taken) + costs.escalation * handed
    return task.value * kept - costs.goods(task.value) * shipped - fees


def exact_is_no_loss(subject: Subject, trial: Trial) -> Broken | None:
    """Hold `exact` against a loss of nothing."""
    made, measures = _measured(subject, trial)
    if subject.scorer.score(made).dead:
        raise NotApplicableError("a dead run is never exact")
    if bool(measures.get("exact")) == (measures[LOSS] == 0):
        return None
    return Broken("exact is not to lose nothing")


def _off_by(name: str, extra: int) -> Twist:
    """Make a canary that measures something wrongly."""

    def broken(subject: Subject) -> Subject:
        metric = subject.scorer.metrics.get(name, lambda _e: 0)
        metrics = {**subject.scorer.metrics, name: lambda e: metric(e) + extra}
        return with_(subject, scorer=with_(subject.scorer, metrics=metrics))

    return broken


_OURS = AppliesTo.SETTLEMENT_SCORER

LAWS = (
    Law(
        "deductions",
        "An excess loss is the sum of its disjoint deductions, to the cent.",
        "A cent that is counted twice, or nowhere, makes every ranking by loss doubtful.",
        _OURS,
        some_work,
        deductions_add_up,
        {"measures a cent too much": _off_by(LOSS, 1)},
    ),
    Law(
        "books",
        "An excess loss is what the reference has at last, less what the case has.",
        "Money in the terminal position is neither made nor lost.",
        _OURS,
        some_work,
        books_balance,
        {"forgets a dispute": _off_by(LOSS, -2_500)},
    ),
    Law(
        "exact",
        "A live run is exact where it loses nothing against the reference, and nowhere else.",
        "Otherwise the rate and the dollars speak of different things.",
        _OURS,
        some_work,
        exact_is_no_loss,
        {"finds everything exact": _off_by("exact", 1)},
    ),
)
