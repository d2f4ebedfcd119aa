"""A suite of targets as text for people: a row each, why some could not be audited, one verdict."""

from __future__ import annotations

from collections.abc import Sequence

from tabulate import tabulate

from audits.suites.run import TargetRow, overall
from audits.verdict import Verdict

HEAD = ("target", "verdict", "cheat ceiling", "best blind", "tried", "seconds", "errors")


def targets_text(suite: str, seed: int, rows: Sequence[TargetRow], stopped: bool) -> str:
    """Write the table, then what was not audited, then the verdict."""
    table = [
        (
            row.name,
            row.verdict,
            _share(row.cheat_ceiling),
            _share(row.best_blind),
            row.tried,
            f"{row.seconds:.1f}",
            ", ".join(row.errors) or "-",
        )
        for row in rows
    ]
    align = ("left", "left", "right", "right", "right", "right", "left")
    parts = [f"suite {suite}, seed {seed}", tabulate(table, HEAD, colalign=align)]
    silent = [row for row in rows if row.verdict is Verdict.INCONCLUSIVE]
    if silent:
        parts.append("Not judged:\n" + "\n".join(f"  {row.name}: {row.why}" for row in silent))
    if bad := next((row for row in rows if row.verdict is Verdict.FINDINGS), None):
        parts.append(f'One target alone: clawback audit "{bad.target}" --python PYTHON')
    verdict, why = overall(rows, stopped)
    return "\n\n".join([*parts, f"{verdict}: {why}."])


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.0%}"
