"""Rollouts whose log the desk has verified once: that answer is no scorer's to change."""

from __future__ import annotations

from msgspec.structs import asdict

from desk.refund import RefundRollout


class _Filed(RefundRollout, frozen=True, kw_only=True, dict=True):
    """A rollout that remembers whether its log verifies; a changed copy of it does not."""

    def log_fault(self) -> str | None:
        known: dict[str, str | None] = vars(self)
        return known["fault"] if "fault" in known else super().log_fault()


def filed(made: RefundRollout) -> RefundRollout:
    """Return the same rollout, its log verified."""
    kept = _Filed(**asdict(made))
    vars(kept)["fault"] = made.log_fault()
    return kept
