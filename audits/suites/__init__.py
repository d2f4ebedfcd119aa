"""Suites: the rewards of one library, found in the Python that has it, audited by one command."""

from __future__ import annotations

from collections.abc import Callable

from audits.errors import unknown
from audits.rewards.session import Ask
from audits.suites import reasoning_gym

Listing = Callable[[Ask, int], dict[str, str]]
"""Lists a suite's targets by name, from how they are reached, and the seed."""

SUITES: dict[str, Listing] = {"reasoning-gym": reasoning_gym.targets}
"""Every suite by its name. To add one, add a function that lists its targets, and a line here."""


def listing(name: str) -> Listing:
    """Return a suite by name. Raises `CannotAuditError` for an unknown one."""
    if name not in SUITES:
        raise unknown("--suite", name, SUITES)
    return SUITES[name]
