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
from audits.target import Cases
from audits.worlds import world_of

REMEDY = "the command of that run writes its records anew"


def hold(
    folder: Path,
    path: Path,
    records: Iterable[Record],
    plan: Sequence[Planned],
    cases: str | None = None,
) -> None:
    """Raise `CannotAuditError` for a record that is not what its rollout comes to.

    And for a rollout that is not in the plan, and a case of the run that is not. `cases` are the
    run's where they are a user's own. A folder without both a run's settings and rollouts has
    nothing to hold records against.
    """
    settings = _run_of(folder)
    if settings is None:
        return
    known = _cases_of(settings, cases)
    planned = {one.scenario: one.rollouts for one in plan}
    told = {(one.scenario, one.rollout): one for one in records}
    for made in _judged(folder, settings, cases):
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
    _hold_plan(known, plan)


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


def _cases_of(settings: Settings, cases: str | None) -> Cases:
    """Find the very cases that a run is of: ours by their name, a user's own by `--cases`."""
    world = world_of(settings.desk)
    name, _, digest = settings.cases.rpartition(" ")
    if cases is None and name not in world.sets:
        raise CannotAuditError(
            f"--cases: expected the file of cases {settings.cases!r}, of which the run is; without "
            "it nobody can tell whether they are as they were played"
        )
    found = world.cases(name if cases is None else cases)
    if not found.digest.startswith(digest):
        raise CannotAuditError(
            f"--cases {cases or name}: expected the cases {settings.cases!r}, of which the run is, "
            f"got {found.name} {found.digest[:12]}"
        )
    return found


def _hold_plan(cases: Cases, plan: Sequence[Planned]) -> None:
    """Refuse a plan that leaves out cases of the run's set; an empty one fails accounting."""
    planned = {one.scenario for one in plan}
    if plan and (left := [case.id for case in cases.cases if case.id not in planned]):
        raise CannotAuditError(
            f"the plan: expected every case of {cases.name}, of which the run is, and "
            f"{len(left)} are not in it (first: {left[0]}); {REMEDY}"
        )


def _judged(folder: Path, settings: Settings, cases: str | None) -> Iterator[Record]:
    world = world_of(settings.desk)
    for rollout in rollouts_of(Wanted([folder / ROLLOUTS], (), cases, world)):
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
