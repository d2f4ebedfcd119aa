"""What keeps an audit from being made. Shown as one message, exit code 2; never as a verdict."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from clawback_audit import CannotAuditError

__all__ = ["CannotAuditError", "unknown"]


def unknown(argument: str, value: str, choices: Iterable[str]) -> CannotAuditError:
    """Build the error for a name that is none of the choices, with the nearest one."""
    known = sorted(map(str, choices))
    near = difflib.get_close_matches(value, known, 1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return CannotAuditError(f"{argument}: expected one of {', '.join(known)}; got {value!r}.{hint}")
