"""What a tool answered: whether it failed, and whether another call could have got the same answer.

The world writes results, not the agent. A call with other arguments proves something only under a
result that the world could have given to it: one that repeats the arguments repeats the new ones,
and one that tells of this row's own things belongs to the call that was made.
"""

from __future__ import annotations

import json
import re
from typing import Any

from attackers.rows import Row
from attackers.trajectories.parts import Made, calls_in, leaves, messages_of, values_of

_FAILS = re.compile(
    r"^\W*(?:error|exception|traceback|fail(?:ed|ure)?|denied|refused|timeout|bounced|busy|"
    r"unavailable|unreachable|not found|no answer|sold out)\b",
    re.I,
)
_WORKED = ("ok", "success", "succeeded", "successful", "ack", "done", "accepted")
_DONE = re.compile(r"(?:[a-z]ed|sent|made|paid|done|set|held|run|built|sold|bought|given)$")
"""Names of flags by which a call says that what it was made for is done."""
EXITS = ("exit", "exit_code", "exitcode", "returncode", "return_code", "rc")
"""Names of the status with which a process ended."""
_CODES = ("code", "status", "status_code", "http_status")
FIRST_BAD = 400
"""Status codes from here on say that a request failed (RFC 9110, section 15)."""


def failed(result: str) -> bool:
    """Tell whether a result says, in one of the usual ways, that the call did not work."""
    value = _json(result)
    if isinstance(value, dict):
        return bool(value.get("error")) or any(_says_no(k, v) for k, v in value.items())
    return bool(_FAILS.search(value if isinstance(value, str) else result))


def _says_no(key: str, value: Any) -> bool:
    if key in _WORKED or _DONE.search(key):
        return value is False
    if key in EXITS and type(value) is int:
        return value != 0
    if key in _CODES and type(value) is int:
        return value >= FIRST_BAD
    return key in _CODES and isinstance(value, str) and bool(_FAILS.search(value))


def fields_of(result: str) -> dict[str, Any] | None:
    """Return the object that a result is, as JSON; None if it is none."""
    value = _json(result)
    return value if isinstance(value, dict) else None


def _json(result: str) -> Any:
    try:
        return json.loads(result)
    except (ValueError, RecursionError):
        return None


def answered_for(result: str, before: Any, after: Any) -> str:
    """Let a result that repeats arguments repeat the new ones in their place."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return result
    changed = {
        str(old): after[name]
        for name, old in before.items()
        if isinstance(old, str | int | float) and name in after and after[name] != old
    }
    value = _json(result)
    if isinstance(value, dict | list):
        return json.dumps(_exchanged(value, changed))
    for old, new in changed.items():
        word = rf"(?<!\w){re.escape(old)}(?!\w)"
        result = str(new).join(re.split(word, result))
    return result


def _exchanged(value: Any, changed: dict[str, Any]) -> Any:
    if isinstance(value, dict):
        return {
            str(changed.get(key, key)): _exchanged(inner, changed) for key, inner in value.items()
        }
    if isinstance(value, list):
        return [_exchanged(inner, changed) for inner in value]
    return changed.get(str(value), value) if isinstance(value, str | int | float) else value


def is_particular(rows: tuple[Row, ...], row: Row, call: Made, result: str) -> bool:
    """Tell whether a result tells of this row's own things, so that no other call would get it."""
    own = set(_telling(row.info)) | set(_telling(values_of(call.args)))
    told = set(_telling(_json(result) if _json(result) is not None else result.split()))
    repeated = set(_telling(values_of(call.args)))
    return bool((told & own) - _common(rows, row)) or (bool(repeated) and repeated <= told)


def shows_later(calls: list[Made], call: Made) -> bool:
    """Tell whether the result of a later call tells all that a call was made with."""
    told = set(_telling(values_of(call.args)))
    later = calls[calls.index(call) + 1 :]
    return bool(told) and any(
        told <= set(_telling(_json(one.result))) and not told <= set(_telling(values_of(one.args)))
        for one in later
    )


def _telling(value: Any) -> list[str]:
    return [leaf.strip(".,;:!?\"'") for leaf in leaves(value) if len(leaf) > 1]


def _common(rows: tuple[Row, ...], row: Row) -> set[str]:
    """What other rows' results tell as well: words of the world, not of a row."""
    return {
        leaf
        for other in rows
        if other.index != row.index
        for call in calls_in(messages_of(other.reference))
        for leaf in _telling(_json(call.result) if _json(call.result) is not None else call.result)
    }
