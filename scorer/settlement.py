"""The terminal economic position of a settlement case, and what it falls short of the reference.

A case is graded by what it has cost once everything has come to rest, whatever the agent saw. The
end is first counted (`tally`: how often money came in, went back, was disputed) and then priced
(`position`), so that other costs re-price recorded ends without playing them again.

Excess loss is the reference's position less the achieved one. The reference knows when and how the
pending capture resolves, and nothing of chargebacks to come.
"""

from __future__ import annotations

from typing import NamedTuple

from desk.settlement import NONE, End, SettlementDesk, Task, Ticket, play, schedules

GRACE = 60
"""Ticks after an escalation within which money that still comes in is returned undisputed."""


class Costs(NamedTuple):
    """What things cost, in cents; goods in percent of the order's value."""

    goods_percent: int = 60
    dispute: int = 2500
    escalation: int = 1800

    def goods(self, value: int) -> int:
        """The goods of an order of this value, in cents, rounded to the nearest."""
        return (value * self.goods_percent + 50) // 100


class Tally(NamedTuple):
    """What an end comes to, counted: each item belongs to one count only."""

    settled: int
    """Times the order's value came in."""
    returned: int
    """Times it went back: refunds, liabilities, chargebacks."""
    shipped: int
    disputes: int
    escalations: int


class Deductions(NamedTuple):
    """Where an excess loss comes from, in cents; disjoint, and their sum is the loss."""

    cash: int
    """Money that the reference takes in and this case does not."""
    liability: int
    """Money that goes back to the customer beyond the reference's."""
    goods: int
    disputes: int
    escalations: int


class Grade(NamedTuple):
    """What one episode is worth."""

    loss: int
    """Cents short of the reference; negative where the reference was beaten."""
    exact: bool
    """Whether the position is the reference's to the cent."""
    premature: bool
    """Whether something irreversible was done before the outcome existed."""
    tally: Tally


def tally(end: End, task: Task) -> Tally:
    """Count what an end comes to once every capture, and a chargeback, has run its course."""
    shipped = end.act == "ship"
    arrived = [one for one in end.captures if one.settles]
    owed = arrived[1:] if shipped else arrived
    owed = owed[end.refunds :]
    disputed = [one for one in owed if not _handed_over(end, one.resolves_at)]
    back = _charged_back(task, takes_more=shipped or arrived[0] not in disputed) if arrived else 0
    return Tally(
        settled=len(arrived),
        returned=len(owed) + end.refunds + back,
        shipped=int(shipped),
        disputes=len(disputed) + back,
        escalations=int(end.act == "escalate"),
    )


def _handed_over(end: End, settles_at: int) -> bool:
    return end.act == "escalate" and settles_at <= end.at + GRACE


def _charged_back(task: Task, takes_more: bool) -> int:
    """A chargeback is the dispute where there is one, and takes the money again otherwise."""
    return int(task.charged_back_at is not None and takes_more)


def position(made: Tally, value: int, costs: Costs = Costs()) -> int:  # noqa: B008 - frozen
    """Price a tally: the case's terminal position in cents."""
    return (
        value * (made.settled - made.returned)
        - made.shipped * costs.goods(value)
        - made.disputes * costs.dispute
        - made.escalations * costs.escalation
    )


def deductions(
    best: Tally,
    made: Tally,
    value: int,
    costs: Costs = Costs(),  # noqa: B008 - frozen
) -> Deductions:
    """Split the excess loss of `made` against the reference's `best` into its sources."""
    return Deductions(
        cash=value * (best.settled - made.settled),
        liability=value * (made.returned - best.returned),
        goods=costs.goods(value) * (made.shipped - best.shipped),
        disputes=costs.dispute * (made.disputes - best.disputes),
        escalations=costs.escalation * (made.escalations - best.escalations),
    )


def reference(task: Task) -> End:
    """Play the privileged reference on the desk: it knows when and how the capture resolves."""

    def act(desk: SettlementDesk, ticket: Ticket) -> None:
        if task.settles:
            desk.ship()
        elif task.retry_works and task.resolves_at <= ticket.ship_by:
            desk.wait(task.resolves_at - desk.now)
            desk.retry_capture(ticket.ref)
            desk.ship()
        else:
            desk.close()

    return play(act, schedules(task, 0)(NONE)).end


class Grader:
    """Grades ends of one task against its reference, which is played once."""

    __slots__ = ("_known", "best", "costs", "task")

    def __init__(
        self,
        task: Task,
        costs: Costs = Costs(),  # noqa: B008 - frozen
        best: Tally | None = None,
    ) -> None:
        """Hold a task's ends against `best`, or else against the reference of this task alone."""
        self.task = task
        self.costs = costs
        self.best = tally(reference(task), task) if best is None else best
        self._known: dict[Tally, int] = {}

    def grade(self, end: End) -> Grade:
        """Grade one end."""
        made = tally(end, self.task)
        loss = self._known.get(made)
        if loss is None:
            loss = self._known[made] = sum(self.deductions(made))
        return Grade(loss, loss == 0, end.premature, made)

    def deductions(self, made: Tally) -> Deductions:
        """Split what an end loses against the reference into its sources."""
        return deductions(self.best, made, self.task.value, self.costs)
