"""Which functions a piece of work runs: a change of any other function cannot reach it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

from audits.mutants.mutant import Mutant

T = TypeVar("T")


class Reach:
    """The functions that were run, outermost ones only, and their modules."""

    def __init__(self) -> None:
        self._run: set[tuple[str, str]] = set()

    def watch(self, work: Callable[[], T]) -> T:
        """Do some work and note what it runs."""
        before = sys.getprofile()
        sys.setprofile(self._note)
        try:
            return work()
        finally:
            sys.setprofile(before)

    def _note(self, frame: FrameType, event: str, _arg: Any) -> None:
        if event == "call":
            name = str(frame.f_globals.get("__name__"))
            self._run.add((name, frame.f_code.co_qualname.partition(".<locals>")[0]))

    def has(self, mutant: Mutant) -> bool:
        """Whether a mutant can reach the work; for a module-level value, whether its module can."""
        if mutant.function:
            return (mutant.module, mutant.function) in self._run
        return any(module == mutant.module for module, _ in self._run)
