"""One call, under the soft clock."""

from __future__ import annotations

import asyncio
import builtins
import sys
from typing import Any

from .kept import ALARM, REAL, UNBLOCK, chunks, on_signal, setitimer, sigmask
from .outcomes import spread, told

globals()["__builtins__"] = dict(vars(builtins))  # our own: a target may patch the others

OUT_OF_MEMORY = ["lost", "out of memory"]

ENTRY: list[Any] = []
"""The code of the function that is the target."""

_CLOCK = {"rang": False}


class Hung(BaseException):
    """The soft clock rang during a call."""


def make(target: Any, call: dict[str, Any], soft: float) -> list[list[Any]]:
    """Make one call under the soft clock; one outcome per sample."""
    count = call["samples"]
    before = _written(call) if call.get("watch") else {}
    _CLOCK["rang"] = False
    try:
        try:
            setitimer(REAL, soft)
            if call.get("trace"):
                return [["at", _line_of(target, call)]] * count
            value = waited(target(*call.get("args", ()), **call.get("kwargs", {})))
        finally:
            setitimer(REAL, 0)
            on_signal(ALARM, ring)  # a target may have an alarm of its own
            sigmask(UNBLOCK, {ALARM})
        outcomes = spread(value, count, call.get("batched", False))
        if changed := _changed(before, call):
            outcomes = [["changed", changed]] * count
    except MemoryError:
        return [OUT_OF_MEMORY] * count
    except BaseException as error:
        outcomes = [["raised", told(error)]] * count
    if _CLOCK["rang"]:  # whatever it came back with after that, or in place of it
        return [["lost", f"no answer within {soft:g} s"]] * count
    return outcomes


def _line_of(target: Any, call: dict[str, Any]) -> str:
    """Call the target, and name the line on which its own function last came back; or nothing."""
    lines = [""]

    def inside(frame: Any, event: str, arg: Any) -> Any:
        if event == "return" and arg is not None:
            lines[0] = str(frame.f_lineno)
        return inside

    def at_call(frame: Any, _event: str, _arg: Any) -> Any:
        return inside if frame.f_code in ENTRY else None

    sys.settrace(at_call)
    try:
        waited(target(*call.get("args", ()), **call.get("kwargs", {})))
    finally:
        sys.settrace(None)
    return lines[0]


def _written(call: dict[str, Any]) -> dict[str, str]:
    return {name: _text_of(value) for name, value in call["kwargs"].items()}


def _text_of(value: Any) -> str:
    try:
        return "".join(chunks(value, 0))
    except (TypeError, ValueError):  # something is in there now that JSON has no word for
        return ""


def _changed(before: dict[str, str], call: dict[str, Any]) -> str:
    """Name the arguments that are no longer what they were when the target was called."""
    now = _written(call)
    return ", ".join(name for name, text in before.items() if now.get(name) != text)


def ring(_signal: int, _frame: Any) -> None:
    """Break off the call that runs."""
    _CLOCK["rang"] = True
    raise Hung


def waited(value: Any) -> Any:
    """Return a value, or what comes of one that has to be awaited."""
    return asyncio.run(_await(value)) if hasattr(type(value), "__await__") else value


async def _await(value: Any) -> Any:
    return await value
