"""Records of a run's folder, held against the rollouts beside them: each is judged again.

What is judged must be the run, and not what somebody liked of it: every rollout that is there is
planned, every case of the run's set is, and each is by the model that the run is of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from audits.errors import CannotAuditError
from audits.live.same import SETTINGS, read_settings
from audits.live.settings import Settings
from audits.live.store import ROLLOUTS
from audits.qualify.record import Planned, Record
from audits.qualify.rollouts import record_of
from audits.rescore.run import Wanted, rollouts_of
from audits.worlds import world_of

REMEDY = "the command of that run writes its records anew"


def hold(folder: Path, path: Path, records: Iterable[Record], plan: Sequence[Planned]) -> None:
    """Raise `CannotAuditError` for a record that is not what its rollout comes to.

    And for a rollout that is not in the plan, and a case of the run that is not. A folder without
    both a run's settings and rollouts has nothing to hold records against.
    """
    settings = _run_of(folder)
    if settings is None:
        return
    _hold_plan(settings, plan)
    planned = {one.scenario: one.rollouts for one in plan}
    told = {(one.scenario, one.rollout): one for one in records}
    for made in _judged(folder, settings):
        if made.rollout >= planned.get(made.scenario, 0):
            raise CannotAuditError(
                f"{folder / ROLLOUTS}: episode {made.episode!r} is not in the plan; {REMEDY}"
            )
        if said := told.pop((made.scenario, made.rollout), None):
            _agree(path, said, made)
    for one in told.values():
        raise CannotAuditError(
            f"{path}: episode {one.episode!r}: there is no rollout of it in {ROLLOUTS}; {REMEDY}"
        )


def _run_of(folder: Path) -> Settings | None:
    """Return what a folder is a run of; None where it is of none at all."""
    settings = read_settings(folder)
    there = settings is not None, (folder / ROLLOUTS).is_file()
    if not all(there) and (any(there) or (folder / ROLLOUTS).exists()):
        gone = ROLLOUTS if there[0] else SETTINGS
        raise CannotAuditError(
            f"RECORDS {folder}: expected the folder of a run, and there is no file {gone} in it, "
            "so that its records cannot be judged again; put that file back, or name the file of "
            "records, which is then taken at its word"
        )
    return settings


def _hold_plan(settings: Settings, plan: Sequence[Planned]) -> None:
    """Refuse a plan that leaves out cases of the run's set, where that is one of ours."""
    world, name = world_of(settings.desk), settings.cases.split(" ")[0]
    planned = {one.scenario for one in plan}
    cases = world.cases(name).cases if plan and name in world.sets else ()
    if left := [case.id for case in cases if case.id not in planned]:
        raise CannotAuditError(
            f"the plan: expected every case of {settings.cases}, of which the run is, and "
            f"{len(left)} are not in it (first: {left[0]}); {REMEDY}"
        )


def _judged(folder: Path, settings: Settings) -> Iterator[Record]:
    world = world_of(settings.desk)
    for rollout in rollouts_of(Wanted([folder / ROLLOUTS], (), None, world)):
        made = record_of(world, rollout)
        if made.model_revision != settings.model:
            raise CannotAuditError(
                f"{folder / ROLLOUTS}: episode {made.episode!r}: expected a rollout of the model "
                f"{settings.model!r} as in {SETTINGS}, got {made.model_revision!r}; restore the "
                "one or the other"
            )
        yield made


def _agree(path: Path, said: Record, made: Record) -> None:
    for name in Record.__struct_fields__:
        was, told = getattr(made, name), getattr(said, name)
        if was != told and name != "planned_rollouts":  # more may have been planned since
            raise CannotAuditError(
                f"{path}: episode {said.episode!r}: {name}: expected {was!r} as its rollout comes "
                f"to, got {told!r}; {REMEDY}"
            )
