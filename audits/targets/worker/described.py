"""What a client has to know to call the target."""

from __future__ import annotations

import builtins
import dis
import inspect
import os
import threading
from typing import Any

from .loading import method_of
from .mined import mine

globals()["__builtins__"] = dict(vars(builtins))  # our own: a target may patch the others


def describe(target: Any, made: bool = False) -> dict[str, Any]:
    """Say what a client has to know to call the target, and what its code gives away."""
    method = "" if callable(target) else method_of(target)
    entry = getattr(target, method) if method else target
    kind = target if inspect.isclass(target) else type(target)
    function = function_of(entry)
    return {
        "parameters": _parameters(entry),
        "method": method,
        "made": made,
        "classes": [f"{base.__module__}.{base.__qualname__}" for base in kind.__mro__],
        "has_rows": method == "score_answer" and hasattr(target, "__getitem__"),
        "async": inspect.iscoroutinefunction(function),
        "file": getattr(getattr(function, "__code__", None), "co_filename", None),
        "line": getattr(getattr(function, "__code__", None), "co_firstlineno", None),
        "kind": f"{type(target).__module__}.{type(target).__qualname__}",
        "mined": mine(function),
        "unread": unread(function),
        "threads": threads(),
    }


def function_of(target: Any) -> Any:
    """The code behind a target: itself, what it wraps, or its class's __call__."""
    target = inspect.unwrap(target)
    if hasattr(target, "__code__") or inspect.ismethod(target):
        return target
    inner = inspect.getattr_static(type(target), "__call__", None)
    return inner if hasattr(inner, "__code__") else target


def _parameters(target: Any) -> list[dict[str, Any]] | None:
    try:
        found = inspect.signature(target).parameters.values()
    except (TypeError, ValueError):
        return None
    return [
        {
            "name": p.name,
            "kind": p.kind.name,
            "required": p.default is inspect.Parameter.empty,
            "annotation": "" if p.annotation is p.empty else str(p.annotation),
        }
        for p in found
    ]


def unread(function: Any) -> list[str]:
    """Parameters that the target's own code never reads."""
    code = getattr(function, "__code__", None)
    if code is None:
        return []
    read = {
        i.argval
        for i in dis.get_instructions(code)
        if i.opname.startswith(("LOAD_FAST", "LOAD_DEREF", "LOAD_CLOSURE"))
        or i.opname == "MAKE_CELL"
    }
    flat = {name for item in read for name in (item if isinstance(item, tuple) else (item,))}
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return [name for name in names if name not in flat]


def threads() -> int:
    """Count the threads of this process."""
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return threading.active_count()
