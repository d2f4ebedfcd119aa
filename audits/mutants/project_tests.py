"""The project's own tests as a guard: a command, run once for each mutant that survived all else.

The command's Python loads the mutated module through a hook on PYTHONPATH, so that neither the
project's files nor where it is installed matter. A command that fails on the module as it is, or
passes when every function of it raises, guards nothing.
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

from audits.events import Counted, Event, Step, Unsound
from audits.mutants.canary import all_raising
from audits.mutants.command import ended, exit_code, words_of
from audits.mutants.guard import Guard, Kind
from audits.mutants.source import read_source
from audits.mutants.trial import Trial
from audits.scratch import scratch

HOOK = Path(__file__).with_name("hook")
FIRST_SECONDS = 600.0
"""Wall time that the command may take on the module as it is."""
SLOWER = 5.0
"""How many times as long it may take on a mutant."""
SHORTEST_SECONDS = 30.0


class ProjectTests:
    """A command that exits 0 while all is well."""

    guard: Guard[Any] = Guard("tests", Kind.TESTS, lambda _subject: None, round=5)
    """The command as a column of the matrix; it is never asked in a child of ours."""

    def __init__(self, command: str) -> None:
        self._command = words_of(command)
        self._seconds = FIRST_SECONDS

    def take(self, survivors: Sequence[Trial]) -> Iterator[Event]:
        """Try the survivors, module by module, where the command is fit to guard the module."""
        for module in dict.fromkeys(trial.mutant.module for trial in survivors):
            mine = [trial for trial in survivors if trial.mutant.module == module]
            if unfit := self._unfit(module):
                yield Unsound(f"--tests on {module}: {unfit}")
                yield Counted(could_not_run=len(mine), why=f"--tests on {module}: {unfit}")
                continue
            for trial in mine:
                self._try(trial)
                yield Step(f"tests on {trial.mutant.where}")

    def _unfit(self, module: str) -> str | None:
        """Say why the command cannot guard a module: it is red, or asleep."""
        source = read_source(sys.modules[module])
        began = monotonic()
        if (code := self._run(module, ast.unparse(source.tree))) != 0:
            return f"the command {ended(code)} before anything was changed"
        self._seconds = max(SHORTEST_SECONDS, SLOWER * (monotonic() - began))
        if self._run(module, all_raising(source)) == 0:
            return "the command passes although every function of the module raises"
        return None

    def _try(self, trial: Trial) -> None:
        mutant = trial.mutant
        trial.asked.append(self.guard.name)
        if (code := self._run(mutant.module, mutant.text())) != 0:
            trial.noticed[self.guard.name] = f"the command {ended(code)}"

    def _run(self, module: str, text: str) -> int | None:
        """Run the command with a module's text in place of its own; None if it came to no end."""
        with scratch("mutant") as folder:
            file = folder / "source.py"
            file.write_text(text, encoding="utf-8")
            return exit_code(self._command, _environment(module, file), self._seconds)


def _environment(module: str, file: Path) -> dict[str, str]:
    path = [str(HOOK), *filter(None, [os.environ.get("PYTHONPATH", "")])]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path),
        "CLAWBACK_MUTANT_MODULE": module,
        "CLAWBACK_MUTANT_SOURCE": str(file),
    }
