"""What ROLLOUTS names: files, or the folder of a run, which knows its plan and its desk."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from audits.errors import CannotAuditError
from audits.live.same import read_settings
from audits.live.store import ROLLOUTS
from audits.qualify import read_plan
from audits.qualify.record import Planned
from audits.worlds import REFUND, World, world_of


class Given(NamedTuple):
    """Files to score, what was planned where that is known, and the desk that they are of."""

    files: list[Path]
    plan: list[Planned] | None
    world: World


def given(paths: Sequence[Path], plan: Path | None = None, desk: str | None = None) -> Given:
    """Find what paths name; `plan` and `desk` go before what the folder of a run says.

    The plan of a folder counts where it is all that is named. Raises `CannotAuditError` for what
    can be read only once.
    """
    files = [path / ROLLOUTS if path.is_dir() else path for path in paths]
    for path in files:
        if str(path) == "-" or (path.exists() and not path.is_file()):
            raise CannotAuditError(
                f"ROLLOUTS: {path}: expected a file or the folder of a run, since it is read more "
                "than once; got a pipe or a device. Save it to a file first"
            )
    if plan is None and len(paths) == 1 and paths[0].is_dir():
        plan = _there(paths[0] / "plan.jsonl")
    told = read_settings(files[0].parent) if files and files[0].name == ROLLOUTS else None
    world = world_of(desk or (told.desk if told else REFUND.name))
    return Given(files, read_plan(plan) if plan else None, world)


def _there(path: Path) -> Path | None:
    """Return a file that there is: a run of an earlier version, killed, has written no plan."""
    return path if path.is_file() else None
