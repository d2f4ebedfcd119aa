"""What a target's own code gives away."""

from __future__ import annotations

import builtins
import re
import types
from contextlib import suppress
from typing import Any

globals()["__builtins__"] = dict(vars(builtins))  # our own: a target may patch the others


class Miner:
    """Collects texts and patterns out of a function and the functions of its module it calls."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.patterns: list[str] = []
        self.docs: set[Any] = set()
        self.seen: set[Any] = set()

    def take(self, value: Any) -> None:
        """Keep a text or pattern, and those in a collection."""
        if isinstance(value, str):
            self.texts.append(value)
        elif isinstance(value, re.Pattern):
            self.patterns.append(str(value.pattern))
        elif isinstance(value, (tuple, list, set, frozenset)):
            self._take_all(list(value)[:50])
        elif isinstance(value, dict):
            self._take_all([*value.keys(), *value.values()][:100])

    def _take_all(self, values: list[Any]) -> None:
        for value in values:
            if isinstance(value, (str, re.Pattern)):
                self.take(value)

    def walk(self, code: types.CodeType, names: dict[str, Any]) -> None:
        """Go through a code object's constants and the names it uses."""
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                self.walk(constant, names)
            else:
                self.take(constant)
        for name in code.co_names:
            self.visit(names.get(name), names)

    def visit(self, value: Any, names: dict[str, Any]) -> None:
        """Go into a function of the same module, once; keep anything else."""
        value = getattr(value, "__func__", value)
        if not isinstance(value, types.FunctionType):
            self.take(value)
        elif value not in self.seen and value.__globals__ is names and len(self.seen) < 100:
            self.seen.add(value)
            self.docs.add(value.__doc__)
            self.walk(value.__code__, names)


def mine(function: Any) -> dict[str, list[str]]:
    """Say what a target's own code gives away, documentation left out."""
    miner = Miner()
    inner = getattr(function, "__func__", function)
    if isinstance(inner, types.FunctionType):
        miner.visit(inner, inner.__globals__)
        for cell in inner.__closure__ or ():
            with suppress(ValueError):
                miner.visit(cell.cell_contents, inner.__globals__)
    texts = [t for t in dict.fromkeys(miner.texts) if t not in miner.docs and len(t) <= 400]
    patterns = miner.patterns + [t for t in texts if re.search(r"[\\\[\](){}*+?|]", t)]
    return {"literals": texts[:400], "patterns": list(dict.fromkeys(patterns))[:100]}
