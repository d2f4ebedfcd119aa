"""Loading the target: a name in a module, and what scores in a framework's own object."""

from __future__ import annotations

import builtins
import inspect
import sys
import types
from contextlib import suppress
from typing import Any

from .modules import dotted, module_of, split, stub_parents

globals()["__builtins__"] = dict(vars(builtins))  # our own: a target may patch the others

SCORED_WITH = ("score_answer", "measure", "score_rollout", "score")
"""Methods by which an object that cannot be called is scored with."""


def load(request: dict[str, Any]) -> tuple[Any, Any]:
    """Import the target; return it, and what makes it anew.

    A class stands for its instances, if it can be made without arguments.
    """
    sys.path[:0] = request.get("paths", [])
    module_name, expression = split(request["target"])
    if request.get("stub_parents"):
        module_name = dotted(module_name)
        stub_parents(module_name)
    module = module_of(module_name)
    scope = _scope(module, expression)
    _check_name(expression, scope)
    # The user's own words: an attribute, or a factory's call.
    target = within(eval(expression, scope))
    if not callable(target) and not method_of(target):
        raise TypeError(
            f"{request['target']} is {type(target).__name__}, expected a function, or an object "
            f"with one of {', '.join(SCORED_WITH)}"
        )
    if inspect.isclass(target) and _scores(target):
        return target(), target
    return target, lambda: within(eval(expression, scope))


def within(target: Any) -> Any:
    """Return what scores in a framework's own environment, task or set of tasks; else the target.

    An OpenEnv environment, or a class of them, has a rubric, and so has one of verifiers 0.1; an
    Inspect task has scorers; a taskset of verifiers 0.4 has a class of tasks.
    """
    if inspect.isclass(target):
        tasks = getattr(target, "task_type", None)
        if callable(tasks) and callable(getattr(target, "load", None)):
            return tasks()
        if not all(callable(getattr(target, name, None)) for name in ("reset", "step")):
            return target
        return _rubric(target()) or target
    if callable(target) or method_of(target):
        return target
    return _rubric(target) or _scorer(target) or target


def _rubric(target: Any) -> Any:
    found = getattr(target, "rubric", None)
    return found if callable(found) or (found is not None and method_of(found)) else None


def _scorer(target: Any) -> Any:
    """Return the one scorer of an Inspect task; which of several is meant, its user has to say."""
    found = getattr(target, "scorer", None)
    if not hasattr(target, "dataset") or not isinstance(found, list):
        return None
    if len(found) != 1:
        raise TypeError(f"the task has {len(found)} scorers; name one of them: TARGET.scorer[0]")
    return found[0]


def _check_name(expression: str, scope: dict[str, Any]) -> None:
    """Raise `NameError` for a name that is not there, with those that are."""
    if expression.isidentifier() and expression not in {*scope, *vars(builtins)}:
        known = [name for name, value in scope.items() if callable(value) and name[:1] != "_"]
        there = ", ".join(known) or "no function"
        missing = NameError(f"there is no {expression!r} in it, but {there}")
        missing.name = expression  # which an older Python does not know
        raise missing


def is_absent(error: BaseException, target: str) -> bool:
    """Tell whether the target's own module, or the name in it, is not there at all."""
    module, expression = split(target)
    name = getattr(error, "name", None) or ""
    if isinstance(error, ModuleNotFoundError):
        return bool(name) and f"{module}.".startswith(f"{name}.")
    parts = expression.split(".")
    dotted = all(map(str.isidentifier, parts))
    return isinstance(error, (NameError, AttributeError)) and dotted and name in parts


def _scope(module: types.ModuleType, expression: str) -> dict[str, Any]:
    """Give an expression the module's names, those that it makes on demand too."""
    scope = dict(vars(module))
    for name in compile(expression, "TARGET", "eval").co_names:
        if name not in scope and not hasattr(builtins, name):
            with suppress(AttributeError):
                scope[name] = getattr(module, name)
    return scope


def method_of(target: Any) -> str:
    """Name the method that scores with an object which cannot be called, or nothing."""
    return next((name for name in SCORED_WITH if callable(getattr(target, name, None))), "")


def _scores(kind: Any) -> bool:
    """Tell whether instances of a class can score, and need no arguments."""
    called = any("__call__" in vars(base) for base in kind.__mro__)
    try:
        inspect.signature(kind).bind()
    except (TypeError, ValueError):
        return False
    return called or bool(method_of(kind))
