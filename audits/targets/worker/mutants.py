"""The mutants of the target, and the target made anew with one in force."""

from __future__ import annotations

import builtins
from typing import Any

from .adapted import ADAPTED, adapted, by_path, raising
from .calling import waited
from .described import function_of
from .loading import method_of
from .outcomes import told

globals()["__builtins__"] = dict(vars(builtins))  # our own: a target may patch the others

WORKSHOP: list[Any] = []
"""The mutants of the target, once somebody asks for them."""

WORKSHOP_MODULE: list[Any] = []
"""The module that they are of."""

REMAKE: list[Any] = []
"""What makes the target anew."""


def workshop_of(target: Any, remake: Any) -> Any:
    """Make the mutants of the target, the first time they are asked for."""
    if not WORKSHOP:
        module = by_path("clawback_mutants", "mutants", "inside.py")
        entry = function_of(target if callable(target) else getattr(target, method_of(target)))
        file = getattr(getattr(entry, "__code__", None), "co_filename", "")
        WORKSHOP.append(module.Workshop(target, entry, file))
        WORKSHOP_MODULE.append(module)
        REMAKE.append(remake)
    return WORKSHOP[0]


def asked(target: Any, remake: Any, request: dict[str, Any]) -> dict[str, Any]:
    """Answer a question about the target's mutants; an error is told, not raised."""
    try:
        workshop = workshop_of(target, remake)
        return {"answer": getattr(workshop, request["ask"])(*request.get("with", ()))}
    except BaseException as error:
        plain = type(error).__name__ == "CannotMutateError"
        return {"error": str(error) if plain else told(error, 2000)}


def remade(request: dict[str, Any]) -> Any:
    """Make the target anew, so that what it is built of is built with the mutant in force."""
    ADAPTED.clear()
    remake = REMAKE[0]
    try:
        called = adapted(remake(), remake, request.get("adapter", ""))
        if "model" in request:
            return WORKSHOP_MODULE[0].paying(called, request["model"], waited)
    except BaseException as error:
        return raising(told(error))
    return called
