"""Which edits are tried, and on which cases."""

from __future__ import annotations

from typing import Any

from attackers.edits import Edit
from audits.edits.grounds import GROUNDS
from audits.errors import CannotAuditError, unknown
from audits.events import Plan
from audits.target import Target


class EditsPlan(Plan, frozen=True, kw_only=True):
    """How the edits are to be made. Nothing in it is drawn: every seed gives the same report."""

    only: str | None = None
    """Names of edits, comma separated; None for all."""
    cases: tuple[str, ...] = ()
    """Ids of the cases to edit; empty for all."""
    desk: str = "refund"
    """Whose edits they are; the audit fills in its target's."""

    def edits(self) -> list[Edit]:
        """Return the edits to try, in the registry's order.

        Raises `CannotAuditError` for a name that no edit has, and for a list that names none.
        """
        known = GROUNDS[self.desk].edits()
        if self.only is None:
            return list(known.values())
        names = {name.strip() for name in self.only.split(",") if name.strip()}
        for name in names:
            if name not in known:
                raise unknown("--only", name, known)
        if not names:
            raise CannotAuditError(f"--only: expected edits, comma separated; got {self.only!r}")
        return [edit for name, edit in known.items() if name in names]

    def chosen(self, target: Target) -> list[Any]:
        """Return the target's cases to edit, in their order.

        Raises `CannotAuditError` for an id that no case has.
        """
        known = {case.id: case for case in target.cases.cases}
        for case_id in self.cases:
            if case_id not in known:
                raise unknown("--case", case_id, known)
        return [case for case in known.values() if not self.cases or case.id in self.cases]
