"""What is called in the target's place."""

from __future__ import annotations

import builtins
import importlib.util
import os
from typing import Any

from .loading import method_of
from .outcomes import told

globals()["__builtins__"] = dict(vars(builtins))  # our own: a target may patch the others

AUDITS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

ADAPTED: dict[str, Any] = {}


def adapted(target: Any, remake: Any, name: str) -> Any:
    """Return what is called in the target's place: itself, or an adapter of a framework's."""
    if not name:
        return target if callable(target) else getattr(target, method_of(target))
    if name not in ADAPTED:
        module = by_path("clawback_frameworks", "targets", "frameworks.py")
        try:
            ADAPTED[name] = module.ADAPTERS[name](target, remake)
        except BaseException as error:
            ADAPTED[name] = raising(f"{name}: {told(error)}")
    return ADAPTED[name]


def raising(why: str) -> Any:
    """Make a reward that cannot be called, and says why."""

    def cannot(*_args: Any, **_kwargs: Any) -> None:
        raise RuntimeError(why)

    return cannot


def by_path(name: str, *path: str) -> Any:
    """Load a file of ours, named from the folder of the audits."""
    spec = importlib.util.spec_from_file_location(name, os.path.join(AUDITS, *path))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
