"""The suite under mutmut: a pytest plugin with the Hypothesis profile `mutants`.

mutmut runs one test from several executors, which a health check would take for a fault of the
test; and an example found on one mutant must not be tried on the next.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from types import FunctionType, ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.audits import command

settings.register_profile(
    "mutants",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors],
    print_blob=False,
)


def pytest_configure() -> None:
    """Let what a test starts run the originals: mutmut and its settings are not there."""
    plain = subprocess.Popen.__init__

    def unmutated(self: Any, *args: Any, **how: Any) -> None:
        how["env"] = {**(how.get("env") or os.environ), "MUTANT_UNDER_TEST": "none"}
        plain(self, *args, **how)

    subprocess.Popen.__init__ = unmutated  # type: ignore[method-assign]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests that start a process: what they start is not what is mutated."""
    starting = [
        item for item in items if starts_processes(getattr(item, "module", None), fixtures_of(item))
    ]
    if starting:
        config.hook.pytest_deselected(items=starting)
        items[:] = [item for item in items if item not in starting]


def starts_processes(module: ModuleType | None, fixtures: Iterable[FunctionType] = ()) -> bool:
    """Tell whether a module holds what starts a process, or what makes a fixture calls it."""
    held = [*vars(module).values()] if module else []
    held += [one.__globals__.get(name) for one in fixtures for name in one.__code__.co_names]
    return any(
        value is subprocess
        or value is command
        or getattr(value, "__module__", None) == command.__name__
        for value in held
    )


def fixtures_of(item: pytest.Item) -> list[FunctionType]:
    """Give the functions that make a test's fixtures."""
    known = getattr(item, "_fixtureinfo", None)
    defined = known.name2fixturedefs.values() if known else ()
    made = (one.func for some in defined for one in some)
    return [one for one in made if isinstance(one, FunctionType)]
