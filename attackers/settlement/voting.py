"""A family of policies with four knobs, for tuning: how many systems must agree, and what then.

Not one of the nine. `voting(...)` makes a policy; `settle split` tunes the knobs on one split and
tells what they are worth on another.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from attackers.settlement.moves import wait_until
from desk.settlement import DECISION, Act, SettlementDesk, Ticket


class Knobs(NamedTuple):
    """One setting."""

    needed: int
    """Systems that must say the same before it is believed."""
    every: int
    """Ticks between two looks."""
    on_failure: str
    """`close`, or `retry` under the same key."""
    at_the_end: str
    """What is done with a case that nobody spoke of in time: `escalate`, `ship` or `close`."""


GRID = tuple(
    Knobs(*knobs)
    for knobs in product((1, 2, 3), (65, 130), ("close", "retry"), ("escalate", "ship", "close"))
)

CONTROL = Knobs(2, 65, "close", "escalate")
"""What nobody tuned: the middle of the first knob, and what the published policies do otherwise."""


def voting(knobs: Knobs) -> Act:
    """Make the policy of a setting."""

    def act(desk: SettlementDesk, ticket: Ticket) -> None:
        retried = False
        for tick in _looks(knobs, ticket):
            wait_until(desk, tick)
            settled, failed = _votes(desk, ticket)
            if settled >= knobs.needed:
                desk.ship()
                return
            if failed >= knobs.needed and not retried:
                if knobs.on_failure == "close":
                    desk.close()
                    return
                retried = desk.retry_capture(ticket.ref)
        getattr(desk, knobs.at_the_end)()

    return act


def _looks(knobs: Knobs, ticket: Ticket) -> Iterator[int]:
    """Return the ticks to look at: the last leaves time for four reads before the last to ship."""
    return iter(range(DECISION, ticket.ship_by - 4, knobs.every))


def _votes(desk: SettlementDesk, ticket: Ticket) -> tuple[int, int]:
    word = desk.read_processor(ticket.ref)
    ledger = desk.read_ledger()
    erp = desk.read_erp()
    lines = desk.read_bank()
    settled = (word == "settled") + (ledger.settled > 0) + (erp == "settled") + (lines > 0)
    failed = (word == "failed") + (ledger.reversed > 0) + (erp == "failed")
    return settled, failed
