"""Every data set that reasoning-gym registers, on rows of its own."""

from __future__ import annotations

import json

import msgspec

from audits.errors import CannotAuditError
from audits.rewards.session import Ask, load_rows

ROWS = 40
"""Rows that each data set is asked for."""

_NAMES = 'reasoning_gym.factory:(lambda: [{"name": name} for name in sorted(DATASETS)])'


def targets(ask: Ask, seed: int) -> dict[str, str]:
    """Return the target of each data set, by its name.

    Raises `CannotAuditError` if the Python asked for has no reasoning-gym, with the remedy.
    """
    try:
        names = load_rows(msgspec.structs.replace(ask, rows=_NAMES))
    except CannotAuditError as error:
        raise CannotAuditError(
            f"--suite reasoning-gym: {error}; name a Python that has it with --python "
            "(pip install reasoning-gym)"
        ) from None
    return {row["name"]: _target(row["name"], seed) for row in names}


def _target(name: str, seed: int) -> str:
    return f"reasoning_gym:create_dataset({json.dumps(name)}, size={ROWS}, seed={seed})"
