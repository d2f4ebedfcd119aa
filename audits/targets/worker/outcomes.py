"""What came back of a call, as the reply tells it."""

from __future__ import annotations

import builtins
from typing import Any

from .kept import isfinite

globals()["__builtins__"] = dict(vars(builtins))  # our own: a target may patch the others

DETAIL = 300


def outcome_of(value: Any) -> list[Any]:
    """Say what came back. None, masked, not finite and invalid stay apart from 0."""
    if value is None:
        return ["none"]
    if isinstance(value, (bool, int, float)):
        number = float(value)
        return ["value", number] if isfinite(number) else ["not_finite", repr(number)]
    if isinstance(value, dict):
        return _of_fields(value.get, value)
    if isinstance(value, (list, tuple)):
        return outcome_of(value[0]) if value else ["invalid", "an empty list"]
    return _of_object(value)


def _of_fields(get: Any, whole: Any) -> list[Any]:
    if get("is_score_valid") is False or get("mask_sample") is True:
        return ["none", "masked"]
    for name in ("score", "reward", "value", "result", "passed", "pass", "pass_"):
        found = get(name)
        if found is not None:
            return outcome_of(found)
    if get("error") is not None:
        return ["none", repr(get("error"))[:DETAIL]]
    known = ("score", "reward", "value", "result", "passed", "pass", "pass_")
    if isinstance(whole, dict) and any(name in whole for name in known):
        return ["none"]
    return ["invalid", f"no score in {type(whole).__name__}"]


def _of_object(value: Any) -> list[Any]:
    text = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
    if isinstance(value, str):
        return ["value", text[value]] if value in text else ["invalid", f"text {value[:40]!r}"]
    try:
        number = float(value)
    except (TypeError, ValueError, RuntimeError):
        return _of_fields(lambda name: getattr(value, name, None), value)
    return ["value", number] if isfinite(number) else ["not_finite", repr(number)]


def told(error: BaseException, most: int = DETAIL) -> str:
    """Write an exception in a line; one may be unable to say what it is."""
    name = type(error).__name__
    try:
        return f"{name}: {error}"[:most]
    except BaseException:
        return name


def spread(value: Any, count: int, batched: bool) -> list[list[Any]]:
    """Say what came back for each sample of a call."""
    if not batched:
        return [_safe(value)]
    if hasattr(value, "tolist"):
        value = value.tolist()
    if not isinstance(value, (list, tuple)) or len(value) != count:
        size = len(value) if isinstance(value, (list, tuple)) else type(value).__name__
        return [["invalid", f"expected a list of {count} rewards, got {size}"]] * count
    return [_safe(one) for one in value]


def _safe(value: Any) -> list[Any]:
    try:
        return outcome_of(value)
    except BaseException as error:
        return ["invalid", told(error)]
