"""How the laws are to be checked."""

from __future__ import annotations

from audits.events import Plan
from audits.laws.trial import Trial

DEFAULT_EXAMPLES = 100
"""Trials drawn for each law, and runs of the state machine."""


class LawsPlan(Plan, frozen=True, kw_only=True):
    """Which laws, on how many trials."""

    only: str | None = None
    """Names of laws, comma separated; None for all."""
    examples: int = DEFAULT_EXAMPLES
    trial: Trial | None = None
    """Check this one trial and draw nothing: how a finding is replayed."""
