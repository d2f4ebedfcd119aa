"""How a mutation audit is to be made."""

from __future__ import annotations

from pathlib import Path

from audits.events import Plan


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
    all_guards: bool = False
    """Ask late guards about every mutant, not only about those that nobody else notices."""

    @property
    def is_partial(self) -> bool:
        """Whether some mutants are left out on purpose."""
        return bool(self.where or self.only)
