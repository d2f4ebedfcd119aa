"""A saved rollout, held against the desk: would it have written this log?

The desk is deterministic, so a log can be played again. Where log and books come out the same, the
rollout gets a witness of this process, whose key the one that made it need not have shared. This
shows that the log is one the desk writes for these calls; not who made them.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from desk.ledger import Entry
from desk.refund.episode import RefundRollout
from desk.refund.world import SIGNATURES, End, RefundDesk
from desk.witness import Observer


def resealed(rollout: RefundRollout) -> RefundRollout:
    """Return the rollout with a witness that verifies here, or as it is where its log is odd."""
    if not rollout.signed_elsewhere:
        return rollout
    observer = Observer(rollout.case)
    world = RefundDesk(rollout.case, observer.observe)
    for entry in rollout.log:
        world.call(entry.action, _arguments(entry))
    end = End(tuple(world.payments), tuple(world.escalations))
    if tuple(world.ledger.entries) != rollout.log or end != rollout.end:
        return rollout
    sealed: RefundRollout = replace(rollout, witness=observer.seal(end))
    return sealed


def _arguments(entry: Entry) -> dict[str, Any]:
    """Return the arguments of the call that an entry is of; the log keeps the reason apart."""
    named = "reason" in SIGNATURES.get(entry.action, ())
    return dict(entry.args) | ({"reason": entry.reason} if named else {})
