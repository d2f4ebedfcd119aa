"""A saved rollout, held against the desk: would it have written this log?

As on the refund desk: where the log and the end come out the same, the rollout gets a witness of
this process, whose key the one that made it need not have shared.
"""

from __future__ import annotations

from msgspec.structs import replace

from desk.settlement.record import SettlementRollout, replayed
from desk.witness import Observer


def resealed(rollout: SettlementRollout) -> SettlementRollout:
    """Return the rollout with a witness that verifies here, or as it is where its log is odd."""
    if not rollout.signed_elsewhere:
        return rollout
    if replayed(rollout.case, rollout.log) != rollout.end:
        return rollout
    observer = Observer(rollout.case)
    for entry in rollout.log:
        observer.observe(entry)
    sealed: SettlementRollout = replace(rollout, witness=observer.seal(rollout.end))
    return sealed
