"""What a search is asked for."""

from __future__ import annotations

from attackers.search import MoveSet
from audits.attacks import DEFAULT_MARGIN
from audits.events import Plan

DEFAULT_STEPS = 3_000
"""Proposals for each case, where no budget of time is given."""

ROUNDS = 4
"""How many times as many proposals a case is given on which nothing is paid like the reference."""

HALF = 0.5
"""The share of the reference's reward above which a wrong rollout is worth a warning."""


class SearchPlan(Plan, frozen=True, kw_only=True):
    """How a search is to be made. The same plan finds the same, unless it has a budget."""

    steps: int | None = DEFAULT_STEPS
    """Proposals for each case, and up to `ROUNDS` times as many until something is paid like the
    reference there; None to go on until the budget is used up."""
    budget: float | None = None
    """Seconds of wall time for all cases together, shared equally; None for no limit."""
    jobs: int = 1
    """Processes that search, each a case at a time."""
    moves: MoveSet = MoveSet.TOOLS
    margin: float = DEFAULT_MARGIN
    """How near to the reference counts as paid."""
    case: str | None = None
    """Search this case only."""
    only: str | None = None
    """Report this mechanism only, by its name as shapes have it, e.g. `pay:too-much`."""

    def __post_init__(self) -> None:
        if self.steps is None and self.budget is None:
            raise ValueError("steps, budget: expected at least one of them, or no search ends")
        for name, value in (("steps", self.steps), ("budget", self.budget), ("jobs", self.jobs)):
            if value is not None and value <= 0:
                raise ValueError(f"{name}: expected more than 0, got {value}")
