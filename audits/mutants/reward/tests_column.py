"""The user's own tests as the last guard, run in a copy of their project, within a budget."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

from audits.errors import CannotAuditError
from audits.events import Counted, Event, Step, Unsound
from audits.mutants.command import ended, exit_code, words_of
from audits.mutants.guard import Guard, Kind
from audits.mutants.project_tests import FIRST_SECONDS, SHORTEST_SECONDS, SLOWER
from audits.mutants.reward.project import Project
from audits.mutants.trial import Trial
from audits.targets.client import Worker

LAST_LINES = 6
"""How much of a red command's output is shown."""


class UserTests:
    """A command that exits 0 while all is well. Satisfies `audits.mutants.audit.TestsColumn`."""

    guard: Guard[Any] = Guard("tests", Kind.TESTS, lambda _subject: None, round=5)

    def __init__(
        self, command: str, project: Project, root: Path, worker: Worker, budget: float
    ) -> None:
        self._words = words_of(command)
        self._command, self._project, self._worker = command, project, worker
        self._environment = project.environment(root, os.environ)
        self._budget, self._spent = budget, 0.0
        self._seconds = FIRST_SECONDS

    def check_green(self) -> None:
        """See that the command passes on the project as it is; learn how long it takes.

        Raises `CannotAuditError`, with the last lines of what it says, if it does not.
        """
        said = self._project.at.parent / "said"
        began = monotonic()
        code = self._run(said)
        if code != 0:
            lines = said.read_text(errors="replace").strip().splitlines()[-LAST_LINES:]
            raise CannotAuditError(
                f"--tests {self._command!r}: it {ended(code)} in a copy of {self._project.original}"
                " before anything is changed; it must pass there"
                + "".join(f"\n  {line}" for line in lines)
            )
        self._seconds = max(SHORTEST_SECONDS, SLOWER * (monotonic() - began))

    def take(self, survivors: Sequence[Trial]) -> Iterator[Event]:
        """Try what survived, module by module, until the budget is spent."""
        late: list[Trial] = []
        for module in dict.fromkeys(trial.mutant.module for trial in survivors):
            mine = [trial for trial in survivors if trial.mutant.module == module]
            if self._is_spent():
                late += mine
            elif unfit := self._unfit(module, _file(mine[0])):
                yield Unsound(f"--tests on {module}: {unfit}")
                yield _skipped(mine)
            else:
                for trial in mine:
                    if self._is_spent():
                        late.append(trial)
                        continue
                    self._try(trial)
                    yield Step(f"tests on {trial.mutant.where}")
        if self._spent and (code := self._run()) != 0:
            yield Unsound(
                f"--tests: the command {ended(code)} in the end, though nothing is changed any "
                "more: what it noticed may be its own doing"
            )
        if late:
            yield _skipped(
                late,
                f"{len(late)} mutants that nothing else noticed were not put before the tests: the "
                f"{self._budget:g} s of --budget were spent",
            )

    def _is_spent(self) -> bool:
        return self._spent >= self._budget

    def _unfit(self, module: str, file: Path) -> str | None:
        """Say why the command cannot guard a module: it is elsewhere, or nobody wakes."""
        if not self._project.holds(file):
            return f"{file} is not in {self._project.original}; start in the project's folder"
        same, raising = (self._worker.ask("module_text", module, bad) for bad in (False, True))
        with self._project.holding(file, same):
            if (code := self._run()) != 0:
                return f"the command {ended(code)} once the file is written anew, unchanged"
        with self._project.holding(file, raising):
            if self._run() == 0:
                return (
                    "the command passes although every function in it raises: it tests something "
                    "else, or another copy of it"
                )
        return None

    def _try(self, trial: Trial) -> None:
        mutant = trial.mutant
        began = monotonic()
        trial.asked.append(self.guard.name)
        with self._project.holding(_file(trial), mutant.text()):
            code = self._run()
        if code is None:
            trial.lost, trial.late = "the tests came to no end", True
        elif code != 0:
            trial.noticed[self.guard.name] = f"the command {ended(code)}"
        self._spent += monotonic() - began

    def _run(self, said: Path | None = None) -> int | None:
        return exit_code(self._words, self._environment, self._seconds, self._project.at, said)


def _skipped(trials: Sequence[Trial], why: str = "") -> Counted:
    """Count mutants that were not put before the tests as not tried, whoever else was asked."""
    for trial in trials:
        trial.skipped = True
    return Counted(tried=-len(trials), could_not_run=len(trials), why=why)


def _file(trial: Trial) -> Path:
    return Path(trial.mutant.file).resolve()
