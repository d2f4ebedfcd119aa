"""Records of a run's folder, held against the rollouts beside them: each is judged again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from audits.errors import CannotAuditError
from audits.live.same import read_settings
from audits.live.store import ROLLOUTS
from audits.qualify.record import Record
from audits.qualify.rollouts import record_of
from audits.rescore.run import Wanted, rollouts_of
from audits.worlds import world_of


def hold(folder: Path, path: Path, records: Iterable[Record]) -> None:
    """Raise `CannotAuditError` for a record that is not what its rollout comes to.

    A folder without a run's settings or its rollouts has nothing to hold records against.
    """
    if read_settings(folder) is None or not (folder / ROLLOUTS).is_file():
        return
    told = {(one.scenario, one.rollout): one for one in records}
    for made in _judged(folder) if told else ():
        if said := told.pop((made.scenario, made.rollout), None):
            _agree(path, said, made)
    for one in told.values():
        raise CannotAuditError(
            f"{path}: episode {one.episode!r}: there is no rollout of it in {ROLLOUTS}; {REMEDY}"
        )


REMEDY = "the command of that run writes its records anew"


def _judged(folder: Path) -> Iterator[Record]:
    settings = read_settings(folder)
    assert settings is not None, "a folder without them was left alone"
    world = world_of(settings.desk)
    for rollout in rollouts_of(Wanted([folder / ROLLOUTS], (), None, world)):
        yield record_of(world, rollout)


def _agree(path: Path, said: Record, made: Record) -> None:
    for name in Record.__struct_fields__:
        was, told = getattr(made, name), getattr(said, name)
        if was != told and name != "planned_rollouts":  # more may have been planned since
            raise CannotAuditError(
                f"{path}: episode {said.episode!r}: {name}: expected {was!r} as its rollout comes "
                f"to, got {told!r}; {REMEDY}"
            )
