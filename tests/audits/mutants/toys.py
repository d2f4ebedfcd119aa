"""Small modules to be mutated, loaded from text, and what they are tried on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from audits.mutants import Ground, Guard, Kind, MutatePlan, Told, mutate_on
from audits.mutants.generate import mutants_of
from audits.result import Result
from audits.rules import Severity


@contextmanager
def loaded(folder: Path, name: str, text: str) -> Iterator[ModuleType]:
    """Load a module from text; it is gone afterwards."""
    path = folder / f"{name}.py"
    path.write_text(text)
    spec = spec_from_file_location(name, path)
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    try:
        yield module
    finally:
        sys.modules.pop(name, None)


def mutant(module: ModuleType, before: str, after: str, operator: str = ""):
    """Find the one mutant that makes a change."""
    found = [
        one
        for one in mutants_of(module).mutants
        if (one.before, one.after) == (before, after) and operator in ("", one.operator)
    ]
    assert len(found) == 1, [(one.operator, one.before, one.after) for one in found]
    return found[0]


class Toy:
    """A reward `module.reward` under a mutant, on numbers."""

    def __init__(self, module: ModuleType, inputs: tuple[Any, ...]) -> None:
        self.reward, self.inputs = module.reward, inputs

    def __len__(self) -> int:
        return len(self.inputs)

    def see(self, index: int) -> dict[str, Any]:
        return {"value": self.reward(self.inputs[index])}

    def size(self, index: int) -> int:
        return abs(self.inputs[index])


def guard(name: str, check: Callable[[Toy], str | None], kind: Kind = Kind.LAW, **rest):
    return Guard(name, kind, check, **rest)


def ground(module: ModuleType, *guards: Guard[Toy], inputs=(-2, -1, 0, 1, 2, 5), **rest):
    """Make the ground of a toy."""
    return Ground(
        name=f"toy:{module.__name__}",
        modules=(module.__name__,),
        make=lambda: Toy(module, inputs),
        guards=guards,
        tell=lambda index: Told({"number": inputs[index]}, f"case-{index}", 1.0),
        **rest,
    )


def run(made, **plan):
    """Run the audit to its end and sum it up, warnings failing as they do for the verb."""
    result = Result(audit="mutate", target=made.name, seed=0, fail_on=Severity.WARNING)
    for event in mutate_on(made, MutatePlan(**plan)):
        result.take(event)
    return result


def fates(result):
    return {key: count for key, count in result.extra["mutants"].items() if count}


def told(result):
    return "; ".join(result.reasons)
