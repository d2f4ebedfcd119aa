"""Why a line of a case file is no case: the field, its value, and what was expected there.

msgspec says which type it wanted, and ends in a JSON path. The value, and the names or words that
would have been right, are added here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from desk.refund.case import Case, Decision, Fault, Line, Prior

_LISTS = {"lines": Line, "priors": Prior}
_CHOICES = {"expect[0]": get_args(Decision), "fault": get_args(Fault)}


def explain(message: str, raw: Any) -> str:
    """Put msgspec's message about `raw`, the line as it was read, into words for its author."""
    if message.startswith("Object ") and (named := _wrong_name(raw)):
        return named
    text, path = _split(message)
    value, field = _follow(raw, path), path.lstrip(".")
    if text.startswith("Invalid enum value") and field in _CHOICES:
        text = f"expected one of {', '.join(_CHOICES[field])}"
    if field:
        return f"field {field}: got {_shown(value)}: {text}"
    if isinstance(raw, dict):
        return f"field {text}"  # the case's own check, which names field and value itself
    return f"got {_shown(raw)}: {text}"


def _split(message: str) -> tuple[str, str]:
    text, at, path = message.rpartition(" - at `$")
    return (text, path.rstrip("`")) if at else (message, "")


def _wrong_name(raw: Any) -> str | None:
    """Find the first field of the line that is not known, or is needed and not there."""
    for place, value, record in _records(raw):
        fields = msgspec.structs.fields(record)
        known = [field.name for field in fields]
        needed = [field.name for field in fields if field.required]
        for name in (name for name in value if name not in known):
            got = _shown(value[name])
            return f"field {place}{name}: got {got}: expected one of the fields {', '.join(known)}"
        for name in needed:
            if name not in value:
                return f"field {place}{name}: it is missing; expected at least {', '.join(needed)}"
    return None


def _records(raw: Any) -> Iterator[tuple[str, dict[str, Any], Any]]:
    """Yield each object of a line that holds fields: where it stands, itself, and its type."""
    if isinstance(raw, dict):
        yield "", raw, Case
        for name, record in _LISTS.items():
            held = raw.get(name)
            for index, value in enumerate(held if isinstance(held, list) else ()):
                if isinstance(value, dict):
                    yield f"{name}[{index}].", value, record


def _follow(raw: Any, path: str) -> Any:
    for index, name in re.findall(r"\[(\d+)\]|\.?([^.\[\]]+)", path):
        try:
            raw = raw[int(index)] if index else raw[name]
        except (KeyError, IndexError, TypeError):
            return None
    return raw


def _shown(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 80 else f"{text[:77]}..."
