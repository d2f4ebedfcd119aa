"""What the laws need to know of the settlement desk."""

from __future__ import annotations

from contextlib import suppress

from attackers.program import Program
from attackers.settlement.cheats.forging import relink
from audits.laws.settlement.calls import right_work
from audits.laws.settlement.cases import bare, cases, simpler
from desk import settlement
from desk.settlement import (
    CaseClosedError,
    RecordedDesk,
    SettlementCase,
    SettlementRollout,
    Ticket,
    record,
)

SIGNATURES = {tool: {name: True} if name else {} for tool, name in settlement.SIGNATURES.items()}
"""For each tool its arguments; all are needed."""


def play(
    case: SettlementCase, calls: Program, words: str = "", erased: int | None = None
) -> SettlementRollout:
    """Make a program's calls up to the end of the case, and what is asked for after it."""

    def agent(desk: RecordedDesk, _ticket: Ticket) -> str:
        with suppress(CaseClosedError):
            for call in calls:
                getattr(desk, call.tool)(**call.args)
        if erased is not None:
            log = desk.ledger.entries
            relink(desk, [*log[:erased], *log[erased + 1 :]])
        return words

    return record(agent, case)


__all__ = ["SIGNATURES", "bare", "cases", "play", "right_work", "simpler"]
