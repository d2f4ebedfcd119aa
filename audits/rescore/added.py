"""All parts of saved rollouts together, each rollout of which has to be there once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec

from audits.errors import CannotAuditError
from audits.qualify.record import Planned
from audits.rescore.part import Sums
from audits.rescore.read import OURS
from audits.rescore.repeats import Repeats
from audits.rescore.task import Part


class Whole(msgspec.Struct, frozen=True, kw_only=True):
    """What all pieces came to."""

    sums: Sums
    plan: list[Planned]
    format: str
    differ: int
    cases: dict[str, int]
    """How many are of which set of cases; by an empty name those that were held against none."""
    models: dict[str, int]
    """How many are by which model; by an empty name those that say none."""
    unplanned: int
    """How many are repeats that nobody planned."""
    lacks: str
    """Why files are but a part of what was to be there, if they say so."""
    planned: int
    """How many repeats of a case there were to be, as the rollouts tell."""


class Added:
    """All parts so far, and whether they are each there once."""

    def __init__(self, plan: list[Planned] | None) -> None:
        self._known = None if plan is None else {one.scenario: one for one in plan}
        self._plan = plan
        self._sums, self._differ, self._most = Sums(), 0, 1
        self._formats: dict[str, None] = {}
        self._lacks: list[str] = []
        self._cases, self._models = Counter[str](), Counter[str]()
        self._beyond = Counter[int]()
        self._repeats = Repeats(Path())

    def take(self, path: Path, part: Part) -> None:
        """Add a part. Raises `CannotAuditError` for a rollout that was not planned."""
        self._repeats.path = path
        for case, family, repeat, planned in part.told:
            number = self._repeats.take(case, repeat)
            self._most = max(self._most, planned)
            if self._known is not None:
                _hold(self._known.get(case), case, family, number)
            elif number >= self._most:
                self._beyond[number] += 1
        self._sums.add(part.sums)
        self._differ += part.differ
        self._lacks += [part.lacks] if part.lacks else []
        self._cases.update(part.cases)
        self._models.update(part.models)
        self._formats[part.format] = None
        if len(self._formats) > 1:
            raise CannotAuditError(
                f"{path}: expected one format, got {' and '.join(self._formats)}"
            )

    def whole(self) -> Whole:
        """Return what all add up to. Raises `CannotAuditError` where a rollout is there twice."""
        self._repeats.check()
        written = next(iter(self._formats))
        most = self._most if written == OURS else self._repeats.most
        plan = [
            Planned(scenario=case, family=harm.family, rollouts=most)
            for case, harm in self._sums.cases.items()
        ]
        return Whole(
            sums=self._sums,
            plan=plan if self._plan is None else self._plan,
            format=written,
            differ=self._differ,
            cases=dict(self._cases),
            models=dict(self._models),
            unplanned=sum(n for number, n in self._beyond.items() if number >= most),
            planned=most,
            lacks="; ".join(dict.fromkeys(self._lacks)),
        )


def _hold(planned: Planned | None, case: str, family: str, number: int) -> None:
    if planned is None or number >= planned.rollouts:
        raise CannotAuditError(f"--plan: rollout {number} of case {case!r} is not in it")
    if planned.family != family:
        raise CannotAuditError(
            f"--plan: family of case {case!r}: expected {family!r}, which it is of, got "
            f"{planned.family!r}"
        )
