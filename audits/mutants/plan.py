"""How a mutation audit is to be made."""

from __future__ import annotations

import shlex
from pathlib import Path

from audits.events import Plan

BUDGET = 600.0
"""Seconds of wall time that a user's tests may take in all, unless they say otherwise."""


class MutatePlan(Plan, frozen=True, kw_only=True):
    """The plan of `mutate`."""

    where: str = ""
    """A module of the scorer, or `module:function`; empty for all that the scorer is made of."""
    only: str = ""
    """The id of the one mutant that is tried; empty for all."""
    tests: str = ""
    """A command that runs the project's tests, for the mutants that survive all else."""
    accepted: Path | None = None
    """The list of accepted survivors; None for ours."""
    guards: str = ""
    """The kinds of guards that are asked, comma separated; empty for all."""
    all_guards: bool = False
    """Ask all guards about every mutant, not only about those that nobody noticed before."""

    budget: float = BUDGET
    """Seconds of wall time for the project's tests, where they are the user's own."""
    most: int = 0
    """How many mutants are tried at most; 0 for all."""

    @property
    def words(self) -> str:
        """The options that choose guards and accepted survivors, with a leading blank each."""
        options = {
            "--guards": self.guards,
            "--tests": self.tests,
            "--accepted": str(self.accepted or ""),
            "--seed": str(self.seed or ""),
            "--budget": "" if self.budget == BUDGET else f"{self.budget:g}",
        }
        return "".join(f" {name} {shlex.quote(value)}" for name, value in options.items() if value)

    @property
    def is_partial(self) -> bool:
        """Whether some mutants or guards are left out on purpose."""
        return bool(self.where or self.only or self.guards or self.most)
