"""Judges a scorer: knows the worlds, the scorers and the attackers; nobody knows it.

From Python: `from audits import audit; audit(fn, rows=rows).verdict`.
"""

from typing import Any

__all__ = ["audit"]


def __getattr__(name: str) -> Any:
    """Import `audit` when it is asked for: the command line does without."""
    if name == "audit":
        from audits.api import audit  # noqa: PLC0415

        return audit
    raise AttributeError(f"module 'audits' has no attribute {name!r}")
