"""What the worlds of ours ask of the paper's scorer; not the paper's."""

from __future__ import annotations

from functools import cache

from desk.settlement import NONE, SHIP_BY, Archetype, Kind, SettlementDesk, Task, schedules
from scorer.settlement import GRACE, Costs, position, tally


@cache
def prospect(act: str, fate: Kind, value: int, costs: Costs = Costs()) -> int:  # noqa: B008 - frozen
    """Return the position that an act at the last tick to ship comes to, in cents, given a fate.

    The act is done on a desk and priced like any other. `retry and ship` is done on a payment that
    has failed by then; every other one on a payment that resolves when no handover helps any more.
    """
    retried = act == "retry and ship"
    task = Task(
        id="",
        unit=0,
        twin="",
        archetype=Archetype.UNRESOLVABLE,
        value=value,
        captured_at=0,
        resolves_at=SHIP_BY if retried else SHIP_BY + GRACE + 1,
        settles=fate is Kind.EXPECTED,
        retry_works=fate is Kind.SOFT_DECLINE,
        charged_back_at=None,
        schedule_seed=0,
    )
    desk = SettlementDesk(schedules(task, 0)(NONE))
    desk.wait(SHIP_BY - desk.now)
    if retried:
        desk.retry_capture(task.ref)
    getattr(desk, "ship" if retried else act)()
    return position(tally(desk.ended(), task), value, costs)
